/**
 * What one sleep asks of a language model: requests with a structured answer, within the sleep's budget of tokens. A
 * failure goes to the listener and is never thrown; after a failure that the next request would meet as well the
 * model is asked no more. Knows nothing of what is asked.
 */
import type { LanguageModel } from 'ai';
import { z } from 'zod';
import { UnavailableError, throwIfCancelled } from '../domain/errors.ts';
import { groupBy } from '../domain/values.ts';
import { tokensAtMost } from '../recall/memory-text.ts';
import type { LanguageModelOptions } from './language-model.ts';

type Sdk = typeof import('ai');
type SdkProviderOptions = NonNullable<Parameters<Sdk['generateText']>[0]['providerOptions']>;

/** A request to the model. */
export interface Question<Answer> {
  /** What the model is to do; ours, never of a memory. */
  readonly instructions: string;
  /** What it is to read, as JSON: data and nothing else. */
  readonly data: string;
  /** What the answer must be. */
  readonly schema: z.ZodType<Answer>;
}

/** Statuses by which a provider refuses this one request: malformed or filtered, too large, not to be processed. */
const refusedAlone: ReadonlySet<number | undefined> = new Set([400, 413, 422]);

/** A language model for the length of one sleep. */
export class ModelInquiry {
  readonly options: LanguageModelOptions;
  readonly #sdk: Sdk;
  readonly #onError: (error: unknown) => void;
  #spentTokens = 0;
  #uselessInARow = 0;
  #ended = false;

  private constructor(sdk: Sdk, options: LanguageModelOptions, onError: (error: unknown) => void) {
    this.#sdk = sdk;
    this.options = options;
    this.#onError = onError;
  }

  /**
   * @param onError - hears of every failure of the model.
   * @throws {UnavailableError} LANGUAGE_MODEL_UNAVAILABLE without the package `ai`
   */
  static async open(options: LanguageModelOptions, onError: (error: unknown) => void): Promise<ModelInquiry> {
    return new ModelInquiry(await loadSdk(), options, onError);
  }

  /** Whether the model is asked no more: its tokens are spent, or it failed for good. */
  get ended(): boolean {
    return this.#ended;
  }

  /**
   * The model's answer, or nothing where it gave none of use.
   *
   * @throws {CancelledError} when the signal has fired
   */
  async ask<Answer>(question: Question<Answer>, signal: AbortSignal | undefined): Promise<Answer | undefined> {
    throwIfCancelled('sleep', signal);
    const least = tokensAtMost(question.instructions + question.data);
    if (this.#spentTokens + least > (this.options.budgetTokens ?? Number.POSITIVE_INFINITY)) this.#ended = true;
    if (this.#ended) return undefined;
    try {
      const { output, usage } = await this.#generate(question, signal);
      this.#spentTokens += usage.totalTokens ?? least;
      this.#uselessInARow = 0;
      return output;
    } catch (cause) {
      throwIfCancelled('sleep', signal);
      this.#spentTokens += least;
      this.#fail(cause);
      return undefined;
    }
  }

  async #generate<Answer>(question: Question<Answer>, signal: AbortSignal | undefined) {
    const { model, maxRetries, timeoutMs, providerOptions } = this.options;
    const late = AbortSignal.timeout(timeoutMs ?? defaultTimeoutMs);
    const { output, usage } = await this.#sdk.generateText({
      // The SDK checks the specification's version itself; this type only keeps its own out of our declarations.
      model: model as LanguageModel,
      system: question.instructions,
      prompt: question.data,
      output: this.#sdk.Output.object({ schema: question.schema }),
      maxRetries: maxRetries ?? defaultMaxRetries,
      abortSignal: signal === undefined ? late : AbortSignal.any([signal, late]),
      ...(providerOptions && { providerOptions: providerOptions as SdkProviderOptions }),
    });
    return { output, usage };
  }

  #fail(cause: unknown): void {
    const useless = this.#concernsOneRequest(cause);
    this.#uselessInARow += 1;
    this.#ended = !useless || this.#uselessInARow >= maxUselessInARow;
    const { provider, modelId } = this.options.model;
    const reason = cause instanceof Error ? cause.message : String(cause);
    const what = useless ? 'gave no answer of use' : 'did not answer';
    const rest = this.#ended ? 'is asked no more in this sleep' : 'is asked on';
    const message = `sleep: the language model "${provider}/${modelId}" ${what} (${reason}) and ${rest}; what stays unread waits for the next sleep.`;
    const details = { model: `${provider}/${modelId}`, ended: this.#ended };
    this.#onError(new UnavailableError('LANGUAGE_MODEL_UNAVAILABLE', message, { cause, details }));
  }

  /** Whether another request may fare better: the answer was malformed, cut off or refused, or took too long. */
  #concernsOneRequest(cause: unknown): boolean {
    const { APICallError, NoObjectGeneratedError, NoOutputGeneratedError, RetryError } = this.#sdk;
    const last = RetryError.isInstance(cause) ? cause.lastError : cause;
    if (last instanceof Error && last.name === 'TimeoutError') return true;
    if (APICallError.isInstance(last)) return refusedAlone.has(last.statusCode);
    return NoObjectGeneratedError.isInstance(last) || NoOutputGeneratedError.isInstance(last);
  }
}

async function loadSdk(): Promise<Sdk> {
  try {
    return await import('ai');
  } catch (cause) {
    const message = 'sleep: "languageModel" needs the package "ai", which does not load; install ai@^6 or ai@^7.';
    throw new UnavailableError('LANGUAGE_MODEL_UNAVAILABLE', message, { cause });
  }
}

// Puts many items to a language model in batches within its budget of tokens, and gives each item the answer that is
// its own. A batch without an answer of use is halved until what cannot be answered stands alone.

/** How items of one sort are put to the model. */
export interface Form<Item, Answer> {
  readonly instructions: string;
  /** Items of different keys never share a request, so that the text of none bears on the answer to the other. */
  readonly apart: (item: Item) => string;
  /** What the model reads of an item. */
  readonly shown: (item: Item) => Readonly<Record<string, unknown>>;
  /** What the model answers to an item. */
  readonly answer: z.ZodType<Answer>;
}

/** An item with its place among all and the JSON that the model reads. */
interface Asked {
  readonly at: number;
  readonly json: string;
}

/** One answer for each item, in their order; nothing where the model gave none of use. */
export async function answerInBatches<Item, Answer>(
  inquiry: ModelInquiry,
  form: Form<Item, Answer>,
  items: readonly Item[],
  signal: AbortSignal | undefined,
): Promise<readonly (Answer | undefined)[]> {
  const answers: (Answer | undefined)[] = items.map(() => undefined);
  const waiting = batchesOf(form, items, inquiry.options.batchTokens ?? defaultBatchTokens);
  for (let batch = waiting.shift(); batch !== undefined && !inquiry.ended; batch = waiting.shift()) {
    const found = await askBatch(inquiry, form, batch, signal);
    if (found !== undefined) for (const { at } of batch) answers[at] = found.get(at + 1);
    else if (batch.length > 1) waiting.push(...halvesOf(batch));
  }
  return answers;
}

/** The answers by number, counted from 1 as models do; the first counts where there are more to one. */
async function askBatch<Answer>(
  inquiry: ModelInquiry,
  { instructions, answer }: Pick<Form<never, Answer>, 'instructions' | 'answer'>,
  batch: readonly Asked[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<number, Answer> | undefined> {
  const schema = z.object({ answers: z.array(z.object({ number: z.number(), answer })) });
  const data = `[\n${batch.map(({ json }) => json).join(',\n')}\n]`;
  const found = await inquiry.ask({ instructions, data, schema }, signal);
  return found && new Map(found.answers.toReversed().map((entry) => [entry.number, entry.answer]));
}

function batchesOf<Item>(
  { apart, shown }: Pick<Form<Item, never>, 'apart' | 'shown'>,
  items: readonly Item[],
  maxTokens: number,
): (readonly Asked[])[] {
  const batches: (readonly Asked[])[] = [];
  for (const group of groupBy(items.entries(), ([, item]) => apart(item)).values()) {
    let batch: Asked[] = [];
    let tokens = 0;
    for (const [at, item] of group) {
      const json = JSON.stringify({ number: at + 1, ...shown(item) });
      const more = tokensAtMost(json);
      if (tokens + more > maxTokens && batch.length > 0) {
        batches.push(batch);
        [batch, tokens] = [[], 0];
      }
      batch.push({ at, json });
      tokens += more;
    }
    batches.push(batch);
  }
  return batches;
}

function halvesOf(batch: readonly Asked[]): readonly (readonly Asked[])[] {
  const middle = Math.ceil(batch.length / 2);
  return [batch.slice(0, middle), batch.slice(middle)];
}

/** Tokens of what is read to one request: some forty messages, few enough that a small model answers for each. */
const defaultBatchTokens = 2_000;
/** How often a request that failed is repeated; the pauses (2 s, doubling) are the SDK's. */
const defaultMaxRetries = 2;
/** How long a request may take with its repetitions: a full batch has a long answer, which takes a slow model a while. */
const defaultTimeoutMs = 60_000;

/** So many answers of no use in a row, and the model is asked no more until the next sleep. */
const maxUselessInARow = 8;
/** Claims of one observation at the most; a message seldom has more than three. */
export const maxClaims = 8;
/** The longest claim, in UTF-16 code units: one sentence. */
export const longestClaim = 500;
/** Names that a claim may be about at the most, as `believe` takes them. */
export const maxNames = 16;
