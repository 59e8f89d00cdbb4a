/**
 * Who is signed in on the page. The owner gets a code, which is good once and for two minutes; the page exchanges it for a
 * session, which it never sees: the browser keeps that in a cookie. Owns codes, sessions and the cookie's form. All of it
 * ends with the process.
 *
 * A browser sends the cookies of a host to all of its ports, and whatever page asks: so a session counts only in a request
 * that comes from a page of this very origin.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Clock, DeniedError } from '../index.ts';
import { HttpRefusal } from './call.ts';
import { isFromOwnPage } from './origin-guard.ts';
import type { Identity } from './policy.ts';

/** 128 bits: too many to guess at in two minutes. */
const codes = { bytes: 16, lifetimeMs: 120_000, most: 16 };
/** 256 bits, as a token has; twelve hours are a working day. */
const sessions = { bytes: 32, lifetimeMs: 43_200_000, most: 16 };
/** Wrong codes within {@link wrongForMs} after which another one is told to wait. A right one always counts: else anybody could keep the owner out. */
const maxWrong = 10;
const wrongForMs = 60_000;

/** The sessions of the pages of one server. */
export class PageSessions {
  readonly #clock: Clock;
  readonly #codes: PassingSecrets;
  readonly #sessions: PassingSecrets;
  /** When wrong codes came lately, in milliseconds, the oldest first. */
  #wrong: readonly number[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#codes = new PassingSecrets({ ...codes, clock });
    this.#sessions = new PassingSecrets({ ...sessions, clock });
  }

  /** Makes a code with which one page can sign in. */
  issueCode(): PassingSecret {
    return this.#codes.issue();
  }

  /**
   * Exchanges a code for a session.
   *
   * @returns the value of `Set-Cookie`.
   * @throws {HttpRefusal} 401 for a code that is not or no longer good, 429 after too many of those.
   */
  signIn(incoming: IncomingMessage, code: string): string {
    if (this.#codes.endOf(code) === undefined) throw this.#refusal();
    this.#codes.revoke(code);
    return setCookie(incoming, this.#sessions.issue().secret, sessions.lifetimeMs / 1000);
  }

  /** What a wrong code is told. */
  #refusal(): Error {
    const now = +this.#clock();
    this.#wrong = this.#wrong.filter((at) => at > now - wrongForMs);
    const [first = now] = this.#wrong;
    if (this.#wrong.length >= maxWrong) {
      const seconds = Math.ceil((first + wrongForMs - now) / 1000);
      const rule = `at most ${maxWrong} wrong codes a minute`;
      return new HttpRefusal(429, 'BUSY', `sign in: ${rule}; wait ${seconds} s.`, { 'retry-after': String(seconds) });
    }
    this.#wrong = [...this.#wrong, now];
    const message = 'sign in: that code is not known, was used, or is too old; `madeleine open` makes another.';
    return new DeniedError('UNAUTHORIZED', message);
  }

  /** Who asks, when a page does that is signed in. */
  identify(incoming: IncomingMessage): Identity | undefined {
    return isFromOwnPage(incoming) && this.endOf(incoming) !== undefined
      ? { token: 'page', scope: 'admin' }
      : undefined;
  }

  /** Until when the session of a request lasts. */
  endOf(incoming: IncomingMessage): Date | undefined {
    return cookiesOf(incoming)
      .map((secret) => this.#sessions.endOf(secret))
      .find((end) => end !== undefined);
  }

  /**
   * Ends the session of a request.
   *
   * @returns the value of `Set-Cookie`.
   */
  signOut(incoming: IncomingMessage): string {
    for (const secret of cookiesOf(incoming)) this.#sessions.revoke(secret);
    return setCookie(incoming, '', 0);
  }
}

/** The hubs of several stores share a host, and so the browser's cookies for it. */
function cookieName({ socket }: IncomingMessage): string {
  return `madeleine_${socket.localPort}`;
}

/** Every value that the cookie comes with: servers on other ports may have set one of the name as well. */
function cookiesOf(incoming: IncomingMessage): readonly string[] {
  const start = `${cookieName(incoming)}=`;
  return (incoming.headers.cookie ?? '')
    .split(/; */)
    .filter((cookie) => cookie.startsWith(start))
    .map((cookie) => cookie.slice(start.length));
}

/** Sent below `/v1` alone, where it counts: less of it gets to other servers of the host. */
function setCookie(incoming: IncomingMessage, value: string, seconds: number): string {
  const secure = incoming.headers.origin?.startsWith('https:') === true ? '; Secure' : '';
  const attributes = `Path=/v1; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
  return `${cookieName(incoming)}=${value}; ${attributes}`;
}

/** What the secrets of one kind have in common. */
export interface PassingSecretsOptions {
  /** Random bytes of each. */
  readonly bytes: number;
  readonly lifetimeMs: number;
  /** How many there are at most; a further one takes the place of the oldest. */
  readonly most: number;
  readonly clock: Clock;
}

interface PassingSecret {
  /** In base64url. */
  readonly secret: string;
  readonly expiresAt: Date;
}

class PassingSecrets {
  readonly #options: PassingSecretsOptions;
  /** When each one ends, by its hash, the oldest first. */
  readonly #ends = new Map<string, Date>();

  constructor(options: PassingSecretsOptions) {
    this.#options = options;
  }

  /** Makes a secret; nothing can tell it a second time. */
  issue(): PassingSecret {
    const { bytes, clock, lifetimeMs, most } = this.#options;
    for (const oldest of this.#ends.keys()) {
      if (this.#ends.size < most) break;
      this.#ends.delete(oldest);
    }
    const secret = randomBytes(bytes).toString('base64url');
    const expiresAt = new Date(+clock() + lifetimeMs);
    this.#ends.set(hashOf(secret), expiresAt);
    return { secret, expiresAt };
  }

  /** Until when a secret is good; undefined for one that is not or no longer known. */
  endOf(secret: string): Date | undefined {
    // What is looked up is a hash that nobody can aim at, so the time that it takes gives nothing away.
    const end = this.#ends.get(hashOf(secret));
    return end !== undefined && end > this.#options.clock() ? end : undefined;
  }

  /** Takes a secret out of use. */
  revoke(secret: string): void {
    this.#ends.delete(hashOf(secret));
  }
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
