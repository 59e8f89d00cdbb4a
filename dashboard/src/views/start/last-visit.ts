/** When this browser last looked at a space: it begins anew after an hour in which the page was not open. */

/** A visit goes on while its page was open within this time. */
const visitMs = 3_600_000;

interface Visit {
  /** When the visit before this one ended. */
  readonly before?: string;
  /** When the page was last open. */
  readonly seen: string;
}

/** What the start page tells of: since the visit before, or the last week where there was none. */
export interface SinceVisit {
  readonly from: string;
  readonly isFirst: boolean;
}

/** Days that are told of at a first visit. */
const firstDays = 7;

/** Notes that the page is open, and answers since when the visit before ended. */
export function sinceLastVisit(space: string, now: Date, kept: Storage = localStorage): SinceVisit {
  const key = `visit:${space}`;
  const known = visitIn(kept.getItem(key));
  const isSame = known !== undefined && now.getTime() - Date.parse(known.seen) < visitMs;
  const before = isSame ? known.before : known?.seen;
  kept.setItem(key, JSON.stringify({ ...(before === undefined ? {} : { before }), seen: now.toISOString() }));
  return before === undefined
    ? { from: new Date(now.getTime() - firstDays * 86_400_000).toISOString(), isFirst: true }
    : { from: before, isFirst: false };
}

function visitIn(text: string | null): Visit | undefined {
  try {
    const visit = JSON.parse(text ?? 'null') as Visit | null;
    return visit === null || Number.isNaN(Date.parse(visit.seen)) ? undefined : visit;
  } catch {
    return undefined;
  }
}
