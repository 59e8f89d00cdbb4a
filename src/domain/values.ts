import { isUtf8 } from 'node:buffer';
import { closest, distance } from 'fastest-levenshtein';

/** Groups items by a key, in the order in which the keys first appear. */
export function groupBy<T, K>(items: Iterable<T>, keyFor: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyFor(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

type Missing<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];

/** A record whose fields that may be undefined may be missing instead. */
export type Present<T> = Omit<T, Missing<T>> & { readonly [K in Missing<T>]?: Exclude<T[K], undefined> };

/** A record without its undefined fields: results leave out what is not known, and say it with no `undefined`. */
export function present<const T extends object>(fields: T): Present<T> {
  // What is left has no undefined field, which no type can tell of a record made from its entries.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>;
}

/** A value that is made when it is first asked for. */
export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The known word that is nearest to `word`; undefined when none is near enough to be meant. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined;
  const best = closest(word, known);
  // A third of the letters may be wrong, and not all of them: more, and the suggestion is a guess.
  const apart = distance(word, best);
  return apart < word.length && apart <= Math.max(2, Math.floor(best.length / 3)) ? best : undefined;
}

/** How many letters are to be changed, added or left out to make one word of another (Levenshtein). */
export function lettersApart(one: string, other: string): number {
  return distance(one, other);
}

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

/** Makes a key that sorts after every key that it made before. */
export type NewId = () => string;

/** The key of `table:key`. */
export function keyOf(id: string): string {
  return id.slice(id.indexOf(':') + 1);
}

/** `table:key` from a key, or from an id of that table as it is. */
export function idIn(table: string, keyOrId: string): string {
  return keyOrId.startsWith(`${table}:`) ? keyOrId : `${table}:${keyOrId}`;
}

/** Words as a list in a sentence: `one`, `one and two`, `one, two and three`. */
export function inList(words: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(words);
}

/** The number of the first line, from 1 on, that is not UTF-8; undefined where all of it is. */
export function lineNotUtf8(bytes: Buffer): number | undefined {
  if (isUtf8(bytes)) return undefined;
  let start = 0;
  for (let line = 1; ; line += 1) {
    const end = bytes.indexOf(10, start);
    if (end === -1 || !isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
  }
}
