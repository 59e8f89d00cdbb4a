/** Claims that a form of "be" makes: is 34 years old, Mark's wife is Ana, the deadline is 12 May. */
import { type Phrase, type Word, isName, phraseAfter, phraseAt, stemsOf } from './clause-words.ts';
import { lightWords, prepositions } from './grammar.ts';
import type { Predicate } from './predicate.ts';
import { toolIn } from './tool-kinds.ts';
import { termOf, termSetOf } from './words.ts';
import { setOf } from './word-lists.ts';

/** What somebody is to another, or to what they run, and one at a time. */
const people = termSetOf(
  'owner boss manager supervisor lead leader supplier provider vendor insurer captain author maintainer designer accountant treasurer secretary coach ceo cto cfo president director mayor chair ' +
    'husband wife spouse mother father landlord dentist doctor gp vet veterinarian physio physiotherapist therapist hairdresser tutor principal headteacher head',
);
/** Nouns that name a single-valued attribute of what they belong to: "the owner of the module", "the report's deadline". */
const attributeNouns: ReadonlySet<string> = new Set([
  ...people,
  ...termSetOf(
    'capital name nickname surname birthday deadline version port price cost budget ' +
      'salary rent timeout limit size height weight age address email phone host hostname url domain region timezone zone branch ' +
      'database language framework license licence colour color password username currency destination start end title venue ' +
      'number code car laptop headquarters home employer job profession occupation nationality date duration capacity temperature speed score diet status theme font ' +
      'length width depth thickness',
  ),
]);
/** What is measured in a unit, by the word that says so: "90 metres high". */
const measures: Readonly<Record<string, string>> = {
  high: 'height',
  tall: 'height',
  long: 'length',
  wide: 'width',
  broad: 'width',
  deep: 'depth',
  thick: 'thickness',
  heavy: 'weight',
};
const measured: ReadonlySet<string> = new Set(Object.values(measures).map(termOf));
/** The names of a unit, by the first of them. */
const unitNames: ReadonlyMap<string, string> = new Map(
  ['m metre meter', 'km kilometre kilometer', 'cm centimetre centimeter', 'mm millimetre millimeter']
    .concat(['kg kilo kilogram', 'g gram', 'ft foot feet', 'in inch', 'lb pound', 't ton tonne'])
    .flatMap((names) => [...termSetOf(names)].map((name): [string, string] => [name, names.split(' ')[0]!])),
);
const spouses = termSetOf('husband wife spouse');
/** What people are by trade, and seldom two of. */
const occupations = termSetOf(
  'teacher nurse doctor lawyer pilot engineer architect baker barber butcher carpenter chef dentist electrician farmer ' +
    'firefighter journalist librarian mechanic midwife paramedic pharmacist plumber policeman policewoman psychologist surgeon ' +
    'vet veterinarian waiter waitress accountant banker',
);
const birthday: string = termOf('birthday');
const [age, price] = ['age', 'price'] as const;
/** Attributes that go by one name. */
const attributeOfNoun: ReadonlyMap<string, string> = new Map([
  ...[...spouses].map((noun): [string, string] => [noun, 'spouse']),
  [termOf('age'), age],
  [termOf('price'), price],
  [termOf('cost'), price],
]);
const currencies = setOf('euro euros dollar dollars pound pounds franc francs crowns yen');
const favourite: string = termOf('favourite');

/** The claims of a clause that asserts something. */
export function claimsOfAssertion(predicate: Predicate): readonly FoundClaim[] {
  return predicate.verb === 'be' ? claimsOfCopula(predicate) : claimsOfVerb(predicate);
}

/** The claims of a clause that denies something: who does not work somewhere has left it. */
export function claimsOfDenial({ subject, verb, rest, tense }: Predicate): readonly FoundClaim[] {
  if (tense !== 'present' || !working.test(verb)) return [];
  return (
    work(subject, rest)
      .filter(({ attribute }) => attribute === 'employer')
      // Who "does not work there" may never have.
      .map((claim) => ({ ...claim, left: true, ...(verb === 'works' ? {} : { implied: true }) }))
  );
}

/** The claims of a clause whose verb is "be". */
function claimsOfCopula({ subject, rest, tense }: Predicate): readonly FoundClaim[] {
  if (tense !== 'present') return [];
  const lead = rest[0]?.text ?? '';
  const mine = attributeOf(subject);
  const amount = lead.startsWith('#n:') ? amountClaim(subject, mine, rest) : undefined;
  if (amount !== undefined) return [amount];
  const from = lead === 'from' ? phraseAt(rest.slice(1)) : undefined;
  if (isName(from)) return [{ attribute: 'origin', owner: subject, value: from }];
  const isOne = /^an?$/.test(lead);
  const role = isOne ? phraseAt(rest.slice(1)) : [];
  if (occupations.has(termOf(role.at(-1)?.text ?? ''))) return [{ attribute: 'job', owner: subject, value: role }];
  // "My boss is in Berlin" tells nobody's name.
  const isPlaced = mine !== undefined && people.has(mine.attribute) && prepositions.has(lead);
  if (mine !== undefined && !isPlaced && (isValue(rest) || mine.personal)) return [claimOf(mine, rest)];
  // "is a good start" is no start of anything.
  if (isOne) return [];
  const theirs = attributeOf(beforeComma(rest));
  if (theirs === undefined) return [];
  // "Bob is the captain": of whatever everybody here knows.
  const isTheOne = /^(?:the|our)$/.test(lead) && isName(subject);
  return theirs.owner.length > 0 || isTheOne ? [claimOf(theirs, subject)] : [];
}

interface Attribute {
  readonly attribute: string;
  readonly owner: Phrase;
  /** What else the sentence says is no condition of it. */
  readonly personal: boolean;
}

/** "Mark's wife", "the owner of the module", "the deadline", "my favourite colour". */
function attributeOf(words: Phrase): Attribute | undefined {
  const of = words.findIndex(({ text }) => text === 'of' || text === 'for');
  const head = of < 0 ? words : words.slice(0, of);
  const tail = of < 0 ? [] : words.slice(of + 1);
  const preferred = head.findIndex(({ text }) => termOf(text) === favourite);
  if (preferred >= 0) {
    const noun = stemsOf(head.slice(preferred + 1)).join(' ');
    const owner = [...head.slice(0, preferred), ...tail].filter(({ text }) => !/^(?:new|current)$/.test(text));
    return noun === '' ? undefined : { attribute: `favourite ${noun}`, owner, personal: true };
  }
  if (/ (?:native|first|mother) (?:language|tongue)$/.test(head.map(({ text }) => text).join(' '))) {
    return { attribute: 'native language', owner: head.slice(0, -2), personal: true };
  }
  const noun = termOf(head.at(-1)?.text ?? '');
  if (!attributeNouns.has(noun)) return undefined;
  const owner = [...head.slice(0, -1), ...tail].filter(({ text }) => !/^(?:the|a|an|our|'s|current|new)$/.test(text));
  const personal = spouses.has(noun);
  return { attribute: attributeOfNoun.get(noun) ?? noun, owner, personal };
}

function claimOf({ attribute, owner, personal }: Attribute, words: Phrase): FoundClaim {
  const value = phraseAt(words);
  const scope = [...stemsOf(words.slice(value.length))].sort().join(' ');
  return { attribute, owner, value, scope: personal ? '' : scope };
}

/** "is 34 years old", "is 5 euros", "is 90 metres high", and the same of an age or a height. */
function amountClaim(subject: Phrase, mine: Attribute | undefined, rest: Phrase): FoundClaim | undefined {
  const [, unit = '', degree = ''] = rest.map(({ text }) => text);
  const isSomebody = subject[0]?.text === 'i' || isName(subject);
  if (mine?.attribute === age || unit === 'years' || (rest.length === 1 && isSomebody))
    return { attribute: age, owner: mine?.attribute === age ? mine.owner : subject, value: rest.slice(0, 1) };
  if (mine !== undefined) return measured.has(mine.attribute) ? sized(mine.attribute, mine.owner, rest)[0] : undefined;
  if (rest.length === 2 && currencies.has(unit)) return { attribute: price, owner: subject, value: rest };
  const measure = measures[degree];
  return measure === undefined ? undefined : sized(measure, subject, [...rest.slice(0, 2), ...rest.slice(3)])[0];
}

/** How high or heavy something is; in another unit, or at another time, it is another number. */
function sized(attribute: string, owner: Phrase, [number, ...rest]: Phrase): readonly FoundClaim[] {
  const amount = Number(/^#n:([\d.]+)$/.exec(number?.text ?? '')?.[1]);
  if (Number.isNaN(amount)) return [];
  const scope = stemsOf(rest).map((term) => unitNames.get(term) ?? term);
  const value = [{ text: `#n:${amount}`, capital: false }];
  return [{ attribute: termOf(attribute), owner, value, scope: scope.sort().join(' ') }];
}

/** "has a height of 90 metres" */
function having(owner: Phrase, rest: Phrase): readonly FoundClaim[] {
  const [article = '', noun = '', of = ''] = rest.map(({ text }) => text);
  return /^an?$/.test(article) && of === 'of' && measured.has(termOf(noun)) ? sized(noun, owner, rest.slice(3)) : [];
}

/** A number, a date or a name; "is late" and "is a problem" give no value. */
function isValue(words: Phrase): boolean {
  const first = words.find(({ text }) => !lightWords.has(text) && !prepositions.has(text));
  return (
    first !== undefined &&
    (first.capital || first.text.startsWith('#') || /\d/.test(first.text) || words.some(isAddress))
  );
}

/** "foo.org" */
function isAddress({ text }: Word): boolean {
  return /\p{L}\.\p{L}/u.test(text);
}

function beforeComma(words: Phrase): Phrase {
  const end = words.findIndex(({ text }) => /^[,;(]$/.test(text));
  return end < 0 ? words : words.slice(0, end);
}

// Claims that a verb makes: lives in, works at, is called, prefers, uses, moved to.

type Reader = (subject: Phrase, rest: Phrase) => readonly FoundClaim[];

const working = /^(?:works?|working|employed)$/;

/** Verbs in the present, by their forms. */
const states: readonly (readonly [RegExp, Reader])[] = [
  [/^(?:called|named)$/, called],
  [/^(?:lives?|living|resides?|residing|based|located)$/, home],
  [/^comes?$/, (owner, rest) => behind('from', 'origin')(owner, rest).filter(({ value }) => isName(value))],
  [working, work],
  [/^teach(?:es|ing)?$/, work],
  [
    /^(?:loves?|likes?|enjoys?|hates?)$/,
    (owner, rest) =>
      /^(?:my|his|her|their)$/.test(rest[0]?.text ?? '') && posts.has(rest[1]?.text ?? '')
        ? work(owner, rest.slice(2)).map((claim) => ({ ...claim, implied: true as const }))
        : [],
  ],
  [/^prefers?$/, preference],
  [/^have$/, having],
  [/^weighs?$/, (owner, rest) => sized('weight', owner, rest)],
  [/^(?:uses?|using|utili[sz]es?)$/, use],
  [/^(?:runs?|running|listens?|listening)$/, port],
  [/^(?:owns|own)$/, owned],
  [/^married$/, behind('to', 'spouse')],
  [/^owned$/, behind('by', 'owner')],
];

/** Reads what a word at the beginning has behind it. */
function behind(word: string, attribute: string): Reader {
  return (owner, rest) => (rest[0]?.text === word ? [{ attribute, owner, value: phraseAt(rest.slice(1)) }] : []);
}

const changing = /^(?:switched|migrated|moved|relocated|changed)$/;
const beginning = /^(?:started|joined|began|hired)$/;
const leaving = /^(?:quit|quits|left|resigned|fired|dismissed|lost)$/;

/** The claims of a clause with a verb of its own. */
function claimsOfVerb({ subject, verb, rest, tense }: Predicate): readonly FoundClaim[] {
  if (verb === 'born') return birth(subject, rest);
  if (changing.test(verb)) return tense === 'past' || tense === 'perfect' ? change(subject, verb, rest) : [];
  if (leaving.test(verb) && tense !== 'future')
    return [...leave(subject, verb, rest), ...leaveWorkplace(subject, verb, rest)];
  if (beginning.test(verb) && tense === 'past') return begin(subject, verb, rest);
  if (/^(?:took|taken)$/.test(verb) && rest[0]?.text === 'over' && tense !== 'future')
    return [{ attribute: 'owner', owner: phraseAt(rest.slice(1)), value: subject }];
  if (tense !== 'present') return [];
  return states.find(([forms]) => forms.test(verb))?.[1](subject, rest) ?? [];
}

/** "joined Bosch", "started at Bosch", "was hired by Bosch". */
function begin(owner: Phrase, verb: string, rest: Phrase): readonly FoundClaim[] {
  const isAt = /^(?:at|with|by)$/.test(rest[0]?.text ?? '');
  const place = verb === 'joined' ? phraseAt(rest) : isAt ? phraseAt(rest.slice(1)) : undefined;
  return isName(place) ? [{ attribute: 'employer', owner, value: place }] : [];
}

/** "My new manager is called Ana" says who it is, too. */
function called(owner: Phrase, rest: Phrase): readonly FoundClaim[] {
  const post = isName(rest) ? attributeOf(owner) : undefined;
  const name = { attribute: 'name', owner, value: phraseAt(rest) };
  return post === undefined || post.owner.length === 0 ? [name] : [name, claimOf(post, rest)];
}

function home(owner: Phrase, rest: Phrase): readonly FoundClaim[] {
  // "in a dorm in Uppsala": the first place with a name.
  const at = rest.findIndex(({ text }, place) => /^(?:in|at)$/.test(text) && isName(phraseAt(rest.slice(place + 1))));
  return at < 0 ? [] : [{ attribute: 'home', owner, value: phraseAt(rest.slice(at + 1)) }];
}

function work(owner: Phrase, rest: Phrase): readonly FoundClaim[] {
  const role = phraseAfter(rest, 'as');
  const position = phraseAfter(rest, 'at', 'for') ?? [];
  // "at a bank" is a workplace, "at night" and "from home" are none.
  const isWorkplace = /^an?$/.test(position[0]?.text ?? '') || isName(position);
  return [
    ...(role ? [{ attribute: 'job', owner, value: role }] : []),
    ...(isWorkplace ? [{ attribute: 'employer', owner, value: position }] : workIn(owner, rest)),
  ];
}

/** "at the library", "in my uncle's bank": who works there may work elsewhere too, unless it is so only now. */
function workIn(owner: Phrase, rest: Phrase): readonly FoundClaim[] {
  const value = placeOfWork(phraseAfter(rest, 'at', 'for', 'in') ?? [], true);
  const isNow = rest.some(({ text }) => text === 'henceforth');
  return value.length > 0
    ? [{ attribute: 'employer', owner, value, plural: true, ...(isNow ? { taken: true } : {}) }]
    : [];
}

/**
 * The "campus cafe" of "the campus cafe on Mondays": what is written small is a workplace by its kind, and "the office" is
 * none. `isWork`: it is said that somebody works there, or did, so that it may be a place to go to for other reasons.
 */
function placeOfWork([article, ...words]: Phrase, isWork: boolean): Phrase {
  const noun = words.findIndex(({ text }) => workplaces.has(text) || (isWork && placesOfWork.has(text)));
  const isOne = /^(?:an?|the|my|our)$/.test(article?.text ?? '') && noun >= 0 && noun < 3;
  return isOne && (noun > 0 || words[0]?.text !== 'office') ? words.slice(0, noun + 1) : [];
}

function preference(owner: Phrase, rest: Phrase): readonly FoundClaim[] {
  const position = rest.findIndex(({ text }) => text === 'over' || text === 'to');
  if (position < 1) return [];
  const chosen = rest.slice(0, position);
  const [preferred, other] = [chosen, phraseAt(rest.slice(position + 1))].map((side) => stemsOf(side).join(' '));
  if (!preferred || !other) return [];
  // One key for both orders, so that only the reverse is another value.
  return [{ attribute: `prefers ${[preferred, other].sort().join(' / ')}`, owner, value: chosen }];
}

function use(owner: Phrase, rest: Phrase): readonly FoundClaim[] {
  const value = phraseAt(rest);
  const purpose = stemsOf(phraseAfter(rest, 'for') ?? []).join(' ');
  return [
    { attribute: 'uses', owner, value, plural: true },
    // A tool of a kind does not exclude one of another.
    ...(purpose !== '' && isName(value) && toolIn(value.map(({ text }) => text)) === undefined
      ? [{ attribute: `uses for ${purpose}`, owner, value }]
      : []),
  ];
}

function port(owner: Phrase, rest: Phrase): readonly FoundClaim[] {
  const value = phraseAfter(rest, 'port')?.slice(0, 1);
  return value?.[0]?.text.startsWith('#n:') ? [{ attribute: 'port', owner, value }] : [];
}

function owned(subject: Phrase, rest: Phrase): readonly FoundClaim[] {
  // "owns the module" names its one owner; "owns a car" does not.
  return rest[0]?.text === 'the' && isName(subject)
    ? [{ attribute: 'owner', owner: phraseAt(rest), value: subject }]
    : [];
}

function birth(owner: Phrase, rest: Phrase): readonly FoundClaim[] {
  const place = phraseAfter(rest, 'in', 'at');
  const dated = rest.flatMap((word) => {
    const attribute = { '#y:': 'birth year', '#d:': birthday }[word.text.slice(0, 3)];
    return attribute === undefined ? [] : [{ attribute, owner, value: [word] }];
  });
  return isName(place) ? [...dated, { attribute: 'birthplace', owner, value: place }] : dated;
}

/** "into a lovely little flat" */
const maxBeforeHome = 6;
const homes = setOf('flat apartment house home room studio share cottage bungalow dorm condo loft villa place');

/** "moved from Portland to Seattle", "switched from Jest to Vitest": one value is given up, another taken. */
function change(owner: Phrase, verb: string, rest: Phrase): readonly FoundClaim[] {
  const [from, to] = [phraseAfter(rest, 'from'), phraseAfter(rest, 'to')];
  const moves = verb === 'moved' || verb === 'relocated';
  // "from npm to pnpm": tools are written small.
  const areTools = from?.length === 1 && to?.length === 1;
  const claims = (value: Phrase = [], end: Pick<FoundClaim, 'left'> = {}): readonly FoundClaim[] => {
    if (!areTools && !isName(value)) return [];
    const uses: FoundClaim = { attribute: 'uses', owner, value, plural: true, ...end };
    return moves && isName(value) ? [uses, { attribute: 'home', owner, value, ...end }] : [uses];
  };
  // "moved into a house share in Headingley"
  const into = moves && rest.slice(0, maxBeforeHome).some(({ text }) => homes.has(text)) ? home(owner, rest) : [];
  return [...claims(from, { left: true }), ...(to === undefined ? into : claims(to))];
}

/** Behind these somebody left a place for a while, and no work. */
const forAWhile = setOf('at for to with by around before without early late');
const posts = setOf('job position post role work');
const workplaces = setOf(
  'bakery library hospital school university clinic office bank shop store restaurant cafe café hotel factory farm agency company firm startup competitor ' +
    'bookshop bookstore supermarket brewery nursery kindergarten warehouse mill pharmacy council florist',
);
/** Where people work, and go for other reasons too. */
const placesOfWork = setOf(
  'college museum theatre theater cinema zoo airport station port post city ministry embassy court police church charity newspaper studio gallery ' +
    'salon garage workshop surgery laboratory lab gym plant pub bar',
);

/** "quit Google", "left his job at Google", "was fired from Google": who works there no more. */
function leave(owner: Phrase, verb: string, rest: Phrase): readonly FoundClaim[] {
  const first = rest[0]?.text ?? '';
  const isPost = rest.slice(0, 4).some(({ text }) => posts.has(text));
  // "quit at Siemens" ends what "quit Siemens" does.
  const isPassive = /^(?:resigned|fired|dismissed)$/.test(verb) || (/^quits?$/.test(verb) && first === 'at');
  const from = isPost || isPassive ? phraseAfter(rest, 'at', 'with', 'from', 'by') : undefined;
  const isFrom = isPost || (isPassive && (first === 'from' || first === 'by' || first === 'at'));
  if (verb === 'lost' && !isPost) return [];
  const named =
    isPassive || isPost ? (isFrom ? from : undefined) : prepositions.has(first) ? undefined : phraseAt(rest);
  if (!isName(named)) return [];
  const isOver = isPassive || isPost || !isLeftForAWhile(rest.slice(named.length));
  return isOver ? [{ attribute: 'employer', owner, value: named, left: true }] : [];
}

/** "left Berlin for a week", but not "left Siemens for a startup called Volta". */
function isLeftForAWhile([first, ...rest]: Phrase): boolean {
  const isForWork =
    first?.text === 'for' &&
    (rest[0]?.capital === true || rest.some(({ text }) => workplaces.has(text) || posts.has(text)));
  return forAWhile.has(first?.text ?? '') && !isForWork;
}

/** "quit the bakery", "resigned from the petrol station"; "quit my job as a nurse". */
function leaveWorkplace(owner: Phrase, verb: string, rest: Phrase): readonly FoundClaim[] {
  const role = posts.has(rest[1]?.text ?? '') ? phraseAfter(rest, 'as') : undefined;
  if (role !== undefined) return [{ attribute: 'job', owner, value: role, left: true }];
  const from = /^(?:at|from)$/.test(rest[0]?.text ?? '') ? 1 : 0;
  const value = placeOfWork(rest.slice(from), verb !== 'left');
  const next = rest[from + 1 + value.length]?.text ?? '';
  // Who leaves a bar, or an airport, has been there.
  const isOne = /^an?$/.test(rest[from]?.text ?? '');
  const isLeft = /^(?:quits?|left|resigned)$/.test(verb) && value.length > 0 && !isOne && !forAWhile.has(next);
  return isLeft ? [{ attribute: 'employer', owner, value, left: true }] : [];
}

/** A claim before it is folded. */
export interface FoundClaim {
  readonly attribute: string;
  /** What the attribute belongs to; nothing when the attribute's noun stands alone ("the deadline"). */
  readonly owner: Phrase;
  readonly value: Phrase;
  /** @default `''`, for attributes that hold whatever else is said. */
  readonly scope?: string;
  readonly left?: true;
  readonly plural?: true;
  readonly taken?: true;
  readonly once?: true;
  readonly implied?: true;
}

/** A claim that follows from what was said and agrees with none. */
export function impliedClaim(attribute: string, owner: Phrase, value: Phrase): FoundClaim {
  return { attribute, owner, value, implied: true };
}
