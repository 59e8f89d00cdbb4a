/**
 * What a clause implies about somebody, as claims of one value. A person who lives somewhere is alive; one who works
 * somewhere is not retired, and a son means children. Another value denies it; it agrees with none. And what it says of
 * events.
 */
import { type FoundClaim, impliedClaim } from './attribute-claims.ts';
import { type Phrase, isName, phraseAfter, phraseAt, phraseOf, stemsOf } from './clause-words.ts';
import { weekdays } from './dates.ts';
import { dietClaims } from './diet-claims.ts';
import type { Predicate } from './predicate.ts';
import { termOf, termSetOf } from './words.ts';
import { kinNouns, petNouns, setOf } from './word-lists.ts';

/** The claims that follow from a clause. */
export function impliedClaims(predicate: Predicate): readonly FoundClaim[] {
  const { negated } = predicate;
  const ofState = negated
    ? []
    : [
        ...lifeClaims(predicate),
        ...unionClaims(predicate),
        ...weddingClaims(predicate),
        ...employmentClaims(predicate),
      ];
  return [...ofState, ...dietClaims(predicate)];
}

const alive = phraseOf('alive');
const dead = phraseOf('dead');
/** "died laughing" is alive. */
const figurative = setOf('laughing laughter inside shame embarrassment boredom');

/** Who is alive and who is dead; who lives somewhere is alive. */
function lifeClaims({ subject, verb, rest, tense }: Predicate): readonly FoundClaim[] {
  const isNow = tense === 'present';
  const first = rest[0]?.text ?? '';
  if (verb === 'be' && isNow && (first === 'alive' || first === 'dead'))
    return [{ attribute: 'life', owner: subject, value: first === 'dead' ? dead : alive }];
  if (verb === 'died' && !isNow && !rest.some(({ text }) => figurative.has(text)))
    return [{ attribute: 'life', owner: subject, value: dead }, ...ofBeing(subject, dead).slice(1)];
  const lives = isNow && /^(?:lives?|living)$/.test(verb) && isName(phraseAfter(rest, 'in', 'at'));
  return lives || doesWhatTheLivingDo(subject, verb, rest, isNow) ? ofBeing(subject, alive) : [];
}

/** Of somebody, and by the name alone where the kind is told, too: "my dog Rex". */
function ofBeing(subject: Phrase, said: Phrase): readonly FoundClaim[] {
  const name = subject.length > 2 && /^(?:my|our)$/.test(subject[0]?.text ?? '') ? subject.slice(2) : [];
  return [subject, ...(isName(name) ? [name] : [])].map((owner) => impliedClaim('life', owner, said));
}

const ofTheLiving = /^(?:loves?|likes?|enjoys?|hates?|works?|plays?|eats?|speaks?|wants?|sleeps?|limps|turned)$/;
const kin = termSetOf(`${kinNouns}|wife|husband|${petNouns}`.replaceAll('|', ' '));

/** Who likes, works or turns ninety is alive; so is who is a teacher. */
function doesWhatTheLivingDo(subject: Phrase, verb: string, rest: Phrase, isNow: boolean): boolean {
  const [first = '', second] = rest.map(({ text }) => text);
  const isKin = /^(?:my|our)$/.test(subject[0]?.text ?? '') && kin.has(termOf(subject[1]?.text ?? ''));
  if (!isKin && !(isName(subject) && subject.length < 3)) return false;
  if (verb === 'turned') return first.startsWith('#n:');
  if (!isNow) return false;
  if (verb !== 'be') return ofTheLiving.test(verb);
  return first.startsWith('#n:') || (isKin && first === 'a' && second !== undefined);
}

const united = phraseOf('attached');
const alone = phraseOf('unattached');
const partners = termSetOf('husband wife spouse boyfriend girlfriend partner fiance fianc\u00e9 fianc\u00e9e');
/** An earlier wife is none. */
const earlier = setOf('ex late former first second');

/** Who is married or engaged, and who is single, divorced or widowed; whose wife is something is married. */
function unionClaims(predicate: Predicate): readonly FoundClaim[] {
  const claim = (owner: Phrase, said: Phrase): readonly FoundClaim[] =>
    owner.length === 0 ? [] : [impliedClaim('union', owner, said)];
  const changed = unionMade(predicate);
  if (changed !== undefined) return partiesOf(predicate.subject).flatMap((party) => claim(party, changed));
  const { subject, verb, rest, tense } = predicate;
  const first = rest[0]?.text ?? '';
  if (tense === 'present') {
    const isWith = /^(?:dating|seeing)$/.test(verb) && (rest[0]?.capital === true || /^some(?:one|body)$/.test(first));
    const isWed = /^(?:married|engaged)$/.test(verb)
      ? first === '' || first === 'to'
      : isWith || hasPartner(verb, rest);
    if (isWed || (verb === 'be' && /^(?:married|engaged)$/.test(first)))
      return partiesOf(subject).flatMap((party) => claim(party, united));
    if (verb === 'be' && rest.length === 1 && /^(?:single|unmarried|widowed|divorced)$/.test(first))
      return partiesOf(subject).flatMap((party) => claim(party, alone));
  }
  // What a partner did is no matter: there is one.
  if (tense === 'future' || verb === 'died') return [];
  return [subject, verb === 'be' && tense === 'present' ? phraseAt(rest) : []].flatMap((words) => {
    const { owner, noun } = partnerIn(words);
    return partners.has(noun) ? claim(owner, united) : [];
  });
}

/** Who is married is engaged no more. */
function weddingClaims({ subject, verb, rest, tense }: Predicate): readonly FoundClaim[] {
  const said = [verb, rest[0]?.text].find((word) => word === 'married' || word === 'engaged');
  if (said === undefined || tense === 'future' || (tense === 'past' && verb !== 'got')) return [];
  return partiesOf(subject).map((party) => impliedClaim('wedding', party, phraseOf(said)));
}

/** "I have a girlfriend now" */
function hasPartner(verb: string, [article, ...after]: Phrase): boolean {
  return verb === 'have' && article?.text === 'a' && after.slice(0, 2).some(({ text }) => partners.has(termOf(text)));
}

/** "my boyfriend Leo": the name that follows tells who. */
function partnerIn(words: Phrase): ReturnType<typeof ownedBy> {
  const at = words.findIndex(({ text }) => partners.has(termOf(text)));
  return ownedBy(at > 0 && isName(words.slice(at + 1)) ? words.slice(0, at + 1) : words);
}

/** What a wedding or a parting makes of people. */
function unionMade({ verb, rest, tense }: Predicate): Phrase | undefined {
  const first = rest[0]?.text ?? '';
  const got = /^(?:got|gotten|get)$/.test(verb);
  if (tense === 'future') return undefined;
  if (got && rest.slice(0, 2).some(({ text }) => text === 'divorced' || text === 'divorce')) return alone;
  if (got && /^(?:married|engaged)$/.test(first)) return united;
  if (verb === 'married' && rest[0]?.capital === true) return united;
  const parts =
    /^(?:divorced|widowed|separated)$/.test(verb) || (/^(?:broke|broken|split)$/.test(verb) && first === 'up');
  return parts ? alone : undefined;
}

/** "Leo and I": each of them. */
function partiesOf(subject: Phrase): readonly Phrase[] {
  const at = subject.findIndex(({ text }) => text === 'and');
  return at > 0 ? [subject.slice(0, at), subject.slice(at + 1)] : speakersAmong(subject);
}

/** What "we" do each of us does, too. */
export function speakersAmong(subject: Phrase): readonly Phrase[] {
  return subject.length === 1 && subject[0]?.text === 'we' ? [subject, phraseOf('i')] : [subject];
}

/** "Mark's wife", "my old dog": whose it is, and what; without an owner where it is no more. */
export function ownedBy(words: Phrase): { readonly owner: Phrase; readonly noun: string } {
  const end = words.findIndex(({ text }) => text === "'s");
  const start = words.findIndex(({ text }) => text === 'my' || text === 'our');
  const owner = end > 0 ? words.slice(0, end) : start >= 0 ? words.slice(start, start + 1) : [];
  const noun = termOf(words.at(-1)?.text ?? '');
  return words.some(({ text }) => earlier.has(text)) ? { owner: [], noun } : { owner, noun };
}

/** Whose brother one met: of "Lars visited his brother" Lars, and the noun; without an owner where another's may be meant. */
export function ownObject({ subject, rest, negated }: Predicate): readonly [owner: Phrase, noun: string] {
  const words = rest[0]?.text === 'with' ? rest.slice(1) : rest;
  const isSelf = subject[0]?.text === 'i';
  const isOwn = (isSelf ? /^my$/ : /^(?:his|her)$/).test(words[0]?.text ?? '');
  if (negated || !isOwn || !(isSelf || isName(subject))) return [[], ''];
  return [subject, termOf(phraseAt(words.slice(1)).find(({ text }) => text !== 'own')?.text ?? '')];
}

const atWork = phraseOf('employed');
const outOfWork = phraseOf('unemployed');
/** Who "retired the old server" works. */
const afterRetiring = setOf('in at from since last this early after two three years recently , .');

/** Who works somewhere, and who has retired or lost a job. */
function employmentClaims({ subject, verb, rest, tense }: Predicate): readonly FoundClaim[] {
  const first = rest[0]?.text ?? '';
  const isNow = tense === 'present';
  if (
    isNow &&
    /^(?:works?|working|employed|teach|teaches)$/.test(verb) &&
    (/^(?:at|for|as|full|part)$/.test(first) || (verb.startsWith('teach') && phraseAfter(rest, 'at') !== undefined))
  )
    return [impliedClaim('employment', subject, atWork)];
  const isOver =
    (verb === 'retired' && (first === '' || first.startsWith('#') || afterRetiring.has(first))) ||
    (verb === 'lost' && rest.slice(0, 3).some(({ text }) => text === 'job')) ||
    (verb === 'fired' && !isNow && (first === '' || first.startsWith('#') || first === 'last')) ||
    (isNow && /^(?:retired|unemployed|jobless)$/.test(verb === 'be' ? first : verb));
  return isOver && tense !== 'future' ? [impliedClaim('employment', subject, outOfWork)] : [];
}

// Events: whether they take place, and on which days of the week.

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
