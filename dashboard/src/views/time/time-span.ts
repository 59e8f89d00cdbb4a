/** Which time is looked at, as the address says. All days are days in UTC, as the timeline counts them. */

/** The stretches that end now, with their days; `own` has a first and a last day. */
export const spans = {
  all: { words: 'all time' },
  day: { words: 'the last 24 hours', days: 1 },
  week: { words: 'the last 7 days', days: 7 },
  month: { words: 'the last 30 days', days: 30 },
  year: { words: 'the last 365 days', days: 365 },
  own: { words: 'other days' },
} as const;

/** The name of a stretch of time. */
export type SpanName = keyof typeof spans;

/** A part of the address that says which time is looked at. */
export interface SpanParams {
  readonly span?: string;
  /** A day, such as `2026-01-09`, or a moment. */
  readonly from?: string;
  readonly to?: string;
}

/** From when to when, as `timeline` takes it. */
export interface Moments {
  readonly from?: string;
  readonly to?: string;
}

const dayMs = 86_400_000;

/** The name of the stretch that is looked at. */
export function spanName({ span, from, to }: SpanParams): SpanName {
  if (from !== undefined || to !== undefined) return 'own';
  return (Object.keys(spans) as SpanName[]).find((name) => name === span) ?? 'all';
}

/** The stretch that is looked at; of a day given, all of it counts. */
export function momentsOf(params: SpanParams, now: Date): Moments {
  const name = spanName(params);
  if (name !== 'own') {
    const span = spans[name];
    return 'days' in span ? { from: new Date(now.getTime() - span.days * dayMs).toISOString() } : {};
  }
  const { from, to } = params;
  return {
    ...(from === undefined ? {} : { from: isDay(from) ? `${from}T00:00:00.000Z` : from }),
    ...(to === undefined ? {} : { to: isDay(to) ? `${to}T23:59:59.999Z` : to }),
  };
}

/** From when to when some buckets go, first and last: to the last moment before the next one, or the end of the timeline. */
export function bucketSpan(
  buckets: readonly { readonly at: string }[],
  [first, last]: readonly [first: number, last: number],
  to: string,
): { readonly from: string; readonly to: string } | undefined {
  const [here, next] = [buckets[first], buckets[last + 1]];
  if (here === undefined) return undefined;
  return { from: here.at, to: next === undefined ? to : new Date(Date.parse(next.at) - 1).toISOString() };
}

/** The day of a moment, as a field for days has it. */
export function dayIn(moment: string | undefined): string {
  return moment?.slice(0, 'yyyy-mm-dd'.length) ?? '';
}

function isDay(moment: string): boolean {
  return moment.length === 'yyyy-mm-dd'.length;
}
