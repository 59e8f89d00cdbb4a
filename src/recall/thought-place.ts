/** What a memory is in a chain of thought, as far as a perspective sees it. */
import { type Fields, record, words } from '../domain/result.ts';
import { followTypes } from '../domain/vocabulary.ts';
import { z } from 'zod';

const thoughtPlaceFields = {
  /** How it follows `of`; with it missing where the thought begins its chain. */
  type: z.enum(followTypes).exactOptional(),
  /** The id of the thought that it goes on from, branches off from or takes the place of. */
  of: words.exactOptional(),
  reason: words.exactOptional(),
  /** The id of the latest thought that revises it. */
  revisedBy: words.exactOptional(),
};
/** Of a thought: what it goes on from, and what revised it. */
export interface ThoughtPlace extends Fields<typeof thoughtPlaceFields> {}

/** The rules of {@link ThoughtPlace}. */
export const thoughtPlaceRules: z.ZodType<ThoughtPlace> = record(thoughtPlaceFields);
