/** Claims that a form of "be" makes: is 34 years old, Mark's wife is Ana, the deadline is 12 May. */
import type { FoundClaim } from './found-claim.ts';
import { lightWords, prepositions } from './clause-words.ts';
import { isName, phraseAt, stemsOf } from './phrases.ts';
import type { Predicate } from './predicate.ts';
import { termOf } from './same-words.ts';
import type { Word } from './words.ts';

/** Nouns that name a single-valued slot of what they belong to: "the owner of the module", "the report's deadline". */
const slotNouns: ReadonlySet<string> = new Set(
  (
    'owner boss manager lead leader captain author maintainer ceo cto cfo president director mayor chair ' +
    'husband wife spouse mother father landlord dentist capital name nickname surname birthday deadline version port price cost budget ' +
    'salary rent timeout limit size height weight age address email phone host hostname url domain region timezone zone branch ' +
    'database language framework license licence colour color password username currency destination start end title venue ' +
    'headquarters employer job profession occupation nationality date duration capacity temperature speed score diet status theme font'
  )
    .split(' ')
    .map(termOf),
);
const spouses: ReadonlySet<string> = new Set(['husband', 'wife', 'spouse'].map(termOf));
const favourite: string = termOf('favourite');

/** The claims of a clause whose verb is "be". */
export function claimsOfCopula({ subject, rest, tense }: Predicate): readonly FoundClaim[] {
  if (tense !== 'present') return [];
  const [first, second] = rest;
  if (first?.text.startsWith('#n:') && (second?.text === 'years' || (rest.length === 1 && isName(subject)))) {
    return [{ slot: 'age', owner: subject, value: [first] }];
  }
  const mine = slotOf(subject);
  if (mine !== undefined && (isValue(rest) || mine.personal)) return [claimOf(mine, rest)];
  // "is a good start" is no start of anything.
  if (first?.text === 'a' || first?.text === 'an') return [];
  const theirs = slotOf(beforeComma(rest));
  return theirs !== undefined && theirs.owner.length > 0 ? [claimOf(theirs, subject)] : [];
}

interface Slot {
  readonly slot: string;
  readonly owner: readonly Word[];
  /** What else the sentence says is no condition of it. */
  readonly personal: boolean;
}

/** "Mark's wife", "the owner of the module", "the deadline", "my favourite colour". */
function slotOf(words: readonly Word[]): Slot | undefined {
  const of = words.findIndex(({ text }) => text === 'of' || text === 'for');
  const head = of < 0 ? words : words.slice(0, of);
  const tail = of < 0 ? [] : words.slice(of + 1);
  const preferred = head.findIndex(({ text }) => termOf(text) === favourite);
  if (preferred >= 0) {
    const noun = stemsOf(head.slice(preferred + 1)).join(' ');
    return noun === ''
      ? undefined
      : { slot: `favourite ${noun}`, owner: [...head.slice(0, preferred), ...tail], personal: true };
  }
  if (/ (?:native|first|mother) (?:language|tongue)$/.test(head.map(({ text }) => text).join(' '))) {
    return { slot: 'native language', owner: head.slice(0, -2), personal: true };
  }
  const noun = termOf(head.at(-1)?.text ?? '');
  if (!slotNouns.has(noun)) return undefined;
  const owner = [...head.slice(0, -1), ...tail].filter(({ text }) => !/^(?:the|a|an|our|'s|current)$/.test(text));
  const personal = spouses.has(noun);
  return { slot: personal ? 'spouse' : noun, owner, personal };
}

function claimOf({ slot, owner, personal }: Slot, words: readonly Word[]): FoundClaim {
  const value = phraseAt(words);
  const scope = [...stemsOf(words.slice(value.length))].sort().join(' ');
  return { slot, owner, value, scope: personal ? '' : scope };
}

/** A number, a date or a name; "is late" and "is a problem" give no value. */
function isValue(words: readonly Word[]): boolean {
  const first = words.find(({ text }) => !lightWords.has(text) && !prepositions.has(text));
  return first !== undefined && (first.capital || first.text.startsWith('#') || /\d/.test(first.text));
}

function beforeComma(words: readonly Word[]): readonly Word[] {
  const end = words.findIndex(({ text }) => /^[,;(]$/.test(text));
  return end < 0 ? words : words.slice(0, end);
}
