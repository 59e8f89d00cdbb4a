/**
 * How a text becomes words and terms: the same for what is stored and for what is asked. English is stemmed; other
 * scripts are split into words and folded, not stemmed. On it rest phrases, and whether a text says a name or a query.
 */
import { stemmer } from 'stemmer';
import { foldName } from './fold.ts';
import {
  conceptStopWords,
  defaultTechnicalTerms,
  fileExtensions,
  irregularForms,
  setOf,
  stopWords,
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
 * The key terms of a text, at most {@link maxConcepts}, the strongest first, the earlier first
 * among equals; folded to lower case without diacritics. Of the N words that are left without
 * stop words, the one at position i (from 0) adds 1 + 0.3 (1 - 0.5 i / N) to its term, and 2 more
 * when it is technical: in the list, in `technicalTerms`, or written as only code is.
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

/** At most so many patterns per memory: they are looked up on every recall. */
export const maxTriggers = 12;

/** The words of a text that call for patterns, and the patterns; `*` stands for a concept. */
const rules: readonly { readonly words: RegExp; readonly patterns: readonly string[] }[] = [
  { words: /(?<![\p{L}\p{N}_])how(?![\p{L}\p{N}_])/iu, patterns: ['how to *'] },
  { words: /(?<![\p{L}\p{N}_])why(?![\p{L}\p{N}_])/iu, patterns: ['why *'] },
  { words: /(?<![\p{L}\p{N}_])(?:error|fix|bug)(?![\p{L}\p{N}_])/iu, patterns: ['* error', '* problem'] },
  { words: /(?<![\p{L}\p{N}_])(?:always|never|must)(?![\p{L}\p{N}_])/iu, patterns: ['* best practice', 'how to *'] },
  { words: /(?<![\p{L}\p{N}_])(?:config|setup)(?![\p{L}\p{N}_])/iu, patterns: ['* setup', '* configuration'] },
];

/** Concepts that only say what the text does ("how to always") name no subject to look for. */
const noSubject = setOf('how why error problem fix bug always never must config setup configuration');

/**
 * The query patterns of a text, for its concepts from the strongest on: distinct, at most
 * {@link maxTriggers}, none when no rule applies.
 */
export function surfacesWhenOf(text: string, concepts: readonly string[]): readonly string[] {
  const patterns = rules.filter((rule) => rule.words.test(text)).flatMap((rule) => rule.patterns);
  const found = new Set<string>();
  for (const concept of concepts) {
    if (noSubject.has(concept)) continue;
    for (const pattern of patterns) {
      if (found.size < maxTriggers) found.add(pattern.replace('*', () => concept));
    }
  }
  return [...found];
}

/** Whether a rule makes this pattern of one of some concepts, whatever text calls for it. */
export function isTriggerOf(pattern: string, concepts: readonly string[]): boolean {
  const forms = rules.flatMap((rule) => rule.patterns);
  return forms.some((form) => concepts.some((concept) => form.replace('*', () => concept) === pattern));
}

/** Longer runs of letters (encoded data, mostly) are cut here, in characters. */
const longestTerm = 48;
/** Stems kept at hand; more than the words of a large store, and about 10 MB at most. */
const cachedStems = 100_000;

/** Latin, Greek and Cyrillic accents, Hebrew points, Arabic vowel signs; vowel signs of Indic scripts stay. */
const diacritics = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g;
const apostrophes = /['\u2019\u2018\u02bc\u0060]/g;
const possessives = /['\u2019\u02bc]s(?![\p{L}\p{N}])/gu;
const asciiRuns = /[a-z0-9]+/g;
const runs = /[\p{L}\p{N}\p{M}]+/gu;
/** Scripts that put no spaces between words; one character of them can be a word. */
const spaceless: RegExp =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const nonAscii = /[^\0-\x7f]/;
const segmenter: Intl.Segmenter = new Intl.Segmenter('und', { granularity: 'word' });

const stems = new Map<string, string>();

/** Lower case without diacritics, compatibility forms made plain (`Ｚoë` -> `zoe`). */
function foldText(text: string): string {
  if (!nonAscii.test(text)) return text.toLowerCase();
  return text.normalize('NFKD').replace(diacritics, '').normalize('NFC').toLowerCase();
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
  for (const { segment, isWordLike } of segmenter.segment(run)) {
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

/** The terms of a text in order, repeated as often as they occur: words without stop words, stemmed. */
export function termsOf(text: string): readonly string[] {
  const terms: string[] = [];
  for (const word of wordsOf(text)) {
    if (!stopWords.has(word)) terms.push(stemOf(word));
  }
  return terms;
}

/** The base form of a folded word. */
export function stemOf(word: string): string {
  const cut = word.length > longestTerm ? word.slice(0, longestTerm) : word;
  const known = stems.get(cut);
  if (known !== undefined) return known;
  const base = irregularForms.get(cut) ?? cut;
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

// Words that count as one word, so that "built" negates "wrote" and "colour" is "color".

/** Each group stands for its first word. */
const groups = [
  'like love enjoy adore fond fan',
  'hate dislike detest loathe',
  'make implement write build create develop code program',
  'use utilise utilize employ',
  'finish complete',
  'begin start',
  'buy purchase',
  'need require',
  'allow permit',
  'forbid prohibit disallow',
  'have own possess',
  'live reside',
  'rise increase grow climb',
  'fall decrease drop shrink decline',
  'pass succeed',
  'fix repair',
  'remove delete',
  'visit been',
  'practise practice',
  'big large huge',
  'small little tiny',
  'fast quick rapid',
  'optional voluntary',
  'mandatory compulsory obligatory',
  'holiday vacation',
  'colour color',
  'favourite favorite',
  'flat apartment',
  'film movie',
  'licence license',
  'doctor physician',
  'minute min',
  'second sec',
  'hour hr',
];

const oneFor: ReadonlyMap<string, string> = new Map(
  groups.flatMap((group) => {
    const [first = '', ...others] = group.split(' ');
    return others.map((word): [string, string] => [stemOf(word), stemOf(first)]);
  }),
);

/** The stem that stands for a word in lower case. */
export function termOf(word: string): string {
  const stem = stemOf(word);
  return oneFor.get(stem) ?? stem;
}
