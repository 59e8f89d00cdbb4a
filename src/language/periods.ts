/**
 * Stretches of the calendar as a clock has them: the last week, three months ago, the days of a date. Days are those of
 * UTC, weeks begin on Monday.
 */
import { dayMs } from '../domain/time.ts';
import type { NamedDate } from './dates.ts';
import { foldInPlace } from './fold.ts';
import { type Language, languageOf } from './languages.ts';
import { type Unit, timeWords, unitsOfTime } from './time-words.ts';
import { wordsOf } from './words.ts';

/** A stretch of time in milliseconds, without its end; either may be infinite. */
export interface Period {
  readonly from: number;
  readonly until: number;
}

/** Whether a time, in milliseconds, lies in a period. */
export function liesIn(time: number, { from, until }: Period): boolean {
  return time >= from && time < until;
}

const dayOf = (time: number): number => Math.floor(time / dayMs) * dayMs;
/** Some months from one on, 0..11 or beyond. */
export const monthFrom = (year: number, month: number, months = 1): Period => ({
  from: Date.UTC(year, month, 1),
  until: Date.UTC(year, month + months, 1),
});

/** The length of a unit, in days, about. */
export const unitDays: Readonly<Record<Unit, number>> = { day: 1, weekend: 7, week: 7, month: 31, year: 366 };

/** A unit of the calendar, so many of them back. */
export function unitBack(unit: Unit, back: number, now: number): Period {
  const today = dayOf(now);
  const date = new Date(now);
  const sinceMonday = (date.getUTCDay() + 6) % 7;
  switch (unit) {
    case 'day':
      return { from: today - back * dayMs, until: today - (back - 1) * dayMs };
    case 'week': {
      const monday = today - (sinceMonday + 7 * back) * dayMs;
      return { from: monday, until: monday + 7 * dayMs };
    }
    case 'weekend': {
      // The last Saturday, today's or before.
      const saturday = today - ((sinceMonday + 2) % 7) * dayMs;
      const running = saturday + 2 * dayMs > now;
      const from = saturday - Math.max(0, running ? back : back - 1) * 7 * dayMs;
      return { from, until: from + 2 * dayMs };
    }
    case 'month':
      return monthFrom(date.getUTCFullYear(), date.getUTCMonth() - back);
    case 'year':
      return monthFrom(date.getUTCFullYear() - back, 0, 12);
  }
}

/** So many units ago: a single day for days, the days around it for weeks, the month or year for these. */
export function unitsAgo(unit: Unit, count: number, isVague: boolean, now: number): Period {
  const slack = isVague ? 1 : 0;
  if (unit === 'month' || unit === 'year') {
    const [first, last] = [unitBack(unit, count + slack, now), unitBack(unit, count - slack, now)];
    return { from: first.from, until: last.until };
  }
  const days = unit === 'day' ? count : count * 7;
  const around = unit === 'day' ? slack : 3 + 4 * slack;
  const today = dayOf(now);
  return { from: today - (days + around) * dayMs, until: today - (days - around - 1) * dayMs };
}

/** The day so many units ago. */
export function unitsAgoExactly(unit: Unit, count: number, now: number): Period {
  const { from } = unitsPast(unit, count, now);
  return { from, until: from + dayMs };
}

/** Up to now, from so many units before. */
export function unitsPast(unit: Unit, count: number, now: number): Period {
  const days = { day: count, weekend: count * 7, week: count * 7, month: 0, year: 0 }[unit];
  const date = new Date(dayOf(now) - days * dayMs);
  if (unit === 'month') date.setUTCMonth(date.getUTCMonth() - count);
  if (unit === 'year') date.setUTCFullYear(date.getUTCFullYear() - count);
  return { from: date.getTime(), until: now + 1 };
}

/** The days of a date: of one without a year, the last that has begun. */
export function daysOf({ year, month, day }: NamedDate, now: number): Period {
  const in_ = (year: number): Period =>
    day === undefined
      ? monthFrom(year, month)
      : { from: Date.UTC(year, month, day), until: Date.UTC(year, month, day + 1) };
  const thisYear = in_(year ?? new Date(now).getUTCFullYear());
  return year === undefined && thisYear.from > now ? in_(new Date(now).getUTCFullYear() - 1) : thisYear;
}

/** What all have in common; where some have nothing in common, from the first to the last. */
export function common(found: readonly Period[]): Period {
  const inside = {
    from: Math.max(...found.map(({ from }) => from)),
    until: Math.min(...found.map(({ until }) => until)),
  };
  if (inside.from < inside.until) return inside;
  return { from: Math.min(...found.map(({ from }) => from)), until: Math.max(...found.map(({ until }) => until)) };
}

/** The same days so many years before. */
export function yearsBefore({ from, until }: Period, years: number): Period {
  const earlier = (time: number): number => {
    const date = new Date(time);
    return date.setUTCFullYear(date.getUTCFullYear() - years);
  };
  return { from: earlier(from), until: earlier(until) };
}

// The library, and what it reads of times to come.

/** What of chrono-node is used of a moment in a text. */
export interface DateComponents {
  get(component: 'year' | 'month' | 'day' | 'weekday'): number | null;
  isCertain(component: 'year' | 'month' | 'day' | 'weekday' | 'hour'): boolean;
  date(): Date;
}
interface Parsed {
  readonly index: number;
  readonly text: string;
  readonly start: DateComponents;
  readonly end?: DateComponents | null;
}
type Parse = (
  text: string,
  reference: { readonly instant: Date; readonly timezone: string },
  options?: { readonly forwardDate?: boolean },
) => readonly Parsed[];

/** The library by the language that it reads. */
export const libraries: Readonly<Record<Language, () => Promise<{ readonly parse: Parse }>>> = {
  en: () => import('chrono-node/en'),
  de: () => import('chrono-node/de'),
  fr: () => import('chrono-node/fr'),
  es: () => import('chrono-node/es'),
  zh: () => import('chrono-node/zh'),
  ja: () => import('chrono-node/ja'),
};

/** What makes a day, a week or a month the one to come, in folded text. */
const toCome =
  /(?<!\p{L})(?:next|coming|upcoming|this|nachste[nrms]?|kommende[nrms]?|diese[nrms]?|prochaine?|ce|cette|proxim[oa]|este|que viene)(?!\p{L})|[下来]/u;
/** What makes it the one that is over. */
const isOver =
  /(?<!\p{L})(?:last|past|letzte[nrms]?|vorige[nrms]?|derni(?:er|ere)|pasad[oa]|ultim[oa])(?!\p{L})|[上先去]/u;
/** What stands before a time and says no more than that it is one. */
const leading =
  /^(?:(?:on|at|from|until|till|by|in|the|end|am|ab|bis|seit|der|die|das|le|la|les|el|du|au|a|al|des|jusqu|hasta|desde|para)(?!\p{L})['’]?\s*)*$/u;
const dayAfter = /^(?:the )?day after\s*$/u;

const isThis = /(?<!\p{L})(?:this|diese[nrms]?|ce|cette|este)(?!\p{L})/u;

/**
 * The stretch of time that a text names if that lies ahead and the text says nothing else: `tomorrow`, `next Friday`, `in
 * two weeks`. "Next Friday" is the first one that comes.
 *
 * @param isAhead - whether a day or a month that says no more than its name lies ahead too.
 */
export async function readAhead(text: string, now: Date, isAhead: boolean): Promise<Period | undefined> {
  const folded = foldInPlace(text).trim();
  if (isOver.test(folded)) return undefined;
  const language = languageOf(text, wordsOf(text));
  const unit = toCome.test(folded) ? unitNamed(folded, language) : undefined;
  if (unit === 'weekend') return dayToCome(6, 2, now);
  // What is this week's began before.
  if (unit !== undefined) return isThis.test(folded) ? undefined : unitBack(unit, -1, now.getTime());
  // A single word tells little of its language.
  const others = /\s/.test(folded) ? [] : (['de', 'fr', 'es'] as const);
  for (const one of new Set([language, ...others])) {
    const { parse } = await libraries[one]();
    const parsed = parse(text.trim(), { instant: now, timezone: 'UTC' }, { forwardDate: true });
    if (parsed.length > 0) return aheadIn(parsed, folded, { language: one, now, isAhead });
  }
  return undefined;
}

/** How a text is read that may name a time to come. */
interface AheadReading {
  readonly language: Language;
  readonly now: Date;
  readonly isAhead: boolean;
}

function aheadIn(
  [said, ...others]: readonly Parsed[],
  folded: string,
  { language, now, isAhead }: AheadReading,
): Period | undefined {
  if (said === undefined || others.length > 0 || (said.end ?? undefined) !== undefined) return undefined;
  const { start } = said;
  const before = folded.slice(0, said.index);
  const isAfter = dayAfter.test(before);
  const isAll = (isAfter || leading.test(before)) && said.index + said.text.length === folded.length;
  const isDated = start.isCertain('year');
  // Who says "Monday" on a Monday means that day.
  const isToday = start.isCertain('weekday') && start.get('weekday') === now.getUTCDay();
  if (!isAll || !(isDated || isAhead || isToday || toCome.test(folded))) return undefined;
  const days = daysToCome(start, folded, language, now);
  const from = days.from + (isAfter ? dayMs : 0);
  if (start.isCertain('hour')) {
    const moment = from + (start.date().getTime() % dayMs);
    return moment > now.getTime() ? { from: moment, until: moment } : undefined;
  }
  const until = days.until + (isAfter ? dayMs : 0);
  return from > now.getTime() || (!isDated && until > now.getTime()) ? { from, until } : undefined;
}

/** The unit of which a text says nothing but that it is the next one, or this one. */
function unitNamed(folded: string, language: Language): Unit | undefined {
  const said = folded
    .replace(toCome, '')
    .replace(/^(?:the|die|der|das|la|le|el|l)(?!\p{L})|[个個]/gu, '')
    .trim();
  const { units } = timeWords[language];
  return unitsOfTime.find((unit) => new RegExp(`^(?:${units[unit]})$`, 'u').test(said));
}

/** The first of a day of the week, and so many days from it on; today only where nothing says that it is the next. */
function dayToCome(weekday: number, days: number, now: Date, isNext = false): Period {
  const ahead = (weekday - now.getUTCDay() + 7) % 7;
  const { from } = unitBack('day', -(ahead === 0 && isNext ? 7 : ahead), now.getTime());
  return { from, until: from + days * dayMs };
}

function daysToCome(start: DateComponents, folded: string, language: Language, now: Date): Period {
  const weekday = start.get('weekday');
  const names = (unit: Unit): boolean => new RegExp(timeWords[language].units[unit], 'u').test(folded);
  if (start.isCertain('weekday') && !start.isCertain('month') && weekday !== null && !names('week'))
    return dayToCome(weekday, 1, now, toCome.test(folded) && !isThis.test(folded));
  const said = start.date();
  // So many months from now is a day, but a month by its name is all of it.
  const isCounted = names('week') || (!/\d{4}|月/.test(folded) && (names('month') || names('year')));
  if (start.isCertain('day') || isCounted) return unitBack('day', 0, said.getTime());
  return start.isCertain('month')
    ? monthFrom(said.getUTCFullYear(), said.getUTCMonth())
    : unitBack('year', 0, said.getTime());
}
