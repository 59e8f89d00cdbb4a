/** What any call may take, and the rules for it. */
import { z } from 'zod';
import { type Checked, identifier, signal } from './input.ts';
import type { OnProgress } from './progress.ts';

/** What can be passed to any call that only waits. */
export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** How a long call is watched and stopped. */
export interface LongCallOptions extends CallOptions {
  readonly onProgress?: OnProgress;
}

/** The listener of a long call. */
export const watch = z
  .custom<OnProgress>((value) => typeof value === 'function', { error: 'must be a function' })
  .optional();

/** The rules of an agent's name, by which its memory is asked for. */
export const agentSchema: z.ZodType<{ readonly name: string }> = z.strictObject({ name: identifier() });

/** The rules of {@link CallOptions}. */
export const callSchema: z.ZodType<Checked<CallOptions>> = z.strictObject({ signal });

/** The rules of {@link LongCallOptions}. */
export const longCallSchema: z.ZodType<Checked<LongCallOptions>> = z.strictObject({ onProgress: watch, signal });
