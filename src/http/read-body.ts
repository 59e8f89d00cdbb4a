/** Reads what a caller sends, never more than is allowed. */
import type { IncomingMessage } from 'node:http';
import { CancelledError, InvalidArgumentError, MadeleineError } from '../index.ts';
import { HttpRefusal } from './call.ts';

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

/** How much a caller may ask of the HTTP door at once. */
export interface HttpLimits {
  /** Bytes of a body. @default 8 MiB */
  readonly bodyBytes: number;
  /** Bytes of a file that is uploaded, which goes to the disk as it comes. @default 1 GiB */
  readonly uploadBytes: number;
  /** Bytes of all headers of a request together. @default 16 KiB */
  readonly headerBytes: number;
  /** Milliseconds until a call must be answered; those that tell their progress and uploads are not bound by it. @default 120,000 */
  readonly callMs: number;
  /** Milliseconds that a connection without a call stays open. @default 5,000 */
  readonly keepAliveMs: number;
  /** Calls under way at once. @default 64 */
  readonly calls: number;
  /** Answers that go on and on, such as changes, at once. @default 64 */
  readonly streams: number;
  /** Connections at once on which nobody has shown a token or a session yet; a further one ends the oldest. @default 128 */
  readonly strangers: number;
  /** Milliseconds that calls under way are given when the server closes. @default 10,000 */
  readonly closeMs: number;
}

/** The limits where a caller sets none: generous for one user's agents, and small beside a machine. */
export const defaultLimits: HttpLimits = {
  bodyBytes: 8 * 1024 * 1024,
  uploadBytes: 1024 * 1024 * 1024,
  headerBytes: 16 * 1024,
  callMs: 120_000,
  keepAliveMs: 5_000,
  calls: 64,
  streams: 64,
  strangers: 128,
  closeMs: 10_000,
};
