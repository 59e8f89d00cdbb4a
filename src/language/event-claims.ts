/** Claims about events: whether they take place, and on which days of the week. */
import { type FoundClaim, impliedClaim } from './attribute-claims.ts';
import { type Phrase, phraseAt, phraseOf, stemsOf } from './clause-words.ts';
import { weekdays } from './dates.ts';
import type { Predicate } from './predicate.ts';
import { termOf } from './words.ts';

const present = phraseOf('present');
const absent = phraseOf('absent');

const cancelling = /^cancell?ed$/;

/** The claims of a clause about when something is, and whether it is at all. */
export function eventClaims(predicate: Predicate): readonly FoundClaim[] {
  return [...happeningClaims(predicate), ...weekdayClaims(predicate)];
}

function happeningClaims(predicate: Predicate): readonly FoundClaim[] {
  const { subject, verb, rest, tense, negated } = predicate;
  const [first = ''] = rest.map(({ text }) => text);
  const claims = (event: Phrase, said: Phrase): readonly FoundClaim[] =>
    event.length === 0 ? [] : [impliedClaim('takes place', event, said)];
  if (cancelling.test(verb) && !negated)
    return claims(/^(?:the|our|my)$/.test(first) ? phraseAt(rest) : subject, absent);
  if (verb === 'be' && cancelling.test(first)) return claims(subject, negated ? present : absent);
  const isDated = /^(?:on|at|in)$/.test(first) && rest.some(({ text }) => /^#[wdn]:/.test(text));
  return verb === 'be' && isDated && !negated && tense !== 'past' ? claims(subject, present) : [];
}

const onDays: ReadonlySet<string> = new Set(weekdays.map((name) => `${name}s`));

/** On which days of the week something is, and on which from now on. */
function weekdayClaims({ subject, verb, rest, tense, negated }: Predicate): readonly FoundClaim[] {
  const days = rest.filter(({ text }) => onDays.has(text));
  if (days.length !== 1 || tense !== 'present' || negated) return [];
  const others = rest.filter(({ text }) => !onDays.has(text) && text !== 'henceforth');
  const what = [termOf(verb), ...stemsOf(others)].sort().join(' ');
  const isTaken = rest.some(({ text }) => text === 'henceforth');
  return [
    { attribute: `days to ${what}`, owner: subject, value: days, plural: true, ...(isTaken ? { taken: true } : {}) },
  ];
}
