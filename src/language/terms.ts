/**
 * How a text becomes terms: the same for what is stored and for what is asked. English is stemmed;
 * other scripts are split into words and folded, not stemmed.
 */
import { stemmer } from 'stemmer';
import { irregularForms } from './terms-irregular.ts';
import { stopWords } from './terms-stop-words.ts';

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
/** Scripts that put no spaces between words. */
const spaceless =
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
  return (folded.match(runs) ?? []).flatMap((run) => (spaceless.test(run) ? segmentsOf(run) : [run]));
}

function segmentsOf(run: string): readonly string[] {
  const words: string[] = [];
  for (const part of segmenter.segment(run)) if (part.isWordLike) words.push(part.segment);
  return words;
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
