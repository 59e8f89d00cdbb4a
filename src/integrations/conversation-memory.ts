/**
 * What an agent's memory does in conversations with a language model: before the model speaks it tells what comes to
 * mind, afterwards it remembers what was said. Knows no SDK. A memory that fails leaves the conversation as it is.
 *
 *   messages -> the turn that they end in -> ambient -> block before the user's words -> model -> observed
 *
 * The block stands in the user's last message and not in the system prompt. There it has no more authority than the user,
 * and the provider's cache of earlier messages stays valid. It is kept until the turn is answered, because every step of a
 * turn and every repetition must get the same text.
 */
import { z } from 'zod';
import { type AgentVerbs, agentVerbs, checked } from '../index.ts';
import { recalledBlock, withoutRecalledBlocks } from '../mcp/recalled-block.ts';

/** The memory of an agent, of this process or over HTTP: known by what it does. */
export const agentMemory: z.ZodType<AgentVerbs> = z.custom<AgentVerbs>(
  (value) => typeof value === 'object' && value !== null && 'ambient' in value && 'observe' in value,
  { error: "must be an agent's memory, e.g. memory.agent('lisa')" },
);

/** How a memory takes part in conversations. */
export interface ConversationOptions {
  /** The memory of the agent that the model speaks for: `memory.agent('lisa')`, opened here or connected to. */
  readonly memory: AgentVerbs;
  /** The key or id of the session that this is said in, at most 256 bytes. @default none */
  readonly session?: string;
  /** Who speaks to the agent; at most 256 bytes. @default nobody is named */
  readonly speaker?: string;
  /** Whether what is said is remembered. @default true */
  readonly observe?: boolean;
  /** The most tokens of what comes to mind: 1-200. @default 200 */
  readonly maxTokens?: number;
  /** Hears of what the memory could not do; the model is asked all the same. @default nobody hears of it */
  readonly onError?: (error: unknown) => void;
}

/**
 * How long what comes to mind is waited for, in milliseconds: longer, and the model speaks without it. A choice: to load the
 * embedder for a first question takes two seconds where the machine is busy.
 */
const maxWaitMs = 5_000;
/** What is looked at of a message, as `ambient` does, in UTF-16 code units. */
const readCharacters = 10_000;
/** Messages before the last that are not told again, at most: what lies further back may have left the context. */
const knownMessages = 40;
/** Turns that are not answered yet and whose context is kept for their next steps, at most; conversations interleave. */
const keptTurns = 100;

/** How a model ends an answer, in the AI SDK's words; after other ends a tool goes on, or nobody does. */
export const answerEnds: ReadonlySet<string> = new Set(['stop', 'length', 'other']);

/** The library's rules for who says something and where: what a verb would refuse is refused before anything is said. */
const { session, speaker } = agentVerbs.observe.input.shape;
export const speechRules: Readonly<Record<'session' | 'speaker', z.ZodOptional<z.ZodType<string>>>> = {
  session,
  speaker,
};
const { maxTokens } = agentVerbs.ambient.input.shape;
const conversationSchema: z.ZodType<ConversationOptions> = z.strictObject({
  memory: agentMemory,
  ...speechRules,
  observe: z.boolean({ error: 'must be true or false' }).optional(),
  maxTokens,
  onError: z.custom<ConversationOptions['onError']>(isFunction, { error: 'must be a function' }).optional(),
}) as z.ZodType<ConversationOptions>;

/** A memory in conversations, and what it has told in their turns. */
export class ConversationMemory {
  readonly #options: ConversationOptions;
  /** By turn, the one told longest ago first. */
  readonly #told: Map<string, string> = new Map();

  /**
   * @param operation - what the caller called, for the message of the error.
   * @throws {InvalidArgumentError} when an option breaks a rule.
   */
  constructor(operation: string, options: ConversationOptions) {
    this.#options = checked(operation, conversationSchema, options);
  }

  /** What a turn brings to mind as a block for the model, the same until it is answered; '' when that is nothing. */
  async recalled(turn: Turn, signal: AbortSignal | undefined): Promise<string> {
    const known = this.#told.get(turn.key);
    if (known !== undefined) return known;
    const { memory } = this.#options;
    const block = recalledBlock(memory.name, await this.#ambient(turn, signal));
    this.#told.set(turn.key, block);
    const [oldest] = this.#told.keys();
    if (this.#told.size > keptTurns && oldest !== undefined) this.#told.delete(oldest);
    return block;
  }

  /** Remembers what the user said; at the first step of a turn only. */
  async heard({ message, goesOn, session }: Turn): Promise<void> {
    const { speaker } = this.#options;
    if (!goesOn) await this.#observe({ content: message, ...(speaker !== undefined && { speaker }) }, session);
  }

  /** Ends a turn, and remembers what the model answered as said by the agent; '' is no answer. */
  async answered(turn: Turn, answer: string): Promise<void> {
    this.#told.delete(turn.key);
    const content = withoutRecalledBlocks(answer);
    if (content === '') return;
    await this.#observe({ content, speaker: this.#options.memory.name, channel: 'agent' }, turn.session);
  }

  /** Without the session, for which things are held back: no later turn has the block of an earlier one. */
  async #ambient({ message, earlier }: Turn, signal: AbortSignal | undefined): Promise<string> {
    const { memory, maxTokens } = this.#options;
    const tooLong = AbortSignal.timeout(maxWaitMs);
    try {
      const { text, silence, notices } = await memory.ambient({
        message: message.slice(0, readCharacters),
        exclude: earlier.slice(-knownMessages).map((text) => text.slice(0, readCharacters)),
        signal: signal ? AbortSignal.any([signal, tooLong]) : tooLong,
        ...(maxTokens !== undefined && { maxTokens }),
      });
      // It answers whatever goes wrong.
      if (silence === 'failed')
        throw new Error(notices?.join(' ') ?? 'ambient: failed, and the memory itself heard why.');
      if (silence === 'cancelled' && tooLong.aborted) {
        throw new Error(`ambient: must answer within ${maxWaitMs} ms; the model was asked without it.`);
      }
      return text;
    } catch (error) {
      this.#tell(error);
      return '';
    }
  }

  async #observe(observation: Parameters<AgentVerbs['observe']>[0], saidIn: string | undefined): Promise<void> {
    const { memory, session = saidIn, observe = true } = this.#options;
    if (!observe) return;
    try {
      await memory.observe({ ...observation, ...(session !== undefined && { session }) });
    } catch (error) {
      this.#tell(error);
    }
  }

  #tell(error: unknown): void {
    try {
      this.#options.onError?.(error);
    } catch {
      // A listener that fails has nobody to tell it to, and the conversation goes on.
    }
  }
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

/** A message as far as a memory is concerned. */
export interface Message {
  readonly role: 'user' | 'assistant' | 'tool' | 'other';
  readonly text: string;
}

/** What the user said last, and what was there before. */
export interface Turn {
  /** What the user said, without what was recalled for it; never blank. */
  readonly message: string;
  /** What both said before, without empty messages; the oldest first. */
  readonly earlier: readonly string[];
  /** Tells this turn from others of its conversation. */
  readonly key: string;
  /** Whether the model goes on with it, after a tool has answered. */
  readonly goesOn: boolean;
  /** The session that it is said in, where the SDK tells and no option does. */
  readonly session?: string;
}

/** A message of a prompt, as the AI SDK has it. */
export interface PromptMessage {
  readonly role: string;
  readonly content: string | readonly object[];
}

/** What the parts of a message say in words. */
export function wordsOfParts(parts: readonly object[], between: string): string {
  const texts = parts.flatMap((part) =>
    'type' in part && part.type === 'text' && 'text' in part ? [String(part.text)] : [],
  );
  return texts.join(between);
}

/** The prompt with a block before the words of the user's last message. */
export function withBlock<One extends PromptMessage>(prompt: readonly One[], block: string): One[] {
  const last = prompt.findLastIndex(({ role }) => role === 'user');
  return prompt.map((message, place) => {
    if (place !== last || typeof message.content === 'string') return message;
    return Object.assign({}, message, { content: [{ type: 'text', text: block }, ...message.content] });
  });
}

/** The turn that messages end in, or undefined where they hold no words of the user. */
export function turnOf(messages: readonly Message[]): Turn | undefined {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  if (last < 0) return undefined;
  const message = withoutRecalledBlocks(messages[last]?.text ?? '');
  if (message === '') return undefined;
  const earlier = messages.slice(0, last).filter(({ role, text }) => isSpoken(role) && text.trim() !== '');
  return {
    message,
    earlier: earlier.map(({ text }) => text),
    key: `${earlier.length}\n${message}`,
    goesOn: messages.slice(last + 1).some(({ role }) => role === 'tool'),
  };
}

function isSpoken(role: Message['role']): boolean {
  return role === 'user' || role === 'assistant';
}
