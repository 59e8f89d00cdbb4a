/** Asks the hub for what a view shows, again when what it depends on changes or something was written. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Problem, timesSignedIn } from './api.ts';
import { revision } from './live.ts';

/** An answer on its way, there, or refused; what was there stays while it is asked for anew, and when that is refused by what passes. */
export interface Asked<Answer> {
  readonly answer?: Answer;
  readonly problem?: Problem;
  readonly isLoading: boolean;
}

/**
 * Asks, and answers how far that is. What was refused is asked again when somebody signs in again.
 *
 * @param ask - undefined while there is nothing to ask.
 * @param on - what the question depends on.
 * @param isLive - whether it is asked again when something was written; what was written while not is asked for later.
 */
export function useAnswer<Answer>(
  ask: ((signal: AbortSignal) => Promise<Answer>) | undefined,
  on: readonly unknown[],
  isLive = true,
): Asked<Answer> {
  const [asked, setAsked] = useState<Asked<Answer>>({ isLoading: ask !== undefined });
  const written = useRef<number | undefined>(undefined);
  if (isLive) written.current = revision.value;
  const signIns = timesSignedIn.value;
  const refused = useRef(signIns);
  if (asked.problem !== undefined) refused.current = signIns;
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
        if (!stop.signal.aborted) setAsked((before) => withProblem(before, error));
      },
    );
    return () => stop.abort();
  }, [...on, written.current, refused.current]);
  return asked;
}

/** What was asked, with what went wrong; the answer that was there stays, unless what it tells of is not there any more. */
export function withProblem<Answer>({ answer }: Asked<Answer>, error: unknown): Asked<Answer> {
  const problem = problemOf(error);
  const isKept = answer !== undefined && problem.code !== 'NOT_FOUND';
  return { isLoading: false, problem, ...(isKept ? { answer } : {}) };
}

/** Whatever was thrown, in words. */
export function problemOf(error: unknown): Problem {
  return error instanceof Problem
    ? error
    : new Problem('DEFECT', error instanceof Error ? error.message : String(error));
}
