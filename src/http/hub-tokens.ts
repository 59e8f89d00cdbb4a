/**
 * The tokens of a store: they say who comes through the HTTP door. Owns their files in the store's
 * folder; what a token may do stands in `policy.ts`.
 *
 *   hub.token               the owner's token in clear: who can read this file can read the store's files as well
 *   hub-tokens/SHA256.json  { space, agent, scope, with?, createdAt } of an agent's token; the token itself is kept nowhere
 *
 * Files are 0600. One file per token makes creation and revocation atomic for any number of
 * processes, and a running hub needs to be told of neither: it looks a token up whenever it is used.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type Access, accesses, checked, type Clock, fixedTalkSchema, NotFoundError } from '../index.ts';
import type { Identity } from './policy.ts';

/** Whom a new token is for. */
export interface TokenOptions {
  /** The space that it is for. */
  readonly space: string;
  /** The agent that it is for: nobody else may be it with this token. */
  readonly agent: string;
  /** What it allows. */
  readonly scope: Access;
  /** Who is talked with, in every call with it: \`user:NAME\` or \`group:NAME\`. @default what each call says */
  readonly with?: readonly string[];
}

/** What is kept of an agent's token. */
export interface KeptToken extends TokenOptions {
  /** Names the token without giving it away: the first 12 hexadecimal digits of its SHA-256. */
  readonly id: string;
  readonly createdAt: Date;
}

/** Tells who comes with a token. */
export interface Tokens {
  /** Whose token it is, or undefined for one that is not or no longer known. */
  identify(token: string): Promise<Identity | undefined>;
}

/** `mdl_` and 256 random bits. */
const tokenForm = /^mdl_[\w-]{43}$/;
const idLength = 12;
const fileForm = /^[0-9a-f]{64}\.json$/;
const name = z.string().min(1, { error: 'must not be blank' });
const keptSchema = z
  .strictObject({
    space: name,
    agent: name,
    scope: z.enum(accesses, { error: `must be one of ${accesses.join(', ')}` }),
    with: fixedTalkSchema.exactOptional(),
    createdAt: z.iso.datetime(),
  })
  .refine((token) => token.with === undefined || token.scope !== 'admin', {
    path: ['scope'],
    error: 'must be read or write where "with" is given, since admin sees the whole space',
  });

/** The tokens in the folder of one store. */
export class HubTokens implements Tokens {
  readonly #ownerFile: string;
  readonly #folder: string;
  readonly #clock: Clock;
  #owner: Promise<string> | undefined;

  /** @param store - the store's folder, made when the first token is. */
  constructor(store: string, clock: Clock) {
    this.#ownerFile = join(store, 'hub.token');
    this.#folder = join(store, 'hub-tokens');
    this.#clock = clock;
  }

  /** The owner's token: of any agent in any space. It is made at the first call, which only the store's one process should make. */
  owner(): Promise<string> {
    this.#owner ??= readOrMakeOwner(this.#ownerFile);
    return this.#owner;
  }

  /**
   * Makes a token and answers it; nothing can tell it a second time.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule.
   */
  async create(options: TokenOptions): Promise<KeptToken & { readonly token: string }> {
    const token = newToken();
    const hash = sha256(token).toString('hex');
    const kept = { ...options, createdAt: this.#clock().toISOString() };
    const checkedToken = checked('token create', keptSchema, kept);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await writeFile(this.#fileOf(hash), `${JSON.stringify(checkedToken)}\n`, { flag: 'wx', mode: 0o600 });
    return { ...keptToken(hash, checkedToken), token };
  }

  /** Every agent's token, the oldest first. */
  async list(): Promise<readonly KeptToken[]> {
    const names = await readdir(this.#folder).catch(orNothing);
    const hashes = (names ?? []).filter((file) => fileForm.test(file)).map((file) => file.slice(0, -'.json'.length));
    const found = await Promise.all(hashes.map((hash) => this.#read(hash)));
    return found.filter((token) => token !== undefined).sort((a, b) => +a.createdAt - +b.createdAt);
  }

  /**
   * Revokes a token: the next call with it is refused.
   *
   * @throws {NotFoundError} when no token has the id.
   */
  async revoke(id: string): Promise<void> {
    const names = (await readdir(this.#folder).catch(orNothing)) ?? [];
    const file = id.length === idLength ? names.find((one) => fileForm.test(one) && one.startsWith(id)) : undefined;
    if (file === undefined) {
      const message = `token revoke: no token has the id "${id}"; list them with token list.`;
      throw new NotFoundError('NOT_FOUND', message, { details: { id } });
    }
    await rm(join(this.#folder, file), { force: true });
  }

  async identify(token: string): Promise<Identity | undefined> {
    if (!tokenForm.test(token)) return undefined;
    const hash = sha256(token);
    if (timingSafeEqual(hash, sha256(await this.owner()))) return { token: 'owner', scope: 'admin' };
    // A file's name is a hash that nobody can aim at, so the time that looking it up takes gives nothing away.
    const kept = await this.#read(hash.toString('hex'));
    if (kept === undefined) return undefined;
    const { id, createdAt: _createdAt, ...reach } = kept;
    return { token: id, ...reach };
  }

  /** A token that cannot be read as one is none: the door stays shut. */
  async #read(hash: string): Promise<KeptToken | undefined> {
    const text = await readFile(this.#fileOf(hash), 'utf8').catch(orNothing);
    const parsed = keptSchema.safeParse(parseJson(text));
    return parsed.success ? keptToken(hash, parsed.data) : undefined;
  }

  #fileOf(hash: string): string {
    return join(this.#folder, `${hash}.json`);
  }
}

function keptToken(hash: string, { createdAt, ...kept }: z.output<typeof keptSchema>): KeptToken {
  return { id: hash.slice(0, idLength), ...kept, createdAt: new Date(createdAt) };
}

async function readOrMakeOwner(file: string): Promise<string> {
  const kept = (await readFile(file, 'utf8').catch(orNothing))?.trim();
  if (kept !== undefined && tokenForm.test(kept)) return kept;
  const token = newToken();
  // What is there is no token: it was torn while it was written, or somebody emptied it.
  await rm(file, { force: true });
  await writeFile(file, `${token}\n`, { flag: 'wx', mode: 0o600 });
  return token;
}

function newToken(): string {
  return `mdl_${randomBytes(32).toString('base64url')}`;
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

function orNothing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
