/**
 * Which time a question asks for, read against a clock in six languages: `yesterday`, `last month`, `on the 18th`,
 * `between 3 May and 5 June`, `since Monday`, `after the move`. The library chrono-node reads dates and days of the
 * week. It loads when a text has one. It takes stretches of time for single days or does not know them, so
 * `time-words.ts` reads those. Days are those of UTC, weeks begin on Monday.
 */
import { dayMs } from '../domain/time.ts';
import { lazily } from '../domain/values.ts';
import { asksWhatHappened } from './answer-forms.ts';
import { type NamedDate, datesIn } from './dates.ts';
import { foldInPlace } from './fold.ts';
import { type Language, languageOf, stopWordsOf } from './languages.ts';
import {
  type DateComponents,
  type Period,
  common,
  daysOf,
  libraries,
  monthFrom,
  readAhead,
  unitBack,
  unitDays,
  unitsAgo,
  unitsAgoExactly,
  unitsPast,
} from './periods.ts';
import {
  type DayPart,
  type Edge,
  type TimePhrase,
  type TimeWords,
  type Unit,
  dayParts,
  timeWords,
  unitsOfTime,
} from './time-words.ts';
import { setOf } from './word-lists.ts';
import { wordsOf } from './words.ts';

/** What a question says of a time. */
export interface AskedTime {
  /** The time as the clock has it: of a date without a year the last one. Absent where only an event tells it. */
  readonly period?: Period;
  /** Whether the period counts by itself; otherwise it is only what {@link dates} name. */
  readonly isRelative: boolean;
  /** The dates that it names, in any year where it names none. */
  readonly dates: readonly NamedDate[];
  /** An event before or after which it asks; the memory that tells of it has the date. */
  readonly event?: { readonly side: 'before' | 'after'; readonly words: readonly string[] };
  /** The words beside those of time, of grammar and of telling; none where it asks for whatever was said then. */
  readonly words: readonly string[];
  /** The words by which it tells the time. */
  readonly timeWords: readonly string[];
  /** Whether it asks for what is still to come or only possible. */
  readonly isAhead: boolean;
  /** Whether it asks for what happened then: what is of another time is no answer. English only. */
  readonly isBound: boolean;
}

/** Longer texts are no questions about a time; in characters. */
const longestQuestion = 1_000;
/** How far back `recently` reaches, in days. */
const recentDays = 30;
/** The hours of the parts of a day; a night ends on the next one. */
const partHours: Readonly<Record<DayPart, readonly [number, number]>> = {
  morning: [0, 12],
  afternoon: [12, 18],
  evening: [17, 24],
  night: [18, 30],
};
const hourMs = dayMs / 24;

/** A time in a text. */
interface Found extends Period {
  readonly at: number;
  readonly end: number;
  readonly date?: NamedDate;
  readonly isWeekday?: boolean;
  /** Whether it names its year, so that nothing beside it is counted from now. */
  readonly isDated?: boolean;
  /** Whether it is about then: `recently`. */
  readonly isVague?: boolean;
}

/**
 * Reads the time that a question asks for; undefined where it asks for none.
 *
 * @param isExact - whether what was two weeks ago was so on that day, and not around it.
 */
export async function readTime(text: string, now: Date, isExact = false): Promise<AskedTime | undefined> {
  if (text.length > longestQuestion) return undefined;
  const folded = foldInPlace(text);
  const language = languageOf(text, wordsOf(text));
  const reader = readers[language]();
  const reading = new Reading(folded, now.getTime(), isExact);
  reading.takeDays(reader);
  reading.takeSeasons(reader);
  reading.takePhrases(reader);
  if (language === 'en') reading.takeDates(text);
  if (reader.worthAsking.test(reading.rest)) await takeFromLibrary(language, text, reading);
  reading.takeRest(reader);
  const found = reading.connected(reader);
  const telling = (words: readonly string[]): readonly string[] =>
    words.filter((word) => !stopWordsOf[language].has(word) && !reader.asking.has(word));
  const event = found.length === 0 ? reading.event(reader, telling) : undefined;
  if (found.length === 0 && event === undefined) return undefined;
  const dates = found.flatMap(({ date }) => date ?? []);
  // "What did Hugh report yesterday?", but not "When is the report due?"
  const rest = wordsOf(reading.rest.replaceAll(masked, ' ').replace(/\bdid (\S+) report\b/, 'did $1'));
  const isAhead = reader.future.test(folded);
  return {
    ...(found.length === 0 ? {} : { period: common(found) }),
    isRelative: found.some(({ date }) => date === undefined),
    dates,
    ...(event === undefined ? {} : { event }),
    words: telling(rest),
    timeWords: wordsOf(folded).filter((word) => !rest.includes(word)),
    isAhead,
    isBound: !isAhead && found.length > 0 && language === 'en' && asksWhatHappened(text, found),
  };
}

/**
 * The time that a text names, where it says nothing else; what is so long ago is so to the day.
 *
 * @param isAhead - whether a day or a month that says no more than its name is the next one, and not the last.
 */
export async function readPeriod(text: string, now: Date, isAhead = false): Promise<Period | undefined> {
  const ahead = await readAhead(text, now, isAhead);
  if (ahead !== undefined) return ahead;
  // A year alone may be any number in a question.
  const asked = await readTime(/^\s*\d{4}\s*$/.test(text) ? `in ${text}` : text, now, true);
  return asked?.words.length === 0 ? asked.period : undefined;
}

/** What stands where a time was read. */
const masked = '\u0001';

/** The rules of one language, ready to be applied. */
interface Reader {
  readonly days: readonly { readonly pattern: RegExp; readonly back: number; readonly part?: DayPart }[];
  readonly parts: readonly { readonly pattern: RegExp; readonly part: DayPart }[];
  readonly phrases: readonly { readonly pattern: RegExp; readonly says: TimePhrase }[];
  readonly units: readonly { readonly pattern: RegExp; readonly unit: Unit }[];
  readonly numbers: TimeWords['numbers'];
  readonly worthAsking: RegExp;
  readonly dayOfMonth: RegExp;
  readonly year: RegExp;
  readonly months: readonly RegExp[];
  readonly seasons: readonly RegExp[];
  readonly seasonOver: RegExp;
  readonly seasonOfLastYear: RegExp;
  readonly edges: Readonly<Record<'until' | 'after' | 'since', { readonly before?: RegExp; readonly after?: RegExp }>>;
  readonly between: RegExp;
  /** So many units, at the end of a text. */
  readonly span: RegExp;
  readonly beforeEvent: RegExp;
  readonly afterEvent: RegExp;
  readonly asking: ReadonlySet<string>;
  readonly future: RegExp;
}

/** A pattern that nothing fits. */
const never = '(?!)';

const articles = "(?: the| le| la| l['’]| les| el| dem| der| den)?";

function readerOf(words: TimeWords): Reader {
  const { spaced, numbers, units, seasonOver = {} } = words;
  const [start, stop] = spaced ? ['(?<![\\p{L}\\p{N}])', '(?![\\p{L}\\p{N}])'] : ['', ''];
  const pattern = (source: string): RegExp => new RegExp(`${start}(?:${source})${stop}`, 'dgu');
  const number = `(\\d{1,3}|${Object.keys(numbers)
    .sort((one, other) => other.length - one.length)
    .join('|')})`;
  const unitNames = unitsOfTime;
  const unit = `(${unitNames.map((name) => units[name]).join('|')})`;
  const filled = (source: string): string =>
    source.replaceAll('{N}', number).replaceAll('{U}', unit).replaceAll('{U:year}', `(${units.year})`);
  const year = '(?: ?(?:of |de |del )?((?:19|20)\\d\\d))?';
  const edgeOf = ({ before, after }: Edge): { readonly before?: RegExp; readonly after?: RegExp } => ({
    ...(before === undefined ? {} : { before: new RegExp(`${start}(?:${before})${articles}\\s*$`, 'u') }),
    ...(after === undefined ? {} : { after: new RegExp(`^\\s*(?:${after})`, 'u') }),
  });
  const months = words.months.map((name) =>
    spaced
      ? pattern(`${words.month} (${name})${year}`)
      : new RegExp(
          `(?<![个\\d十])(${name}|${words.months.indexOf(name) + 1})月(?![\\d一二三四五六七八九十間前])`,
          'dgu',
        ),
  );
  return {
    days: words.days.map(({ words: source, ...rest }) => ({ pattern: pattern(source), ...rest })),
    parts: dayParts.map((part) => ({
      pattern: new RegExp(`^[ ,]*(?:${words.parts[part]})${stop}`, 'u'),
      part,
    })),
    phrases: words.phrases.map(({ says, words: source }) => ({ says, pattern: pattern(filled(source)) })),
    units: unitNames.map((name) => ({ unit: name, pattern: new RegExp(`^(?:${units[name]})$`, 'u') })),
    numbers,
    worthAsking: new RegExp(`\\d|${words.weekday}|${words.months.join('月?|') || 'day'}`, 'u'),
    dayOfMonth: pattern(words.dayOfMonth),
    year: pattern(words.year),
    months,
    seasons: words.seasons.map((name) =>
      pattern(`${words.season} ?(${name})(?: (?:${seasonOver.after ?? never}))?${year}`),
    ),
    seasonOver: new RegExp(`${start}(?:${seasonOver.before ?? never}|${seasonOver.after ?? never})${stop}`, 'u'),
    seasonOfLastYear: new RegExp(words.seasonOfLastYear ?? never, 'u'),
    edges: { until: edgeOf(words.until), after: edgeOf(words.after), since: edgeOf(words.since) },
    between: new RegExp(`^\\s*(?:${words.between})${articles}\\s*$`, 'u'),
    span: new RegExp(`${start}(?:${number} ?)?${unit}\\s*$`, 'u'),
    beforeEvent: pattern(words.beforeEvent),
    afterEvent: pattern(words.afterEvent),
    asking: setOf(words.asking),
    future: new RegExp(`${start}(?:${words.future})${stop}`, 'u'),
  };
}

const readers: Readonly<Record<Language, () => Reader>> = {
  en: lazily(() => readerOf(timeWords.en)),
  de: lazily(() => readerOf(timeWords.de)),
  fr: lazily(() => readerOf(timeWords.fr)),
  es: lazily(() => readerOf(timeWords.es)),
  zh: lazily(() => readerOf(timeWords.zh)),
  ja: lazily(() => readerOf(timeWords.ja)),
};

/** A text while its times are taken out of it, one form after another. */
class Reading {
  /** The folded text, masked where a time was. */
  rest: string;
  readonly #now: number;
  readonly #isExact: boolean;
  readonly #found: Found[] = [];

  constructor(text: string, now: number, isExact: boolean) {
    this.rest = text;
    this.#now = now;
    this.#isExact = isExact;
  }

  /** The moment against which the library reads. */
  get reference(): { readonly instant: Date; readonly timezone: string } {
    return { instant: new Date(this.#now), timezone: 'UTC' };
  }

  /** The days that the library says; undefined for a time of day, and for a month alone, which may be a name or a verb. */
  periodOf(said: DateComponents): (Period & Pick<Found, 'date' | 'isWeekday' | 'isDated'>) | undefined {
    const [year, month, day] = [said.get('year'), said.get('month'), said.get('day')];
    const weekday = said.get('weekday');
    if (said.isCertain('weekday') && !said.isCertain('month') && weekday !== null) {
      const back = (new Date(this.#now).getUTCDay() - weekday + 6) % 7;
      return { ...unitBack('day', back + 1, this.#now), isWeekday: true };
    }
    if (!said.isCertain('month') || year === null || month === null || day === null) return undefined;
    if (!said.isCertain('day') && !said.isCertain('year')) return undefined;
    const date = {
      month: month - 1,
      ...(said.isCertain('year') ? { year } : {}),
      ...(said.isCertain('day') ? { day } : {}),
    };
    return this.#dated(date);
  }

  /** Takes a time out. */
  take(found: Found): void {
    this.#found.push(found);
    this.#mask(found.at, found.end);
  }

  /** The days that are counted from today, with the parts of them. */
  takeDays({ days, parts }: Reader): void {
    for (const { pattern, back, part } of days) {
      for (const match of this.rest.matchAll(pattern)) {
        const { from } = unitBack('day', back, this.#now);
        let end = match.index + match[0].length;
        let within = part;
        for (const { pattern: partPattern, part: named } of parts) {
          const said = partPattern.exec(this.rest.slice(end));
          if (said === null) continue;
          end += said[0].length;
          within ??= named;
          break;
        }
        const [first, last] = within === undefined ? [0, 24] : partHours[within];
        this.take({ at: match.index, end, from: from + first * hourMs, until: from + last * hourMs });
      }
    }
  }

  /** Stretches of time: the last week, three months ago. */
  takePhrases(reader: Reader): void {
    for (const { pattern, says } of reader.phrases) {
      for (const match of this.rest.matchAll(pattern)) {
        const groups = match.slice(1).filter((group) => group !== undefined);
        const unit = reader.units.find((one) => groups.some((group) => one.pattern.test(group)))?.unit ?? 'year';
        const counted = groups.find((group) => !reader.units.some((one) => one.pattern.test(group)));
        const count = counted === undefined ? 1 : numberOf(counted, reader.numbers);
        const place = { at: match.index, end: match.index + match[0].length, isVague: says === 'recently' };
        this.take({ ...place, ...this.#said(says, unit, count, counted) });
      }
    }
  }

  /** Dates in English. */
  takeDates(text: string): void {
    for (const { date, at: start, end } of datesIn(text)) {
      const at = start + (leadingWord.exec(text.slice(start, end))?.[0].length ?? 0);
      if (!this.rest.slice(at, end).includes(masked)) this.take({ at, end, ...this.#dated(date) });
    }
  }

  /** Seasons, before what else is said of a year: in Chinese and Japanese "last year" stands before one. */
  takeSeasons({ seasons, seasonOver, seasonOfLastYear }: Reader): void {
    const now = new Date(this.#now);
    seasons.forEach((pattern, season) => {
      this.#takeGroup(pattern, ([, named], said) => {
        const inYear = (one: number): Period => monthFrom(one, 2 + season * 3, 3);
        if (named !== undefined) return { ...inYear(Number(named)), isDated: true };
        const [thisYear, before] = [inYear(now.getUTCFullYear()), inYear(now.getUTCFullYear() - 1)];
        // In summer the last one is that of the year before.
        const isOver = !seasonOver.test(said) || thisYear.until <= this.#now;
        return thisYear.from > this.#now || !isOver || seasonOfLastYear.test(said) ? before : thisYear;
      });
    });
  }

  /** What dates leave over: a day of the month, a month or a year by itself. */
  takeRest({ dayOfMonth, year, months, numbers }: Reader): void {
    const now = new Date(this.#now);
    this.#takeGroup(dayOfMonth, ([number]) => {
      const day = numberOf(number!, numbers);
      const inMonth = (back: number): number => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, day);
      const from = inMonth(0) > this.#now ? inMonth(1) : inMonth(0);
      return day < 1 || day > 31 ? undefined : { from, until: from + dayMs };
    });
    months.forEach((pattern, month) => {
      this.#takeGroup(pattern, ([, named]) => {
        const date = { month, ...(named === undefined ? {} : { year: Number(named) }) };
        return this.#dated(date);
      });
    });
    this.#takeGroup(year, ([number]) => ({ ...monthFrom(Number(number), 0, 12), isDated: true }));
  }

  /** What was found, in the order of the text, with what stands before, after and between. */
  connected(reader: Reader): readonly Found[] {
    const found = this.#weekdaysPlaced();
    const all: Found[] = [];
    for (const one of found) {
      const before = all.at(-1);
      const isBetween = before !== undefined && reader.between.test(this.rest.slice(before.end, one.at));
      // "Between 11 and 15 August 2023": the year is that of both.
      const year = isBetween ? one.date?.year : undefined;
      const { from } =
        year === undefined || before?.date === undefined ? (before ?? one) : this.#dated({ year, ...before.date });
      if (isBetween && from < one.from) {
        this.#mask(before.end, one.at);
        const isDated = before.isDated === true || one.isDated === true;
        all[all.length - 1] = { at: before.at, end: one.end, from, until: one.until, isDated };
      } else all.push(one);
    }
    const dated = all.filter(({ isDated }) => isDated === true);
    return (dated.length > 0 ? dated : all).map((one) => this.#edged(one, reader));
  }

  /** An event before or after which something is asked for. */
  event(
    { beforeEvent, afterEvent }: Reader,
    telling: (words: readonly string[]) => readonly string[],
  ): AskedTime['event'] {
    for (const [side, pattern] of [['before', beforeEvent] as const, ['after', afterEvent] as const]) {
      for (const match of this.rest.matchAll(pattern)) {
        const said = match.slice(1).find((group) => group !== undefined) ?? '';
        const words = said.includes(masked) ? [] : telling(wordsOf(said));
        if (words.length === 0) continue;
        this.#mask(match.index, match.index + match[0].length);
        return { side, words };
      }
    }
    return undefined;
  }

  #dated(date: NamedDate): Period & Pick<Found, 'date' | 'isDated'> {
    return { date, isDated: date.year !== undefined, ...daysOf(date, this.#now) };
  }

  #mask(at: number, end: number): void {
    this.rest = `${this.rest.slice(0, at)}${masked.repeat(end - at)}${this.rest.slice(end)}`;
  }

  #takeGroup(
    pattern: RegExp,
    read: (
      groups: readonly (string | undefined)[],
      said: string,
    ) => (Period & Pick<Found, 'date' | 'isDated'>) | undefined,
  ): void {
    for (const match of this.rest.matchAll(pattern)) {
      const place = match.indices?.[1];
      const period = read(match.slice(1), match[0]);
      if (place === undefined || period === undefined) continue;
      this.take({ at: place[0], end: match.index + match[0].length, ...period });
    }
  }

  #said(says: TimePhrase, unit: Unit, count: number, counted: string | undefined): Period {
    const now = this.#now;
    switch (says) {
      case 'this':
        return unitBack(unit, 0, now);
      case 'last':
        return unitBack(unit, 1, now);
      case 'beforeLast':
        return unitBack(unit, 2, now);
      case 'past':
        return unitsPast(unit, count, now);
      case 'ago':
        if (this.#isExact) return unitsAgoExactly(unit, count, now);
        return unitsAgo(unit, count, counted !== undefined && vague.test(counted), now);
      case 'recently':
        return unitsPast('day', recentDays, now);
    }
  }

  /** In order of place; a day of the week lies in a stretch that is named beside it, else it is the last one. */
  #weekdaysPlaced(): readonly Found[] {
    const found = [...this.#found].sort((one, other) => one.at - other.at);
    const stretch = found.find(({ isWeekday, from, until }) => isWeekday !== true && until - from === 7 * dayMs);
    return found.map((one) => {
      if (one.isWeekday !== true || stretch === undefined) return one;
      const days = Math.floor((one.from - stretch.from) / dayMs);
      const from = stretch.from + (((days % 7) + 7) % 7) * dayMs;
      return { ...one, from, until: from + dayMs };
    });
  }

  #edged(found: Found, reader: Reader): Found {
    const now = this.#now + 1;
    for (const side of ['since', 'until', 'after'] as const) {
      const { before, after } = reader.edges[side];
      const lead = before?.exec(this.rest.slice(0, found.at)) ?? undefined;
      const trail = after?.exec(this.rest.slice(found.end)) ?? undefined;
      if (lead === undefined && trail === undefined) continue;
      const reach = lead === undefined ? Number.POSITIVE_INFINITY : this.#reach(lead.index, reader);
      if (lead !== undefined) this.#mask(lead.index, found.at);
      else this.#mask(found.end, found.end + (trail?.[0].length ?? 0));
      const period = {
        since: { from: found.from, until: now },
        until: { from: found.from - reach, until: found.from },
        after: { from: found.until, until: Math.min(now, found.until + reach) },
      }[side];
      return { at: found.at, end: found.end, ...period };
    }
    return found;
  }

  /** How far a time before or after another one reaches, in milliseconds: `the week before`, `two days after`. */
  #reach(end: number, { span, units, numbers }: Reader): number {
    const beside = this.#found.find((one) => one.end <= end && end - one.end < 2);
    if (beside?.isWeekday === true) return 7 * dayMs;
    const said = span.exec(this.rest.slice(0, end));
    const unit = units.find(({ pattern }) => pattern.test(said?.[2] ?? ''))?.unit;
    if (said === null || unit === undefined) return Number.POSITIVE_INFINITY;
    this.#mask(said.index, end);
    return (said[1] === undefined ? 1 : numberOf(said[1], numbers)) * unitDays[unit] * dayMs;
  }
}

/** What leads to a month that stands alone. */
const leadingWord = /^(?:in|of|during|since|until|by|before|after|last|this|early|mid|late|around)\s+/i;

/** Numbers that are not meant to the day. */
const vague = /few|several|paar|nigen|quelques|plusieurs|un[oa]s|vari|poc|几|数/u;

function numberOf(text: string, numbers: TimeWords['numbers']): number {
  const known = /^\d+$/.test(text) ? Number(text) : numbers[text];
  if (known !== undefined) return known;
  const [tens = '', ones = ''] = text.includes('十') ? text.split('十') : ['', text];
  return (text.includes('十') ? (numbers[tens] ?? 1) * 10 : 0) + (numbers[ones] ?? 0);
}

// The library. It takes a date for the nearest one, before or after; what is asked for lies before.

async function takeFromLibrary(language: Language, text: string, reading: Reading): Promise<void> {
  const { parse } = await libraries[language]();
  const visible = Array.from({ length: text.length }, (_, at) => (reading.rest[at] === masked ? ' ' : text[at])).join(
    '',
  );
  for (const { index, text: said, start, end } of parse(visible, reading.reference)) {
    const first = reading.periodOf(start);
    const last = end === null || end === undefined ? undefined : reading.periodOf(end);
    if (first === undefined) continue;
    const place = { at: index, end: index + said.length };
    if (last === undefined) reading.take({ ...place, ...first });
    else reading.take({ ...place, from: Math.min(first.from, last.from), until: Math.max(first.until, last.until) });
  }
}
