/** Answers a query in SurrealQL that only reads: the door of the space's owner to the records themselves. */
import { z } from 'zod';
import { throwIfCancelled } from '../domain/errors.ts';
import { type Checked, checked, flag, type Given, integerIn, signal, text } from '../domain/input.ts';
import { type Fields, list, number, record, yes } from '../domain/result.ts';
import { maxQueryLength, readOnlyQuery } from '../store/read-only-query.ts';
import type { SpaceReader } from '../store/space-reader.ts';

const defaultLimit = 1_000;
const defaultTimeoutMs = 5_000;

const bindingName = z
  .string()
  .regex(
    /^(?!(?:access|auth|session|token|before|after|event|input|request|this|parent|value|floats)$)[A-Za-z]\w{0,63}$/,
    {
      error: 'must be 1-64 letters, digits or "_", begin with a letter, and be no parameter of the engine',
    },
  );

/** A vector as an embedder makes it goes over a wire as a list of numbers. */
const bindingValue = z.unknown().transform((value) => (value instanceof Float32Array ? Array.from(value) : value));

const queryFields = {
  /**
   * Values by the names that the query has them under, without `$`. A text that is the id of a record is taken as that
   * record, and one that is a date with a time in UTC (`2026-01-14T08:01:00Z`) as that moment. @default none
   */
  bindings: z.record(bindingName, bindingValue, { error: 'must be an object of values by names' }).optional(),
  /** How many rows are answered at most: 1-10,000. @default 1,000 */
  limit: integerIn(1, 10_000).optional(),
  /** How long it may take, in milliseconds: 10-60,000. @default 5,000 */
  timeoutMs: integerIn(10, 60_000).optional(),
  /** Whether vectors are arrays of numbers, in functions of the query and in its rows. @default false: Base64 in rows */
  vectors: flag.optional(),
  signal,
};
/** What a query may take. */
export interface QueryOptions extends Given<typeof queryFields> {}
export const querySchema: z.ZodType<Checked<QueryOptions & { readonly sql: string }>> = z.strictObject({
  sql: text(maxQueryLength),
  ...queryFields,
});

const queryResultFields = {
  /** As JSON has them: ids and dates (ISO 8601, UTC) are texts. */
  rows: list(z.unknown()),
  /** Whether there were more rows than the limit. */
  truncated: yes,
  elapsedMs: number,
};
/** What a query found. */
export interface QueryResult extends Fields<typeof queryResultFields> {}
export const queryResultRules: z.ZodType<QueryResult> = record(queryResultFields);

/** Answers a query. */
export async function query(reader: SpaceReader, asked: string, options: QueryOptions): Promise<QueryResult> {
  const begin = performance.now();
  const {
    sql,
    bindings = {},
    limit = defaultLimit,
    timeoutMs = defaultTimeoutMs,
    vectors = false,
    signal: cancel,
  } = checked('query', querySchema, { ...options, sql: asked });
  throwIfCancelled('query', cancel);
  const expression = readOnlyQuery(sql, { bindings: Object.keys(bindings), vectors });
  const answer = await reader.run({ expression, bindings, limit, timeoutMs, vectors, signal: cancel });
  return { ...answer, elapsedMs: performance.now() - begin };
}
