/** The names in a message by themselves: what ambient memory begins from. */
import { count, type Fields, list, record, words } from '../domain/result.ts';
import { z } from 'zod';
import { throwIfCancelled } from '../domain/errors.ts';
import { type Checked, checked, signal, text } from '../domain/input.ts';
import type { Perspective } from '../domain/perspective.ts';
import type { RecallParts } from '../recall/recall.ts';
import { namesIn } from './names-in.ts';

/** What `namesIn` takes. */
export interface NamesInOptions {
  /** Of a longer one only the first 10,000 characters are read. */
  readonly message: string;
  readonly signal?: AbortSignal;
}

const knownNameFields = {
  /** As the message writes it. */
  name: words,
  /** Where it begins and ends in the message, in units of UTF-16. */
  from: count,
  to: count,
  /** The ids of all entities that this agent, or everybody, calls so; merged ones too. */
  entities: list(words),
};
/** A name in a message that an agent knows. */
export interface KnownName extends Fields<typeof knownNameFields> {}

/** The rules of {@link KnownName}. */
export const knownNameRules: z.ZodType<KnownName> = record(knownNameFields);

/** The rules for {@link NamesInOptions}. */
export const namesInSchema: z.ZodType<Checked<NamesInOptions>> = z.strictObject({ message: text(100_000), signal });

/**
 * The names in a message that a perspective knows, in order.
 *
 * @throws {InvalidArgumentError} when an option breaks a rule.
 */
export async function knownNames(
  { index, follow }: Pick<RecallParts, 'index' | 'follow'>,
  { believers }: Perspective,
  options: NamesInOptions,
): Promise<readonly KnownName[]> {
  const { message, signal: cancel } = checked('namesIn', namesInSchema, options);
  throwIfCancelled('namesIn', cancel);
  await follow();
  const known = believers.flatMap((agent) => index.believer(agent) ?? []);
  return namesIn(index, known, message).map(({ from, to, entities }) => ({
    name: message.slice(from, to),
    from,
    to,
    entities: entities.map((entity) => index.memories.names.text(entity)),
  }));
}
