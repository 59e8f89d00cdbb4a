/** Counts of words that are kept at hand: texts have the same words again and again. */

/** The number of tokens of a text, without marks for its beginning and end. */
export type CountTokens = (text: string) => number;

/** Words whose counts are kept, and their characters at most: some MB. */
const keptWords = 20_000;
const keptCharacters = 40;

/** The same count, worked out once for each word, as far as words are kept. */
export function keptCounts(countOf: (word: string) => number): (word: string) => number {
  const kept = new Map<string, number>();
  return (word) => {
    const known = kept.get(word);
    if (known !== undefined) return known;
    const count = countOf(word);
    if (kept.size >= keptWords) kept.clear();
    if (word.length <= keptCharacters) kept.set(word, count);
    return count;
  };
}
