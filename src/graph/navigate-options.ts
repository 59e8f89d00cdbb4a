/** What `navigate` takes. */
import { z } from 'zod';
import { type Checked, type Given, oneOf, recordKey, signal } from '../domain/input.ts';
import { chainParts } from './chain-value.ts';

const navigateFields = {
  /** The key or id of a thought. */
  id: recordKey(),
  /** Only forks with what lies beside the current line, or only what was revised and by what. @default everything */
  only: oneOf(chainParts).optional(),
  signal,
};
/** What `navigate` takes. */
export interface NavigateOptions extends Given<typeof navigateFields> {}

/** The rules for {@link NavigateOptions}. */
export const navigateSchema: z.ZodType<Checked<NavigateOptions>> = z.strictObject(navigateFields);
