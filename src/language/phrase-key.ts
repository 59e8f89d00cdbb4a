/** When a text says a name: the same words in the same order, whatever their case and endings. */
import { stemOf, wordsOf } from './terms.ts';

/** Words to a phrase at the most; longer names are not looked for in texts. */
const longestPhrase = 6;
/** Words of a text that are looked at, at the most; what is longer is a document, not a question. */
const readWords = 400;

/** The key under which two phrases are the same; empty for a text without words. */
export function phraseKey(phrase: string): string {
  return wordsOf(phrase).map(stemOf).join(' ');
}

/** The keys of all phrases that a text holds. */
export function phraseKeysIn(text: string): ReadonlySet<string> {
  const stems = wordsOf(text).slice(0, readWords).map(stemOf);
  const keys = new Set<string>();
  for (let from = 0; from < stems.length; from++) {
    let key = '';
    for (let to = from; to < Math.min(stems.length, from + longestPhrase); to++) {
      key = key === '' ? (stems[to] as string) : `${key} ${stems[to] as string}`;
      keys.add(key);
    }
  }
  return keys;
}
