/** Reads what a hub answers: results, events, lines and problems. */
import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { z } from 'zod';
import { errorOf, InternalError, type MadeleineError } from '../domain/errors.ts';
import { errorFrom, problemSchema } from './problem.ts';
import type { HubAnswer } from './connect-options.ts';
import { LostConnection } from './lost-connection.ts';

/** One event of a hub; its data is JSON. */
export interface HubEvent {
  readonly event: string | undefined;
  readonly data: unknown;
}

/** The error that an answer tells of. */
export async function refusalIn(operation: string, response: HubAnswer): Promise<MadeleineError> {
  const problem = problemSchema.safeParse(jsonOf(await response.text()));
  if (problem.success) return errorFrom(problem.data);
  const message = `${operation}: "${response.url}" answered ${response.status}, which is no answer of a hub; check the address.`;
  return errorOf('HUB_UNREACHABLE', message, { details: { status: response.status } });
}

/**
 * What a verb answers, from the JSON of the wire.
 *
 * @throws {InternalError} when it is something else.
 */
export function resultIn<Result>(operation: string, schema: z.ZodType<Result>, json: unknown): Result {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const message = `${operation}: the hub answered what this version cannot read; use the same version on both sides.`;
  throw new InternalError('INTERNAL', message, { cause: parsed.error });
}

/** JSON, or undefined for what is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The parts of a body as they come; a body that breaks off is a lost connection. */
export async function* partsOf<Part>(body: ReadableStream<Part> | null): AsyncGenerator<Part, void, undefined> {
  const reader = body?.getReader();
  if (reader === undefined) return;
  try {
    while (true) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw new LostConnection(cause);
      });
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** The lines of a body, each with its end. */
export async function* linesOf({ body }: HubAnswer): AsyncGenerator<string, void, undefined> {
  let rest = '';
  for await (const part of partsOf(body?.pipeThrough(new TextDecoderStream()) ?? null)) {
    const lines = (rest + part).split('\n');
    rest = lines.pop() as string;
    for (const line of lines) yield `${line}\n`;
  }
  if (rest !== '') yield rest;
}

/** The events of a body. */
export async function* eventsOf({ body }: HubAnswer): AsyncGenerator<HubEvent, void, undefined> {
  const stream = body?.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  for await (const { event, data } of partsOf(stream ?? null)) yield { event, data: jsonOf(data) };
}
