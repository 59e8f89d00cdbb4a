/**
 * Dates in English: words for days and months, the dates that a text names, how well a time matches them. It also
 * writes a time as a person would say it. Days are those of UTC.
 */
import { dayMs } from '../domain/time.ts';

const monthNames: readonly string[] =
  'January February March April May June July August September October November December'.split(' ');
const weekdayNames: readonly string[] = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');
/** The months in their order, in lower case. */
export const months: readonly string[] = monthNames.map((name) => name.toLowerCase());
/** The short forms of {@link months}, in the same order. */
export const shortMonths: readonly string[] = months.map((name) => name.slice(0, 3));
/** The days of the week from Monday on, in lower case. */
export const weekdays: readonly string[] = weekdayNames.map((name) => name.toLowerCase());
/** A day of the week, in the plural too: a pattern. */
export const weekdayName = `\\b(?:${weekdays.join('|')})(?=s?\\b)`;
/** The seasons, in both spellings of the third. */
export const seasons: readonly string[] = 'spring summer autumn fall winter'.split(' ');

// The dates that a text names, English and ISO. A date without a year means the year of the time that it is held
// against. Relative words ("last week") are read only for days to come, at the end of this file.

/** Days in which the match with a named day falls by a factor of e: people speak of a thing soon after (LoCoMo). */
const dayMatchDecayDays = 7;
/** How well the first days of the month after a named one match (LoCoMo, dev half). */
const nextMonthMatch = 0.6;
/** How many days of the month after a named one match. */
const nextMonthDays = 7;

/** A named day, or a named month when it has no day. */
export interface NamedDate {
  readonly year?: number;
  /** 0..11 */
  readonly month: number;
  /** 1..31 */
  readonly day?: number;
}

const month = `(${[...months, 'sept', ...shortMonths].join('|')})\\.?`;
const year = '((?:19|20)\\d\\d)';
const dayOfMonth = '(\\d{1,2})(?:st|nd|rd|th|\\.)?';

const dayFirst = new RegExp(`\\b${dayOfMonth}\\s+(?:of\\s+)?${month}(?:,?\\s+${year})?\\b`, 'gi');
const monthFirst = new RegExp(`\\b${month}\\s+${dayOfMonth}(?!\\d)(?:\\s*,?\\s+${year})?\\b`, 'gi');
const monthYear = new RegExp(`\\b${month},?\\s+(?:of\\s+)?${year}\\b`, 'gi');
/** A month by itself; `may` and `march` are words too and count only after one that leads to a date. */
const monthAlone = new RegExp(
  `\\b(?:(in|of|during|since|until|by|before|after|last|this|early|mid|late|around)\\s+)?${month}(?!\\p{L})`,
  'giu',
);
const iso = /\b((?:19|20)\d\d)-(\d\d)(?:-(\d\d))?\b/g;
const ambiguous = new Set(['may', 'march', 'mar', 'sep', 'dec', 'jan', 'jun']);

/** The dates that a text names; several if it names several. */
export function namedDates(text: string): readonly NamedDate[] {
  return datesIn(text).map(({ date }) => date);
}

/** A date with its place in a text, in code units. */
export interface PlacedDate {
  readonly date: NamedDate;
  readonly at: number;
  readonly end: number;
}

/** {@link namedDates} with their places, by their form and not by their place. */
export function datesIn(text: string): readonly PlacedDate[] {
  const dates: PlacedDate[] = [];
  let rest = text;
  const take = (pattern: RegExp, read: (groups: readonly (string | undefined)[]) => NamedDate | undefined): void => {
    for (const match of rest.matchAll(pattern)) {
      const date = read(match);
      if (date === undefined) continue;
      const end = match.index + match[0].length;
      dates.push({ date, at: match.index, end });
      rest = `${rest.slice(0, match.index)}${' '.repeat(match[0].length)}${rest.slice(end)}`;
    }
  };
  take(iso, ([, y, m, d]) => named(y, Number(m) - 1, d));
  take(dayFirst, ([, d, m, y]) => named(y, monthOf(m), d));
  take(monthFirst, ([, m, d, y]) => named(y, monthOf(m), d));
  take(monthYear, ([, m, y]) => named(y, monthOf(m), undefined));
  take(monthAlone, ([, lead, m]) => (isMonth(lead, m ?? '') ? named(undefined, monthOf(m), undefined) : undefined));
  return dates;
}

/** 0..1: how well a day (in days since 1970, UTC) matches the best of some named dates. */
export function dateMatch(dates: readonly NamedDate[], daysSince1970: number): number {
  let best = 0;
  for (const date of dates) {
    const match = date.day === undefined ? monthMatch(date, daysSince1970) : dayMatch(date, daysSince1970);
    best = Math.max(best, match);
  }
  return best;
}

function isMonth(lead: string | undefined, name: string): boolean {
  const capital = /^\p{Lu}/u.test(name);
  return ambiguous.has(name.toLowerCase()) ? capital && lead !== undefined : capital || lead !== undefined;
}

function monthOf(name: string | undefined): number {
  return shortMonths.indexOf((name ?? '').slice(0, 3).toLowerCase());
}

function named(yearText: string | undefined, monthNumber: number, dayText: string | undefined): NamedDate | undefined {
  if (monthNumber < 0 || monthNumber > 11) return undefined;
  const dayNumber = dayText === undefined ? undefined : Number(dayText);
  if (dayNumber !== undefined && (dayNumber < 1 || dayNumber > 31)) return undefined;
  return {
    month: monthNumber,
    ...(yearText === undefined ? {} : { year: Number(yearText) }),
    ...(dayNumber === undefined ? {} : { day: dayNumber }),
  };
}

/** Full on the day, then less with each day after: a thing is told when it has happened. */
function dayMatch(date: NamedDate, day: number): number {
  const namedDay = Date.UTC(date.year ?? new Date(day * dayMs).getUTCFullYear(), date.month, date.day) / dayMs;
  const daysAfter = day - namedDay;
  return daysAfter < 0 ? 0 : Math.exp(-daysAfter / dayMatchDecayDays);
}

/** Full within the month, less in the first days of the next. */
function monthMatch(date: NamedDate, day: number): number {
  const moment = new Date(day * dayMs);
  const monthsAfter =
    date.year === undefined
      ? (moment.getUTCMonth() - date.month + 12) % 12
      : (moment.getUTCFullYear() - date.year) * 12 + moment.getUTCMonth() - date.month;
  if (monthsAfter === 0) return 1;
  return monthsAfter === 1 && moment.getUTCDate() <= nextMonthDays ? nextMonthMatch : 0;
}

/** Days after which a day is told by its month, then the month with its year, then the year alone: how people speak. */
const monthAfterDays = 90;
const yearAfterDays = 300;
const onlyYearAfterDays = 1_460;

/** When it was, as an adverb: `on 14 January`, `last week`; '' for what is still to come. */
export function saidWhen(time: Date, now: Date): string {
  const days = daysBetween(time, now);
  if (!(days >= 0)) return '';
  if (days === 0) return 'earlier today';
  if (days === 1) return 'yesterday';
  if (days < 7) return `on ${weekdayNames[(time.getUTCDay() + 6) % 7]}`;
  if (days < 14) return 'last week';
  const [month, year] = [monthNames[time.getUTCMonth()], time.getUTCFullYear()];
  if (days < monthAfterDays) return `on ${time.getUTCDate()} ${month}`;
  if (days < yearAfterDays) return `in ${month}`;
  return days < onlyYearAfterDays ? `in ${month} ${year}` : `in ${year}`;
}

/** A day as people write it in full: `8 May 2023`. */
export function dayInFull(time: Date): string {
  return `${time.getUTCDate()} ${monthNames[time.getUTCMonth()]} ${time.getUTCFullYear()}`;
}

/** Since when it has been so: `since December`; '' for what is still to come. */
export function sinceWhen(time: Date, now: Date): string {
  const when = saidWhen(time, now).replace(/^(?:on|in) /, '');
  return when === '' ? '' : `since ${when}`;
}

/** Whole days from one time to another; NaN where one of them is no time. */
export function daysBetween(from: Date, to: Date): number {
  return dayOf(to) - dayOf(from);
}

function dayOf(time: Date): number {
  return Math.floor(time.getTime() / dayMs);
}

/** The hours of a clock in words, as a choice of a pattern. */
export const hourWords = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve';

/** A number of years or the like, in at most three digits or in words, as a part of a pattern. */
export const numeral = `(?:\\d{1,3}|${hourWords}|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty)(?:-\\w+)?`;

// The days to come that a message plans for, and what a text sets for a day. Days are counted since 1970, in UTC.

/** Words for a day by how many days lie before it. */
const nearDays: readonly (readonly [RegExp, number])[] = [
  [/\b(?:today|tonight|this (?:morning|afternoon|evening))\b/i, 0],
  [/(?<!day after )\btomorrow\b/i, 1],
  [/\bday after tomorrow\b/i, 2],
];
const dayOfWeek = new RegExp(
  // "The first weekend of February" is a day of that month.
  `(?<!\\b(?:last|past|previous) )\\b(next )?(${weekdays.join('|')}|weekend)(?!\\p{L})(?! (?:of|in) (?:(?:the|next|each|every) month|${months.join('|')})\\b)`,
  'giu',
);
const ofSomeMonth = /\bthe (\d{1,2})(?:st|nd|rd|th)\b(?! of\b| \p{L}+day)/giu;
/** Days after it was said, at most, for which a date without a year is meant; what recurs is meant in any year. */
const maxDaysAhead = 200;
const recurs = /\b(?:birthday|anniversary|every year|annual\p{L}*)\b/iu;
/** Between two dates, or a day of the month and a date, it makes a stretch of them. */
const upTo = /(?:\b(\d{1,2})(?:st|nd|rd|th)?)?,? ?(?:to|until|till|through|[-\u2013]) ?(?:\p{L}+day,? )?(?:the )?$/iu;
/** "Moved from 5 to 12 May" is no stretch of days: the first one is free. */
const movedFrom =
  /\b((?:moved|postponed|shifted|rescheduled|pushed|changed|switched|brought)\b[^.;]*?) from [^.;]*?(?= to\b)/giu;
/** What happened on a day of the week is over, unless it settled what is to come. */
const isOver = /\b(?:was|were|went|had|did|got|came|saw|ate|last|ago|yesterday)\b/i;
const settled = /\b(?:booked|planned|scheduled|arranged|reserved|agreed|invited|promised|moved)\b/i;

/** The days to come that a text names: "tomorrow", "on Wednesday", "on the 2nd"; of "next Wednesday" either one that it may be. */
export function daysAhead(text: string, now: Date): readonly number[] {
  const today = dayOf(now);
  const placed = datesIn(text);
  const dated = placed.flatMap(({ date }) => nextDay(date, today) ?? []);
  const ofMonth = [...text.matchAll(ofSomeMonth)].filter(
    ({ index }) => !placed.some(({ at, end }) => at < index + 8 && index < end),
  );
  const later = ofMonth.flatMap(([, day]) => {
    const thisMonth =
      nextDay({ month: now.getUTCMonth(), day: Number(day), year: now.getUTCFullYear() }, today) ?? today;
    return thisMonth < today
      ? (nextDay({ month: (now.getUTCMonth() + 1) % 12, day: Number(day) }, today) ?? [])
      : thisMonth;
  });
  return [...new Set([...dated, ...later, ...daysCalled(text, today)])];
}

/** The days that a text calls by their place from some day on. */
function daysCalled(text: string, from: number): readonly number[] {
  const near = nearDays.flatMap(([words, ahead]) => (words.test(text) ? [from + ahead] : []));
  const ofWeek = [...text.matchAll(dayOfWeek)].flatMap(([, next, word = '']) => {
    const place = weekdays.indexOf(word.toLowerCase());
    const first = from + (((place < 0 ? 5 : place) - placeInWeek(from) + 7) % 7);
    const days = place < 0 ? [first, first + 1] : [first];
    return next === undefined && first > from ? days : [...days, ...days.map((day) => day + 7)];
  });
  return [...near, ...ofWeek];
}

/** Whether a text that was said some day sets something for a day: by a date, a stretch of dates, or a day of the week. */
export function isSetFor(told: string, day: number, said: Date): boolean {
  const from = dayOf(said);
  const text = told.replace(movedFrom, '$1');
  const placed = datesIn(text)
    .filter(({ date }) => date.day !== undefined)
    .sort((one, other) => one.at - other.at);
  if (placed.length === 0) {
    const isPast = isOver.test(text) && !settled.test(text);
    return !isPast && daysCalled(text, from).includes(day);
  }
  if (recurs.test(text)) return placed.some(({ date }) => nextDay(withoutYear(date), day) === day);
  const days = placed.map(({ date }) => nextDay(date, from));
  return placed.some(({ date, at }, place) => {
    const last = days[place];
    if (last === undefined || (date.year === undefined && last - from > maxDaysAhead)) return false;
    const [before, between] = [placed[place - 1], upTo.exec(text.slice(0, at))];
    const start = between?.[1] !== undefined ? nextDay({ ...date, day: Number(between[1]) }, from) : undefined;
    const isStretch = between !== null && before !== undefined && between.index >= before.end - 2;
    const first = start ?? (isStretch ? days[place - 1] : undefined) ?? last;
    return first <= day && day <= last;
  });
}

/** The day of a date; without a year the first one from some day on. */
function nextDay({ year: named, month: at, day }: NamedDate, from: number): number | undefined {
  if (day === undefined) return undefined;
  const inYear = (one: number): number => Date.UTC(one, at, day) / dayMs;
  const thisYear = new Date(from * dayMs).getUTCFullYear();
  if (named !== undefined) return inYear(named);
  return inYear(thisYear) >= from ? inYear(thisYear) : inYear(thisYear + 1);
}

function withoutYear({ month: at, day }: NamedDate): NamedDate {
  return { month: at, ...(day === undefined ? {} : { day }) };
}

/** The place of a day in its week, Monday is 0. */
function placeInWeek(day: number): number {
  return (day + 3) % 7;
}

/** How a text may write a month, or a day of it: `december 2nd`, `dec 2`. */
export function spellingsOf({ month: at, day }: NamedDate): readonly string[] {
  if (day === undefined) return [months, shortMonths].flatMap((names) => names[at] ?? []);
  const ending = day % 100 > 10 && day % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th');
  return [months, shortMonths].flatMap((names) => [`${names[at]} ${day}${ending}`, `${names[at]} ${day}`]);
}

/** The words by which a text may set something for a day: its date, its month, and its name in the week. */
export function wordsForDay(day: number): {
  readonly dates: readonly string[];
  readonly month: string;
  readonly weekday: string;
} {
  const date = new Date(day * dayMs);
  const at = date.getUTCMonth();
  return {
    dates: spellingsOf({ month: at, day: date.getUTCDate() }),
    month: months[at] ?? '',
    weekday: weekdays[placeInWeek(day)] ?? '',
  };
}
