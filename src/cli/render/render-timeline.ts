/** Shows what became of beliefs over time. */
import {
  type SleepRunReport,
  type Timeline,
  type TimelineBucketSize,
  type TimelineEvent,
  timelineKinds,
} from '../../index.ts';
import type { Colours } from '../command-context.ts';
import { columnsOf, counted, cut, minute, padEnd, plain, table } from '../text-layout.ts';

/** How it is shown. */
export interface RenderTimelineOptions {
  readonly colours: Colours;
  readonly width: number;
}

/** A timeline as lines for a terminal: stretches in which something came about, the events, the sleeps. */
export function renderTimeline(timeline: Timeline, options: RenderTimelineOptions): readonly string[] {
  const { bucket, buckets, events, from, sleeps, to, total } = timeline;
  const { colours } = options;
  const span = `from ${minute(from)} to ${minute(to)} UTC`;
  const told = sleeps.flatMap((sleep) => sleepLines(sleep, options));
  const slept = sleeps.length === 0 ? [] : ['', colours.bold('sleeps'), ...told];
  if (total === 0) return [`nothing came about ${span}`, ...slept];
  const rows = buckets
    .map(({ at, ...counts }) => [dateOf(at, bucket), ...timelineKinds.map((kind) => shown(counts[kind]))])
    .filter(([, ...counts]) => counts.some((count) => count !== ''));
  const head = events.length < total ? `the last ${events.length} of ${counted(total, 'event')}` : 'events';
  return [
    colours.bold(span),
    ...table(
      [bucket, ...timelineKinds],
      rows,
      timelineKinds.map((_, at) => at + 1),
    ),
    '',
    colours.bold(head),
    ...events.map((event) => eventLine(event, options)),
    ...slept,
  ];
}

function shown(count: number): string {
  return count === 0 ? '' : count.toLocaleString('en');
}

function dateOf(at: Date, bucket: TimelineBucketSize): string {
  return minute(at).slice(0, bucket === 'hour' ? 16 : bucket === 'month' ? 7 : 10);
}

function eventLine({ at, kind, agent, memory, by }: TimelineEvent, { width }: RenderTimelineOptions): string {
  const successor = by === undefined ? '' : ` by: ${by.content}`;
  return line(`${minute(at)}  ${padEnd(kind, 12)}  ${plain(agent)}  `, `${memory.content}${successor}`, width);
}

function sleepLines(sleep: SleepRunReport, { colours, width }: RenderTimelineOptions): readonly string[] {
  const { archived, brokenOff, promoted, startedAt, steps, superseded } = sleep;
  const changed = steps.some((step) => step.changed > 0);
  const end = brokenOff === true ? colours.yellow(', broken off') : '';
  const faded = archived === 0 ? '' : `, archived ${counted(archived, 'faded belief')}`;
  return [
    `${minute(startedAt)}${end}${changed ? faded : ', nothing to change'}`,
    ...promoted.map(({ content }) => line('  learned     ', content, width)),
    ...superseded.map(({ memory, by }) => line('  superseded  ', `${memory.content} by: ${by.content}`, width)),
  ];
}

function line(head: string, text: string, width: number): string {
  return head + cut(plain(text), Math.max(20, width - columnsOf(head)));
}
