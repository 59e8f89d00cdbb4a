/**
 * Reads the relations of entities out of a text by rules, without a model and without I/O: what it
 * asserts to be so now. Questions, conditions, wishes, guesses, denials, quotations, what others say and what
 * is over tell none. Precision comes before recall.
 *
 *   names of the text -> marks -> sentences -> asserted clauses -> verbs, possessives -> relations
 *
 * Names become marks first, so that a rule sees "N lives in N" whatever the names are. A verb must stand right behind its
 * subject but for listed words. A relation belongs to the memory that tells it: a count over all memories would tell each
 * agent what others know.
 */
import type { EntityType } from '../domain/records.ts';
import { classOfWord } from './lexicon.ts';
import { foldName } from './fold.ts';
import { assertedClauses, sentencesOf, small } from './sentences.ts';
import { conceptStopWords, escaped, listed, petNouns } from './word-lists.ts';

// Relations that verbs tell, in clauses whose names are marks: "N lives in N", "N and N work at N", "N moved to N and
// works at N". Only forms that state what is so now match; an auxiliary or a word that is not listed between the
// subject and the verb breaks the match.

// A text in which every known name is one character: "Mark lives in New York" reads "N lives in N". So rules see where
// names stand and not how they are written. The speaker is a name too.

/** A name that a text may relate to another. */
interface RelatedName {
  readonly name: string;
  readonly type: EntityType;
  /** The forms in which the text writes it. */
  readonly surfaces: readonly string[];
}

/** A relation between two names of a memory. */
export interface NamedRelation {
  readonly from: string;
  /** In words. */
  readonly predicate: string;
  readonly to: string;
  /** Whether it was found in the text: then nobody is told where it makes no edge. */
  readonly found?: true;
}

/** One mark, as the source of a regular expression: of a name, or of the speaker as "I". */
const markSource = '[\\uE000-\\uE0FF\\uF8FF]';
/** The mark of "I". */
const selfMark = '\uf8ff';

const firstMark = 0xe000;
const privateUse = /[\uE000-\uF8FF]/g;

/** What the marks of a text stand for. */
class NameMarks {
  readonly #names: readonly RelatedName[];
  readonly #speaker: RelatedName | undefined;

  constructor(names: readonly RelatedName[], speaker: string | undefined) {
    const key = speaker === undefined ? undefined : foldName(speaker);
    this.#names = names;
    this.#speaker =
      names.find(({ name }) => foldName(name) === key) ??
      (speaker === undefined ? undefined : { name: speaker, type: 'person', surfaces: [speaker] });
  }

  /** The name that a mark stands for. */
  of(mark: string): RelatedName | undefined {
    return mark === selfMark ? this.#speaker : this.#names[mark.charCodeAt(0) - firstMark];
  }

  /** The text with marks in the place of names, and of "I" and "my" where it is known who speaks. */
  mark(content: string): string {
    const marks = new Map(
      this.#names.flatMap(({ surfaces }, position) =>
        surfaces.map((surface): [string, string] => [surface, String.fromCharCode(firstMark + position)]),
      ),
    );
    const plain = content.replace(privateUse, ' ').replace(/[\u2018\u2019\u02bc\u2032]/g, "'");
    const marked =
      marks.size === 0 ? plain : plain.replace(anyOf([...marks.keys()]), (form) => marks.get(form) ?? form);
    return this.#speaker === undefined ? marked : withSelf(marked);
  }
}

/** "I'm", "my" and "we": the speaker. */
function withSelf(text: string): string {
  return text
    .replace(/\b(?:[Mm]y|[Oo]ur)\b/g, `${selfMark}'s`)
    .replace(/\b(?:I|[Ww]e)(?:'m| am|'re| are)\b/g, `${selfMark} am`)
    .replace(/\b(?:I|[Ww]e)(?:'ve| have)\b/g, `${selfMark} have`)
    .replace(/\b(?:I|[Ww]e)\b(?!['./])/g, selfMark);
}

/** One of some texts as whole words, the longest first. */
function anyOf(forms: readonly string[]): RegExp {
  const longestFirst = [...forms].sort((one, other) => other.length - one.length);
  return new RegExp(`(?<![\\p{L}\\p{N}_])(?:${longestFirst.map(escaped).join('|')})(?![\\p{L}\\p{N}_])`, 'gu');
}

// Nouns that say how somebody stands to somebody, or that something is somebody's.

/** Nouns of persons, those that mean the same side by side; `mum` and `mother` tell `mother of`. */
const kinds =
  'sister|brother|mother mom mum|father dad|son|daughter|cousin|aunt|uncle|niece|nephew|grandmother grandma|' +
  'grandfather grandpa|partner boyfriend girlfriend fiance fiancee|friend|colleague coworker co-worker|' +
  'boss manager supervisor|neighbour neighbor|roommate flatmate|teacher|mentor';
/** From a noun of a person to the predicate that runs from the person to whose it is. */
const persons: ReadonlyMap<string, string> = new Map([
  ...kinds.split('|').flatMap((kind): [string, string][] => {
    const nouns = listed(kind);
    return nouns.map((noun) => [noun, `${nouns[0]} of`]);
  }),
  ...listed('wife husband spouse').map((noun): [string, string] => [noun, 'married to']),
]);

const things =
  'boat car bike van truck motorbike guitar bakery shop store restaurant cafe studio farm company startup business gallery';

/** Animals, whose names follow without further ado. */
const animals = `${petNouns}|bird|fish|pet|goat|chicken`;
/** Nouns of what somebody owns under a name. */
const ownedNouns: string = `${animals}|${things.split(' ').join('|')}`;
/** Nouns of persons. */
const personNouns: string = [...persons.keys()].join('|');

/** The predicate from somebody to whose he is; undefined for a noun of what is owned. */
function predicateOfNoun(noun: string): string | undefined {
  const one = noun.toLowerCase().replace(/é/g, 'e');
  return persons.get(one) ?? persons.get(one.replace(/s$/, ''));
}

/** Whether a name follows a noun without a word for it: "my sister Ines", but "my shop called Crumb". */
function isNamedAlone(noun: string): boolean {
  return predicateOfNoun(noun) !== undefined || animals.split('|').includes(noun.replace(/s$/, ''));
}

/** The predicate of two of a kind: "are sisters", "are married". */
function predicateOfPair(word: string): string | undefined {
  if (word === 'married') return 'married to';
  return word === 'engaged' ? 'partner of' : predicateOfNoun(word);
}

/** One or more marks: "N, N and N". */
const listSource: string = `${markSource}(?:(?:, | and |, and | & )(?:the )?${markSource})*`;

interface VerbRule {
  readonly predicate: string;
  /** The verb up to its object, as the source of a regular expression. */
  readonly verb: string;
  /** The object is the one who does it: "is imported by". */
  readonly passive?: true;
  /** What its subject may be. @default anything */
  readonly from?: Fits;
  /** What its object may be. @default anything */
  readonly to?: Fits;
}

type Fits = (type: EntityType) => boolean;

const isPerson: Fits = (type) => type === 'person';
const isNobody: Fits = (type) => type !== 'person';
const isThing: Fits = (type) => type !== 'person' && type !== 'place' && type !== 'url';
const isCode: Fits = (type) => type === 'file' || type === 'function' || type === 'identifier';
const isHome: Fits = (type) => type === 'place' || type === 'other' || type === 'organisation';
const mayLive: Fits = (type) => type === 'person' || type === 'other';

const be = '(?:is|am|are)';
const have = '(?:has|have)';
const made = '(?:created|written|invented|founded|designed|developed|built)';

/** In order: of two that match one stretch the earlier counts. */
const rules: readonly VerbRule[] = [
  { predicate: 'lives in', verb: `(?:lives?|resides?|${be} (?:now )?living) in`, from: mayLive, to: isHome },
  { predicate: 'lives in', verb: `${have} (?:been living|lived) in`, from: mayLive, to: isHome },
  { predicate: 'lives in', verb: `${be} (?:now )?based in`, from: isPerson, to: isHome },
  {
    predicate: 'lives in',
    verb: `(?:${have} )?(?:re)?(?:moved|located)(?: back| out| over)?(?: from [^,.;]{1,30}?)? to`,
    from: mayLive,
    to: isHome,
  },
  { predicate: 'located in', verb: `${be} (?:located|situated|based) in`, from: isNobody, to: isHome },
  {
    predicate: 'located in',
    verb: `${be} in`,
    from: (type) => type === 'place' || type === 'organisation',
    to: (type) => type === 'place',
  },
  {
    predicate: 'works at',
    verb: `(?:works?|${be} (?:working|employed))(?: as an? [\\w -]{1,30}?)? (?:at|for|by)`,
    from: mayLive,
    to: isThing,
  },
  {
    predicate: 'works at',
    verb: '(?:got|started|have|has) (?:an?|my|his|her) (?:new )?(?:job|position|role) (?:at|with)',
    from: mayLive,
    to: isThing,
  },
  { predicate: 'married to', verb: `(?:${be} (?:now )?married to|married)`, from: mayLive, to: mayLive },
  { predicate: 'member of', verb: `(?:${be} (?:an? |the )?(?:\\w+ )?members? of|joined)`, from: mayLive, to: isNobody },
  { predicate: 'part of', verb: `${be} (?:an? )?part of`, from: isNobody, to: isNobody },
  { predicate: 'is a', verb: `is an?(?= ${markSource}(?:[,;]|$| and | but ))`, to: isNobody },
  { predicate: 'owns', verb: 'owns?', to: isNobody },
  { predicate: 'owns', verb: `${be} owned by`, passive: true },
  { predicate: 'imports', verb: 'imports?', from: isThing, to: isThing },
  { predicate: 'imports', verb: `${be} imported by`, passive: true, from: isThing, to: isThing },
  { predicate: 'calls', verb: 'calls?', from: isCode, to: isCode },
  { predicate: 'calls', verb: `${be} called (?:by|from)`, passive: true, from: isCode, to: isCode },
  { predicate: 'depends on', verb: '(?:depends?|relies|rely) on', from: isThing, to: isThing },
  { predicate: 'uses', verb: `(?:uses?|${be} (?:now )?using)`, to: isThing },
  { predicate: 'uses', verb: `${be} used by`, passive: true, from: isThing },
  { predicate: 'created by', verb: `(?:was|were|is|are) (?:originally )?${made} by`, from: isThing },
  {
    predicate: 'created by',
    verb: '(?:created|wrote|invented|founded|designed|developed|built)',
    passive: true,
    to: isThing,
  },
];

/** How the verbs of the rules begin, as the source of a regular expression. */
const verbHints: string =
  'live|resid|living|based|moved|relocated|located|situated|work|employed|job|position|role|married|member|joined|part of|' +
  'own|import|call|depend|rel|us(?:e|ing)|created|written|wrote|invented|founded|designed|developed|built|is an? |(?:is|are) in ';

/** Words between a subject and its verb that change nothing. */
const middle = '(?:,? (?:now|still|also|both|currently|recently|just|finally|actually|really|already|mostly|all|who))*';
/** Subjects follow these words, or nothing: "with N lives in N" has another one. */
const leads = new RegExp(
  `(?:^|[,;:(]|\\b(?:and|but|so|because|while|since|then|well|hi|hey|yes|today|function|method|file|module|class|script|` +
    `library|package|company|${personNouns}|${animals})) ?(?:[Tt]he )?$`,
  'i',
);
const articles = '(?:(?:the|an?) )?';

const compiled = rules.map((rule) => ({
  ...rule,
  // Alone it is looked for many times as fast as with its subject.
  alone: new RegExp(` (?:${rule.verb}) `),
  pattern: new RegExp(
    `(?:(?<subject>${listSource}),?|\\b(?:and|but)(?: (?:he|she|they))?)${middle} (?<verb>${rule.verb}) ${articles}(?<object>${listSource})(?!'s|\\w)`,
    'g',
  ),
}));

/** The relations that the verbs of a clause tell. */
function verbRelations(clause: string, marks: NameMarks): readonly NamedRelation[] {
  const lead = leadOf(clause);
  const likely = compiled.filter(({ alone }) => alone.test(clause));
  return likely.flatMap((rule) =>
    [...clause.matchAll(rule.pattern)].flatMap(({ groups = {}, index }) => {
      const { subject = lead, verb = '', object = '' } = groups;
      const isOwn = groups['subject'] === undefined || isSubject(clause.slice(0, index), subject);
      const [ones, others] = [marksIn(subject), marksIn(object)];
      if (!isOwn || ones.length === 0 || !agrees(ones, verb)) return [];
      const sides = { ones: namesOf(ones, marks, rule.from), others: namesOf(others, marks, rule.to) };
      return sides.ones.flatMap((one) => sides.others.map((other) => relationOf(rule, one, other)));
    }),
  );
}

function relationOf({ predicate, passive }: VerbRule, one: string, other: string): NamedRelation {
  return passive === true ? { from: other, predicate, to: one } : { from: one, predicate, to: other };
}

/** The names of some marks that are what they may be. */
function namesOf(side: readonly string[], marks: NameMarks, fits: Fits = () => true): readonly string[] {
  return side.flatMap((mark) => {
    const name = marks.of(mark);
    return name !== undefined && fits(name.type) ? [name.name] : [];
  });
}

/** Whether a name may be a person's. */
function mayBePerson(name: RelatedName | undefined): boolean {
  return name !== undefined && mayLive(name.type);
}

/** The marks of a text, in order. */
function marksIn(list: string): readonly string[] {
  return list.match(new RegExp(markSource, 'g')) ?? [];
}

/** The first names of a clause that can be its subject; empty where there are none. */
function leadOf(clause: string): string {
  for (const { 0: list, index } of clause.matchAll(new RegExp(`${listSource}(?!'s)`, 'g'))) {
    if (isSubject(clause.slice(0, index), list)) return list;
  }
  return '';
}

function isSubject(before: string, subject: string): boolean {
  return subject.startsWith(selfMark) || leads.test(before);
}

/** "N lives", "N and N live", "I live"; "let N live" does not agree. */
function agrees(subject: readonly string[], verb: string): boolean {
  const [word = ''] = verb.split(' ');
  if (/(?:ed|got|wrote|built|was|were)$/.test(word)) return true;
  const isOne = subject.length === 1 && subject[0] !== selfMark;
  return isOne === /s$/.test(word);
}

/** A text with the names that are known of it. */
export interface NamedText {
  readonly content: string;
  /** Who "I" is; without one nothing is told of "me". */
  readonly speaker: string | undefined;
  readonly names: readonly RelatedName[];
}

/** What a text tells. */
export interface FoundRelations {
  /** Each once, at most {@link maxFound}. */
  readonly relations: readonly NamedRelation[];
  /** Names at their ends that were not known: the speaker, and those that the text introduces. */
  readonly introduced: readonly RelatedName[];
}

/** Relations that are read from one text, at the most: one of more is mostly a list. */
export const maxFound = 20;
/** Sentences are read to this length, in characters: longer ones are no prose. */
const longestSentence = 600;

const mark = new RegExp(markSource);
/** A sentence without such a word tells no relation; most have none. */
const telling = new RegExp(`\\b(?:${verbHints}|${personNouns}|fianc|${ownedNouns})`);
/** "N, who lives in N, is ..." also says "N lives in N". */
const relative = new RegExp(`(${markSource}),? who ([^,;]+)(?:, )?`, 'g');
const possessive = /\b(?:[Hh]is|[Hh]er|[Tt]heir)\b/g;

/** The relations that a text tells. */
export function findRelations({ content, speaker, names }: NamedText): FoundRelations {
  const known = new Set(names.map(({ name }) => foldName(name)));
  const introduced = introducedNames(content).filter(({ name }) => !known.has(foldName(name)));
  const marks = new NameMarks([...names, ...introduced], speaker);
  const found = new Map<string, NamedRelation>();
  for (const sentence of sentencesOf(marks.mark(content))) {
    if (sentence.length > longestSentence || !mark.test(sentence) || !telling.test(sentence)) continue;
    for (const relation of relationsOf(sentence, marks)) {
      if (found.size < maxFound && foldName(relation.from) !== foldName(relation.to))
        found.set(JSON.stringify(relation), relation);
    }
  }
  const relations = [...found.values()];
  const ends = new Set(relations.flatMap(({ from, to }) => [foldName(from), foldName(to)]));
  const speaking: readonly RelatedName[] =
    speaker === undefined ? [] : [{ name: speaker, type: 'person', surfaces: [speaker] }];
  const isNeeded = ({ name }: RelatedName): boolean => ends.has(foldName(name)) && !known.has(foldName(name));
  return { relations, introduced: [...introduced, ...speaking].filter(isNeeded) };
}

function relationsOf(sentence: string, marks: NameMarks): readonly NamedRelation[] {
  const apart: string[] = [];
  // Names are marks, so a capital only begins the sentence: "Maybe" is "maybe".
  const lower = small(sentence);
  const main = withOwner(lower, marks).replace(relative, (_, name: string, said: string) => {
    apart.push(`${name} ${said}`);
    return `${name} `;
  });
  return [main, ...apart]
    .flatMap((text) => assertedClauses(text))
    .flatMap((clause) => [...verbRelations(clause, marks), ...possessiveRelations(clause, marks)]);
}

/** "N lives there; his brother": where one person alone is named before it, "his" is that one's. */
function withOwner(sentence: string, marks: NameMarks): string {
  return sentence.replace(possessive, (word, position: number) => {
    const persons = marksIn(sentence.slice(0, position)).filter((one) => mayBePerson(marks.of(one)));
    const [only] = persons;
    return only !== undefined && new Set(persons).size === 1 && sentence.startsWith(only) ? `${only}'s` : word;
  });
}

// Names that nothing but the words before them shows to be names: "my cat Pixel", "a bakery called Crumb". They are
// entities only where a relation needs them.

const whose = "(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir|\\p{L}+'s)";
const name = '(?<name>\\p{Lu}[\\p{L}-]{1,30})(?![\\p{L}\\p{N}_])';
const patterns: readonly RegExp[] = [
  // Of things a name has to be announced: "my shop Monday to Friday" has none.
  new RegExp(
    `\\b(?:${whose}|an?) (?:[\\w-]+ ){0,2}(?:(?<person>${personNouns})|${ownedNouns}),? (?:is )?(?:named|called|nicknamed) ${name}`,
    'gu',
  ),
  new RegExp(`\\b${whose} (?:[\\w-]+ ){0,2}(?:(?<person>${personNouns})|${animals}),? ${name}`, 'gu'),
];

/** A capital at the beginning of a sentence proves nothing, unless no such word is known and this is said of it. */
const first =
  /(?:^|[.!?]\s+)(?<name>\p{Lu}[\p{L}-]{2,30}) (?:lives in|works (?:at|for)|moved to|joined|owns|is (?:an? \p{Lu}|part of|married to|based in|located in)|was created by)(?![\p{L}\p{N}_])/gu;

/** The names that a text introduces so, each once. */
function introducedNames(content: string): readonly RelatedName[] {
  const found = new Map<string, RelatedName>();
  for (const { groups = {} } of patterns.flatMap((pattern) => [...content.matchAll(pattern)])) {
    const { name = '', person } = groups;
    if (conceptStopWords.has(name.toLowerCase()) || found.has(name)) continue;
    found.set(name, { name, type: person === undefined ? 'other' : 'person', surfaces: [name] });
  }
  for (const { groups: { name = '' } = {} } of content.matchAll(first)) {
    if (!found.has(name) && classOfWord(name.toLowerCase()) === 'unknown')
      found.set(name, { name, type: 'other', surfaces: [name] });
  }
  return [...found.values()];
}

// Finds relations in possessives and nouns of kin, in clauses whose names are marks: "N's sister N", "N is N's cat", "N
// has a dog called N", "N and N are brothers".

const marked = `(${markSource})`;
const noun = `(${personNouns}|fianc[ée]e?|${ownedNouns})s?`;
/** "my older sister"; a former one is none any more. */
const qualities = '(?:(?!ex|former|late|future|dead|old boss)[\\w-]+ ){0,2}';
const named = '(?:named|called|nicknamed)';
const nameWord = /name|called/;
/** What follows a noun that ends its phrase: "Mark's cat", not "Mark's cat sitter". */
const ends = '(?= (?:and|but|who|that|in|from|at|with|now|too|since|by|because|so|these)\\b|[,;)]|$)';

/** "N's sister N", "N's cat is called N", "N's name": whose it is first. */
const ofWhom = new RegExp(
  `${marked}'s ${qualities}${noun}( (?:${named} )?| is (?:${named} )?(?!${markSource}'s)|, (?:${named} )?(?=${markSource},)|'s name is )${marked}`,
  'g',
);
/** "N is N's sister", "N, N's sister, ...": whose it is second. */
const whoseRelation = new RegExp(
  `(${listSource})(,| (?:is|are)(?: also)?) ${marked}'s ${qualities}${noun}${ends}`,
  'g',
);
/** "N is the sister of N". */
const nounOf = new RegExp(`(${listSource}) (?:is|are) (?:the|an?) ${qualities}${noun} of ${marked}(?!'s)`, 'g');
/** "N and N are sisters". */
const pair = new RegExp(
  `${marked} and ${marked} are (?:(?:both|now|best|good|close|twin|old) )*(${personNouns.split('|').join('s|')}s|married|engaged)${ends}`,
  'g',
);
/** "N has a cat named N and a dog called N": everything after the verb. */
const holding = new RegExp(
  `${marked}(?:,? (?:also|just|recently|now|still))* (?:has|have|owns?|got|have got|has got|adopted|bought|runs?) (?=an? |another )(.*)$`,
);
const held = new RegExp(`\\b(?:an?|another) ${qualities}${noun},? (?:${named} )${marked}`, 'g');

/** The relations that the possessives of a clause tell. */
function possessiveRelations(clause: string, marks: NameMarks): readonly NamedRelation[] {
  const found: NamedRelation[] = [];
  const add = (who: string, word: string, whom: string): void => {
    const [one, other] = [marks.of(who)?.name, marks.of(whom)?.name];
    if (one === undefined || other === undefined) return;
    const predicate = predicateOfNoun(word);
    found.push(
      predicate === undefined ? { from: other, predicate: 'owns', to: one } : { from: one, predicate, to: other },
    );
  };
  for (const [, whom = '', word = '', between = '', who = ''] of clause.matchAll(ofWhom)) {
    // "My business, Jon": only persons and pets are named without a word for it.
    if (isNamedAlone(word) || nameWord.test(between)) add(who, word, whom);
  }
  for (const { 0: all, 1: list = '', 2: between, 3: whom = '', 4: word = '', index } of clause.matchAll(
    whoseRelation,
  )) {
    // "Mel, my dog and I": what is said in between ends with a comma.
    if (between === ',' && !/^(?:[,;)]|$)/.test(clause.slice(index + all.length))) continue;
    for (const who of marksIn(list)) add(who, word, whom);
  }
  for (const [, list = '', word = '', whom = ''] of clause.matchAll(nounOf)) {
    for (const who of marksIn(list)) add(who, word, whom);
  }
  const [, holder = '', objects = ''] = holding.exec(clause) ?? [];
  for (const [, word = '', who = ''] of objects.matchAll(held)) add(who, word, holder);
  return [...found, ...pairs(clause, marks)];
}

function pairs(clause: string, marks: NameMarks): readonly NamedRelation[] {
  return [...clause.matchAll(pair)].flatMap(([, one = '', other = '', word = '']) => {
    const predicate = predicateOfPair(word);
    const [from, to] = [marks.of(one)?.name, marks.of(other)?.name];
    return predicate === undefined || from === undefined || to === undefined ? [] : [{ from, predicate, to }];
  });
}
