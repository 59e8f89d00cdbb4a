/** What any call may take, and the rules for it. */
import { z } from 'zod';
import { talkField } from './audience.ts';
import { type Checked, type Given, identifier, numberIn, objectOf, signal } from './input.ts';
import type { Mood } from './records.ts';

/** One report of a long task's progress. */
export interface Progress {
  readonly task: 'open' | 'reindex' | 'import' | 'export' | 'migrate' | 'purge' | 'sleep';
  /** The step of it that is under way, where it has some. */
  readonly step?: string;
  readonly done: number;
  /** How much there is to do, in the unit of `done`; missing where nobody knows. */
  readonly total?: number;
  /** What `done` counts. */
  readonly unit: 'memories' | 'bytes' | 'records';
}

/** Hears of progress. It must not throw. */
export type OnProgress = (progress: Progress) => void;

export const callFields = { signal };
/** What can be passed to any call that only waits. */
export interface CallOptions extends Given<typeof callFields> {}
const talkFields = { ...talkField, signal };
/** What can be passed to a call that is about what an agent sees. */
export interface TalkOptions extends Given<typeof talkFields> {}
export const longCallFields = {
  onProgress: z.custom<OnProgress>((value) => typeof value === 'function', { error: 'must be a function' }).optional(),
  signal,
};
/** How a long call is watched and stopped. */
export interface LongCallOptions extends Given<typeof longCallFields> {}

/** A place on the two axes of mood, each -1 to 1. */
export const moodValue: z.ZodType<Mood, Mood> = objectOf(
  { valence: numberIn(-1, 1), arousal: numberIn(-1, 1) },
  'must be { valence, arousal }',
);

/** An agent's name: it stands in the addresses of a hub, which take `.` and `..` for folders. */
export const agentNameRule: z.ZodType<string, string> = identifier().refine((name) => !/^\s*\.{1,2}\s*$/.test(name), {
  error: 'must be more than "." or "..", which an address leaves out',
});

/** The rules of an agent's name, by which its memory is asked for. */
export const agentSchema: z.ZodType<{ readonly name: string }> = z.strictObject({ name: agentNameRule });

export const callSchema: z.ZodType<Checked<CallOptions>> = z.strictObject(callFields);

export const talkSchema: z.ZodType<Checked<TalkOptions>> = z.strictObject(talkFields);

export const longCallSchema: z.ZodType<Checked<LongCallOptions>> = z.strictObject(longCallFields);
