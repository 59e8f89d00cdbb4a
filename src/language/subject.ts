/** Who or what a clause is about, as a key that is the same for "I" said by Mark and for "Mark". */
import { foldName } from './fold.ts';
import { adverbs, unresolved } from './clause-words.ts';
import { termOf } from './same-words.ts';
import type { Word } from './words.ts';

const dropped = new Set(
  "the a an our this that these those 's of for in on at and , ( ) : all both current".split(' '),
);
/** Before these nouns nobody outside the text knows which one is meant. */
const unknownTo = new Set('a an some another any his her their your its this that these those'.split(' '));

/** The key of a speaker without a name. */
const unnamed = 'i';

/** The key of the person that "I" is. */
export function speakerKey(speaker: string | undefined): string {
  return speaker === undefined ? unnamed : foldName(speaker).split(' ').map(termOf).join(' ');
}

/** The key of a noun phrase; empty when nobody can tell what it names (`she`, `a server`). */
export function subjectKey(words: readonly Word[], speaker: string): string {
  const first = words[0]?.text ?? '';
  if (words.length === 1) {
    if (first === 'i' || first === 'me') return speaker;
    if (first === 'we' || first === 'nobody' || first === 'there') return first;
    if (unresolved.has(first)) return '';
  }
  if (unknownTo.has(first)) return '';
  const user = userEnd(words);
  if (user > 0) return subjectKey([{ text: 'i', capital: true }, ...words.slice(user)], unnamed);
  const terms = words.flatMap(({ text }) => {
    if (text === 'my' || text === 'mine') return [speaker];
    if (dropped.has(text) || adverbs.has(text)) return [];
    return [text.startsWith('#') ? text : termOf(text)];
  });
  return [...new Set(terms)].sort().join(' ');
}

/** Where "the user" or "the user's" ends, 0 if there is none: the person that a speaker without a name is. */
function userEnd(words: readonly Word[]): number {
  const at = words[0]?.text === 'the' ? 1 : 0;
  const next = words[at + 1]?.text;
  return words[at]?.text === 'user' && (next === undefined || next === "'s") ? at + 1 : 0;
}

/** Whether a noun phrase names something that other texts know too: the speaker, a name, a list of names. */
export function isNamed(words: readonly Word[]): boolean {
  return words.some(
    ({ text, capital }) => text === 'my' || text === 'i' || text === 'we' || (capital && !dropped.has(text)),
  );
}
