/** What `sessions`, `resume` and `digest` take and answer. */
import { count, type Fields, record, wireDate, words, yes } from '../domain/result.ts';
import { z } from 'zod';
import { talkField } from '../domain/audience.ts';
import { type Checked, type Given, integerIn, oneOf, recordKey, signal } from '../domain/input.ts';
import { planStatuses } from '../domain/vocabulary.ts';

const sessionsFields = {
  /** @default both */
  status: oneOf(['open', 'closed']).optional(),
  /** 1-1,000. @default 50 */
  limit: integerIn(1, 1_000).optional(),
  ...talkField,
  signal,
};
/** What `sessions` takes. */
export interface SessionsOptions extends Given<typeof sessionsFields> {}
export const sessionsSchema: z.ZodType<Checked<SessionsOptions>> = z.strictObject(sessionsFields);

const sessionInViewFields = {
  /** `session:KEY`. */
  id: words,
  goal: words.exactOptional(),
  status: z.enum(['open', 'closed']),
  planStatus: z.enum(planStatuses),
  startedAt: wireDate,
  endedAt: wireDate.exactOptional(),
  /** When the last of its memories happened; missing where it has none. */
  lastAt: wireDate.exactOptional(),
  /** How many memories belong to it, as far as this perspective holds them. */
  memories: count,
  /** How many of them are thoughts. */
  thoughts: count,
};
/**
 * A session in a perspective. What it is for and how it stands is known of those that this agent or
 * `system` opened; any other looks as if it had been opened by the first memory in it that is seen.
 */
export interface SessionInView extends Fields<typeof sessionInViewFields> {}
export const sessionInViewRules: z.ZodType<SessionInView> = record(sessionInViewFields);

const sessionDigestFields = {
  /** `session:KEY`. */
  session: words,
  /** Its goal, current line of thought, decisions, open forks and names, as far as the budget goes. */
  text: words,
  /** At most `maxTokens`. */
  tokens: count,
};
/** A session in one paragraph. */
export interface SessionDigest extends Fields<typeof sessionDigestFields> {}
export const sessionDigestRules: z.ZodType<SessionDigest> = record(sessionDigestFields);

const resumedSessionFields = {
  session: sessionInViewRules,
  /** Whether it was closed and is open again. */
  reopened: yes,
  digest: sessionDigestRules,
};
/** A session that goes on. */
export interface ResumedSession extends Fields<typeof resumedSessionFields> {}
export const resumedSessionRules: z.ZodType<ResumedSession> = record(resumedSessionFields);

/** The tokens of a digest when a call does not say. */
export const defaultDigestTokens = 200;

const maxTokens = integerIn(20, 2_000).optional();

const digestFields = {
  /** The key or id of a session in view. */
  session: recordKey(),
  /** 20-2,000. @default 200 */
  maxTokens,
  ...talkField,
  signal,
};
/** What `digest` takes. */
export interface DigestOptions extends Given<typeof digestFields> {}
export const digestSchema: z.ZodType<Checked<DigestOptions>> = z.strictObject(digestFields);

const resumeFields = {
  /** The key or id of a session in view. @default the open one that was used last, of this agent's and the shared ones */
  id: recordKey().optional(),
  /** Of the digest; 20-2,000. @default 200 */
  maxTokens,
  ...talkField,
  signal,
};
/** What `resume` takes. */
export interface ResumeOptions extends Given<typeof resumeFields> {}
export const resumeSchema: z.ZodType<Checked<ResumeOptions>> = z.strictObject(resumeFields);
