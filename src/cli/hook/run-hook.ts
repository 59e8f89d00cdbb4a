/** One run of one hook, from its event to its answer. Owns the time that it may take; whatever goes wrong is told and is no failure. */
import { type HookAnswer, type HookName, readEvent } from './hook-event.ts';

/** What a hook may take of the time of its host, in milliseconds since its process began. */
interface HookTime {
  /** After this nothing is said any more. */
  readonly answerMs: number;
  /** After this it ends; the hub goes on with what has reached it. */
  readonly endMs: number;
}

/** The host waits for a hook, longest before the first prompt. */
const hookTimes: Readonly<Record<HookName, HookTime>> = {
  'session-start': { answerMs: 1500, endMs: 1500 },
  'user-prompt': { answerMs: 900, endMs: 1200 },
  'post-tool': { answerMs: 0, endMs: 1000 },
  stop: { answerMs: 0, endMs: 1000 },
};

/** What a run needs of its process. */
export interface HookRun {
  readonly name: HookName;
  /** Reads what the host says. */
  readonly readInput: () => Promise<string>;
  /** Hands the event to the hub, and hears its answer. */
  readonly send: (event: string) => Promise<Partial<HookAnswer>>;
  /** Milliseconds since the process began. */
  readonly elapsedMs: () => number;
  readonly answer: (answer: HookAnswer) => void;
  /** Told in words what went wrong. */
  readonly complain: (reason: string) => void;
}

/** Runs a hook. Settles when it is done or out of time, and never fails. */
export async function runHook({ name, readInput, send, elapsedMs, answer, complain }: HookRun): Promise<void> {
  const { answerMs, endMs } = hookTimes[name];
  const work = async (): Promise<void> => {
    const event = await readInput();
    // A hub need not be started for what is no event.
    readEvent(event);
    const { hookSpecificOutput } = await send(event);
    if (hookSpecificOutput === undefined) return;
    if (elapsedMs() < answerMs) answer({ hookSpecificOutput });
    else complain(`too late to say something after ${Math.round(elapsedMs())} ms`);
  };
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<void>((resolve) => {
    const end = (): void => {
      complain(`no answer within ${endMs} ms; the hub goes on with what has reached it`);
      resolve();
    };
    timer = setTimeout(end, Math.max(0, endMs - elapsedMs()));
  });
  const worked = work().catch((error: unknown) => complain(error instanceof Error ? error.message : String(error)));
  await Promise.race([worked, timeUp]);
  clearTimeout(timer);
}
