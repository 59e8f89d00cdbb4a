/**
 * What callers give to sleep with a language model: any model of the AI SDK (`ai`, an optional peer) and how it is
 * asked. The SDK's types appear in no exported declaration: the package works and type-checks without it.
 */
import { z } from 'zod';
import { integerIn } from '../domain/input.ts';

/** A language model as the SDK's providers make them, e.g. `openai('gpt-5-mini')`. */
export interface AiSdkLanguageModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
}

/** Which language model sleep asks, and how. */
export interface LanguageModelOptions {
  /** A model object of any provider package. */
  readonly model: AiSdkLanguageModel;
  /**
   * Tokens of observations or facts in one request, counted from above: 100-100,000. What has more by itself is asked
   * about alone. @default 2,000
   */
  readonly batchTokens?: number;
  /**
   * Tokens of questions and answers in one sleep: 1,000-1,000,000,000. No question is asked that would exceed them; its
   * answer, whose length nobody knows before, may. What is left waits for the next sleep. @default no bound
   */
  readonly budgetTokens?: number;
  /** How often a request that failed is repeated, 0-10, with growing pauses. @default 2 */
  readonly maxRetries?: number;
  /** How long one request may take with its repetitions, in milliseconds: 100-3,600,000. @default 60,000 */
  readonly timeoutMs?: number;
  /** The provider's own options by provider name, e.g. `{ openai: { reasoningEffort: 'low' } }`. @default none */
  readonly providerOptions?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The rules for {@link LanguageModelOptions}. */
export const languageModelSchema: z.ZodType<LanguageModelOptions> = z.strictObject({
  model: z.custom<AiSdkLanguageModel>(isLanguageModel, {
    error: "must be a language model object of an AI SDK provider, e.g. openai('...')",
  }),
  batchTokens: integerIn(100, 100_000).optional(),
  budgetTokens: integerIn(1_000, 1_000_000_000).optional(),
  maxRetries: integerIn(0, 10).optional(),
  timeoutMs: integerIn(100, 3_600_000).optional(),
  providerOptions: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
}) as unknown as z.ZodType<LanguageModelOptions>;

function isLanguageModel(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'modelId' in value && 'doGenerate' in value;
}
