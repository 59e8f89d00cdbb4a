/**
 * What callers give to sleep with a language model: any model of the AI SDK (`ai`, an optional peer) and how it is
 * asked. The SDK's types appear in no exported declaration: the package works and type-checks without it.
 */
import { z } from 'zod';
import { type Given, integerIn, objectOf } from '../domain/input.ts';

/** A language model as the SDK's providers make them, e.g. `openai('gpt-5-mini')`. */
export interface AiSdkLanguageModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
}

type ProviderOptions = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const languageModelFields = {
  /** A model object of any provider package. */
  model: z.custom<AiSdkLanguageModel>(isLanguageModel, {
    error: "must be a language model object of an AI SDK provider, e.g. openai('...')",
  }),
  /**
   * Tokens of observations or facts in one request, counted from above: 100-100,000. What has more by itself is asked
   * about alone. @default 2,000
   */
  batchTokens: integerIn(100, 100_000).optional(),
  /**
   * Tokens of questions and answers in one sleep: 1,000-1,000,000,000. No question is asked that would exceed them; its
   * answer, whose length nobody knows before, may. What is left waits for the next sleep. @default no bound
   */
  budgetTokens: integerIn(1_000, 1_000_000_000).optional(),
  /** How often a request that failed is repeated, 0-10, with growing pauses. @default 2 */
  maxRetries: integerIn(0, 10).optional(),
  /** How long one request may take with its repetitions, in milliseconds: 100-3,600,000. @default 60,000 */
  timeoutMs: integerIn(100, 3_600_000).optional(),
  /** The provider's own options by provider name, e.g. `{ openai: { reasoningEffort: 'low' } }`. @default none */
  providerOptions: (
    z.record(z.string(), z.record(z.string(), z.unknown())) as z.ZodType<ProviderOptions, ProviderOptions>
  ).optional(),
};
/** Which language model sleep asks, and how. */
export interface LanguageModelOptions extends Given<typeof languageModelFields> {}

/** The rules for {@link LanguageModelOptions}. */
export const languageModelSchema: z.ZodType<LanguageModelOptions, LanguageModelOptions> = objectOf(languageModelFields);

function isLanguageModel(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'modelId' in value && 'doGenerate' in value;
}
