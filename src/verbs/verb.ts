/** A verb as it goes over a wire: the shape of the rows of the tables of verbs. */
import type { z } from 'zod';

/** What a caller must be allowed to: each holds those before it. */
export const accesses = ['read', 'write', 'admin'] as const;
/** What a caller must be allowed to. */
export type Access = (typeof accesses)[number];

/**
 * How a verb goes over HTTP. `json`: options in, result out; `long`: so too, with its progress as events where the
 * caller wants them; `upload`: the body is a file, the options stand in the query, then as `long`; `download`: the
 * answer is NDJSON, `result` one line of it; `events`: the answer goes on and on, `result` one event of it.
 */
export type VerbForm = 'json' | 'long' | 'upload' | 'download' | 'events';

/** One verb of an agent's memory or of a space's. */
export interface Verb<Result = unknown> {
  /** Its last part in a path: the name in kebab-case. */
  readonly path: string;
  readonly access: Access;
  /** One sentence. */
  readonly summary: string;
  readonly form: VerbForm;
  /** The option that a caller in this process passes as an argument of its own, before the others. */
  readonly subject?: string;
  /** Whether doing it twice with the same options comes to the same as doing it once. */
  readonly repeatable: boolean;
  /** The library's own rules, without what cannot go over a wire: signals, listeners, language models, paths of files. */
  readonly input: z.ZodType;
  /**
   * From the JSON of a result (`JSON.stringify`) to what the library answers, dates and classes included; its JSON
   * Schema is that of its input.
   */
  readonly result: z.ZodType<Result>;
}

/** What a method answers: an event or a line, where it goes on and on. */
export type Answered<Method> = Method extends (...values: never[]) => infer Answer
  ? Answer extends AsyncIterable<infer Item>
    ? Item
    : Awaited<Answer>
  : never;

/**
 * Calls a verb by its name with its options in one object, as they come over a wire.
 *
 * @throws {TypeError} when the memory has no such verb.
 */
export function callVerb(memory: object, name: string, { subject }: Verb, options: object): unknown {
  const method = (memory as Readonly<Record<string, (...values: unknown[]) => unknown>>)[name];
  if (typeof method !== 'function') throw new TypeError(`callVerb: no verb "${name}".`);
  if (subject === undefined) return method.call(memory, options);
  const { [subject]: first, ...others } = options as Readonly<Record<string, unknown>>;
  return method.call(memory, first, others);
}
