/** How what became of beliefs, and what sleeps did, is told in words. */
import type { SleepRunReport, SleepStepReport, TimelineBucketSize, TimelineKind } from 'madeleine';
import type { Wire } from '../../wire.ts';
import { countOf, numberOf, utcFormat } from '../../words.ts';

/** Each kind of event: its name, and whose belief it was. */
export const kindWords: Readonly<Record<TimelineKind, { readonly name: string; readonly whose: string }>> = {
  learned: { name: 'Learned', whose: 'by' },
  strengthened: { name: 'Strengthened', whose: 'for' },
  faded: { name: 'Faded', whose: 'for' },
  archived: { name: 'Archived', whose: 'for' },
  withdrawn: { name: 'Withdrawn', whose: 'by' },
  superseded: { name: 'Superseded', whose: 'for' },
};

/** Every kind of event, in the order in which a belief meets them. */
export const kinds = Object.keys(kindWords) as readonly TimelineKind[];

const bucketForms: Readonly<Record<TimelineBucketSize, Intl.DateTimeFormat>> = {
  hour: utcFormat({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }),
  day: utcFormat({ day: 'numeric', month: 'short', year: 'numeric' }),
  week: utcFormat({ day: 'numeric', month: 'short', year: 'numeric' }),
  month: utcFormat({ month: 'short', year: 'numeric' }),
};

/** A bucket by when it begins: `9 Jan, 14:00`, `9 Jan 2026`, `week of 5 Jan 2026`, `Jan 2026`. */
export function bucketWords(at: string, bucket: TimelineBucketSize): string {
  const words = bucketForms[bucket].format(new Date(at));
  return bucket === 'week' ? `week of ${words}` : words;
}

/** What the bars of one kind say, in a sentence. */
export function barsWords(
  kind: TimelineKind,
  bars: readonly { readonly words: string; readonly count: number }[],
): string {
  const { name } = kindWords[kind];
  const total = bars.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return `${name}: none.`;
  const most = bars.reduce((best, bar) => (bar.count > best.count ? bar : best));
  return `${name}: ${numberOf(total)} in all, most of them (${numberOf(most.count)}) in: ${most.words}.`;
}

/** What each step of sleep looks at. */
const lookedAt: Readonly<Record<SleepStepReport['step'], readonly [one: string, many: string]>> = {
  promote: ['observation', 'observations'],
  link: ['memory', 'memories'],
  resolve: ['conflict', 'conflicts'],
  merge: ['entity', 'entities'],
  archive: ['faded belief', 'faded beliefs'],
};

/** What a step of sleep looked at: `12 observations`. */
export function lookedAtWords({ step, lookedAt: count }: SleepStepReport): string {
  return countOf(count, ...lookedAt[step]);
}

/** What came of a step of sleep: `facts: 3, unread: 1`. */
export function outcomeWords({ counts }: SleepStepReport): string {
  const told = Object.entries(counts).flatMap(([what, count]) => (count === 0 ? [] : [`${what}: ${count}`]));
  return told.length === 0 ? '–' : told.join(', ');
}

/** How many facts a sleep made; those that it lists are but the latest of them. */
export function madeBy({ steps, promoted }: Pick<Wire<SleepRunReport>, 'steps' | 'promoted'>): number {
  return Math.max(promoted.length, steps.find(({ step }) => step === 'promote')?.counts['facts'] ?? 0);
}

/** What a sleep did, in one line. */
export function sleepWords(sleep: Wire<SleepRunReport>): string {
  const { superseded, archived, brokenOff } = sleep;
  const did = [
    `promoted ${countOf(madeBy(sleep), 'fact')}`,
    `superseded ${countOf(superseded.length, 'fact')}`,
    `archived ${countOf(archived, 'belief')}`,
  ].join(', ');
  return brokenOff === true ? `${did}; it was broken off` : did;
}
