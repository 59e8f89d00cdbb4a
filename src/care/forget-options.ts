/** What forgetting takes and tells. */
import { type Fields, list, record, words, yes } from '../domain/result.ts';
import { z } from 'zod';
import {
  type Checked,
  flag,
  type Given,
  identifier,
  listOf,
  oneOption,
  recordKey,
  signal,
  text,
} from '../domain/input.ts';
import { maxPerCall } from '../remember/defaults.ts';

const forgetFields = {
  /**
   * Somebody or something by name: all memories that are about it, mention it, contain its name or were said by it. By
   * `entity:KEY`, one of several of a name: what mentions it, and what contains a name that is its alone or was said under
   * that name. 1-256 bytes.
   */
  subject: identifier().optional(),
  /** `observation:KEY` or `fact:KEY`: this memory, and facts that follow from it alone. */
  id: recordKey().optional(),
  /** 1-1,000 of them, each as `id` is, in one transaction; universal ones are reported as kept, and are no error. */
  ids: listOf(recordKey(), 'ids', 1, maxPerCall).optional(),
  /** Every memory that holds all of these words, stop words aside. 1-2,000 characters. */
  query: text(2_000).optional(),
  /** Tells what would be forgotten, and forgets nothing. @default false */
  dryRun: flag.optional(),
  signal,
};
/** What `forget` takes: exactly one of `subject`, `id`, `ids` and `query`. */
export interface ForgetOptions extends Given<typeof forgetFields> {}
export const forgetSchema: z.ZodType<Checked<ForgetOptions>> = z
  .strictObject(forgetFields)
  .superRefine(oneOption(['subject', 'id', 'ids', 'query']));

const meantSubjectFields = {
  name: words,
  /** What to give as the subject; missing of one who has only spoken. */
  id: words.exactOptional(),
  /** What the last memory that mentions them says, cut to 160 characters. */
  says: words.exactOptional(),
};
/** One of several who may be meant by the subject of `forget`, as the details of its error tell them by `which`. */
export interface MeantSubject extends Fields<typeof meantSubjectFields> {}

/** The rules of a list of {@link MeantSubject}. */
export const meantSubjectsRules: z.ZodType<readonly MeantSubject[]> = list(record(meantSubjectFields));

const forgottenMemoryFields = {
  id: words,
  /** What it said; in a dry run only. */
  content: words.exactOptional(),
};
/** A memory that is forgotten. */
export interface ForgottenMemory extends Fields<typeof forgottenMemoryFields> {}
export const forgottenMemoryRules: z.ZodType<ForgottenMemory> = record(forgottenMemoryFields);

const forgetReportFields = {
  /** Whether nothing was forgotten yet. */
  dryRun: yes,
  /** Oldest first. */
  memories: list(forgottenMemoryRules),
  /** Ids of memories that match and stay, because they are universal: the owner of the space forgets those. */
  kept: list(words),
  /** Ids of observations that stay and that a forgotten fact followed from: they may say it too. */
  sources: list(words),
};
/** What was forgotten, or would be. */
export interface ForgetReport extends Fields<typeof forgetReportFields> {}
export const forgetReportRules: z.ZodType<ForgetReport> = record(forgetReportFields);
