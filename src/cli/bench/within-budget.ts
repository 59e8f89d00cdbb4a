/** What of an answer is inside a budget of tokens. Reads nothing and renders nothing. */

/** The budgets that are printed, in tokens. */
export const budgets: readonly number[] = [200, 500, 1000, 2000];

/** A piece of an answer. */
export interface AnswerPiece {
  /** Of the memory that it tells; a heading has none. */
  readonly key?: string;
  readonly tokens: number;
}

/** The keys of the memories that stand whole inside the first tokens of an answer, in order. */
export function keysWithin(pieces: readonly AnswerPiece[], budget: number): readonly string[] {
  const keys: string[] = [];
  let spent = 0;
  for (const { key, tokens } of pieces) {
    spent += tokens;
    if (spent > budget) break;
    if (key !== undefined) keys.push(key);
  }
  return keys;
}

/** The share 0..1 of the evidence that is among some keys. */
export function shareFound(evidence: readonly string[], keys: readonly string[]): number {
  const found = new Set(keys);
  return evidence.filter((key) => found.has(key)).length / evidence.length;
}
