/** When something was, in the words of somebody who remembers it: the longer ago, the vaguer. Days are those of UTC. */
import { dayMs } from '../domain/time.ts';

/** Days after which a day is told by its month, then the month with its year, then the year alone: how people speak. */
const monthAfterDays = 90;
const yearAfterDays = 300;
const onlyYearAfterDays = 1_460;

/** When it was, as an adverb: `on 14 January`, `last week`; '' for what is still to come. */
export function saidWhen(at: Date, now: Date): string {
  const days = dayOf(now) - dayOf(at);
  if (!(days >= 0)) return '';
  if (days === 0) return 'earlier today';
  if (days === 1) return 'yesterday';
  if (days < 7) return `on ${inWords(at, { weekday: 'long' })}`;
  if (days < 14) return 'last week';
  if (days < monthAfterDays) return `on ${inWords(at, { day: 'numeric', month: 'long' })}`;
  return `in ${monthOf(at, days)}`;
}

/** Since when it has been so: `since December`; '' for what is still to come. */
export function sinceWhen(at: Date, now: Date): string {
  const when = saidWhen(at, now).replace(/^(?:on|in) /, '');
  return when === '' ? '' : `since ${when}`;
}

/** Whole days from one time to another; NaN where one of them is no time. */
export function daysBetween(at: Date, now: Date): number {
  return dayOf(now) - dayOf(at);
}

function monthOf(at: Date, days: number): string {
  if (days >= onlyYearAfterDays) return inWords(at, { year: 'numeric' });
  return inWords(at, days < yearAfterDays ? { month: 'long' } : { month: 'long', year: 'numeric' });
}

function dayOf(at: Date): number {
  return Math.floor(at.getTime() / dayMs);
}

/** Kept, since making a format takes far longer than using it. */
const formats: Map<string, Intl.DateTimeFormat> = new Map();

function inWords(at: Date, parts: Intl.DateTimeFormatOptions): string {
  const key = Object.keys(parts).join(' ');
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' });
  formats.set(key, format);
  return format.format(at);
}
