/**
 * How a text becomes words and terms: the same for what is stored and for what is asked. English is stemmed; other
 * scripts are split into words and folded, not stemmed. On it rest phrases, and whether a text says a name or a query.
 */
import { stemmer } from 'stemmer';
import { lazily } from '../domain/values.ts';
import { foldName } from './fold.ts';
import { isJapanese, languageOf, lightStem, stopWordsOf } from './languages.ts';
import {
  conceptStopWords,
  defaultTechnicalTerms,
  fileExtensions,
  irregularForms,
  listed,
  sameWords,
  stopWords,
  tellsMay,
} from './word-lists.ts';

// The key terms of a text, by counting and without a model (design E). Memories and queries go through the same
// function, so that their overlap can be compared.

/** How to find concepts. */
export interface ConceptOptions {
  /** Single words that count as technical beside the built-in list; compared without case and diacritics. */
  readonly technicalTerms?: readonly string[];
}

/** At most so many concepts per text (design E). */
export const maxConcepts = 5;

/** Only so many characters of a text are read: its key terms come up early, and segmenting is slow. */
const readCharacters = 10_000;

/** The beginning of an address says nothing about its subject. */
const scheme = /[a-z][a-z0-9+.-]{1,15}:\/\/(?:www\.)?/gi;

/** A word that is longer is a checksum, a key or noise, and no term. */
const maxWordCharacters = 64;

const extensions = [...fileExtensions].sort((a, b) => b.length - a.length).join('|');
const word = new RegExp(
  `[\\p{L}\\p{N}_][\\p{L}\\p{M}\\p{N}_]*(?:['’\\u02bc]\\p{L}+)?(?:\\.(?:${extensions})(?![\\p{L}\\p{N}_]))?`,
  'giu',
);

const loneLetter = /^[\p{Script=Han}\p{Script=Katakana}ー]$/u;

/** `snake_case`, `camelCase`, `utf8`, `auth.py`: a word that only code is written with. */
const codeShape = /[\p{L}\p{N}]_[\p{L}\p{N}]|\p{Ll}\p{Lu}|^\p{L}+\p{N}|.\.\p{L}/u;

/** Neighbouring characters that are no function words make one word: most names are not in the segmenter's dictionary. */
const isLoneLetter = (segment: string): boolean => loneLetter.test(segment) && !conceptStopWords.has(segment);

/** The form in which a word is counted, or `undefined` if it is no term. */
function conceptTermOf(found: string): string | undefined {
  if (found.length > maxWordCharacters) return undefined;
  const term = foldName(found);
  if (term.length < 2 && !spaceless.test(term)) return undefined;
  if (conceptStopWords.has(term.replace(/'/g, '')) || /^[\p{N}_]*$/u.test(term)) return undefined;
  return term;
}

/** The terms of each list that was passed, folded once: a list comes back with every text. */
const foldedTerms = new WeakMap<readonly string[], ReadonlySet<string>>();

function folded(terms: readonly string[]): ReadonlySet<string> {
  const known = foldedTerms.get(terms);
  if (known !== undefined) return known;
  const made: ReadonlySet<string> = new Set(terms.map(foldName));
  foldedTerms.set(terms, made);
  return made;
}

const noTerms: readonly string[] = [];

/**
 * The key terms of a text, at most {@link maxConcepts}, the strongest first, the earlier first among equals; folded to
 * lower case without diacritics. Of the N words without stop words, the one at position i (from 0) adds 1 + 0.3 (1 -
 * 0.5 i / N) to its term. A technical word adds 2 more: one in the list, in `technicalTerms`, or written as only code
 * is.
 */
export function conceptsOf(text: string, options: ConceptOptions = {}): readonly string[] {
  const own = folded(options.technicalTerms ?? noTerms);
  const occurrences: { readonly term: string; readonly technical: boolean }[] = [];
  const written = text.slice(0, readCharacters).replace(scheme, ' ').match(word) ?? [];
  for (const found of written.flatMap((run) => (spaceless.test(run) ? [...segmentsOf(run, isLoneLetter)] : [run]))) {
    const term = conceptTermOf(found);
    if (term === undefined) continue;
    occurrences.push({ term, technical: own.has(term) || defaultTechnicalTerms.has(term) || codeShape.test(found) });
  }
  const scores = new Map<string, number>();
  occurrences.forEach(({ term, technical }, position) => {
    const score = 1 + 0.3 * (1 - (0.5 * position) / occurrences.length) + (technical ? 2 : 0);
    scores.set(term, (scores.get(term) ?? 0) + score);
  });
  // Sorting is stable and a map keeps the order of first occurrence, so ties go to the earliest.
  const ranked = [...scores].sort(([, one], [, other]) => other - one);
  return ranked.slice(0, maxConcepts).map(([term]) => term);
}

/** Longer runs of letters (encoded data, mostly) are cut here, in characters. */
const longestTerm = 48;
/** Stems kept at hand; more than the words of a large store, and about 10 MB at most. */
const cachedStems = 100_000;

/** Latin, Greek and Cyrillic accents, Hebrew points, Arabic vowel signs; vowel signs of Indic scripts stay. */
const diacritics = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g;
const apostrophes = /['\u2019\u2018\u02bc\u0060]/g;
const possessives = /['\u2019\u02bc]s(?![\p{L}\p{N}])/gu;
const ligatures = /[ßœæ]/g;
const asciiRuns = /[a-z0-9]+/g;
const runs = /[\p{L}\p{N}\p{M}]+/gu;
/** Scripts that put no spaces between words; one character of them can be a word. */
const spaceless: RegExp =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const nonAscii = /[^\0-\x7f]/;
const segmenter = lazily(() => new Intl.Segmenter('und', { granularity: 'word' }));

const stems = new Map<string, string>();

/** Lower case without diacritics, compatibility forms and ligatures made plain (`Ｚoë` -> `zoe`, `Straße` -> `strasse`). */
function foldText(text: string): string {
  if (!nonAscii.test(text)) return text.toLowerCase();
  const plain = text.normalize('NFKD').replace(diacritics, '').normalize('NFC').toLowerCase();
  return plain.replace(ligatures, (letter) => (letter === 'ß' ? 'ss' : letter === 'œ' ? 'oe' : 'ae'));
}

/** The words of a text in order, folded but neither stemmed nor sifted; apostrophes dropped. */
export function wordsOf(text: string): readonly string[] {
  const folded = foldText(text).replace(possessives, '').replace(apostrophes, '');
  if (!nonAscii.test(folded)) return folded.match(asciiRuns) ?? [];
  return (folded.match(runs) ?? []).flatMap((run) => (spaceless.test(run) ? [...segmentsOf(run)] : [run]));
}

/**
 * The words of a run without spaces. The segmenter's dictionary lacks most names and leaves them as single characters.
 *
 * @param joins - which neighbouring characters make one word; by default none.
 */
function* segmentsOf(run: string, joins: (segment: string) => boolean = () => false): Generator<string> {
  let joined = '';
  for (const { segment, isWordLike } of segmenter().segment(run)) {
    if (joins(segment)) {
      joined += segment;
      continue;
    }
    if (joined !== '') yield joined;
    joined = '';
    if (isWordLike === true) yield segment;
  }
  if (joined !== '') yield joined;
}

/**
 * The terms of a text in order, repeated as often as they occur: words without words of grammar, stemmed. A word of
 * German, French or Spanish has its light stem and, if it differs, the English one: a query in another language says
 * that, mostly of a name. What is written in Chinese characters has each of them and each pair of neighbours.
 */
export function termsOf(text: string): readonly string[] {
  if (spaceless.test(text)) return termsOfRuns(text);
  const words = wordsOf(text);
  const language = languageOf(text, words);
  if (language === 'en' || language === 'zh' || language === 'ja')
    return stemmed(words.includes('may') && !tellsMay.test(text) ? words.filter((one) => one !== 'may') : words);
  const terms: string[] = [];
  for (const word of language === 'fr' ? wordsOf(text.replace(elisions, ' ')) : words) {
    if (stopWordsOf[language].has(word)) continue;
    const [light, english] = [lightStem(word, language), stemOf(word)];
    terms.push(light);
    if (english !== light) terms.push(english);
  }
  return terms;
}

/** What French leaves of a word before a vowel: `l'amie`. */
const elisions = /(?<![\p{L}\p{N}])(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu)['’](?=\p{L})/giu;

function stemmed(words: readonly string[]): string[] {
  const terms = words.filter((word) => !stopWords.has(word));
  // "My left eye" has nothing of who left.
  const isSide = terms.includes('left') && words.some((word, at) => word === 'left' && owners.has(words[at - 1] ?? ''));
  return terms.map((word) => (isSide && word === 'left' ? word : stemOf(word)));
}

const owners = new Set(['the', 'my', 'our', 'your', 'his', 'her', 'their']);

const onlyHan = /^\p{Script=Han}+$/u;
const hanOrKana = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const eachHan = /\p{Script=Han}/gu;
const oneHiragana = /^\p{Script=Hiragana}$/u;

/** The terms of a text that has runs without spaces. */
function termsOfRuns(text: string): readonly string[] {
  const folded = foldText(text).replace(possessives, '').replace(apostrophes, '');
  const stops = stopWordsOf[isJapanese(folded) ? 'ja' : 'zh'];
  return (folded.match(runs) ?? []).flatMap((run) => {
    if (!spaceless.test(run)) return stemmed([run]);
    return hanOrKana.test(run) ? eastAsianTerms(run, stops) : stemmed([...segmentsOf(run)]);
  });
}

/** The dictionary of the segmenter cuts the same name here in one way and there in another; pairs do not depend on it. */
function eastAsianTerms(run: string, stops: ReadonlySet<string>): readonly string[] {
  const terms: string[] = [];
  let before = '';
  for (const { segment, isWordLike } of segmenter().segment(run)) {
    const letters = isWordLike === true && !stops.has(segment) ? (segment.match(eachHan) ?? []) : [];
    if (letters.length === 0) before = '';
    for (const letter of letters) {
      if (!stops.has(letter)) terms.push(letter);
      if (before !== '') terms.push(before + letter);
      before = letter;
    }
    const isWord = isWordLike === true && !stops.has(segment) && !onlyHan.test(segment) && !oneHiragana.test(segment);
    if (isWord) terms.push(stemOf(segment));
    if (!onlyHan.test(segment)) before = '';
  }
  return terms;
}

/** The base form of a folded word, and a number without zeros before it: ticket 0042 is ticket 42. */
export function stemOf(word: string): string {
  const cut = word.length > longestTerm ? word.slice(0, longestTerm) : word;
  const known = stems.get(cut);
  if (known !== undefined) return known;
  const base = irregularForms.get(cut) ?? cut.replace(/^0+(?=\d+$)/, '');
  const stem = /^[a-z]+$/.test(base) ? stemmer(base) : base;
  if (stems.size >= cachedStems) stems.clear();
  stems.set(cut, stem);
  return stem;
}

/** Words to a phrase at the most; longer names are not looked for in texts. */
const longestPhrase = 6;
/** Words of a text that are looked at, at the most; what is longer is a document, not a question. */
const readWords = 400;

/** The key under which two phrases are the same; empty for a text without words. */
export function phraseKey(phrase: string): string {
  return wordsOf(phrase).map(stemOf).join(' ');
}

/** The keys of all phrases that a text holds. */
export function phraseKeysIn(text: string): ReadonlySet<string> {
  const stems = wordsOf(text).slice(0, readWords).map(stemOf);
  const keys = new Set<string>();
  for (const from of stems.keys()) {
    let key = '';
    for (const stem of stems.slice(from, from + longestPhrase)) {
      key = key === '' ? stem : `${key} ${stem}`;
      keys.add(key);
    }
  }
  return keys;
}

/** Whether one of some texts says it. */
export type Says = (texts: readonly (string | undefined)[]) => boolean;

/** Texts that hold one of these names: its words, one after another. A name without words is in no text. */
export function saysName(names: readonly string[]): Says {
  const keys = names.map(phraseKey).filter((key) => key !== '');
  return (texts) =>
    texts.some((text) => {
      if (text === undefined) return false;
      const said = ` ${wordsOf(text).map(stemOf).join(' ')} `;
      return keys.some((key) => said.includes(` ${key} `));
    });
}

/** Texts that together hold every word of a query, stop words aside; undefined where it has no other words. */
export function saysQuery(query: string): Says | undefined {
  const terms = [...new Set(termsOf(query))];
  if (terms.length === 0) return undefined;
  return (texts) => {
    const said = new Set(texts.flatMap((text) => (text === undefined ? [] : termsOf(text))));
    return terms.every((term) => said.has(term));
  };
}

/** The stems of words that count as another. */
const oneFor: ReadonlyMap<string, string> = new Map(
  sameWords.flatMap((group) => {
    const [first = '', ...others] = listed(group);
    return others.map((word): [string, string] => [stemOf(word), stemOf(first)]);
  }),
);

/** The stem that stands for a word in lower case. */
export function termOf(word: string): string {
  const stem = stemOf(word);
  return oneFor.get(stem) ?? stem;
}

/** The terms of a list that is written with white space between its words. */
export function termSetOf(words: string): ReadonlySet<string> {
  return new Set(listed(words).map(termOf));
}
