/** Reads noun phrases out of what stands around a verb. */
import { lightWords, prepositions } from './clause-words.ts';
import { termOf } from './same-words.ts';
import type { Word } from './words.ts';

/** Words up to the next preposition, conjunction or comma. */
export function phraseAt(words: readonly Word[]): readonly Word[] {
  const end = words.findIndex(({ text }, index) => index > 0 && prepositions.has(text));
  return end < 0 ? words : words.slice(0, end);
}

/** The phrase after the first of some words; undefined when none of them is there. */
export function phraseAfter(words: readonly Word[], ...marks: readonly string[]): readonly Word[] | undefined {
  const at = words.findIndex(({ text }) => marks.includes(text));
  return at < 0 ? undefined : phraseAt(words.slice(at + 1));
}

/** Whether a phrase is a name: its first word of content has a capital. */
export function isName(words: readonly Word[] | undefined): words is readonly Word[] {
  return words?.find(({ text }) => !lightWords.has(text))?.capital ?? false;
}

/** The stems and `#` values of a phrase. */
export function stemsOf(words: readonly Word[]): readonly string[] {
  return words.flatMap(({ text }) => {
    if (text.startsWith('#')) return [text];
    return lightWords.has(text) || prepositions.has(text) ? [] : [termOf(text)];
  });
}
