/** From a clause to its words: contractions opened, numbers, dates, times and weekdays in one form each. */

import { months, weekdayName, weekdays } from './dates.ts';
import { lightWords, prepositions } from './grammar.ts';
import type { Clause, Measure } from './statement.ts';
import { escaped } from './word-lists.ts';
import { termOf, termSetOf, termsOf } from './words.ts';

/** A word of a clause. */
export interface Word {
  /** In lower case; a value begins with `#`. */
  readonly text: string;
  /** Written with a capital. */
  readonly capital: boolean;
}

/** Words of a clause that belong together. */
export type Phrase = readonly Word[];

/** A phrase of one word that is no name. */
export function phraseOf(text: string): Phrase {
  return [{ text, capital: false }];
}

const contractions: readonly (readonly [RegExp, string])[] = [
  [/\bcan(?:'t|not)\b/gi, 'can not'],
  [/\bwon't\b/gi, 'will not'],
  [/n't\b/gi, ' not'],
  [/\b([iI])'m\b/g, '$1 am'],
  [/'re\b/g, ' are'],
  [/'ve\b/g, ' have'],
  [/'ll\b/g, ' will'],
  [/'d\b/g, ' would'],
  [/\b(it|he|she|that|there|here|what|who|where)'s\b/gi, '$1 is'],
  [/\bno one\b/gi, 'nobody'],
  [/\bo'clock\b/gi, ''],
  [/\bv(?=\d)/gi, ''],
  [/(\d)(kb|mb|gb|tb|ms|km|kg|mg|cm|mm|px|am|pm|[gmshk])\b/gi, '$1 $2'],
];

const pattern =
  /[$\u20ac\u00a3]?\s?\d+(?:[.,:/-]\d+)*(?:st|nd|rd|th)?%?|[\p{L}_][\p{L}\p{M}\p{N}_]*(?:[-./+#][\p{L}\p{N}_]+)*[+#]*|'s|[,;:()]/gu;

const monthNumbers: ReadonlyMap<string, number> = new Map(
  months.flatMap((name, index): [string, number][] => [
    [name, index + 1],
    [name.slice(0, 3), index + 1],
  ]),
);
const units = 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'.split(
  ' ',
);
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

function spelledNumber(word: string): number | undefined {
  // "one" is a pronoun more often than a number.
  const unit = units.indexOf(word);
  if (unit >= 2) return unit;
  const [ten = '', one] = word.split('-');
  const base = (tens.indexOf(ten) + 2) * 10;
  if (base < 20) return undefined;
  return one === undefined ? base : base + Math.max(0, units.indexOf(one));
}

function numberValue(text: string): string {
  const bare = text.replace(/[$\u20ac\u00a3\s]|(?<=\d)(?:st|nd|rd|th)$/g, '');
  if (/^\d{1,2}:\d{2}$/.test(bare)) return `#t:${Number(bare.split(':')[0])}:${bare.split(':')[1]}`;
  if (/^(?:19|20)\d\d$/.test(bare)) return `#y:${bare}`;
  const date = /^\d{4}-(\d\d)-(\d\d)$/.exec(bare);
  if (date) return `#d:${date[1]}-${date[2]}`;
  return `#n:${bare.replace(/,(?=\d{3}(?:\D|$))/g, '')}`;
}

const isSmall = (word: Word | undefined): boolean => /^#n:\d{1,2}$/.test(word?.text ?? '');

/** The month that a word names; written small it is a verb or a modal more often (`march`, `may`). */
function monthOf(word: Word | undefined): number | undefined {
  return word?.capital ? monthNumbers.get(word.text) : undefined;
}

function dateOf(month: number, day: Word): Word {
  const number = day.text.slice(3).padStart(2, '0');
  return { text: `#d:${`${month}`.padStart(2, '0')}-${number}`, capital: false };
}

/** The value that begins at a word and takes several ("4 June", "June 4", "the 4th of June", "7 am"), and how many. */
function valueAt(words: readonly Word[], index: number): readonly [Word, number] | undefined {
  const [word, next, afterNext] = words.slice(index, index + 3);
  if (word === undefined || next === undefined) return undefined;
  const month = monthOf(word);
  if (month !== undefined) return isSmall(next) ? [dateOf(month, next), 2] : undefined;
  if (isSmall(word)) {
    const nextMonth = monthOf(next) ?? (next.text === 'of' ? monthOf(afterNext) : undefined);
    if (nextMonth !== undefined) return [dateOf(nextMonth, word), next.text === 'of' ? 3 : 2];
  }
  if (!/^#[nt]:/.test(word.text) || (next.text !== 'am' && next.text !== 'pm')) return undefined;
  const [hour = '0', minute = '00'] = word.text.slice(3).split(':');
  return [{ text: `#t:${(Number(hour) % 12) + (next.text === 'pm' ? 12 : 0)}:${minute}`, capital: false }, 2];
}

/** "at 10 now" is a time of day, "at 10 shops" none. */
function hourAt(words: readonly Word[], index: number): readonly [Word, number] | undefined {
  const hour = /^#n:(\d{1,2})$/.exec(words[index]?.text ?? '')?.[1];
  const next = words[index + 1]?.text ?? 'now';
  if (hour === undefined || Number(hour) > 24 || words[index - 1]?.text !== 'at') return undefined;
  const isAlone = /^(?:now|sharp|today|tomorrow|instead|on|every|in|and|or|#w:.*|[,;)])$/.test(next);
  return isAlone ? [{ text: `#t:${Number(hour)}:00`, capital: false }, 1] : undefined;
}

function joined(words: readonly Word[]): readonly Word[] {
  const found: Word[] = [];
  let index = 0;
  while (index < words.length) {
    const [value, count] = valueAt(words, index) ?? hourAt(words, index) ?? [words[index]!, 1];
    found.push(value);
    index += count;
  }
  return found;
}

/** The words of a clause in order; commas and brackets are words of their own. */
export function wordsOfClause(clause: string): readonly Word[] {
  let text = clause;
  for (const [short, long] of contractions) text = text.replace(short, long);
  const words: Word[] = [];
  for (const [match] of text.matchAll(pattern)) {
    const raw = match.trim();
    const lower = raw.toLowerCase();
    const number = /\d/.test(raw[0] ?? '') || /^[$\u20ac\u00a3]/.test(raw) ? numberValue(raw) : undefined;
    const spelled = number === undefined ? spelledNumber(lower) : undefined;
    if (number !== undefined) words.push({ text: number, capital: false });
    else if (spelled !== undefined) words.push({ text: `#n:${spelled}`, capital: false });
    else if (weekdays.includes(lower)) words.push({ text: `#w:${lower}`, capital: false });
    else words.push({ text: lower, capital: raw[0] !== lower[0] });
  }
  return joined(words);
}

// Noun phrases of a clause.

/** Words up to the next preposition, conjunction or comma. */
export function phraseAt(words: readonly Word[]): readonly Word[] {
  const end = words.findIndex(({ text }, index) => index > 0 && prepositions.has(text));
  return end < 0 ? words : words.slice(0, end);
}

/** The phrase after the first of some words; undefined when none of them is there. */
export function phraseAfter(words: readonly Word[], ...marks: readonly string[]): readonly Word[] | undefined {
  const position = words.findIndex(({ text }) => marks.includes(text));
  return position < 0 ? undefined : phraseAt(words.slice(position + 1));
}

/** Whether a phrase is a name: its first word of content has a capital. */
export function isName(words: readonly Word[] | undefined): words is readonly Word[] {
  return words?.find(({ text }) => !lightWords.has(text))?.capital ?? false;
}

/** The stems and `#` values of a phrase. */
export function stemsOf(words: readonly Word[]): readonly string[] {
  return words.flatMap(({ text }) => {
    if (text.startsWith('#')) return [text];
    return lightWords.has(text) || prepositions.has(text) ? [] : [termOf(text)];
  });
}

// Measures: "19 degrees", "815".

const measures = String.raw`(?:per|an?) (?:(?:square|cubic) )?(?!few|bit|lot)\p{L}+|degrees?|\u00b0C?|percent|%|minutes?|hours?|seconds?|days?|weeks?|months?|years?|kg|kilos?|grams?|mg|micrograms?|mcg|\u00b5g|tablets?|pills?|drops|ml|lit(?:re|er)s?|km|met(?:re|er)s?|cm|mm|euros?|\u20ac|dollars?|francs?|pounds?|people|seats|members|units?|rpm|bars?|watts?|kwh|gb|mb`;
const amount = String.raw`-?[$\u20ac\u00a3]?\d[\d.,]*(?<![.,])`;
const measured = new RegExp(
  String.raw`(?<![\p{L}\p{N}._-])(?<number>${amount})(?:[ -]?(?<unit>${measures})(?!\p{L}))?`,
  'giu',
);
/** A number, with a unit or without. */
export const measure: string = `${amount}(?: ?(?:${measures}))?`;
const parts = /\b(?:morning|noon|afternoon|evening|night|weekday|weekend|summer|winter|spring|autumn)/gi;

/** The measures in a text; the number of a name, as of "exp-104", is none. */
export function measuresIn(text: string): readonly Measure[] {
  return Array.from(text.matchAll(measured), ({ groups }) => ({
    number: (groups?.['number'] ?? '').replace(/[$\u20ac\u00a3]|,(?=\d{3})/gu, ''),
    unit: termOf((groups?.['unit'] ?? '').toLowerCase()),
  }));
}

/** The parts of the day, the week and the year that a text names: for each another measure may hold. */
export function timesIn(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(parts), ([time]) => time.toLowerCase()));
}

/** The words of a text as they are written, a version or a path as one. */
export const writtenWords: (text: string) => readonly string[] = (text) =>
  text.match(/[\p{L}\p{N}][\p{L}\p{N}._/+#-]*(?<![.])/gu) ?? [];

/** Whether a text has all terms of another. */
export function hasAll(text: string, what: string): boolean {
  const said = new Set(termsOf(text));
  return termsOf(what).every((term) => said.has(term));
}

const ofPerson = /^(?:mr|mrs|ms|miss|dr|prof)\b/i;
const versions = termSetOf('version release');

/** "runs on Airflow", "analysis with cppcheck", "Mehmet does it", and not "Airflow's logs" or "the Airflow user". */
export function tellsAsValue({ text, subject }: Clause, what: string): boolean {
  const parts = writtenWords(what).map((word) => ({
    word,
    found: new RegExp(
      String.raw`(?<![\p{L}\p{N}._-])${escaped(word)}(?![\p{L}\p{N}_-]|[.:]\p{N}|['\u2019]s)`,
      'iu',
    ).exec(text),
  }));
  if (parts.some(({ found }) => found === null)) return false;
  const names = new Set(termsOf(what));
  const [first] = parts;
  const before = text.slice(0, first?.found?.index ?? 0);
  // "Mr Halloran in bed 4 is allergic": which one he is, is no value.
  const isPart = (list: readonly string[]): boolean =>
    list.some((term) => names.has(term)) && !list.every((term) => names.has(term));
  if (ofPerson.test(text) && isPart(subject.split(' ').map((term) => term.replace(/^#n:/, '')))) return false;
  if (/\b(?:with|by|on|in|via|using|through|at|to) (?:\S+ )?$/i.test(before)) return true;
  // "Sponsor: Fernwerk pays 200 a month."
  const label = new Set(termsOf(/^(\S+): /.exec(text)?.[1] ?? ''));
  const inSubject = subject.split(' ').filter((term) => !term.startsWith('#') && !label.has(term));
  return inSubject.every((term) => names.has(term) || versions.has(term)) || !inSubject.some((term) => names.has(term));
}

/** What is done to a thing, and the states that are over then. */
export const mended: readonly (readonly [done: string, undone: string])[] = [
  ['paid|settled|paid off', 'unpaid|outstanding|overdue|owing|open'],
  [
    'repaired|fixed|mended|replaced|unblocked|swapped',
    'broken|defective|faulty|leak(?:s|ing|y)|drip(?:s|ping)|jam(?:s|med)|jumps?|crash(?:es|ing)?|freezes|hangs|fails?|stuck|blocked|cracked|weak|dying|out of order',
  ],
  ['found|recovered|located|returned', 'lost|missing|gone|vanished|stolen'],
  ['solved|resolved|closed|sorted out|dealt with', 'unsolved|unresolved|unsettled|open|pending'],
  ['signed', 'unsigned|pending'],
  ['finished|completed', 'unfinished|incomplete|half-finished|pending'],
  ['answered|replied to', 'unanswered|open|pending'],
  ['delivered', 'undelivered|missing|outstanding|overdue'],
  ['reopened|opened', 'closed|shut'],
  ['rented out|let', 'vacant|empty|unlet|to let|free'],
  ['sold', 'unsold|for sale'],
];

const moments = new RegExp(
  `${weekdayName}|(?:\\b\\d{1,2}(?:st|nd|rd|th)?(?: of)? )?\\b(?:${months.join('|')})\\b(?: \\d{1,2}\\b)?|\\b\\d{1,2}[:.]\\d\\d\\b`,
  'gi',
);
/** The days of the week, the dates or months and the hours that a text names. */
export const momentsIn = (text: string): readonly string[] =>
  (text.match(moments) ?? []).map((one) => one.toLowerCase().replace(/(?<=\d)(?:st|nd|rd|th)|of /g, ''));
