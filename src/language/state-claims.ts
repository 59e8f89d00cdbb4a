/**
 * What a clause says of how things stand, as claims of one value: what somebody has, practises and uses, where a thing
 * lies, how one gets to work. What takes another's place and what has ended deny it, in whichever words.
 */
import { type FoundClaim, impliedClaim } from './attribute-claims.ts';
import { type Phrase, isName, phraseAfter, phraseAt, phraseOf, stemsOf } from './clause-words.ts';
import { prepositions } from './grammar.ts';
import { eventClaims, ownObject, ownedBy, speakersAmong } from './implied-claims.ts';
import { type Predicate, isPast } from './predicate.ts';
import { toolClaims } from './tool-claims.ts';
import { termOf, termSetOf } from './words.ts';
import { listed, setOf } from './word-lists.ts';

/** The claims of a clause about how things stand. */
export function stateClaims(predicate: Predicate): readonly FoundClaim[] {
  if (predicate.modality === 'can') return abilityClaims(predicate);
  if (predicate.modality !== 'plain') return [];
  return [
    ...abilityClaims(predicate),
    ...possessionClaims(predicate),
    ...havingClaims(predicate),
    ...pursuitClaims(predicate),
    ...toolClaims(predicate),
    ...placeClaims(predicate),
    ...householdClaims(predicate),
    ...comparisonClaims(predicate),
    ...eventClaims(predicate),
  ];
}

const present = phraseOf('present');
const absent = phraseOf('absent');
const self = phraseOf('i');

function implied(attribute: string, owner: Phrase, said: Phrase): readonly FoundClaim[] {
  return speakersAmong(owner).map((each) => impliedClaim(attribute, each, said));
}

const textOf = (words: Phrase): string => words.map(({ text }) => text).join(' ');

// What somebody has, and has no more.

const having = /^(?:have|owns?|drives?|rides?|rents?|keeps?)$/;
const acquiring = /^(?:got|bought|purchased|adopted|received|passed)$/;
const parting = /^(?:sold|donated|scrapped|gave|got|threw|traded|lost|returned)$/;
/** Of these somebody may have another. */
const another = setOf('old ex former second other spare first another');
/** How one holds a home. */
const tenureOf = (verb: string): string =>
  /^rents?$/.test(verb) ? 'rents' : /^(?:owns?|bought|purchased)$/.test(verb) ? 'owns' : '';
const homes = setOf('flat house apartment home place condo');

function possessionClaims(predicate: Predicate): readonly FoundClaim[] {
  const { subject, verb, rest, tense, negated } = predicate;
  const parted = isPast(predicate) && !negated && parting.test(verb) ? partedWith(verb, rest) : undefined;
  if (parted !== undefined) return ofThing(parted, subject, absent);
  if (verb === 'be' && tense === 'present' && !negated) return ofKindOwned(subject, rest);
  const isNow = tense === 'present' || (isPast(predicate) && acquiring.test(verb));
  if (!(having.test(verb) || acquiring.test(verb)) || !isNow || !/^(?:an?|my|our|the|no)$/.test(rest[0]?.text ?? ''))
    return [];
  if (negated && !/^(?:have|owns?|rents?)$/.test(verb)) return [];
  const thing = phraseAt(rest);
  if (negated) return ofThing(thing, subject, absent);
  const tenure = homes.has(thing.at(-1)?.text ?? '') ? tenureOf(verb) : '';
  return [...ofThing(thing, subject, present), ...(tenure === '' ? [] : implied('tenure', subject, phraseOf(tenure)))];
}

/** "My car is a Skoda": there is a Skoda. */
function ofKindOwned(subject: Phrase, rest: Phrase): readonly FoundClaim[] {
  const isMine = /^(?:my|our)$/.test(subject[0]?.text ?? '') && portable.has(subject.at(-1)?.text ?? '');
  const isOne = /^an?$/.test(rest[0]?.text ?? '') && phraseAt(rest).at(-1)?.capital === true;
  return isMine && isOne ? ofThing(phraseAt(rest), self, present) : [];
}

/** "sold my Volvo", "gave the boat away", "got rid of it". */
function partedWith(verb: string, rest: Phrase): Phrase | undefined {
  const [first = '', second = ''] = rest.map(({ text }) => text);
  if (verb === 'got') return first === 'rid' && second === 'of' ? phraseAt(rest.slice(2)) : undefined;
  if (verb === 'traded') return first === 'in' ? phraseAt(rest.slice(1)) : undefined;
  const isGiven = /^(?:gave|threw)$/.test(verb);
  const thing = phraseAt(isGiven && away.has(first) ? rest.slice(1) : rest);
  if (isGiven && !away.has(first) && !thing.some(({ text }) => away.has(text))) return undefined;
  return thing.filter(({ text }) => !away.has(text));
}

const away = setOf('away out');

/** A thing as what it is called by last: "my old red Volvo" is a Volvo. */
function ofThing(thing: Phrase, owner: Phrase, said: Phrase): readonly FoundClaim[] {
  if (thing.some(({ text }) => another.has(text))) return [];
  const undated = thing.filter(({ text }) => !text.startsWith('#') && !dates.has(text));
  const noun = stemsOf(undated).at(-1);
  return noun === undefined ? [] : implied(`has ${noun}`, owner, said);
}

const dates = setOf('last next this month week year day spring summer autumn fall winter yesterday today recently ago');

/** What people have of which they say that they have none, with the words for one. */
const belongings: Readonly<Record<string, ReadonlySet<string>>> = {
  children: termSetOf('child children kid kids son sons daughter daughters toddler'),
  siblings: termSetOf('sibling siblings brother brothers sister sisters'),
  pets: termSetOf('pet pets dog dogs cat cats hamster rabbit parrot kitten puppy'),
  car: termSetOf('car cars'),
  dog: termSetOf('dog dogs puppy'),
  cat: termSetOf('cat cats kitten'),
};

/** Who has children, siblings, pets or a car, and who has none. */
function havingClaims(predicate: Predicate): readonly FoundClaim[] {
  const { subject, verb, rest, tense } = predicate;
  if (tense === 'future' || verb === 'died' || rest[0]?.text === 'dead') return [];
  const claims = (owner: Phrase, noun: string, said: Phrase): readonly FoundClaim[] =>
    Object.entries(belongings).flatMap(([kind, members]) =>
      owner.length > 0 && members.has(noun) && (said === present || isWhole(kind, noun))
        ? implied(`has ${kind}`, owner, said)
        : [],
    );
  const whose = ownedBy(subject);
  const had = tense === 'present' ? belonging(predicate) : undefined;
  const own = had === undefined ? [] : claims(subject, had.noun, had.said);
  return [
    ...own,
    ...claims(...ownObject(predicate), present),
    ...claims(whose.owner, whose.noun, present),
    ...countClaims(predicate),
  ];
}

const ordinals = listed('first second third fourth fifth sixth seventh eighth');
const offspring = termSetOf('child children kid kids');

/** "two kids" has no third; "our third child" is there. */
function countClaims({ subject, verb, rest, negated }: Predicate): readonly FoundClaim[] {
  if (negated) return [];
  const nth = ordinals.indexOf(subject[1]?.text ?? '');
  const whose = subject[0]?.text ?? '';
  if (nth > 0 && /^(?:my|our)$/.test(whose) && offspring.has(termOf(subject[2]?.text ?? '')))
    return implied(`has ${ordinals[nth]} child`, self, present);
  const count = Number(/^#n:(\d)$/.exec(rest[0]?.text ?? '')?.[1] ?? 0);
  if (!/^(?:have|got)$/.test(verb) || count === 0 || !offspring.has(termOf(rest[1]?.text ?? ''))) return [];
  return ordinals
    .slice(0, 6)
    .flatMap((name, at) => implied(`has ${name} child`, subject, at < count ? present : absent));
}

/** What a clause in the present says that somebody has or has not. */
function belonging({ verb, rest, negated }: Predicate): { readonly noun: string; readonly said: Phrase } | undefined {
  const phrase = phraseAt(rest);
  const words = phrase.map(({ text }) => text);
  if (/^(?:have|owns?)$/.test(verb)) return { noun: termOf(words.at(-1) ?? ''), said: negated ? absent : present };
  if (negated) return undefined;
  if (/^drives?$/.test(verb) && /^an?$/.test(words[0] ?? '') && phrase[1]?.capital === true)
    return { noun: termOf('car'), said: present };
  if (verb !== 'be') return undefined;
  if (words[0] === 'childless') return { noun: termOf('child'), said: absent };
  return words.join(' ') === 'an only child' ? { noun: termOf('sibling'), said: absent } : undefined;
}

/** Whether having none of it means having none of the kind: who has no son may have a daughter. */
function isWhole(kind: string, noun: string): boolean {
  const whole: Readonly<Record<string, string>> = { children: 'child children kid kids', siblings: 'sibling siblings' };
  return termSetOf(whole[kind] ?? (kind === 'pets' ? 'pet pets' : [...(belongings[kind] ?? [])].join(' '))).has(noun);
}

// What somebody practises, and has given up.

const practising =
  /^(?:learns?|learning|study|studies|studying|plays?|playing|practi[cs](?:es?|ing)|collects?|collecting|trains?|training)$/;

function pursuitClaims(predicate: Predicate): readonly FoundClaim[] {
  const { subject, verb, rest, tense, negated } = predicate;
  const of = (words: Phrase, said: Phrase): readonly FoundClaim[] =>
    stemsOf(phraseAt(/^(?:for|on)$/.test(words[0]?.text ?? '') ? words.slice(1) : words))
      .slice(0, maxObjects)
      .flatMap((stem) => implied(`practises ${stem}`, subject, said));
  if (tense === 'present' && practising.test(verb)) return negated ? [] : of(rest, present);
  if (!isPast(predicate) || negated) return [];
  const [first = '', second = ''] = rest.map(({ text }) => text);
  if (/^(?:gave|given)$/.test(verb) && first === 'up') return of(rest.slice(1), absent);
  if (verb === 'dropped' && first === 'out' && second === 'of') return of(rest.slice(2), absent);
  return /^(?:quit|dropped|abandoned|stopped)$/.test(verb) && rest.length > 0 ? of(rest, absent) : [];
}

/** Words of what is practised: "law school" is law. */
const maxObjects = 2;

// What somebody can do.

const skills =
  /^(?:swim|drive|cook|dance|ski|skate|sing|type|whistle|juggle)s?$|^(?:swim|driv|cook|danc|ski|skat|sing)m?ing$/;

function abilityClaims({ subject, verb, rest, tense, negated, modality }: Predicate): readonly FoundClaim[] {
  if (!skills.test(verb)) return [];
  const skill = `can ${termOf(verb)}`;
  // "can't drive tonight" tells of tonight.
  if (modality === 'can') return negated && rest.length === 0 ? implied(skill, subject, absent) : [];
  return tense === 'present' && !negated ? implied(skill, subject, present) : [];
}

// Where a thing lies, and where a house stands.

const portable = setOf(
  'key keys passport wallet purse remote charger glasses umbrella ladder drill documents document toolbox scissors medicine ' +
    'pills suitcase bike bicycle car camera torch flashlight laptop ring diary receipt receipts keycard',
);
const spots = setOf('in on under behind at with inside beside near above below');
const putting = /^(?:put|moved|hid|left|placed|stored|parked)$/;
const lying = /^(?:be|kept|lies|hangs?|stored|hidden|parked|located|lives?)$/;
const buildings = setOf(
  'office offices headquarters shop store studio clinic lab warehouse bakery cafe café restaurant gym branch',
);

function placeClaims(predicate: Predicate): readonly FoundClaim[] {
  const { subject, verb, rest, tense, negated } = predicate;
  if (negated) return [];
  const first = rest[0]?.text ?? '';
  if (isPast(predicate) && putting.test(verb)) {
    const start = rest.findIndex(({ text }) => spots.has(text) || text === 'to' || text === 'into');
    return start < 1 ? [] : placed(rest.slice(0, start), rest.slice(start + 1));
  }
  const noun = subject.at(-1)?.text ?? '';
  if (buildings.has(noun)) return siteClaims(predicate, noun);
  return tense === 'present' && lying.test(verb) && spots.has(first) ? placed(subject, rest.slice(1)) : [];
}

function placed(thing: Phrase, spot: Phrase): readonly FoundClaim[] {
  if (!portable.has(thing.at(-1)?.text ?? '')) return [];
  const owner = thing.filter(({ text }) => !/^(?:my|our|the|his|her|their)$/.test(text));
  const where = phraseAt(spot).filter(({ text }) => !text.startsWith('#'));
  return stemsOf(where).length === 0 ? [] : [impliedClaim('place', owner, where)];
}

/** Where an office is, and that the one there was closed. */
function siteClaims({ subject, verb, rest, tense }: Predicate, noun: string): readonly FoundClaim[] {
  const owner = phraseOf(noun);
  const named = subject.filter(({ capital }) => capital);
  const isClosed = /^(?:closed|shut)$/.test(verb === 'be' ? (rest[0]?.text ?? '') : verb);
  if (isClosed && named.length > 0 && !rest.some(({ text }) => text.startsWith('#w:')))
    return implied(`at ${stemsOf(named).join(' ')}`, owner, absent);
  const place = phraseAfter(rest, 'in', 'on', 'at');
  if (tense !== 'present' || verb !== 'be' || !isName(place)) return [];
  const at = implied(`at ${stemsOf(place).join(' ')}`, owner, present);
  const isIn = rest[0]?.text === 'in';
  return isIn ? [...at, { attribute: 'home', owner: subject, value: place }] : at;
}

// With whom one lives, and how one gets to work.

const ways: readonly (readonly [RegExp, string])[] = [
  [/^drives?$/, 'car'],
  [/^walks?$/, 'foot'],
  [/^(?:cycle|bike)s?$/, 'bike'],
];

function householdClaims({ subject, verb, rest, tense, negated }: Predicate): readonly FoundClaim[] {
  if (tense !== 'present' || negated) return [];
  const said = textOf(rest);
  if (/^lives?$/.test(verb)) {
    const alone = /^(?:alone|by #n:1|by myself|by himself|by herself|on my own)\b/.test(said);
    const others = /\bwith (?!the |no )/.test(said);
    return alone || others ? implied('household', subject, phraseOf(alone ? 'alone' : 'shared')) : [];
  }
  if (/^work(?:s|ing)?$/.test(verb)) return workplaceClaims(subject, rest);
  if (!/\bto work\b/.test(said)) return [];
  const isBy = rest[0]?.text === 'by' && /^(?:go|goes|going|get|gets|travels?|commutes?|come|comes)$/.test(verb);
  const vehicle = isBy ? rest.slice(1) : /^(?:takes?|rides?|catch)$/.test(verb) ? rest : undefined;
  const by = vehicle === undefined ? ways.find(([forms]) => forms.test(verb))?.[1] : stemsOf(phraseAt(vehicle))[0];
  return by === undefined ? [] : implied('way to work', subject, phraseOf(by));
}

/** At home or in the office, on the same days. */
function workplaceClaims(subject: Phrase, rest: Phrase): readonly FoundClaim[] {
  const where = /^(?:remotely|from home|(?:in|at|from) the office)(?= |$)/.exec(textOf(rest))?.[0];
  if (where === undefined) return [];
  const scope = stemsOf(phraseAfter(rest, 'on') ?? []).join(' ');
  const claims = implied('workplace', subject, phraseOf(where.endsWith('office') ? 'office' : 'home'));
  return claims.map((claim) => ({ ...claim, scope }));
}

// Which of two is more.

/** "Bob is taller than Jim" and "Jim is taller than Bob" are one question with two answers. */
function comparisonClaims({ subject, verb, rest, tense, negated }: Predicate): readonly FoundClaim[] {
  if (verb !== 'be' || tense !== 'present' || negated) return [];
  const best = rest[0]?.text === 'the' && /^\p{L}{2,}est$/u.test(rest[1]?.text ?? '');
  if (best && isName(subject)) return [impliedClaim(stemsOf(rest.slice(1)).join(' '), [], subject)];
  const than = rest.findIndex(({ text }) => text === 'than');
  const [first = '', second = ''] = rest.map(({ text }) => text);
  const degree = than === 1 && /^\p{L}{2,}er$/u.test(first) ? first : than === 2 && first === 'more' ? second : '';
  if (degree === '') return [];
  const [one, other] = [subject, phraseAt(rest.slice(than + 1))].map((words) => stemsOf(words).join(' '));
  if (!one || !other || prepositions.has(other)) return [];
  return [{ attribute: `${degree} of ${[one, other].sort().join(' / ')}`, owner: [], value: subject }];
}
