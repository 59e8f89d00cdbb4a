/**
 * The key terms of a text, by counting and without a model (design E). Memories and queries go
 * through the same function, so that their overlap can be compared.
 */
import { foldName } from './fold.ts';
import { segmentsOf, spaceless } from './words.ts';
import { conceptStopWords, defaultTechnicalTerms, fileExtensions, setOf } from './word-lists.ts';

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
function termOf(found: string): string | undefined {
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
    const term = termOf(found);
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
