/** Compares two assertions: denial, antonyms, other numbers, or the same. */
import { areComplements, areOpposite } from './antonyms.ts';
import type { FoundRelation } from './link-rules.ts';
import { isSameValue } from './same-value.ts';
import { termOf } from './same-words.ts';
import type { Clause, Tense } from './statement.ts';

function terms(words: string): ReadonlySet<string> {
  return new Set(words.split(' ').map(termOf));
}

/** What one likes or is in general may fail in a special case: only the same extent denies it. */
const judging = terms('like hate prefer be feel seem want agree trust fear');
/** Verbs that say too little to be denied without an object. */
const vague = terms('be have do get go make work use take give keep put set need want try come help');
const idle = terms('have do get need want make');
/** Doing something to a thing: "never written any routes" denies having implemented one. */
const handling = terms(
  'make use integrate configure set add test try attempt practise finish solve do handle manage deploy work install touch',
);
/** Verbs of single events: another number is another event. */
const lasting: ReadonlySet<Tense> = new Set(['present', 'future', 'either']);

/** How two assertions stand to each other. */
export function relationOfClauses(one: Clause, other: Clause): FoundRelation | undefined {
  if (one.subject === '' || other.subject === '') return undefined;
  const nobody = one.subject === 'nobody' || other.subject === 'nobody';
  if (one.modality !== other.modality || (one.subject !== other.subject && !nobody)) return undefined;
  if (nobody) return one.subject === other.subject ? undefined : ofNobody(one, other);
  if (one.negated !== other.negated) return ofDenial(one.negated ? one : other, one.negated ? other : one);
  return ofSamePolarity(one, other);
}

function ofNobody(one: Clause, other: Clause): FoundRelation | undefined {
  const [general, single] = one.subject === 'nobody' ? [one, other] : [other, one];
  if (general.verb !== single.verb || single.negated || general.negated || judging.has(single.verb)) return undefined;
  if (general.tense !== single.tense || !covers(general, single)) return undefined;
  return { kind: 'contradicts', rule: 'polarity', similarity: overlap(one, other) };
}

/** Whether what a clause denies includes what the other asserts: all its terms and values are there. */
function covers(denial: Clause, assertion: Clause): boolean {
  if (denial.terms.size === 0 && denial.values.length === 0) return !vague.has(denial.verb);
  for (const term of denial.terms) if (!assertion.terms.has(term) && term !== assertion.verb) return false;
  if (!denial.values.every((value) => assertion.values.includes(value))) return false;
  return !isPartOfCompound(denial, assertion);
}

/** "a car" is no "car charger": the denied noun must not go on in the assertion. */
function isPartOfCompound(denial: Clause, assertion: Clause): boolean {
  const start = denial.order.findIndex((term) => denial.terms.has(term));
  let end = start;
  while (denial.terms.has(denial.order[end + 1] ?? '')) end += 1;
  const head = denial.order[end] ?? '';
  const at = assertion.order.lastIndexOf(head);
  const next = at < 0 ? '' : (assertion.order[at + 1] ?? '');
  return next !== '' && !next.startsWith('#') && !denial.terms.has(next) && !dating.has(next);
}

/** Words of time and degree may follow a noun without making it another. */
const dating = terms(
  'daily weekly monthly yesterday today tonight tomorrow last next twice once every before after without only almost more less together alone well instead',
);

function ofDenial(denial: Clause, assertion: Clause): FoundRelation | undefined {
  if (oppositesIn(denial, assertion, areComplements)) {
    return denial.tense === assertion.tense ? { kind: 'supports', rule: 'agreement', similarity: 0.9 } : undefined;
  }
  if (!meetInTime(denial.tense, assertion.tense) || !sameDoing(denial, assertion)) return undefined;
  if (!covers(denial, assertion)) return undefined;
  if (judging.has(denial.verb) && !sameTerms(denial, assertion)) return undefined;
  return { kind: 'contradicts', rule: 'polarity', similarity: overlap(denial, assertion) };
}

function sameDoing(denial: Clause, assertion: Clause): boolean {
  if (denial.verb === assertion.verb) return true;
  if (denial.tense !== 'perfect' || denial.terms.size === 0) return false;
  return handling.has(denial.verb) && (handling.has(assertion.verb) || assertion.terms.has(denial.verb));
}

/** "Never have" denies every past and the present; "do not" only the present; "did not" only the past. */
function meetInTime(denial: Tense, assertion: Tense): boolean {
  if (denial === assertion || assertion === 'either') return true;
  if (denial === 'perfect') return assertion !== 'future';
  if (denial === 'past') return assertion === 'perfect';
  return denial === 'future' && assertion === 'present';
}

function sameTerms(one: Clause, other: Clause): boolean {
  if (one.terms.size !== other.terms.size || one.values.join() !== other.values.join()) return false;
  for (const term of one.terms) if (!other.terms.has(term)) return false;
  return true;
}

/** Whether two clauses are the same but for one pair of opposites, be it the verbs or what they are said of. */
function oppositesIn(one: Clause, other: Clause, opposite: (a: string, b: string) => boolean): boolean {
  if (one.values.join() !== other.values.join()) return false;
  const [first, second] = [wholeOf(one), wholeOf(other)];
  const mine = [...first].filter((term) => !second.has(term));
  const theirs = [...second].filter((term) => !first.has(term));
  if (mine.length !== 1 || theirs.length !== 1) return false;
  return opposite(mine[0] ?? '', theirs[0] ?? '');
}

function wholeOf({ verb, terms: said }: Clause): ReadonlySet<string> {
  return verb === 'be' ? said : new Set([...said, verb]);
}

function ofSamePolarity(one: Clause, other: Clause): FoundRelation | undefined {
  const timely = one.tense === other.tense || one.tense === 'either' || other.tense === 'either';
  if (!timely) return undefined;
  if (oppositesIn(one, other, areOpposite))
    return { kind: 'contradicts', rule: 'antonym', similarity: overlap(one, other) };
  if (one.verb !== other.verb) return undefined;
  if (one.negated === false && isOtherValue(one, other)) return { kind: 'contradicts', rule: 'value', similarity: 0.9 };
  const similarity = overlap(one, other);
  // What happened twice is told in nearly the same words.
  if (similarity < (one.tense === 'past' ? 1 : 0.75) || !saysEnough(one)) return undefined;
  return one.values.join() === other.values.join() ? { kind: 'supports', rule: 'agreement', similarity } : undefined;
}

/** "I have trouble" and "I get an error" agree with everybody; a sentence supports by what it names. */
function saysEnough({ text, verb, modality, terms: said, values }: Clause): boolean {
  // "getting it to work": nobody knows what.
  if (/\b(?:it|this|that|them|these|those|you)\b/i.test(text)) return false;
  return said.size + values.length >= (idle.has(verb) || (modality === 'order' && vague.has(verb)) ? 2 : 1);
}

function isOtherValue(one: Clause, other: Clause): boolean {
  if (!lasting.has(one.tense) || one.values.length === 0 || one.values.length !== other.values.length) return false;
  for (const term of one.terms) if (!other.terms.has(term)) return false;
  if (one.terms.size !== other.terms.size) return false;
  if (one.subject === 'there') return false;
  // "has three cats" counts them; "has a meeting at 10" may have another at 3.
  if (one.verb === 'have' && !one.order[0]?.startsWith('#')) return false;
  const differing = one.values.filter((value, index) => !isSameValue(value, other.values[index] ?? ''));
  const alike = one.values.every((value, index) => value.slice(0, 3) === other.values[index]?.slice(0, 3));
  return alike && differing.length === 1;
}

/** The share of common terms, verb and values, 0..1. */
function overlap(one: Clause, other: Clause): number {
  const all = new Set([...one.terms, ...one.values, one.verb]);
  const theirs = new Set([...other.terms, ...other.values, other.verb]);
  let shared = 0;
  for (const term of all) if (theirs.has(term)) shared += 1;
  return shared / (all.size + theirs.size - shared);
}
