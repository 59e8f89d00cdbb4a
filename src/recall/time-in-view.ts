/** The time that a query asks for, and what of a view lies in it. The reading of the words is the business of `language/`. */
import { isCourtesy } from '../language/asked-forms.ts';
import { type AskedTime, readTime } from '../language/asked-time.ts';
import { type Period, liesIn, unitBack, yearsBefore } from '../language/periods.ts';
import type { Unit } from '../language/time-words.ts';
import { dayMs } from '../domain/time.ts';
import { present } from '../domain/values.ts';
import { months, seasons, spellingsOf, weekdays, wordsForDay } from '../language/dates.ts';
import { answerKinds } from '../recall-index/text-traits.ts';
import { namesMeant } from '../recall-index/name-matcher.ts';
import { termsOf, wordsOf } from '../language/words.ts';
import { isFactIn, type RankFilter } from './believer-view.ts';
import { type Profile, profiles } from './profiles.ts';
import type { QueryTime } from './query.ts';
import { rank } from './rank.ts';
import type { View } from './view.ts';

/** The time that a query asks for, against the clock; none for a profile that gives dates no weight. */
export async function timeAsked(
  query: string,
  { weights }: Profile,
  now: Date,
  whole: View,
): Promise<QueryTime | undefined> {
  if ((weights.date ?? 0) === 0 || isCourtesy(query)) return undefined;
  const asked = await readTime(query, now);
  if (asked === undefined) return undefined;
  const { dates, words, timeWords, event, isAhead, isBound } = asked;
  const onlyTime = words.length === 0 && !isAhead;
  const timeTerms = new Set(isBound ? timeWords.flatMap(termsOf) : []);
  if (asked.period !== undefined) {
    const { period, isRelative } = asked;
    const told = onlyTime || isBound ? rowsOfTime(query, period, { dates, view: whole }) : none;
    const isWithin = onlyTime || (isBound && areNames(words, query, whole));
    const spokenOf = isBound && !isWithin ? new Set([...told, ...rowsValidIn(whole, period)]) : told;
    return { period, dates, isRelative, onlyTime, isWithin, isBound, timeTerms, spokenOf };
  }
  // With other words they decide: what is told of an event is often told with it, or long after.
  const told = event === undefined || !onlyTime ? undefined : eventIn(whole, event.words);
  if (told === undefined) return undefined;
  const { time, spokenOf } = told;
  const before = { from: Number.NEGATIVE_INFINITY, until: time };
  const period = event?.side === 'before' ? before : { from: time + 1, until: now.getTime() + 1 };
  return { period, dates, isRelative: true, onlyTime, isWithin: onlyTime, isBound: false, timeTerms, spokenOf };
}

/** Whether some words of a query are all of names. */
function areNames(words: readonly string[], query: string, { names }: View): boolean {
  const named = new Set(namesMeant(names, query).flatMap(({ from, to }) => wordsOf(query.slice(from, to))));
  return words.every((word) => named.has(word));
}

const none: ReadonlySet<number> = new Set();

/** How far from a time memories may have been told that call it by the same word, in days. */
const reaches: readonly (readonly [words: ReadonlySet<string>, days: number])[] = [
  [new Set([...weekdays, 'weekend']), 7],
  [new Set(seasons), 366],
];
/** Asks what oneself may or does then, which what recurs on that day decides, whenever it was told. */
const plansOf = /\b(?:am|are|do|can|could|may|shall|should|will|have) (?:I|we)\b/i;
/** What a day is called the day before. */
const nextDay = 'tomorrow';
/** What a time is called after it, and the unit that it then lies in: the last one. */
const calledAfter: readonly (readonly [text: string, unit: Unit])[] = [
  ['yesterday', 'day'],
  ['last night', 'day'],
  ['last weekend', 'weekend'],
  ['last week', 'week'],
  ['last month', 'month'],
  ['last year', 'year'],
];
/** So long after it began, or before, a date is called without its year, in days. */
const dateReach = 366;

/** Rows of the memories that speak of a time by a word for it: "On Saturday we go to the fair", "Last week we moved". English only. */
function rowsOfTime(
  query: string,
  { from, until }: Period,
  { dates, view }: { readonly dates: AskedTime['dates']; readonly view: View },
): ReadonlySet<number> {
  const {
    index: { memories },
    byBeliever,
  } = view;
  const rows = new Set<number>();
  const isOf = (row: number, kind: number): boolean => (memories.answers.get(row) & kind) !== 0;
  const addSaying = (text: string, isMeant: (row: number, time: number) => boolean): void => {
    const terms = numbersOf(view, text);
    for (const { believer } of byBeliever) {
      for (const row of believer.rowsOf(believer.documentsWith(terms))) {
        if (isMeant(row, memories.occurredAt.get(row))) rows.add(row);
      }
    }
  };
  const isToo = plansOf.test(query) ? answerKinds.rule : 0;
  for (const word of wordsOf(query)) {
    const reach = (reaches.find(([words]) => words.has(word))?.[1] ?? 0) * dayMs;
    const near = { from: from - reach, until: until + reach };
    if (reach > 0) addSaying(word, (row, time) => liesIn(time, near) || isOf(row, isToo));
  }
  addSaying(nextDay, (_row, time) => liesIn(time, { from: from - dayMs, until: until - dayMs }));
  for (const [text, unit] of calledAfter) {
    addSaying(text, (_row, time) => {
      const last = unitBack(unit, 1, time);
      return last.from < until && last.until > from;
    });
  }
  // A day is called by the day of the week, too, until that comes again.
  for (let day = until - from > 7 * dayMs ? until : from; day < until; day += dayMs) {
    const after = { from: day + dayMs, until: day + 8 * dayMs };
    addSaying(wordsForDay(Math.floor(day / dayMs)).weekday, (_row, time) => liesIn(time, after));
  }
  // A day is told of before it, too: "The dentist is on the 2nd of December".
  for (const { month, day } of dates) {
    const told = { from: day === undefined ? from : from - dateReach * dayMs, until: from + dateReach * dayMs };
    // "May" is a word, too.
    for (const text of spellingsOf({ month, ...present({ day }) }))
      addSaying(text, (row, time) => liesIn(time, told) && isOf(row, answerKinds.time));
  }
  // So is a year, or a month of one, long after it: "I quit smoking in 2011".
  const [first, last] = [from, until - 1].map((time) => new Date(clamp(time)).getUTCFullYear()) as [number, number];
  const isLong = until - from > 300 * dayMs;
  for (let year = first; year <= last; year++) {
    const said = isLong ? [''] : dates.flatMap(({ month }) => months[month - 1] ?? []);
    for (const month of said) addSaying(`${month} ${year}`, (row) => isOf(row, answerKinds.time));
  }
  return rows;
}

/** The years that people tell of, in milliseconds. */
const [earliest, latest] = [Date.UTC(1900), Date.UTC(2100)];
const clamp = (time: number): number => Math.min(Math.max(time, earliest), latest);

/** Rows of the facts that were so at a time, or a part of it, by their validity: those that have one. */
function rowsValidIn({ index: { memories }, byBeliever }: View, { from, until }: Period): readonly number[] {
  return byBeliever.flatMap(({ believer }) =>
    Array.from({ length: believer.documents }, (_, document) => {
      const row = believer.rowOf.get(document);
      if (row < 0 || !isFactIn(memories, row)) return -1;
      const start = memories.occurredAt.get(row);
      const end = believer.validTo.get(document) ?? memories.validTo.get(row);
      const hasValidity = !Number.isNaN(start) || !Number.isNaN(end);
      return hasValidity && !(start >= until) && !(end <= from) ? row : -1;
    }).filter((row) => row >= 0),
  );
}

/** Memories that are looked at for one that tells of an event. */
const eventCandidates = 10;

/**
 * When an event happened, by the memory that has all of its words and matches them best, in milliseconds; and the rows of those
 * that may say themselves what was after or before it: "After the launch we fixed the login bug".
 */
function eventIn(
  view: View,
  words: readonly string[],
): (Pick<QueryTime, 'spokenOf'> & { readonly time: number }) | undefined {
  const { memories } = view.index;
  const text = words.join(' ');
  const wanted = termsOf(text).map((term) => memories.vocabulary.find(term));
  const rows = rank(view, { text, limit: eventCandidates, profile: profiles.lexical }).hits.map(({ id }) =>
    memories.row(id),
  );
  const telling = rows.filter((row) => {
    const own = memories.terms.values.slice(memories.termsFrom.values[row], memories.termsEnd(row));
    const numbers = new Set(Array.from(own, (packed) => Math.floor(packed / 256)));
    return wanted.every((number) => numbers.has(number)) && memories.questionShare.get(row) < 1;
  });
  const isBeside = (row: number): boolean => (memories.answers.get(row) & answerKinds.occasion) !== 0;
  const first = telling.find((row) => !isBeside(row)) ?? telling[0];
  return first === undefined ? undefined : { time: view.timeOf(first), spokenOf: new Set(telling.filter(isBeside)) };
}

/** A date without a year is looked for in so many years. */
const yearsBack = 30;

/**
 * The view for a query: of one that asks for nothing else than a time, or what somebody did then, what lies in it. A date without a year is the
 * last one of which anything is known.
 */
function viewOf(time: QueryTime | undefined, make: (filter: RankFilter) => View, asked: RankFilter): View {
  if (time?.isWithin !== true) return make(asked);
  const inPeriod = (period: Period): View => make({ ...asked, asked: { period, spokenOf: time.spokenOf } });
  const view = inPeriod(time.period);
  const hasYear = time.isRelative || time.dates.every(({ year }) => year !== undefined);
  if (hasYear || !isEmpty(view)) return view;
  for (let years = 1; years <= yearsBack; years++) {
    const earlier = inPeriod(yearsBefore(time.period, years));
    if (!isEmpty(earlier)) return earlier;
  }
  return view;
}

/**
 * The view for a query, and the time that still counts. Of a named date when nothing was said the words count, where a
 * memory has them: "The fair is in April."
 */
export function timeAndView(
  wanted: QueryTime | undefined,
  {
    make,
    asked,
    query,
  }: { readonly make: (filter: RankFilter) => View; readonly asked: RankFilter; readonly query: string },
): readonly [time: QueryTime | undefined, view: View] {
  const view = viewOf(wanted, make, asked);
  if (wanted?.onlyTime !== true || wanted.isRelative || !isEmpty(view)) return [wanted, view];
  const whole = make(asked);
  const named = wordsOf(query).filter((word) => months.includes(word));
  const isNamed = named.some((month) => whole.rowsWith(numbersOf(whole, month), 1).length > 0);
  return named.length === 0 || isNamed ? [undefined, whole] : [wanted, view];
}

function numbersOf({ index: { memories } }: View, text: string): readonly number[] {
  return termsOf(text).map((term) => memories.vocabulary.find(term));
}

/** Whether no memory passes the filters of a view. */
export function isEmpty({ byBeliever }: View): boolean {
  return byBeliever.every(({ inside }) => inside === 0);
}
