/**
 * What one sleep asks of a language model: requests with a structured answer, within the sleep's budget of tokens. A
 * failure is told to whoever listens and never thrown; after a failure that the next request would meet as well the
 * model is asked no more. Knows nothing of what is asked.
 */
import type { LanguageModel } from 'ai';
import type { z } from 'zod';
import { throwIfCancelled, UnavailableError } from '../domain/errors.ts';
import { tokensAtMost } from '../recall/memory-text.ts';
import { defaultMaxRetries, defaultTimeoutMs, mostUselessInARow } from './model-defaults.ts';
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
    this.#ended = !useless || this.#uselessInARow >= mostUselessInARow;
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
