/** The time that a query asks for, and what of a view lies in it. The reading of the words is the business of `language/`. */
import { readTime } from '../language/asked-time.ts';
import { type Period, yearsBefore } from '../language/periods.ts';
import { dayMs } from '../domain/time.ts';
import { months, seasons, spellingsOf, weekdays } from '../language/dates.ts';
import { answerKinds } from '../recall-index/text-traits.ts';
import { documentOf } from '../recall-index/posting-lists.ts';
import { saysGoodbye } from '../language/query-wording.ts';
import { termsOf, wordsOf } from '../language/words.ts';
import type { RankFilter } from './believer-view.ts';
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
  if ((weights.date ?? 0) === 0 || saysGoodbye(query)) return undefined;
  const asked = await readTime(query, now);
  if (asked === undefined) return undefined;
  const { dates, words, event, isAhead } = asked;
  const onlyTime = words.length === 0 && !isAhead;
  if (asked.period !== undefined) {
    const spokenOf = onlyTime ? rowsOfTime(query, { period: asked.period, dates }, whole) : none;
    return { period: asked.period, dates, isRelative: asked.isRelative, onlyTime, spokenOf };
  }
  // With other words they decide: what is told of an event is often told with it, or long after.
  const time = event === undefined || !onlyTime ? undefined : timeOfEvent(whole, event.words);
  if (time === undefined) return undefined;
  const before = { from: Number.NEGATIVE_INFINITY, until: time };
  const period = event?.side === 'before' ? before : { from: time + 1, until: now.getTime() + 1 };
  return { period, dates, isRelative: true, onlyTime, spokenOf: none };
}

const none: ReadonlySet<number> = new Set();

/** How far from a time memories may have been told that call it by the same word, in days. */
const reaches: readonly (readonly [words: ReadonlySet<string>, days: number])[] = [
  [new Set([...weekdays, 'weekend']), 7],
  [new Set(seasons), 366],
];
/** Asks what oneself may or does then, which what recurs on that day decides, whenever it was told. */
const plansOf = /\b(?:am|are|do|can|could|may|shall|should|will|have) (?:I|we)\b/i;
/** Memories that say a date that are looked at, at most, the last ones. */
const maxOfDate = 50;
/** What a day is called the day before. */
const nextDay = 'tomorrow';

/** Rows of the memories that speak of a time by the word that a query has for it: "On Saturday we go to the fair". English only. */
function rowsOfTime(
  query: string,
  { period: { from, until }, dates }: Pick<QueryTime, 'period' | 'dates'>,
  view: View,
): ReadonlySet<number> {
  const {
    index: { memories },
    byBeliever,
  } = view;
  const rows = new Set<number>();
  const isRule = (row: number): boolean => (memories.answers.get(row) & answerKinds.rule) !== 0;
  const addSaying = (word: string, earliest: number, latest: number, isToo = (_row: number) => false): void => {
    for (const number of numbersOf(view, word)) {
      for (const { believer } of byBeliever) {
        for (const row of believer.rowsOf(Array.from(believer.postings(number), documentOf))) {
          const time = memories.occurredAt.get(row);
          if ((time >= earliest && time < latest) || isToo(row)) rows.add(row);
        }
      }
    }
  };
  const isToo = plansOf.test(query) ? isRule : undefined;
  for (const word of wordsOf(query)) {
    const days = reaches.find(([words]) => words.has(word))?.[1];
    if (days !== undefined) addSaying(word, from - days * dayMs, until + days * dayMs, isToo);
  }
  addSaying(nextDay, from - dayMs, until - dayMs);
  // "What do I have on the 2nd of December?": what says that date, whenever it was told.
  for (const date of dates.filter(({ day }) => day !== undefined)) {
    const said = spellingsOf(date).map((spelling) => numbersOf(view, spelling));
    const known = said.filter((terms) => terms.every((term) => term >= 0));
    for (const row of known.flatMap((terms) => view.rowsWith(terms, maxOfDate))) rows.add(row);
  }
  return rows;
}

/** Memories that are looked at for one that tells of an event. */
const eventCandidates = 10;

/** When an event happened, by the memory that has all of its words and matches them best; in milliseconds. */
function timeOfEvent(view: View, words: readonly string[]): number | undefined {
  const { memories } = view.index;
  const text = words.join(' ');
  const wanted = termsOf(text).map((term) => memories.vocabulary.find(term));
  const rows = rank(view, { text, limit: eventCandidates, profile: profiles.lexical }).hits.map(({ id }) =>
    memories.row(id),
  );
  const telling = rows.find((row) => {
    const own = memories.terms.values.slice(memories.termsFrom.values[row], memories.termsEnd(row));
    const numbers = new Set(Array.from(own, (packed) => Math.floor(packed / 256)));
    return wanted.every((number) => numbers.has(number)) && memories.questionShare.get(row) < 1;
  });
  return telling === undefined ? undefined : view.timeOf(telling);
}

/** A date without a year is looked for in so many years. */
const yearsBack = 30;

/**
 * The view for a query: of one that asks for nothing else than a time, what lies in it. A date without a year is the
 * last one of which anything is known.
 */
function viewOf(time: QueryTime | undefined, make: (filter: RankFilter) => View, asked: RankFilter): View {
  if (time?.onlyTime !== true) return make(asked);
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
