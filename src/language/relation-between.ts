/**
 * Whether two statements support or contradict each other: their best pair of sentences decides. What a sentence does not
 * settle makes no link, because a missed link costs less than a false one. The tables are English.
 */
import {
  type Claim,
  type Clause,
  type FoundRelation,
  type Relation,
  type Statement,
  type Tense,
  linkRules,
} from './statement.ts';
import { months, seasons } from './dates.ts';
import { endsWhatIsSaid } from './ended.ts';
import { termOf, termSetOf, termsOf } from './words.ts';
import { listed } from './word-lists.ts';

/**
 * How one statement stands to another, whichever was first; undefined when they have nothing to
 * say to each other, or the rules do not know. A contradiction weighs more than any support.
 */
export function relationBetween(one: Statement, other: Statement): Relation | undefined {
  if (one.label !== undefined && other.label !== undefined && one.label !== other.label) return undefined;
  let best: Relation | undefined;
  const offer = (relation: FoundRelation | undefined, mine: string, theirs: string): void => {
    if (relation !== undefined && (best === undefined || isBetter(relation, best))) {
      best = { ...relation, texts: [mine, theirs] };
    }
  };
  const contradicts = (): boolean => best?.kind === 'contradicts';
  for (const claim of one.claims)
    for (const against of other.claims) offer(relationOfClaims(claim, against), claim.text, against.text);
  for (const clause of one.clauses)
    for (const against of other.clauses) offer(relationOfClauses(clause, against), clause.text, against.text);
  if (contradicts()) return best;
  for (const [mine, theirs] of saidAsLabel(one, other)) offer(agreement(0.9), mine, theirs);
  for (const [theirs, mine] of saidAsLabel(other, one)) offer(agreement(0.9), mine, theirs);
  for (const { text } of endedBy(one, other)) offer(ended, one.endings[0]?.what ?? '', text);
  for (const { text } of endedBy(other, one)) offer(ended, text, other.endings[0]?.what ?? '');
  return best;
}

const ended: FoundRelation = { kind: 'contradicts', rule: 'slot', similarity: 0.75 };

/** The assertions of an earlier statement of which a later one says by name that it is so no longer. */
export function endedBy({ endings }: Statement, earlier: Statement): readonly Clause[] {
  if (endings.length === 0) return [];
  const told = [...earlier.clauses, ...(earlier.fragments ?? []).map(asClause)];
  const around = earlier.terms ?? new Set();
  return told.filter((clause) => endings.some((ending) => endsWhatIsSaid(ending, clause, around)));
}

/** A thing and what it is, without a verb between. */
const label = /^([^:]{2,60}): ([^:]{2,60}?)[.!]*$/;
/** Tells more than what a thing is. */
const qualified = /\b(?:not?|never|without|only|maybe|perhaps|was|were|before|after|until|till|from|to)\b|\?/i;

/** The notes "Autumn fair: Lindenhof" of a statement with what another says so in a sentence: "The autumn fair is at the Lindenhof". */
function saidAsLabel({ fragments = [] }: Statement, { clauses }: Statement): readonly (readonly [string, string])[] {
  return fragments.flatMap((note) => {
    const [, thing = '', what = ''] = qualified.test(note) ? [] : (label.exec(note) ?? []);
    const key = [...new Set(termsOf(thing))].sort().join(' ');
    const said = new Set(termsOf(what));
    if (key === '' || said.size === 0) return [];
    const isSame = (clause: Clause): boolean =>
      isPlacing(clause) &&
      clause.verb === 'be' &&
      clause.subject === key &&
      clause.values.length === 0 &&
      saysSame(clause.terms, said);
    return clauses.filter(isSame).map(({ text }): readonly [string, string] => [note, text]);
  });
}

/** What is noted without a verb, as if it said that it is so. */
function asClause(text: string): Clause {
  const rest = { subject: '', verb: 'be', terms: new Set<string>(), values: [], order: [] };
  return { text, ...rest, negated: false, tense: 'present', modality: 'plain' };
}

function isBetter(relation: FoundRelation, best: Relation): boolean {
  if (relation.kind !== best.kind) return relation.kind === 'contradicts';
  const rank = linkRules.indexOf(relation.rule) - linkRules.indexOf(best.rule);
  return rank === 0 ? relation.similarity > best.similarity : rank < 0;
}

/** Pairs of which one always holds: what is not open is closed. */
const complementary =
  'open closed|enabled disabled|enable disable|public private|synchronous asynchronous|mandatory optional|required optional|' +
  'alive dead|present absent|work broken|legal illegal|valid invalid|possible impossible|known unknown|safe unsafe|encrypted unencrypted|' +
  'available unavailable|online offline|state-on state-off|state-up state-down|true false|visible hidden|visible invisible|' +
  'finished unfinished|stable unstable|secure insecure|correct incorrect|right wrong|complete incomplete|same different|' +
  'pass fail|locked unlocked|signed unsigned|married unmarried|married single|married divorced|raw cooked|mutable immutable|' +
  'internal external|paid unpaid|reliable unreliable|compatible incompatible|necessary unnecessary|healthy unhealthy|' +
  'supported unsupported|fixed unfixed|tested untested|documented undocumented|wet dry|awake asleep|guilty innocent|full-time part-time';

/** Pairs with something between them: what is not hot need not be cold. */
const contrary =
  'like hate|prefer hate|before after|rise fall|reduce rise|improve worsen|accept reject|approve reject|agree disagree|allow forbid|open close|hot cold|' +
  'warm cold|fast slow|early late|full empty|big small|cheap expensive|easy hard|easy difficult|strong weak|heavy light|' +
  'high low|long short|tall short|rich poor|young old|new old|loud quiet|clean dirty|good bad|best worst|happy sad|' +
  'above below|inside outside|left-side right-side|first last|maximum minimum|max min|start stop|begin end|add remove|push pull|buy sell|' +
  'win lose|join leave|arrive leave|increase reduce|up down|upper lower|north south|east west|morning evening|more less|' +
  'most least|sweet sour|thick thin|wide narrow|deep shallow|sharp blunt|rough smooth|calm nervous|dangerous harmless|' +
  'sync async|always never|install uninstall|encrypt decrypt|accepted declined|introvert extrovert|optimistic pessimistic|' +
  'dark light|tab space|well badly|well poorly|well terribly|beautifully terribly|beautifully horribly|carefully carelessly|carefully recklessly|' +
  'cautiously recklessly|fast slowly|quickly slowly|quietly loudly|politely rudely|gladly reluctantly|left-handed right-handed|fair unfair|friendly unfriendly|honest dishonest|polite rude|happy unhappy|kind unkind|trust distrust|succeed fail|lend borrow|ascending descending|vertical horizontal|manual automatic|temporary permanent';

function pairsOf(list: string): readonly (readonly [string, string])[] {
  return list.split('|').map((pair) => {
    const [one = '', other = ''] = pair.split(' ').map(termOf);
    return [one, other];
  });
}

/** What is judged the one way is not judged the other. */
const praise = 'great good excellent amazing wonderful fantastic awesome lovely delicious perfect brilliant superb';
const blame = 'terrible awful bad horrible disappointing dreadful boring disgusting lousy poor';

/** Of each of these a thing is one. */
const exclusive: readonly string[] = [
  'red blue green yellow orange purple pink black white grey brown silver gold beige turquoise',
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth',
  months.join(' '),
  seasons.join(' '),
];
/** The list of exclusive words that a term is of. */
const listOf: ReadonlyMap<string, number> = new Map(
  exclusive.flatMap((list, at) => listed(list).map((word): [string, number] => [termOf(word), at])),
);

const strict = pairsOf(complementary);
const opposites = new Map<string, Set<string>>();
const judged = [...termSetOf(praise)].flatMap((good) =>
  [...termSetOf(blame)].map((bad): readonly [string, string] => [good, bad]),
);
for (const [one, other] of [...strict, ...pairsOf(contrary), ...judged]) {
  opposites.set(one, (opposites.get(one) ?? new Set()).add(other));
  opposites.set(other, (opposites.get(other) ?? new Set()).add(one));
}
const complements: ReadonlySet<string> = new Set(strict.flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]));

/** Whether two terms cannot both hold. */
function areOpposite(one: string, other: string): boolean {
  return opposites.get(one)?.has(other) ?? false;
}

/** The same of what something is: it has one colour, though who likes red may like blue. */
function areExclusive(one: string, other: string): boolean {
  const list = listOf.get(one);
  return areOpposite(one, other) || (list !== undefined && one !== other && list === listOf.get(other));
}

/** The pairs of opposites and the lists that a state of something belongs to, each the same for all of it. */
export function statePairsOf({ verb, terms: said }: Pick<Clause, 'verb' | 'terms'>): readonly string[] {
  // Of two floors or colours a thing has one.
  const lists = verb === 'be' ? [...said].flatMap((term) => listOf.get(term) ?? []) : [];
  const pairs = [verb, ...said].flatMap((term) =>
    [...(opposites.get(term) ?? [])]
      .filter((other) => verb === 'be' || areComplements(term, other))
      .map((other) => [term, other].sort().join('/')),
  );
  return [...pairs, ...lists.map((list) => `one of ${list}`)];
}

/** Whether two terms cannot both hold and one of them must. */
function areComplements(one: string, other: string): boolean {
  return complements.has(`${one} ${other}`);
}

/** Places that contain others: "lives in Germany" and "lives in Berlin" may both be. */
const regions = termSetOf(
  'germany france spain italy portugal england scotland wales ireland britain uk usa us america canada mexico brazil argentina chile peru colombia ' +
    'japan china india korea vietnam thailand indonesia philippines australia zealand russia ukraine poland austria switzerland belgium netherlands ' +
    'denmark sweden norway finland iceland greece turkey israel egypt morocco kenya nigeria africa europe asia hungary romania bulgaria croatia czechia ' +
    'california texas florida washington oregon nevada bavaria catalonia andalusia tuscany provence states kingdom',
);

const isRegion = (value: readonly string[]): boolean => value.some((term) => regions.has(term));

/** How two claims stand to each other, if they are about the same. */
function relationOfClaims(one: Claim, other: Claim): FoundRelation | undefined {
  if (one.key !== other.key || one.scope !== other.scope) return undefined;
  const [first, second] = [new Set(one.value), new Set(other.value)];
  const shared = [...first].filter((term) => second.has(term)).length;
  const similarity = shared / (first.size + second.size - shared);
  const same = isSameSingle(one.value, other.value) || shared === Math.min(first.size, second.size);
  if (one.left || other.left) return ofLeaving(one, other, same);
  if (areMany(one, other)) return similarity < 1 ? ofVersions(one, other) : agreement(1);
  if (same) return one.implied || other.implied ? undefined : agreement(Math.max(similarity, 0.5));
  if (/\|(?:home|origin|birthplace)$/.test(one.key) && isRegion(one.value) !== isRegion(other.value)) return undefined;
  if (kindOf(one.value) !== kindOf(other.value)) return undefined;
  return ofOtherValue(one, other, 0.5 + similarity / 2);
}

/** Of two single events neither takes the other back. */
function ofOtherValue(one: Claim, other: Claim, similarity: number): FoundRelation | undefined {
  if (one.once && other.once) return undefined;
  const once = one.once === true || other.once === true;
  return { kind: 'contradicts', rule: 'slot', similarity, ...(once ? { once } : {}) };
}

/** Whether both may hold, since many do at a time and none has taken another's place. */
function areMany(one: Claim, other: Claim): boolean {
  return (one.plural ?? other.plural ?? false) && !one.taken && !other.taken;
}

/** A value that is given up denies the same value; of a workplace both may say that it was left. */
function ofLeaving(one: Claim, other: Claim, same: boolean): FoundRelation | undefined {
  if (!same) return undefined;
  if (one.left !== other.left) return { kind: 'contradicts', rule: 'slot', similarity: 1 };
  return one.key.endsWith('|employer') && !one.implied && !other.implied ? agreement(0.75) : undefined;
}

function isSameSingle([one, ...more]: readonly string[], [other, ...others]: readonly string[]): boolean {
  return one !== undefined && other !== undefined && more.length + others.length === 0 && isSameValue(one, other);
}

function agreement(similarity: number): FoundRelation {
  return { kind: 'supports', rule: 'agreement', similarity };
}

/** Many things may be used at a time, but not two versions of one. */
function ofVersions(one: Claim, other: Claim): FoundRelation | undefined {
  const [first, second] = [one.value, other.value].map((value) => ({
    words: value
      .filter((term) => !term.startsWith('#'))
      .sort()
      .join(' '),
    numbers: value.filter((term) => term.startsWith('#n:')),
  }));
  if (first?.words !== second?.words || first?.words === '') return undefined;
  const [number, against] = [first?.numbers, second?.numbers];
  if (number?.length !== 1 || against?.length !== 1 || isSameValue(number[0] ?? '', against[0] ?? '')) return undefined;
  return { kind: 'contradicts', rule: 'slot', similarity: 0.75 };
}

/** A month and a day, a clock time and a name do not exclude each other; two of one kind do. */
function kindOf(value: readonly string[]): string {
  return value.find((term) => term.startsWith('#'))?.slice(0, 3) ?? 'word';
}

// Compares two assertions: denial, antonyms, other numbers, or the same.

/** What one likes or is in general may fail in a special case: only the same extent denies it. */
const judging = termSetOf('like hate prefer be feel seem want agree trust fear');
/** Verbs that say too little to be denied without an object. */
const vague = termSetOf('be have do get go make work use take give keep put set need want try come help');
const idle = termSetOf('have do get need want make');
/** Doing something to a thing: "never written any routes" denies having implemented one. */
const handling = termSetOf(
  'make use integrate configure set add test try attempt practise finish solve do handle manage deploy work install touch',
);
/** Verbs of single events: another number is another event. */
const lasting: ReadonlySet<Tense> = new Set(['present', 'future', 'either']);

/** How two assertions stand to each other. */
function relationOfClauses(one: Clause, other: Clause): FoundRelation | undefined {
  if (one.counted !== undefined && other.counted !== undefined && isOtherCount(one, other))
    return { kind: 'contradicts', rule: 'value', similarity: 0.9 };
  if (one.subject === '' || other.subject === '') return undefined;
  if (placesTheSame(one, other) || hasWhatIs(one, other) || hasWhatIs(other, one)) return agreement(0.9);
  const nobody = one.subject === 'nobody' || other.subject === 'nobody';
  if (one.modality !== other.modality || (one.subject !== other.subject && !nobody)) return undefined;
  if (nobody) return one.subject === other.subject ? undefined : ofNobody(one, other);
  if (one.negated !== other.negated) return ofDenial(one.negated ? one : other, one.negated ? other : one);
  return ofSamePolarity(one, other);
}

/** Whether one says "only one" of what the other says of many. */
function isOtherCount(one: Clause, other: Clause): boolean {
  if (one.negated || other.negated || one.modality !== other.modality || one.tense !== other.tense) return false;
  return one.counted?.key === other.counted?.key && one.counted?.many !== other.counted?.many;
}

/** Verbs by which something is somewhere, and who or what has it there adds nothing. */
const placing = termSetOf('run use be have');
/** What a thing with a name is, which may be left out. */
const categories = termSetOf('database server version tool language framework runtime library we there i');

/**
 * Whether both put the same thing with the same number at the same place, with either as the subject: "staging runs
 * Redis 7", "we use Redis 7 on staging".
 */
function placesTheSame(one: Clause, other: Clause): boolean {
  if (one.subject === other.subject || !isPlacing(one) || !isPlacing(other)) return false;
  const [mine, theirs] = [placed(one), placed(other)];
  const numbers = [...mine].filter((term) => term.startsWith('#'));
  if (numbers.length !== 1 || !numbers[0]?.startsWith('#n:')) return false;
  return mine.size > 2 && mine.size === theirs.size && [...mine].every((term) => theirs.has(term));
}

/** Whether one has what the other says to be so: "the bridge has a green rail", "the rail of the bridge is green". */
function hasWhatIs(one: Clause, other: Clause): boolean {
  if (one.verb !== 'have' || other.verb !== 'be' || !isPlacing(one) || !isPlacing(other)) return false;
  if (one.values.length + other.values.length > 0) return false;
  const [owner, thing] = [one, other].map(({ subject }) => subject.split(' '));
  const isOfIt =
    owner !== undefined &&
    thing !== undefined &&
    owner.length < thing.length &&
    owner.every((term) => thing.includes(term));
  return isOfIt && saysSame(placed(one), placed(other));
}

function isPlacing({ verb, negated, modality, tense }: Clause): boolean {
  return placing.has(verb) && !negated && modality === 'plain' && (tense === 'present' || tense === 'either');
}

/** What is where: the terms and numbers of the subject and of the rest. */
function placed({ subject, terms: said, values }: Clause): ReadonlySet<string> {
  const all = [...subject.split(' '), ...said, ...values];
  return new Set(all.filter((term) => !categories.has(term) && !placing.has(term)));
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
  const position = assertion.order.lastIndexOf(head);
  const next = position < 0 ? '' : (assertion.order[position + 1] ?? '');
  return next !== '' && !next.startsWith('#') && !denial.terms.has(next) && !dating.has(next);
}

/** Words of time and degree may follow a noun without making it another. */
const dating = termSetOf(
  'daily weekly monthly yesterday today tonight tomorrow last next twice once every before after without only almost more less together alone well instead',
);

function ofDenial(denial: Clause, assertion: Clause): FoundRelation | undefined {
  if (oppositesIn(denial, assertion, areComplements)) {
    return denial.tense === assertion.tense ? { kind: 'supports', rule: 'agreement', similarity: 0.9 } : undefined;
  }
  if (!meetInTime(denial.tense, assertion.tense) || !sameDoing(denial, assertion)) return undefined;
  if (!covers(denial, assertion)) return undefined;
  // "Never there" contradicts "there twice".
  const isEver = denial.verb === 'be' && denial.tense === 'perfect';
  if (judging.has(denial.verb) && !isEver && !sameTerms(denial, assertion)) return undefined;
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
  return one.values.join() === other.values.join() && saysSame(one.terms, other.terms);
}

function saysSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((term) => other.has(term));
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
  if (oppositesIn(one, other, one.verb === 'be' ? areExclusive : areOpposite))
    return { kind: 'contradicts', rule: 'antonym', similarity: overlap(one, other) };
  if (isLikedAndHated(one, other) || isLikedAndHated(other, one) || isWithAndWithout(one, other))
    return { kind: 'contradicts', rule: 'antonym', similarity: Math.max(0.5, overlap(one, other)) };
  if (one.verb !== other.verb) return undefined;
  if (one.negated === false && isOtherValue(one, other)) return { kind: 'contradicts', rule: 'value', similarity: 0.9 };
  const similarity = overlap(one, other);
  // What happened twice is told in nearly the same words.
  if (similarity < (one.tense === 'past' ? 1 : 0.75) || !saysEnough(one)) return undefined;
  return one.values.join() === other.values.join() ? { kind: 'supports', rule: 'agreement', similarity } : undefined;
}

const hating = termOf('hate');
/** Who likes a thing in one way, or takes it, does not hate it. */
const liking = termSetOf('like prefer drink eat');
const without = termOf('without');

/** "likes coffee without sugar" and "hates coffee"; not what a longer name begins with. */
function isLikedAndHated(one: Clause, other: Clause): boolean {
  if (!liking.has(one.verb) || other.verb !== hating || one.negated || other.negated) return false;
  if (other.terms.size === 0 || one.values.join() !== other.values.join()) return false;
  if (sameTerms(one, other)) return true;
  const [liked, hated] = [one, other].map(({ order }) => order.filter((term) => term !== ''));
  const isBeginning = hated?.every((term, place) => liked?.[place] === term) ?? false;
  return isBeginning && (liked?.[hated?.length ?? 0] === without || / with /i.test(one.text));
}

/** "with sugar" and "without sugar", of the same otherwise. */
function isWithAndWithout(one: Clause, other: Clause): boolean {
  const [lacking, having] = one.terms.has(without) ? [one, other] : [other, one];
  if (lacking.verb !== having.verb || lacking.values.join() !== having.values.join()) return false;
  if (!lacking.terms.has(without) || having.terms.has(without) || lacking.terms.size !== having.terms.size + 1)
    return false;
  return / with /i.test(having.text) && [...having.terms].every((term) => lacking.terms.has(term));
}

/** "I have trouble" and "I get an error" agree with everybody; a sentence supports by what it names. */
function saysEnough({ text, verb, modality, terms: said, values }: Clause): boolean {
  // "getting it to work": nobody knows what.
  if (/\b(?:it|this|that|them|these|those|you)\b/i.test(text)) return false;
  return said.size + values.length >= (idle.has(verb) || (modality === 'order' && vague.has(verb)) ? 2 : 1);
}

function isOtherValue(one: Clause, other: Clause): boolean {
  if (!lasting.has(one.tense) || one.values.length === 0) return false;
  if (one.values.length !== other.values.length) return areOnOtherDays(one, other);
  if (!saysSame(one.terms, other.terms) || one.subject === 'there') return false;
  // "has three cats" counts them; "has a meeting at 10" may have another at 3.
  if (one.verb === 'have' && !one.order[0]?.startsWith('#')) return false;
  const differing = one.values.filter((value, index) => !isSameValue(value, other.values[index] ?? ''));
  // "1:2 or 1/2" is one value told twice.
  if (differing.length === 0 || [one, other].some(({ text }) => / or /.test(text))) return false;
  // Of another day it may be at another time.
  if (one.verb === 'be' && isOtherDay(one.values[0] ?? '', other.values[0] ?? '')) return one.values.length === 1;
  if (one.verb === 'be' && differing[0] === one.values[0] && /^#d:/.test(one.values[0] ?? ''))
    return /^#d:/.test(other.values[0] ?? '');
  const alike = one.values.every((value, index) => value.slice(0, 3) === other.values[index]?.slice(0, 3));
  // "The dentist is on Friday at 11" says both the day and the time anew.
  return alike && (differing.length === 1 || (one.verb === 'be' && one.terms.size === 0));
}

/** Whether both only say when something is, one with the time besides, and not on the same weekday. */
function areOnOtherDays(one: Clause, other: Clause): boolean {
  const days = [one, other].map(({ values }) => values.filter((value) => value.startsWith('#w:')));
  const isOnlyWhen = [one, other].every(({ verb, terms: said }) => verb === 'be' && said.size === 0);
  return isOnlyWhen && days.every(({ length }) => length === 1) && days[0]?.[0] !== days[1]?.[0];
}

/** Whether one is a date and the other a day of a month, and not of that date: "9 December", "the 16th". */
function isOtherDay(one: string, other: string): boolean {
  const [date, day] = one.startsWith('#d:') ? [one, other] : [other, one];
  const [, ofDate, ofMonth] = /^#d:\d+-(\d+) #n:(\d{1,2})$/.exec(`${date} ${day}`) ?? [];
  return ofDate !== undefined && Number(ofDate) !== Number(ofMonth) && Number(ofMonth) <= 31;
}

/** The share of common terms, verb and values, 0..1. */
function overlap(one: Clause, other: Clause): number {
  const all = new Set([...one.terms, ...one.values, one.verb]);
  const theirs = new Set([...other.terms, ...other.values, other.verb]);
  let shared = 0;
  for (const term of all) if (theirs.has(term)) shared += 1;
  return shared / (all.size + theirs.size - shared);
}

/**
 * Whether two values may be one told more and less exactly: "5" and "5.3.0" are one version. Only
 * what has two points is a version; "4" and "4.5" are two numbers.
 */
function isSameValue(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return long.startsWith(`${short}.`) && long.split('.').length > 2;
}
