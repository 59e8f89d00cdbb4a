/** Rules for the options of embedders; callers in JavaScript are not type-checked. */
import { InvalidArgumentError } from '../domain/errors.ts';

/** Refuses options that nobody knows. */
export function refuseUnknownOptions(operation: string, options: object, known: readonly string[]): void {
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue;
    throw invalid(operation, name, `is not an option; the options are ${known.join(', ')}`, undefined);
  }
}

/** Refuses what is neither left out nor a whole number within the range. */
export function checkWholeNumber(operation: string, name: string, value: unknown, least: number, most: number): void {
  if (value === undefined || (Number.isInteger(value) && Number(value) >= least && Number(value) <= most)) return;
  throw invalid(operation, name, `must be a whole number from ${least} to ${most}, got ${String(value)}`, value);
}

/** Refuses what is neither left out nor one of the choices. */
export function checkChoice(operation: string, name: string, value: unknown, choices: readonly string[]): void {
  if (value === undefined || (typeof value === 'string' && choices.includes(value))) return;
  throw invalid(operation, name, `must be one of ${choices.join(', ')}, got ${String(value)}`, value);
}

/** Refuses texts that are not strings, and whatever is not a list. */
export function checkTexts(texts: readonly unknown[]): void {
  if (!Array.isArray(texts))
    throw invalid('embed', 'texts', `must be a list of strings, got ${typeof texts}`, undefined);
  const odd = texts.findIndex((text) => typeof text !== 'string');
  if (odd < 0) return;
  throw invalid('embed', `texts[${odd}]`, `must be a string, got ${typeof texts[odd]}`, undefined);
}

function invalid(operation: string, name: string, rule: string, value: unknown): InvalidArgumentError {
  return new InvalidArgumentError('INVALID_ARGUMENT', `${operation}: "${name}" ${rule}.`, { details: { name, value } });
}
