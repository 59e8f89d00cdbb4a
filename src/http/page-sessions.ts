/**
 * Who is signed in on the page. The owner gets a code, which is good once and for two minutes; the page exchanges it for a
 * session, which it never sees: the browser keeps that in a cookie. Owns codes, sessions and the cookie's form. They lie
 * in the memory of this process and end with it, or on the server that several hubs serve.
 *
 * A browser sends the cookies of a host to all of its ports, and whatever page asks: so a session counts only in a request
 * that comes from a page of this very origin.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Clock, DeniedError, type HubRecord, type HubRecords } from '../index.ts';
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

  /** @param records - where they lie; in this process when there are none. */
  constructor(clock: Clock, records: HubRecords = new RecordsInMemory()) {
    this.#clock = clock;
    this.#codes = new PassingSecrets({ ...codes, clock, records, shelf: 'page-code' });
    this.#sessions = new PassingSecrets({ ...sessions, clock, records, shelf: 'page-session' });
  }

  /** Makes a code with which one page can sign in. */
  issueCode(): Promise<PassingSecret> {
    return this.#codes.issue();
  }

  /**
   * Exchanges a code for a session.
   *
   * @returns the value of `Set-Cookie`.
   * @throws {HttpRefusal} 401 for a code that is not or no longer good, 429 after too many of those.
   */
  async signIn(incoming: IncomingMessage, code: string): Promise<string> {
    if (!(await this.#codes.take(code))) throw this.#refusal();
    return setCookie(incoming, (await this.#sessions.issue()).secret, sessions.lifetimeMs / 1000);
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
  async identify(incoming: IncomingMessage): Promise<Identity | undefined> {
    const isSignedIn = isFromOwnPage(incoming) && (await this.endOf(incoming)) !== undefined;
    return isSignedIn ? { token: 'page', scope: 'admin' } : undefined;
  }

  /** Until when the session of a request lasts. */
  async endOf(incoming: IncomingMessage): Promise<Date | undefined> {
    const ends = await Promise.all(cookiesOf(incoming).map((secret) => this.#sessions.endOf(secret)));
    return ends.find((end) => end !== undefined);
  }

  /**
   * Ends the session of a request.
   *
   * @returns the value of `Set-Cookie`.
   */
  async signOut(incoming: IncomingMessage): Promise<string> {
    for (const secret of cookiesOf(incoming)) await this.#sessions.take(secret);
    return setCookie(incoming, '', 0);
  }
}

/**
 * The hubs of several stores share a host, and so the browser's cookies for it. Several hubs behind one proxy have the
 * port of the address that the browser knows.
 */
function cookieName({ headers }: IncomingMessage): string {
  return `madeleine_${/:(\d+)$/.exec(headers.host ?? '')?.[1] ?? 'page'}`;
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
interface PassingSecretsOptions {
  /** Random bytes of each. */
  readonly bytes: number;
  readonly lifetimeMs: number;
  /** How many there are at most; a further one takes the place of the oldest. */
  readonly most: number;
  readonly clock: Clock;
  readonly records: HubRecords;
  readonly shelf: string;
}

interface PassingSecret {
  /** In base64url. */
  readonly secret: string;
  readonly expiresAt: Date;
}

/** Secrets that end by themselves; only their hashes are kept. */
class PassingSecrets {
  readonly #options: PassingSecretsOptions;

  constructor(options: PassingSecretsOptions) {
    this.#options = options;
  }

  /** Makes a secret; nothing can tell it a second time. */
  async issue(): Promise<PassingSecret> {
    const { bytes, clock, lifetimeMs, most, records, shelf } = this.#options;
    const secret = randomBytes(bytes).toString('base64url');
    const expiresAt = new Date(+clock() + lifetimeMs);
    await records.put(shelf, hashOf(secret), { body: '', endsAt: expiresAt }, most);
    return { secret, expiresAt };
  }

  /** Until when a secret is good; undefined for one that is not or no longer known. */
  async endOf(secret: string): Promise<Date | undefined> {
    // What is looked up is a hash that nobody can aim at, so the time that it takes gives nothing away.
    return this.#endIn(await this.#options.records.get(this.#options.shelf, hashOf(secret)));
  }

  /** Takes a secret out of use; answers whether it was good. */
  async take(secret: string): Promise<boolean> {
    return this.#endIn(await this.#options.records.remove(this.#options.shelf, hashOf(secret))) !== undefined;
  }

  #endIn(record: HubRecord | undefined): Date | undefined {
    const end = record?.endsAt;
    return end !== undefined && end > this.#options.clock() ? end : undefined;
  }
}

/** Records that end with the process. */
class RecordsInMemory implements HubRecords {
  readonly #shelves = new Map<string, Map<string, HubRecord>>();

  async put(shelf: string, key: string, record: HubRecord, most = Number.POSITIVE_INFINITY): Promise<void> {
    const records = this.#of(shelf);
    for (const oldest of records.keys()) {
      if (records.size < most) break;
      records.delete(oldest);
    }
    records.set(key, record);
  }

  async get(shelf: string, key: string): Promise<HubRecord | undefined> {
    return this.#of(shelf).get(key);
  }

  async keys(shelf: string): Promise<readonly string[]> {
    return [...this.#of(shelf).keys()];
  }

  async remove(shelf: string, key: string): Promise<HubRecord | undefined> {
    const found = this.#of(shelf).get(key);
    this.#of(shelf).delete(key);
    return found;
  }

  #of(shelf: string): Map<string, HubRecord> {
    const records = this.#shelves.get(shelf) ?? new Map<string, HubRecord>();
    this.#shelves.set(shelf, records);
    return records;
  }
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
