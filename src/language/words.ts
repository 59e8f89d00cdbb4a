/**
 * How a text becomes words and terms: the same for what is stored and for what is asked. English is stemmed; other
 * scripts are split into words and folded, not stemmed. On it rest phrases, and whether a text says a name or a query.
 */
import { stemmer } from 'stemmer';
import { irregularForms, stopWords } from './word-lists.ts';

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
export const spaceless: RegExp =
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
export function* segmentsOf(run: string, joins: (segment: string) => boolean = () => false): Generator<string> {
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
