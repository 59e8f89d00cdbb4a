/**
 * A memory for LangChain (`@langchain/core`, an optional peer): a chat model that has it, a retriever that asks it, and
 * its tools.
 */
import { Document } from '@langchain/core/documents';
import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { BaseRetriever } from '@langchain/core/retrievers';
import { type StructuredToolInterface, tool } from '@langchain/core/tools';
import { z } from 'zod';
import {
  type AgentVerbs,
  agentVerbs,
  checked,
  type RecalledMemory,
  type RecallOptions,
  rulesWithout,
} from '../index.ts';
import { ConversationMemory, type ConversationOptions, agentMemory } from './conversation-memory.ts';
import { type ChatModel, ModelWithMemory } from './model-with-memory.ts';
import { type MemoryToolsOptions, offeredTools } from './offered-tools.ts';

export type { ChatModel, ConversationOptions, MemoryToolsOptions };

/** What a chat model with a memory is made of. */
export interface MemoryChatModelOptions extends ConversationOptions {
  /** The model that speaks. */
  readonly model: ChatModel;
}

/** What a retriever asks, and how. */
export interface MemoryRetrieverOptions {
  /** The memory of the agent that asks. */
  readonly memory: AgentVerbs;
  /** What `recall` takes beside the query, such as `{ limit: 5 }`. @default what `recall` takes by itself */
  readonly recall?: Omit<RecallOptions, 'query' | 'signal'>;
}

/** What a document says of the memory that it is, beside its content. */
export type MemoryMetadata = Omit<RecalledMemory, 'content'>;

const retrieverSchema: z.ZodType<MemoryRetrieverOptions> = z.strictObject({
  memory: agentMemory,
  recall: rulesWithout(agentVerbs.recall, 'query').optional(),
}) as unknown as z.ZodType<MemoryRetrieverOptions>;

// What else is given, a conversation checks.
const modelSchema = z.looseObject({
  model: z.custom<ChatModel>((value) => typeof value === 'object' && value !== null && 'invoke' in value, {
    error: 'must be a chat model of LangChain',
  }),
});

/**
 * A chat model that has the memory of an agent. Before the model speaks, what the user's last message brings to mind is
 * put before it as labelled data; afterwards message and answer are remembered. Calls of tools and their results are not.
 *
 * @throws {InvalidArgumentError} when an option breaks a rule.
 */
export function memoryChatModel(given: MemoryChatModelOptions): BaseChatModel {
  checked('memoryChatModel', modelSchema, given);
  const { model, ...options } = given;
  return new ModelWithMemory(model, new ConversationMemory('memoryChatModel', options));
}

/**
 * A retriever of what an agent recalls, the best first.
 *
 * @throws {InvalidArgumentError} when an option breaks a rule.
 */
export function memoryRetriever(options: MemoryRetrieverOptions): BaseRetriever<MemoryMetadata> {
  const { memory, recall = {} } = checked('memoryRetriever', retrieverSchema, options);
  return new MemoryRetriever(memory, recall);
}

/**
 * The tools of the MCP server for chat models and agents. They act as the agent whose memory this is, whatever a model
 * says; what they answer as data is the artifact of their messages.
 *
 * @throws {InvalidArgumentError} when an option breaks a rule.
 */
export function memoryTools(options: MemoryToolsOptions): StructuredToolInterface[] {
  return offeredTools(options).map(({ name, description, input, call }) =>
    tool(
      async (args, { signal }) => {
        const { text, structured } = await call(args, signal);
        return [text, structured];
      },
      { name, description, schema: input, responseFormat: 'content_and_artifact' },
    ),
  );
}

class MemoryRetriever extends BaseRetriever<MemoryMetadata> {
  override readonly lc_namespace: string[] = ['madeleine', 'retrievers'];
  readonly #memory: AgentVerbs;
  readonly #recall: Omit<RecallOptions, 'query' | 'signal'>;

  constructor(memory: AgentVerbs, recall: Omit<RecallOptions, 'query' | 'signal'>) {
    super();
    this.#memory = memory;
    this.#recall = recall;
  }

  override async _getRelevantDocuments(query: string): Promise<Document<MemoryMetadata>[]> {
    const { memories } = await this.#memory.recall({ ...this.#recall, query });
    return memories.map(
      ({ content, ...metadata }) => new Document({ id: metadata.id, pageContent: content, metadata }),
    );
  }
}
