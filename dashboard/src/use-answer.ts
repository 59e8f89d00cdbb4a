/** Asks the hub for what a view shows, again when what it depends on changes or something was written. */
import { useEffect, useState } from 'preact/hooks';
import { Problem } from './api.ts';
import { revision } from './live.ts';

/** An answer on its way, there, or refused; what was there stays while it is asked for anew. */
export interface Asked<Answer> {
  readonly answer?: Answer;
  readonly problem?: Problem;
  readonly isLoading: boolean;
}

/**
 * Asks, and answers how far that is.
 *
 * @param ask - undefined while there is nothing to ask.
 * @param on - what the question depends on.
 * @param isLive - whether it is asked again when something was written.
 */
export function useAnswer<Answer>(
  ask: ((signal: AbortSignal) => Promise<Answer>) | undefined,
  on: readonly unknown[],
  isLive = true,
): Asked<Answer> {
  const [asked, setAsked] = useState<Asked<Answer>>({ isLoading: ask !== undefined });
  useEffect(() => {
    if (ask === undefined) {
      setAsked({ isLoading: false });
      return;
    }
    const stop = new AbortController();
    setAsked(({ answer }) => ({ isLoading: true, ...(answer === undefined ? {} : { answer }) }));
    ask(stop.signal).then(
      (answer) => {
        if (!stop.signal.aborted) setAsked({ isLoading: false, answer });
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setAsked({ isLoading: false, problem: problemOf(error) });
      },
    );
    return () => stop.abort();
  }, [...on, isLive ? revision.value : undefined]);
  return asked;
}

/** Whatever was thrown, in words. */
export function problemOf(error: unknown): Problem {
  return error instanceof Problem
    ? error
    : new Problem('DEFECT', error instanceof Error ? error.message : String(error));
}
