/**
 * The times of a fact: those that only the day of the talk explains become dates or are left out, and a plan is over after
 * its date. English only.
 */
import { dayMs } from '../domain/time.ts';
import type { FactKind } from '../domain/vocabulary.ts';
import { months, seasons, weekdays } from './dates.ts';
import { listed } from './word-lists.ts';

/** When a clause was said, and as what. */
interface DatedClause {
  readonly kind: FactKind;
  readonly said: Date;
  /** What is planned for a time before this is no plan any more. */
  readonly now: Date;
}

/** A clause that needs no clock any more, and when it is over where it plans; undefined where it is over or stays unclear. */
export function withTimes(
  text: string,
  { kind, said, now }: DatedClause,
): { readonly dated: string; readonly validTo?: Date } | undefined {
  const begun = withBeginnings(text, said);
  const isPlan = kind === 'intent.goal' || (kind === 'world.fact' && !happened.test(begun));
  const plan = isPlan
    ? withDates(begun, { kind, said, now })
    : { dated: withPast(withoutDurations(begun, said), said) };
  return plan === undefined || relativeTime.test(plan.dated.replace(lasted, '')) ? undefined : plan;
}

const span = `(?:second|minute|hour|day|night|morning|afternoon|evening|week|weekend|month|year|decade|${seasons.join('|')}|semester|term|quarter|season|time|${weekdays.join('|')})s?`;
const relativeTime = new RegExp(
  `\\b(?:today|tonight|tomorrow|yesterday|nowadays|lately|recently|soon|later|earlier|ago|so far|yet|right now|at the moment|for now|on (?:my|our|the) way|once again|this time|the other day|` +
    `(?:this|next|last|past|coming|upcoming|previous|following) (?:few |couple of |two |three )?${span}|(?:in|for|over|within) (?:an?|the (?:next|last|past)|another|a few|a couple of?|several|some|\\d+|two|three|four|five|six|ten) ?(?:few |more )?${span})\\b`,
  'i',
);
const day = (date: Date): string => `${date.getUTCDate()} ${monthName(date)} ${date.getUTCFullYear()}`;
const monthName = (date: Date): string => {
  const name = months[date.getUTCMonth()] ?? '';
  return `${name[0]?.toUpperCase()}${name.slice(1)}`;
};
const utc = (year: number, month: number, dayOfMonth = 1): Date => new Date(Date.UTC(year, month, dayOfMonth));

/** A clause with the dates of its plans, and when the last of them is over; undefined where one is over already. */
function withDates(
  text: string,
  { kind, said, now }: DatedClause,
): { readonly dated: string; readonly validTo?: Date } | undefined {
  const [year, month] = [said.getUTCFullYear(), said.getUTCMonth()];
  const sinceMonday = (said.getUTCDay() + 6) % 7;
  const ends: number[] = [];
  const until = (end: Date, words: string): string => {
    ends.push(end.getTime());
    return words;
  };
  const monthsAhead = (ahead: number): string => {
    const first = utc(year, month + ahead);
    return until(utc(year, month + ahead + 1), `in ${monthName(first)} ${first.getUTCFullYear()}`);
  };
  const daysAhead = (ahead: number, words: string, days = 1): string => {
    const first = new Date(said.getTime() + ahead * dayMs);
    return until(new Date(first.getTime() + days * dayMs), `${words} ${day(first)}`);
  };
  const quarter = (ahead: number): string => {
    const first = utc(year, month - (month % 3) + 3 * ahead);
    const ordinal = ['first', 'second', 'third', 'fourth'][first.getUTCMonth() / 3] ?? '';
    return until(new Date(first.getTime() + 92 * dayMs), `in the ${ordinal} quarter of ${first.getUTCFullYear()}`);
  };
  const season = (words: string, name: string): string => {
    const starts = seasonStarts[name.toLowerCase()] ?? 0;
    const inYear = starts + 3 <= month || (starts <= month && /next/i.test(words)) ? year + 1 : year;
    return until(utc(inYear, starts + 3), `in the ${name} of ${inYear}`);
  };
  const dated = text
    .replace(/\b(?:later )?this month\b/gi, () => monthsAhead(0))
    .replace(/\bnext month\b/gi, () => monthsAhead(1))
    .replace(/\b(?:later )?this year\b/gi, () => until(utc(year + 1, 0), `in ${year}`))
    .replace(/\bnext year\b/gi, () => until(utc(year + 2, 0), `in ${year + 1}`))
    .replace(/\bthis quarter\b/gi, () => quarter(0))
    .replace(/\bnext quarter\b/gi, () => quarter(1))
    .replace(/\b(?:later )?this week\b/gi, () => daysAhead(-sinceMonday, 'in the week of', 7))
    .replace(/\bnext week\b/gi, () => daysAhead(7 - sinceMonday, 'in the week of', 7))
    .replace(/\bthis weekend\b/gi, () => daysAhead(5 - sinceMonday, 'on the weekend of', 2))
    .replace(/\bnext weekend\b/gi, () => daysAhead(12 - sinceMonday, 'on the weekend of', 2))
    .replace(/\btomorrow\b/gi, () => daysAhead(1, 'on'))
    .replace(dayOfPlan, (_, name: string) =>
      daysAhead(((weekdays.indexOf(name.toLowerCase()) - sinceMonday + 6) % 7) + 1, 'on'),
    )
    .replace(/\b(?:this|next|in the|in) (spring|summer|autumn|fall|winter)\b(?! of)/gi, season)
    .replace(monthOfPlan, (words: string, name: string) => {
      const at = months.indexOf(name.toLowerCase());
      const inYear = at < month ? year + 1 : year;
      return until(utc(inYear, at + 1), `${words} ${inYear}`);
    });
  for (const [, name = '', inYear] of kind === 'intent.goal' ? text.matchAll(dateWithYear) : [])
    until(utc(Number(inYear), months.indexOf(name.toLowerCase()) + 1), '');
  if (ends.some((end) => end <= now.getTime())) return undefined;
  // What begins on its day goes on after it, as does what was decided.
  const isOnce = kind === 'intent.goal' && ends.length > 0 && !/\b(?:from|starting|as of)\b/.test(text);
  return isOnce ? { dated, validTo: new Date(Math.max(...ends)) } : { dated };
}

/** The month in which a season begins, 0..11. */
const seasonStarts: Readonly<Record<string, number>> = { spring: 2, summer: 5, autumn: 8, fall: 8, winter: 11 };
const dayOfPlan = new RegExp(`\\b(?:on|this|next) (${weekdays.join('|')})\\b`, 'gi');
const monthOfPlan = new RegExp(
  `\\b(?:in|by|before|until|from|on|due) (?:the )?(?:\\d+(?:st|nd|rd|th)? (?:of )?)?(${months.map((name) => `${name[0]?.toUpperCase()}${name.slice(1)}`).join('|')})(?: \\d{1,2}(?:st|nd|rd|th)?)?\\b(?!,? \\d{4})`,
  'g',
);
const dateWithYear = new RegExp(`\\b(${months.join('|')})(?: \\d{1,2}(?:st|nd|rd|th)?)?,? (?:of )?(\\d{4})\\b`, 'gi');

const numbers = listed(
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty',
);
const duration = new RegExp(
  `\\b(?:for|these) (?:about |almost |over |around |the (?:last|past) )?(\\d+|${numbers.join('|')}) years\\b(?: now| already)?`,
  'i',
);

/** "For five years" as the year in which it began. */
function withoutDurations(text: string, said: Date): string {
  if (!/\b(?:have|has|'ve) been\b/.test(text)) return text;
  return text.replace(duration, (_, count: string) => `since about ${said.getUTCFullYear() - countOf(count)}`);
}

// What has begun, has happened or is over.

const since = new RegExp(
  `,? since (?:(?:(${weekdays.join('|')})|(${months.join('|')}))(?!\\p{L}|,? \\d)|(?:yesterday|today|(?:last|this) \\p{L}+)\\b)`,
  'giu',
);
const goesOn = /\b(?:have|has|had)\b|'ve\b/;

/** "Since March" with its year; "since this morning" is left out. Beside a plain present it stands in brackets. */
function withBeginnings(text: string, said: Date): string {
  return text.replace(since, (_, weekday?: string, month?: string) => {
    if (weekday === undefined && month === undefined) return '';
    const from = weekday === undefined ? lastMonth(month ?? '', said) : lastDay(weekday, said);
    return goesOn.test(text) ? ` since ${from}` : ` (since ${from})`;
  });
}

/** The last such day of the week, in full. */
function lastDay(weekday: string, said: Date): string {
  const ago = (said.getUTCDay() + 6 - weekdays.indexOf(weekday.toLowerCase())) % 7;
  return day(new Date(said.getTime() - (ago || 7) * dayMs));
}

/** The last such month, with its year. */
function lastMonth(name: string, said: Date): string {
  const at = months.indexOf(name.toLowerCase());
  const first = utc(said.getUTCFullYear() - (at > said.getUTCMonth() ? 1 : 0), at);
  return `${monthName(first)} ${first.getUTCFullYear()}`;
}

/** What happened once, and is so from then on. */
const happened =
  /\b(?:died|passed away|retired|divorced|got (?:married|engaged)|turned \d+|quit|resigned|joined|switched to|started (?:working )?at|moved|relocated|(?:im|e)migrated|came (?:over |here |over here )?from|diagnosed)\b/;
const onDay = new RegExp(` (?:on|last) (${weekdays.join('|')})\\b`, 'giu');
const inMonth = new RegExp(` (?:in|last) (${months.join('|')})(?!\\p{L}|,? \\d)`, 'giu');

const yearsAgo = new RegExp(
  `(?:(?:about|around|almost|nearly|over|more than|just over|some) )?\\b(an?|\\d{1,2}|${numbers.join('|')}) years? ago\\b`,
  'gi',
);

/** "Four years ago" as the year, where a sentence tells what is so from then on. */
export function withYears(sentence: string, said: Date): string {
  if (!happened.test(sentence)) return sentence;
  return sentence
    .replace(yearsAgo, (_, count: string) => `in about ${said.getUTCFullYear() - countOf(count)}`)
    .replace(/^(in about \d{4}),? ([^,;]+?)([.!]*)$/i, '$2 $1$3');
}

function countOf(word: string): number {
  return /^\d/.test(word) ? Number(word) : Math.max(0, numbers.indexOf(word.toLowerCase())) + 1;
}

/** Something that happened, with the day, month or year of it; of a death that stays true without one. */
function withPast(text: string, said: Date): string {
  if (!happened.test(text)) return text;
  const [year, month] = [said.getUTCFullYear(), said.getUTCMonth()];
  const last = utc(year, month - 1);
  const dated = text
    .replace(/ last year\b/gi, ` in ${year - 1}`)
    .replace(/ last month\b/gi, ` in ${monthName(last)} ${last.getUTCFullYear()}`)
    .replace(
      / last week\b/gi,
      ` in the week of ${day(new Date(said.getTime() - (((said.getUTCDay() + 6) % 7) + 7) * dayMs))}`,
    )
    .replace(/ last weekend\b/gi, ` on the weekend of ${lastDay('saturday', said)}`)
    .replace(/ yesterday\b/gi, ` on ${day(new Date(said.getTime() - dayMs))}`)
    .replace(/ on the \d+(?:st|nd|rd|th)(?! of\b)/i, ` in ${monthName(said)} ${year}`)
    .replace(onDay, (_, weekday: string) => ` on ${lastDay(weekday, said)}`)
    .replace(inMonth, (_, name: string) => ` in ${lastMonth(name, said)}`);
  return endsLife(dated) ? dated.replace(/ (?:today|tonight|recently|(?:last|this) \p{L}+)\b/giu, '') : dated;
}

/** How long something lasted that is over. */
const lasted =
  /\b(?:was|were|had|ran|owned|worked|lived|taught|served|studied|played)\b.*? for (?:about |almost |nearly |over |more than )?\S+ (?:months|years)\b/i;

/** Whether a text tells that somebody is no longer alive. */
export function endsLife(text: string): boolean {
  return /\b(?:died|passed away|put (?:down|to sleep)|is dead|was killed)\b/i.test(text);
}
