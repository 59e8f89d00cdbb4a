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
import { conceptStopWords } from './word-lists.ts';
import { foldName } from './fold.ts';
import {
  NameMarks,
  type NamedRelation,
  type RelatedName,
  isNamedAlone,
  listSource,
  markSource,
  marksIn,
  mayBePerson,
  ownedNouns,
  personNouns,
  petNouns,
  predicateOfNoun,
  predicateOfPair,
  verbHints,
  verbRelations,
} from './verb-relations.ts';
import { classOfWord } from './names.ts';
import { assertedClauses, sentencesOf, small } from './sentences.ts';

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
  /** Names at their ends that were not known: whoever speaks, and those that the text introduces. */
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
  new RegExp(`\\b${whose} (?:[\\w-]+ ){0,2}(?:(?<person>${personNouns})|${petNouns}),? ${name}`, 'gu'),
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

// Relations that possessives and nouns of kin tell, in clauses whose names are marks: "N's sister N", "N is N's cat",
// "N has a dog called N", "N and N are brothers".

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
