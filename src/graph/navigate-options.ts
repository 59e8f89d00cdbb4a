/** What `navigate` takes. */
import { z } from 'zod';
import { type Checked, oneOf, recordKey, signal } from '../domain/input.ts';
import { type ChainPart, chainParts } from './chain-value.ts';

/** What `navigate` takes. */
export interface NavigateOptions {
  /** The key or id of a thought. */
  readonly id: string;
  /** Only forks with what lies beside the current line, or only what was revised and by what. @default everything */
  readonly only?: ChainPart;
  readonly signal?: AbortSignal;
}

/** The rules for {@link NavigateOptions}. */
export const navigateSchema: z.ZodType<Checked<NavigateOptions>> = z.strictObject({
  id: recordKey(),
  only: oneOf(chainParts).optional(),
  signal,
});
