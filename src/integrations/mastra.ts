/**
 * A memory for agents of Mastra, whose package is known here by its structure alone: it needs Node 22.13 and takes 130 MB.
 * The processor hooks in where the prompt goes to the model, so Mastra's own message history never holds what was recalled.
 */
import type { z } from 'zod';
import type { ToolAnswer } from '../mcp/memory-tool.ts';
import {
  answerEnds,
  ConversationMemory,
  type ConversationOptions,
  type Message,
  type PromptMessage,
  type Turn,
  turnOf,
  withBlock,
  wordsOfParts,
} from './conversation-memory.ts';
import { type MemoryToolsOptions, offeredTools } from './offered-tools.ts';

export type { ConversationOptions, MemoryToolsOptions, PromptMessage, ToolAnswer };

/** What Mastra knows of a call, by key. */
export interface MastraRequestContext {
  /** What it knows under a key; undefined where that is nothing. */
  get(key: string): unknown;
}

/** What Mastra tells a processor at every call of one request. */
export interface MastraRequest {
  /** The same object at all calls of a request. */
  readonly state: object;
  /** Has the thread of the call at `MastraMemory`, where the agent has a memory of Mastra's. */
  readonly requestContext?: MastraRequestContext | undefined;
  readonly abortSignal?: AbortSignal | undefined;
}

/** A processor for an agent's `inputProcessors` and `outputProcessors`: the same one in both. */
export interface MastraProcessor {
  readonly id: 'madeleine';
  /** Notes whether a program will read the answer, and nobody. */
  processInputStep(args: MastraRequest & { readonly structuredOutput?: unknown }): undefined;
  /** Puts what comes to mind before the user's words, for this call of the model only. */
  processLLMRequest<Message extends PromptMessage>(
    args: MastraRequest & { readonly prompt: readonly Message[] },
  ): Promise<{ prompt: Message[] } | undefined>;
  /** Remembers what the user said and what the model answered; the messages stay as they are. */
  processOutputResult<Message>(
    args: MastraRequest & {
      readonly messages: Message[];
      readonly result: { readonly text: string; readonly finishReason: string };
    },
  ): Promise<Message[]>;
}

/**
 * A memory for an agent, as one processor in its `inputProcessors` and its `outputProcessors`. Before the model speaks,
 * what the user's last message brings to mind is put before it as labelled data; after the answer, message and answer
 * are remembered. Calls of tools and their results are not. Without `session` it is the thread of the call.
 *
 * @throws {InvalidArgumentError} when an option breaks a rule.
 */
export function memoryProcessor(options: ConversationOptions): MastraProcessor {
  const conversation = new ConversationMemory('memoryProcessor', options);
  /** By request, the turn that it began with; calls of tools come later. */
  const turns = new WeakMap<object, Turn>();
  const forPrograms = new WeakSet<object>();
  return {
    id: 'madeleine',
    processInputStep({ state, structuredOutput }) {
      if (structuredOutput !== undefined) forPrograms.add(state);
      return undefined;
    },
    async processLLMRequest({ prompt, state, requestContext, abortSignal }) {
      const turn = turnOf(prompt.map(messageOf));
      if (!turn) return undefined;
      const session = threadIn(requestContext?.get('MastraMemory'));
      const saidIn: Turn = { ...turn, ...(session !== undefined && { session, key: `${session}\n${turn.key}` }) };
      if (!turns.has(state)) turns.set(state, saidIn);
      const block = await conversation.recalled(saidIn, abortSignal);
      return block === '' ? undefined : { prompt: withBlock(prompt, block) };
    },
    async processOutputResult({ messages, state, result }) {
      const turn = turns.get(state);
      if (!turn) return messages;
      await conversation.heard(turn);
      if (answerEnds.has(result.finishReason))
        await conversation.answered(turn, forPrograms.has(state) ? '' : result.text);
      return messages;
    },
  };
}

function messageOf({ role, content }: PromptMessage): Message {
  const isKnown = role === 'user' || role === 'assistant' || role === 'tool';
  return { role: isKnown ? role : 'other', text: typeof content === 'string' ? content : wordsOfParts(content, '\n') };
}

function threadIn(memory: unknown): string | undefined {
  const thread = typeof memory === 'object' && memory !== null && 'thread' in memory ? memory.thread : undefined;
  const id = typeof thread === 'object' && thread !== null && 'id' in thread ? thread.id : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** A tool as Mastra's agents and workflows take it. */
export interface MastraTool {
  readonly id: string;
  readonly description: string;
  readonly inputSchema: z.ZodType;
  /** @throws {Error} what went wrong, in words that a model can act on. */
  readonly execute: (
    args: unknown,
    context?: { readonly abortSignal?: AbortSignal | undefined },
  ) => Promise<ToolAnswer>;
  /** What the model reads of an answer. */
  readonly toModelOutput: (answer: ToolAnswer) => { readonly type: 'text'; readonly value: string };
}

/**
 * The tools of the MCP server for an agent's `tools`, by their names. They act as the agent whose memory this is,
 * whatever a model says.
 *
 * @throws {InvalidArgumentError} when an option breaks a rule.
 */
export function memoryTools(options: MemoryToolsOptions): Record<string, MastraTool> {
  const tools = offeredTools(options).map(({ name, description, input, call }): [string, MastraTool] => [
    name,
    {
      id: name,
      description,
      inputSchema: input,
      execute: (args, context) => call(args, context?.abortSignal),
      toModelOutput: ({ text }) => ({ type: 'text', value: text }),
    },
  ]);
  return Object.fromEntries(tools);
}
