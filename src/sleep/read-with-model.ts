/** Sleep with a language model in the place of the rules. */
import type { Writer } from '../remember/writer.ts';
import { agentNames } from './agent-names.ts';
import type { SleepWork } from './sleep-step.ts';
import { extractByModel } from './extract-by-model.ts';
import { judgeByModel } from './judge-by-model.ts';
import type { LanguageModelOptions } from './language-model.ts';
import { ModelInquiry } from './model-inquiry.ts';

/** How claims are read and conflicts judged. */
export type SleepReaders = Pick<SleepWork, 'extract' | 'judge'>;

/**
 * What one sleep reads and judges with; both spend of the same tokens, and neither asks on when the model has failed.
 *
 * @param onError - hears of every failure of the model.
 * @throws {UnavailableError} LANGUAGE_MODEL_UNAVAILABLE without the package `ai`
 */
export async function readWithModel(
  { parts: { ledger } }: Writer,
  options: LanguageModelOptions,
  onError: (error: unknown) => void,
): Promise<SleepReaders> {
  const inquiry = await ModelInquiry.open(options, onError);
  return { extract: extractByModel(inquiry, await agentNames(ledger)), judge: judgeByModel(inquiry) };
}
