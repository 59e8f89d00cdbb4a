/** Takes prose apart into the words that names are made of, and says what the finders of names find. */
import { createRequire } from 'node:module';
import type { EntityType } from '../domain/records.ts';
import { defaultTechnicalTerms, everydayWords, isNeverAlone, isOrdinary, setOf } from './word-lists.ts';

/** A word of prose and what its surroundings say about its capital letter. */
export interface NameWord {
  /** As written, without a possessive or contracted ending. */
  readonly text: string;
  readonly lower: string;
  readonly start: number;
  readonly end: number;
  /** Begins with a capital, or is a brand such as `iPhone`. */
  readonly capitalised: boolean;
  /** Two or more letters, all of them capitals: an acronym, or shouting. */
  readonly acronym: boolean;
  /** Begins a sentence, a quotation, a line or the like, so that its capital says nothing. */
  readonly initial: boolean;
  /** Only a space (or the full stop of an abbreviation) lies between it and the word before. */
  readonly joined: boolean;
  /** Something was cut off, as in `Mark's`: a name ends here. */
  readonly closed: boolean;
}

const pattern = /(?:\p{Lu}\.){2,}|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’&-][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu;
const boundary = /[.!?…:;\n\r"“”«»‘„()[\]{}*•–—|>#~=+/\\]|\p{Extended_Pictographic}|(?:^|\s)['-]|\ufffc/u;
const ending = /['’](?:s|S|m|re|ve|ll|d|t)$/;
const abbreviations: ReadonlySet<string> = setOf(
  'dr mr mrs ms prof st mt ft jr sr rev sgt capt col gen lt sen rep gov hon vs',
);

function endsAbbreviation(word: NameWord): boolean {
  return abbreviations.has(word.lower) || (word.text.length === 1 && word.capitalised && word.text !== 'I');
}

/** The words of a text in order, with what capital letters mean where they stand. */
export function wordsOfProse(text: string): readonly NameWord[] {
  const words: NameWord[] = [];
  let previous: NameWord | undefined;
  for (const match of text.matchAll(pattern)) {
    const [found] = match;
    const cut = found.length > 2 ? (ending.exec(found)?.[0].length ?? 0) : 0;
    const bare = found.slice(0, found.length - cut);
    const lower = bare.toLowerCase();
    // Most words are written small, and need no closer look.
    const hasCapitals = lower !== bare;
    const gap = text.slice(previous === undefined ? 0 : previous.end, match.index);
    const after = previous !== undefined && endsAbbreviation(previous) && /^\. ?$/.test(gap);
    const acronym =
      hasCapitals &&
      /^(?:\p{Lu}\.){2,}$|^(?=.{2})[\p{Lu}\p{N}&-]*\p{Lu}[\p{Lu}\p{N}&-]*s?$/u.test(bare) &&
      /\p{Lu}.*\p{Lu}/u.test(bare);
    const word: NameWord = {
      text: bare,
      lower,
      start: match.index,
      end: match.index + found.length,
      capitalised: hasCapitals && /^(?:\p{Lu}|[ei]\p{Lu}\p{Ll})/u.test(bare),
      acronym,
      initial: previous === undefined || (!after && boundary.test(gap)),
      joined: previous !== undefined && !previous.closed && (gap === ' ' || gap === '\u00a0' || gap === ' & ' || after),
      closed: cut > 0,
    };
    words.push(word);
    previous = word;
  }
  return words;
}

// Runs of capitalised words, and whether their capitals mean anything.

const particles: ReadonlySet<string> = setOf('of de del della di da du van von der den la le el bin al y');
const germanWords: ReadonlySet<string> = setOf(
  'der das und ich nicht ist ein eine einen mit auf für wir dem des im zum zur',
);

/** The words `from..to` (exclusive). */
export interface Run {
  readonly from: number;
  readonly to: number;
}

/** The runs of capitalised words, each on one line and in one sentence, with the particles between them. */
export function runsOf(words: readonly NameWord[]): readonly Run[] {
  const runs: Run[] = [];
  for (let from = 0; from < words.length; from += 1) {
    if (words[from]?.capitalised !== true) continue;
    let to = from + 1;
    for (let next = to; next < words.length && words[next]?.joined === true; next += 1) {
      const word = words[next];
      if (word === undefined || word.initial) break;
      if (word.capitalised) to = next + 1;
      else if (next - to >= 2 || !(particles.has(word.lower) || (word.lower === 'the' && next > to))) break;
    }
    runs.push({ from, to });
    from = to - 1;
  }
  return runs;
}

/** Whether capitals prove nothing in this text: most words have one, or nouns do as in German. */
export function distrustsCapitals(words: readonly NameWord[]): boolean {
  const letters = words.filter((word) => /\p{L}/u.test(word.text));
  const capitalised = letters.filter((word) => word.capitalised && word.text !== 'I').length;
  if (letters.length >= 6 && capitalised > letters.length * 0.6) return true;
  const german = new Set(letters.map((word) => word.lower).filter((lower) => germanWords.has(lower)));
  return german.size >= 2;
}

/** Whether a run is a whole line, label or emphasis by itself, as in "## Next Steps" or "**Area:**". */
export function isHeading(run: Run, words: readonly NameWord[], text: string): boolean {
  const first = words[run.from];
  const last = words[run.to - 1];
  if (first === undefined || last === undefined || !first.initial || words[run.to]?.initial === false) return false;
  const before = text.slice(Math.max(0, first.start - 2), first.start);
  return /[*#|>=]\s?$/.test(before) || /^(?:\*|:(?!\/)|\s?\n)/.test(text.slice(last.end, last.end + 2));
}

// What the finders of names find, and the contract that each of them fulfils.

/** An entity that a text mentions. */
export interface ExtractedEntity {
  /** The name as the text first writes it, at most {@link maxNameCharacters} characters. */
  readonly name: string;
  readonly type: EntityType;
  /** The path of a file, as written. */
  readonly path?: string;
  /** The distinct forms in which the text writes it, in order of appearance; for a call with its brackets. */
  readonly surfaces: readonly string[];
}

/** How to extract. */
export interface ExtractOptions {
  /** Names of people who are known to take part: found wherever they stand with a capital letter. */
  readonly speakers?: readonly string[];
}

/** One mention: the stretch `start..end` of the text, and the entity that it names. */
export interface FoundName {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly type: EntityType;
  readonly path?: string;
}

/** Finds mentions of one sort, in order of appearance, in time linear in the text. */
export type NameFinder = (text: string, options: ExtractOptions) => readonly FoundName[];

/** Longer stretches are data rather than names and are passed over. */
export const maxNameCharacters = 512;

// What an English word is, from the lexicon of the library `compromise`: a person's name, a place, an organisation,
// or an ordinary word. This file alone loads the library, on first use, since that takes about 0.3 s and 30 MB. Its
// whole pipeline takes 1.4 ms for 25 words, too long for every memory, so it tags only sentences that the lexicon
// leaves open ("Mark ...").

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

let tagger: Tagger | undefined;

function loadTagger(): Tagger {
  tagger ??= createRequire(import.meta.url)('compromise/two') as Tagger;
  return tagger;
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
 * Whoever asks first waits for the library to load.
 */
export function classOfWord(lower: string): WordClass {
  const { lexicon } = loadTagger().model().one;
  const entry = Object.hasOwn(lexicon, lower) ? lexicon[lower] : undefined;
  if (entry === undefined) return 'unknown';
  if (notNames.has(lower)) return 'ordinary';
  const tags = typeof entry === 'string' ? [entry] : entry;
  // Abbreviations of states and codes of airports ("la", "ord") are no names as they stand.
  if (lower.length <= 4 && tags.length > 1 && tags.includes('Place')) return 'ordinary';
  for (const tag of tags) {
    const found = classOfTag[tag];
    if (found !== undefined) return found;
  }
  return 'ordinary';
}

/** Whether a word that can be a person's name is as often something else ("mark", "rose", "will"). */
export function isAmbiguousName(lower: string): boolean {
  if (lower === 'will') return true;
  const { switches } = loadTagger().model().two;
  return Object.hasOwn(switches, lower) && /^Person\|(?!Date)/.test(switches[lower] ?? '');
}

/** Whether the library takes the first word of the sentence for a person. Takes about a millisecond. */
export function beginsWithPerson(sentence: string, first: string): boolean {
  const people = loadTagger()(sentence).match('#Person+').out('array');
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
