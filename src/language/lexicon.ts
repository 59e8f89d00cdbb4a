/**
 * What an English word is, from the lexicon of the library `compromise`: a person's name, a place, an organisation,
 * or an ordinary word. This file alone loads the library, since that takes 0.2 s and 30 MB: only to tag sentences that
 * the lexicon leaves open ("Mark ..."). A build keeps the lexicon itself beside this file, as {@link lexiconText}.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { lazily } from '../domain/values.ts';
import { rarityOf } from './common-words.ts';
import { foldText } from './fold.ts';
import { verbForms } from './grammar.ts';
import { stemOf } from './words.ts';
import {
  conceptStopWords,
  defaultTechnicalTerms,
  everydayWords,
  isNeverAlone,
  isOrdinary,
  setOf,
} from './word-lists.ts';

/** What the lexicon says of a word; `ordinary` is any word but a noun. */
export type WordClass = 'person' | 'place' | 'organisation' | 'demonym' | 'time' | 'noun' | 'ordinary' | 'unknown';

/** The part of the library that is used here. */
interface Tagger {
  (text: string): { match(pattern: string): { out(format: 'array'): string[] } };
  model(): {
    readonly one: { readonly lexicon: Readonly<Record<string, string | readonly string[]>> };
    readonly two: { readonly switches: Readonly<Record<string, string>> };
  };
}

const tagger = lazily((): Tagger => createRequire(import.meta.url)('compromise/two'));

/** The tags of each word of the lexicon, and the words that may be a person or something else. */
interface Lexicon {
  readonly tagsOf: ReadonlyMap<string, readonly string[]>;
  readonly ambiguous: ReadonlySet<string>;
}

/** The lexicon as text: for each combination of tags a line of these tags and the words, and such a line for the ambiguous ones. */
export function lexiconText(): string {
  const { one, two } = tagger().model();
  const words = new Map<string, string[]>();
  for (const [word, tags] of Object.entries(one.lexicon)) {
    const key = [tags].flat().join(' ');
    const found = words.get(key);
    if (found === undefined) words.set(key, [word]);
    else found.push(word);
  }
  const nouns = words.get('Noun') ?? [];
  for (const word of wordsIn('ordinary-words.txt')) if (one.lexicon[word] === undefined) nouns.push(word);
  words.set('Noun', nouns);
  // The last line that has a word counts.
  words.set('FirstName Person', [...wordsIn('given-names.txt')]);
  const ambiguous = Object.entries(two.switches).flatMap(([word, kind]) =>
    /^Person\|(?!Date)/.test(kind) ? [word] : [],
  );
  return [...words, [ambiguousKey, ambiguous] as const].map((line) => line.flat().join('\t')).join('\n');
}

/** What the library lacks: everyday words of WordNet (scripts/ordinary-words.js), and given names of many countries. */
function wordsIn(file: string): readonly string[] {
  return readFileSync(new URL(`../../src/language/${file}`, import.meta.url), 'utf8')
    .trim()
    .split(/\s+/);
}

const ambiguousKey = '?';

const lexicon = lazily((): Lexicon => {
  const tagsOf = new Map<string, readonly string[]>();
  let ambiguous: ReadonlySet<string> = new Set();
  for (const line of keptText().split('\n')) {
    const [key = '', ...words] = line.split('\t');
    const tags = key.split(' ');
    if (key === ambiguousKey) ambiguous = new Set(words);
    else for (const word of words) tagsOf.set(word, tags);
  }
  return { tagsOf, ambiguous };
});

/** As the build has kept it; the source is not built. */
function keptText(): string {
  try {
    return readFileSync(new URL('lexicon.txt', import.meta.url), 'utf8');
  } catch {
    return lexiconText();
  }
}

const classOfTag: Readonly<Record<string, WordClass>> = {
  FemaleName: 'person',
  MaleName: 'person',
  FirstName: 'person',
  LastName: 'person',
  Person: 'person',
  City: 'place',
  Country: 'place',
  Region: 'place',
  Place: 'place',
  Organization: 'organisation',
  SportsTeam: 'organisation',
  Demonym: 'demonym',
  WeekDay: 'time',
  Month: 'time',
  Date: 'time',
  Duration: 'time',
  Singular: 'noun',
  Plural: 'noun',
  Uncountable: 'noun',
  Noun: 'noun',
  ProperNoun: 'noun',
};

/** In the lexicon as names, but ordinary words or given names of nobody in everyday text. */
const notNames: ReadonlySet<string> = setOf(
  'don an see so my buddy downtown uptown guinea cork ing ups visa que las den ist ams fra ord cal la nice mobile reading bath split man lay long may will art',
);

/**
 * What a word or a name of several words is; lower case, words separated by one space.
 * The first call waits for the library to load.
 */
export function classOfWord(lower: string): WordClass {
  const { tagsOf } = lexicon();
  const tags = tagsOf.get(lower) ?? tagsOf.get(foldText(lower));
  if (tags === undefined) return isPlural(lower) ? 'noun' : 'unknown';
  if (notNames.has(lower)) return 'ordinary';
  // Abbreviations of states and codes of airports ("la", "ord") are no names as they stand.
  if (lower.length <= 4 && tags.length > 1 && tags.includes('Place')) return 'ordinary';
  for (const tag of tags) {
    const found = classOfTag[tag];
    if (found !== undefined) return found;
  }
  return 'ordinary';
}

function isPlural(lower: string): boolean {
  const tags = lower.endsWith('s') ? (lexicon().tagsOf.get(lower.slice(0, -1)) ?? []) : [];
  return tags.some((tag) => classOfTag[tag] === 'noun');
}

/** Whether nothing is known of a folded word: no name, no word that many write, and no form of a verb. */
export function isUnknownWord(lower: string): boolean {
  if (everydayWords.has(lower) || isNeverAlone(lower) || classOfWord(lower) !== 'unknown') return false;
  return !verbForms.has(lower) && rarityOf(stemOf(lower)) === 1;
}

/** Given names that women and men bear alike, though the lexicon knows one use only. */
const sharedNames = setOf('alex sam chris pat jamie robin lee kim casey jesse max charlie jo sasha andrea jean nikki');

const women = setOf('grace rose hope joy faith april lily daisy ivy dawn ines');
const men = setOf('mark bill jack bob frank rob');

/** Whether a given name is a man's or a woman's; undefined where the lexicon does not know, or it may be both. */
export function genderOfName(name: string): 'female' | 'male' | undefined {
  const lower = name.toLowerCase();
  const tags = sharedNames.has(lower) ? [] : (lexicon().tagsOf.get(lower) ?? []);
  const tag = tags.length === 1 ? tags[0] : undefined;
  if (tag === 'FemaleName' || women.has(lower)) return 'female';
  return tag === 'MaleName' || men.has(lower) ? 'male' : undefined;
}

/** Whether a word that can be a person's name is as often something else ("mark", "rose", "will"). */
export function isAmbiguousName(lower: string): boolean {
  return lower === 'will' || lexicon().ambiguous.has(lower);
}

/** Whether a word (lower case) is a person's given name, whatever else it is. */
export function isGivenName(lower: string): boolean {
  const tags = lexicon().tagsOf.get(lower) ?? [];
  return tags.some((tag) => tag === 'FemaleName' || tag === 'MaleName' || tag === 'FirstName');
}

/** Given names that are also words of a chat written small. */
const wordsToo: ReadonlySet<string> = setOf(`
amber barb beryl buster chad cher crystal dale dell dot drew ed eden ella elle fay florence gale garland garnet genesis heath
homer ira jan jean kay kip laurel lea lin lou mae marina merit merry mick minor monte moss nick norm oscar patty pearl percy pip
polly precious prudence randy ray reed roman rosemary rowan ruby rusty sal sandy sonny spencer stan sterling summer tad tanner
tip ty val van vern viola violet virginia wade walker warren wayne wiley willy winter zane`);
/** Whether a word written small is a given name and nothing else. */
export function isGivenOnly(lower: string): boolean {
  if (wordsToo.has(lower) || everydayWords.has(lower) || isNeverAlone(lower) || conceptStopWords.has(lower))
    return false;
  return isGivenName(lower) && classOfWord(lower) === 'person' && !isAmbiguousName(lower);
}

/** Whether the library takes the first word of the sentence for a person. Takes about a millisecond. */
export function beginsWithPerson(sentence: string, first: string): boolean {
  const people = tagger()(sentence).match('#Person+').out('array');
  return people.some((person) => person.startsWith(first));
}

/** Classes of words that may be names and are ordinary nouns or say when. */
const ordinaryClasses: ReadonlySet<string> = new Set(['ordinary', 'noun', 'time', 'demonym']);
/** Letters, with what may stand within a word; anything else is a path, an identifier or a number with letters. */
const plainWords = /^[\p{L}\p{M}' -]+$/u;

/** Whether a folded name of one or several words is an ordinary word or phrase. A number by itself is, and so is a single letter. */
export function isOrdinaryName(surface: string): boolean {
  if (/^\p{N}+$/u.test(surface)) return true;
  if (!plainWords.test(surface)) return false;
  const words = surface.split(' ');
  return words.length === 1 ? isOrdinaryWord(surface) : words.every(isFunctional);
}

function isOrdinaryWord(word: string): boolean {
  if (everydayWords.has(word) || /^[a-z]$/.test(word) || isNeverAlone(word) || isAmbiguousName(word)) return true;
  return !defaultTechnicalTerms.has(word) && ordinaryClasses.has(classOfWord(word));
}

/** A phrase names something by its nouns: "login bug" does, "get out" does not. */
function isFunctional(word: string): boolean {
  return isOrdinary(word) || classOfWord(word) === 'ordinary';
}
