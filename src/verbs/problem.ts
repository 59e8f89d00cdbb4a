/** Errors over HTTP: problem details after RFC 9457, with what our own errors carry beside their message. */
import { z } from 'zod';
import { type ErrorCode, errorOf, errorTable, MadeleineError } from '../domain/errors.ts';

/** An error as `application/problem+json`. */
export interface Problem {
  /** `urn:madeleine:error:CODE`. */
  readonly type: string;
  /** The code in words. */
  readonly title: string;
  readonly status: number;
  /** The message. */
  readonly detail: string;
  readonly code: ErrorCode;
  /** How to mend it. */
  readonly hint: string;
  /** The values that the message speaks of. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** The rules of {@link Problem}. */
export const problemSchema: z.ZodType<Problem> = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.enum(Object.keys(errorTable) as ErrorCode[]),
  hint: z.string(),
  details: z.record(z.string(), z.unknown()),
});

/** The problem that tells of an error. What is none of ours is told as a defect, without its words. */
export function problemOf(error: unknown): Problem {
  const known =
    error instanceof MadeleineError ? error : errorOf('INTERNAL', 'The hub failed at this; its log says why.');
  const { code, status, message: detail, hint, details } = known;
  const words = code.toLowerCase().replaceAll('_', ' ');
  const title = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  return { type: `urn:madeleine:error:${code}`, title, status, detail, code, hint, details };
}

/** The error that a problem tells of, of the class that it had. */
export function errorFrom({ code, detail, details, hint }: Problem): MadeleineError {
  return errorOf(code, detail, { details, hint });
}
