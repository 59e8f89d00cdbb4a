/**
 * Stretches of the calendar as a clock has them: the last week, three months ago, the days of a date. Days are those of
 * UTC, weeks begin on Monday.
 */
import { dayMs } from '../domain/time.ts';
import type { NamedDate } from './dates.ts';
import type { Unit } from './time-words.ts';

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
