/** Reads what a caller sends, never more than is allowed. */
import type { IncomingMessage } from 'node:http';
import { CancelledError, InvalidArgumentError, MadeleineError } from '../index.ts';
import { HttpRefusal } from './http-refusal.ts';

/**
 * Passes a body on in pieces.
 *
 * The connection stays whole when reading ends early, so that the caller can be told why.
 *
 * @throws {MadeleineError} TOO_LARGE when it has more than `maxBytes`.
 * @throws {CancelledError} when the signal fires.
 */
export async function* readChunks(
  incoming: IncomingMessage,
  maxBytes: number,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const tooLarge = () => new MadeleineError('TOO_LARGE', `http: a body here has at most ${maxBytes} bytes.`);
  if (Number(incoming.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  const stop = () => incoming.destroy(new CancelledError('CANCELLED', 'http: the body did not come to its end.'));
  signal.addEventListener('abort', stop, { once: true });
  try {
    let bytes = 0;
    for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge();
      yield chunk;
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Reads a body whole. */
export async function readBody(incoming: IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of readChunks(incoming, maxBytes, signal)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * Reads a body that is JSON.
 *
 * @throws {HttpRefusal} 415 when it says that it is something else.
 * @throws {InvalidArgumentError} when it is not JSON after all.
 */
export async function readJson(incoming: IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<unknown> {
  const type = incoming.headers['content-type'] ?? '';
  if (!/^application\/json *(;|$)/i.test(type)) {
    throw new HttpRefusal(415, 'INVALID_ARGUMENT', 'http: the Content-Type must be application/json.');
  }
  const body = await readBody(incoming, maxBytes, signal);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new InvalidArgumentError('INVALID_ARGUMENT', `http: the body must be JSON in UTF-8: ${reason}.`, { cause });
  }
}
