/** One run of one hook, from its event to its answer. Owns the time that it may take; whatever goes wrong is told and is no failure. */
import { answerHook } from './answer-hook.ts';
import { type HookAnswer, type HookName, readEvent } from './hook-event.ts';
import type { HookMemory } from './hook-memory.ts';

/** What a hook may take of the time of its host, in milliseconds since its process began. */
interface HookTime {
  /** After this nothing is said any more. */
  readonly answerMs: number;
  /** After this it ends, with what is under way left to the hub. */
  readonly endMs: number;
}

/** The host waits for a hook, longest before the first prompt. */
const hookTimes: Readonly<Record<HookName, HookTime>> = {
  'session-start': { answerMs: 1500, endMs: 1500 },
  'user-prompt': { answerMs: 280, endMs: 1000 },
  'post-tool': { answerMs: 0, endMs: 1000 },
  stop: { answerMs: 0, endMs: 1000 },
};

/** What a run needs of its process. */
export interface HookRun {
  readonly name: HookName;
  /** Reads what the host says. */
  readonly readInput: () => Promise<string>;
  /** The memory; undefined when it is not to be had now. */
  readonly connect: () => Promise<HookMemory | undefined>;
  /** Milliseconds since the process began. */
  readonly elapsedMs: () => number;
  readonly answer: (answer: HookAnswer) => void;
  /** Told in words what went wrong. */
  readonly complain: (reason: string) => void;
}

/** Runs a hook. Settles when it is done or out of time, and never fails. */
export async function runHook({ name, readInput, connect, elapsedMs, answer, complain }: HookRun): Promise<void> {
  const { answerMs, endMs } = hookTimes[name];
  const work = async (): Promise<void> => {
    const event = readEvent(await readInput());
    const memory = await connect();
    if (memory === undefined) return;
    await answerHook[name](memory, event, (said) => {
      if (elapsedMs() < answerMs) answer(said);
      else complain(`too late to say something after ${Math.round(elapsedMs())} ms`);
    });
  };
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, endMs - elapsedMs()));
  });
  const worked = work().catch((error: unknown) => complain(error instanceof Error ? error.message : String(error)));
  await Promise.race([worked, timeUp]);
  clearTimeout(timer);
}
