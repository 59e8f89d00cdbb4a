/**
 * A chat model of LangChain with a memory around another one. Calls go on to that model with their own options, so that
 * callbacks and traces see one run: that of the model that speaks, with what it really heard.
 */
import type { BaseLanguageModelInput } from '@langchain/core/language_models/base';
import {
  BaseChatModel,
  type BaseChatModelCallOptions,
  type BindToolsInput,
} from '@langchain/core/language_models/chat_models';
import { type AIMessageChunk, type BaseMessage, HumanMessage } from '@langchain/core/messages';
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs';
import type { Runnable } from '@langchain/core/runnables';
import { type ConversationMemory, type Message, type Turn, turnOf } from './conversation-memory.ts';

/** A chat model, or one with tools bound to it. */
export type ChatModel = Runnable<BaseLanguageModelInput, AIMessageChunk> & Pick<BaseChatModel, 'bindTools'>;
type Options = Partial<BaseChatModelCallOptions>;

interface Heard {
  readonly turn: Turn | undefined;
  readonly messages: BaseMessage[];
}

const roles: Readonly<Record<string, Message['role']>> = { human: 'user', ai: 'assistant', tool: 'tool' };

/** A chat model that hears what comes to mind, and whose conversations are remembered. */
export class ModelWithMemory extends BaseChatModel {
  readonly #model: ChatModel;
  readonly #conversation: ConversationMemory;

  constructor(model: ChatModel, conversation: ConversationMemory) {
    super({});
    this.#model = model;
    this.#conversation = conversation;
  }

  override _llmType(): string {
    return 'madeleine';
  }

  /** @throws {Error} when the model takes no tools. */
  override bindTools(tools: BindToolsInput[], options?: Options): ModelWithMemory {
    const bound = this.#model.bindTools?.(tools, options);
    if (!bound) throw new Error('memoryChatModel: the model takes no tools; choose another, or call it without.');
    return new ModelWithMemory(bound, this.#conversation);
  }

  override async invoke(input: BaseLanguageModelInput, options?: Options): Promise<AIMessageChunk> {
    const { turn, messages } = await this.#hear(input, options);
    const answer = await this.#model.invoke(messages, options);
    if (turn) await this.#conversation.heard(turn);
    await this.#remember(turn, answer);
    return answer;
  }

  override async *_streamIterator(input: BaseLanguageModelInput, options?: Options): AsyncGenerator<AIMessageChunk> {
    const { turn, messages } = await this.#hear(input, options);
    const chunks = await this.#model.stream(messages, options);
    const heard = turn && this.#conversation.heard(turn);
    try {
      let answer: AIMessageChunk | undefined;
      for await (const chunk of chunks) {
        yield chunk;
        answer = answer?.concat(chunk) ?? chunk;
      }
      await heard;
      if (answer) await this.#remember(turn, answer);
    } finally {
      await heard;
    }
  }

  /** For `generate`, whose run is this model's own. */
  override async _generate(messages: BaseMessage[], options: Options): Promise<ChatResult> {
    const message = await this.invoke(messages, { ...options, callbacks: [] });
    return { generations: [{ text: message.text, message }] };
  }

  /** For `streamEvents`, which asks for chunks without a run. */
  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: Options,
  ): AsyncGenerator<ChatGenerationChunk> {
    for await (const message of this._streamIterator(messages, options))
      yield new ChatGenerationChunk({ text: message.text, message });
  }

  async #hear(input: BaseLanguageModelInput, options: Options | undefined): Promise<Heard> {
    const messages = BaseChatModel._convertInputToPromptValue(input).toChatMessages();
    const turn = turnOf(messages.map(({ type, text }) => ({ role: roles[type] ?? 'other', text })));
    const block = turn ? await this.#conversation.recalled(turn, options?.signal) : '';
    return { turn, messages: block === '' ? messages : withBlock(messages, block) };
  }

  /** Remembers an answer that calls no tool. */
  async #remember(turn: Turn | undefined, answer: AIMessageChunk): Promise<void> {
    if (turn && !answer.tool_calls?.length) await this.#conversation.answered(turn, answer.text);
  }
}

function withBlock(messages: readonly BaseMessage[], block: string): BaseMessage[] {
  const last = messages.findLastIndex(({ type }) => type === 'human');
  return messages.map((message, place) => {
    if (place !== last) return message;
    const { content, id, name, additional_kwargs, response_metadata } = message;
    return new HumanMessage({
      content: typeof content === 'string' ? `${block}\n\n${content}` : [{ type: 'text', text: block }, ...content],
      additional_kwargs,
      response_metadata,
      ...(id !== undefined && { id }),
      ...(name !== undefined && { name }),
    });
  });
}
