/** Bounds how long a call may take, and ends it when its caller is gone. */
import { UnavailableError } from '../index.ts';

/**
 * Runs a call with a signal that fires when the caller is gone or, until the answer has begun, the time is up.
 *
 * @param ms - undefined for a call that may take any time.
 * @throws {UnavailableError} STORE_TIMEOUT when the time was up.
 */
export async function withinTime<T>(
  ms: number | undefined,
  gone: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const end = new AbortController();
  let late = false;
  // An answer that goes on and on still ends with its caller, so the listener stays.
  gone.addEventListener('abort', () => end.abort(gone.reason), { once: true });
  const timer =
    ms === undefined
      ? undefined
      : setTimeout(() => {
          late = true;
          end.abort();
        }, ms);
  try {
    return await work(end.signal);
  } catch (error) {
    if (!late) throw error;
    // Not BUSY: that would say that the call was never begun, and so can be made again.
    throw new UnavailableError('STORE_TIMEOUT', `http: the call took longer than ${ms} ms and was ended.`);
  } finally {
    clearTimeout(timer);
  }
}
