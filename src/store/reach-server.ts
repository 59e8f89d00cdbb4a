/** What becomes of a server that is asked: whether it can be reached, whom it refuses, what its age is. */
import { randomInt } from 'node:crypto';
import { connect } from 'node:net';
import { CallTerminatedError, ConnectionUnavailableError, NotAllowedError } from 'surrealdb';
import { messageOf, UnavailableError, UnsupportedError } from '../domain/errors.ts';

/** How long a server may take to accept a connection, to sign in, and to answer whether it is alive. */
export const reachTimeoutMs = 5000;
/** Earlier versions have published vulnerabilities. */
const oldestVersion = [3, 3, 1] as const;

/** How often what may be done twice is done anew, and the most that it waits before: 2.5 s in the mean. */
const [triesOfDisturbed, pauseOfDisturbedMs] = [50, 100];

/** The SDK's word for a connection that is gone. */
export function isLost(error: unknown): boolean {
  return error instanceof CallTerminatedError || error instanceof ConnectionUnavailableError;
}

/** What the server refuses for who asks, as ours. */
export function refusalOf(
  cause: unknown,
  { url, namespace }: { readonly url: string; readonly namespace: string },
  space: string,
): UnavailableError | undefined {
  if (!(cause instanceof NotAllowedError)) return undefined;
  const who = cause.isInvalidAuth ? 'does not let this user in' : 'does not allow this user to do that';
  const message = `store: the server at ${url} ${who} (${cause.message}); check user, password and level, and that the user may edit the database "${namespace}.${space}".`;
  return new UnavailableError('STORE_REFUSED', message, { cause, details: { at: url, namespace, space } });
}

/** Refuses one more call that would wait. */
export function queueFull(limit: number): UnavailableError {
  const message = `store: the server is away and ${limit} calls wait for it already; call again when it is back.`;
  return new UnavailableError('BUSY', message, { details: { limit } });
}

/** @throws {UnsupportedError} when a server is too old. */
export function refuseOld(version: string): void {
  const [found = ''] = /\d+\.\d+\.\d+/.exec(version) ?? [];
  const parts = found.split('.').map(Number);
  const difference = oldestVersion.map((least, at) => (parts[at] ?? 0) - least).find((one) => one !== 0) ?? 0;
  if (difference >= 0) return;
  const message = `open: the server must be ${oldestVersion.join('.')} or newer, got ${version}; upgrade it.`;
  throw new UnsupportedError('UNSUPPORTED', message, { details: { version } });
}

/** What a promise says within some time; it fails after that. */
export async function limited<T>(promise: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${limitMs / 1000} s`)), limitMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Settles when the host of a `ws://` or `wss://` address accepts connections; rejects with the reason when it does not. */
export async function reachServer(address: string): Promise<void> {
  const { hostname, port, protocol } = new URL(address);
  const usual = protocol === 'wss:' ? 443 : 80;
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? usual : Number(port) });
  try {
    const reached = new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    await limited(reached, reachTimeoutMs);
  } finally {
    socket.destroy();
  }
}

/** Does what may be done twice anew while another's transaction is in its way. */
export async function undisturbed<T>(task: () => Promise<T>): Promise<T> {
  for (let triesLeft = triesOfDisturbed; ; triesLeft -= 1) {
    try {
      return await task();
    } catch (error) {
      if (triesLeft === 0 || !messageOf(error).includes('can be retried')) throw error;
    }
    await jitter(pauseOfDisturbedMs);
  }
}

/** Waits for a random part of a time: full jitter, so that those who met do not meet again. */
export async function jitter(mostMs: number, holdsProcess = true): Promise<void> {
  await new Promise((resolve) => {
    const timer = setTimeout(resolve, randomInt(Math.ceil(mostMs) + 1));
    if (!holdsProcess) timer.unref();
  });
}
