/** Whom a claim is about: who speaks, whom its subject names, and whom of the speaker's own it names. English only. */
import { type WordClass, classOfWord } from './lexicon.ts';
import { honorifics } from './name-forms.ts';
import { peopleNouns, petNouns } from './word-lists.ts';
import { type ToldClause, isPersonsName } from './told-clause.ts';
import type { ClaimSubject, Self } from './voice.ts';

const name = String.raw`\p{Lu}[\p{L}\p{M}-]+(?: \p{Lu}[\p{L}\p{M}-]+)*`;
const names = `(?<names>${name}(?:(?:, |,? and )${name})*)`;
const called = '(?:[,:]? |(?: is| are)? (?:called|named) )';
/** Behind what a name stands in what somebody says of himself, and the type of what it names. */
const ofSpeaker: readonly (readonly [RegExp, NonNullable<ClaimSubject['type']>])[] = [
  [new RegExp(`\\b(?:(?:${peopleNouns}|kid)s?|child(?:ren)?)${called}${names}`, 'gu'), 'person'],
  [new RegExp(`\\b(?:${petNouns})s?${called}${names}`, 'gu'), 'animal'],
  [new RegExp(`\\b(?:(?:married|engaged|related) to|married) ${names}`, 'gu'), 'person'],
  [new RegExp(`\\b(?:moved|relocated|migrated) (?:back )?(?:from|to) ${names}`, 'gu'), 'place'],
  [new RegExp(`\\b(?:moved|relocated|migrated) (?:from|to) ${name} (?:from|to) ${names}`, 'gu'), 'place'],
];
/** The same where it may be no name: "my boss is German", "I love Mozart". */
const knownOnly = new RegExp(
  `\\b(?:(?:${peopleNouns})s? (?:is|are)|(?:like|love|hate|dislike|adore|detest|loathe|stand|bear)) ${names}`,
  'gu',
);

/**
 * Whom a claim is about; nobody where its text says so by itself.
 *
 * @param judged - whom an opinion is of.
 */
export function claimSubjects(
  text: string,
  { clause, judged, self }: { readonly clause?: ToldClause; readonly judged?: string; readonly self: Self | undefined },
): readonly (ClaimSubject | string)[] {
  const speaker = self?.is === 'person' ? [{ name: self.name, type: 'person' as const }] : [];
  const thinker = self?.is === 'agent' ? [`agent:${self.name}`] : speaker;
  if (judged !== undefined) return [...thinker, judged];
  // What is thought of no person is of who thinks it.
  if (clause === undefined) return /\b(?:I|my)\b/.test(text) ? thinker : [];
  const { topic, subject } = clause;
  // An order binds who hears it, unless it says how somebody wants to be treated.
  const isOfSelf = self?.is === 'agent' || /\b(?:I|me|my|us|our)\b/i.test(text);
  const speaks = topic === 'self' || topic === 'own' || (topic === 'order' && isOfSelf);
  if (speaks && self !== undefined) return self.is === 'agent' ? [`agent:${self.name}`] : [...speaker, ...named(text)];
  // The text says it as well, and without the title.
  if (topic !== 'named' || honorifics.has(subject.split(' ')[0] ?? '')) return [];
  const capitals = text.match(/\p{Lu}[\p{L}\p{M}-]*(?: \p{Lu}[\p{L}\p{M}-]*)*/gu) ?? [];
  return capitals.filter((one) => subject.includes(one.toLowerCase()) && one.split(' ').some(isPersonsName));
}

/** Whom and what of his own somebody names: "my sister Paula", "a cat called Socks", "moved from Denmark". */
function named(text: string): readonly ClaimSubject[] {
  const found = [
    ...ofSpeaker.flatMap(([pattern, type]) => namesAt(text, pattern).map((one) => ({ name: one, type }))),
    ...namesAt(text, knownOnly).flatMap((one) =>
      kindOf(one) === 'person' ? [{ name: one, type: 'person' as const }] : [],
    ),
  ].filter(({ name: one, type }) => kindOf(one) !== 'demonym' && (type === 'place') === (kindOf(one) === 'place'));
  return found.filter((one, at) => found.findIndex((other) => other.name === one.name) === at);
}

function namesAt(text: string, pattern: RegExp): readonly string[] {
  return Array.from(text.matchAll(pattern)).flatMap(({ groups }) => (groups?.['names'] ?? '').split(/,? and |, /));
}

function kindOf(one: string): WordClass {
  return classOfWord(one.split(' ')[0]!.toLowerCase());
}
