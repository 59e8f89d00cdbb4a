/**
 * The tokens of a store: they say who comes through the HTTP door. Owns their files in the store's
 * folder, or their records on a server; what a token may do stands in `policy.ts`.
 *
 *   hub.token               the owner's token in clear: who can read this file can read the store's files as well
 *   hub-tokens/SHA256.json  { space, agent, scope, with?, createdAt } of a token; the token itself is kept nowhere
 *
 * Files are 0600. One file or record per token makes creation and revocation atomic for any number of
 * processes, and a running hub needs to be told of neither: it looks a token up whenever it is used. Without space and
 * agent it is a token of the owner, the only kind that a server has of him.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import {
  type Access,
  accesses,
  agentNameRule,
  checked,
  type Clock,
  fixedTalkSchema,
  type HubRecords,
  InvalidArgumentError,
  NotFoundError,
  UnavailableError,
} from '../index.ts';
import type { Identity } from './policy.ts';

/** Whom a new token is for. Without `space` and `agent` it is the owner's: of any agent in any space. */
export interface TokenOptions {
  /** The space that it is for. */
  readonly space?: string | undefined;
  /** The agent that it is for: nobody else may be it with this token. */
  readonly agent?: string | undefined;
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
const anyToken = /mdl_[\w-]{43}/g;
/** What is shown in the place of a token. */
export const maskedToken = 'mdl_...';

/** A text without the tokens in it, which no terminal needs to show. */
export function withoutTokens(text: string): string {
  return text.replaceAll(anyToken, maskedToken);
}
const idLength = 12;
const hashForm = /^[0-9a-f]{64}$/;
const name = z.string().min(1, { error: 'must not be blank' });
const keptSchema = z
  .strictObject({
    space: name.optional(),
    agent: agentNameRule.optional(),
    scope: z.enum(accesses, { error: `must be one of ${accesses.join(', ')}` }),
    with: fixedTalkSchema.exactOptional(),
    createdAt: z.iso.datetime(),
  })
  .refine((token) => token.with === undefined || token.scope !== 'admin', {
    path: ['scope'],
    error: 'must be read or write where "with" is given, since admin sees the whole space',
  })
  .refine(({ agent, space }) => (agent === undefined) === (space === undefined), {
    path: ['agent'],
    error: 'must be named together with its space',
  })
  .refine(({ agent, scope }) => agent !== undefined || scope === 'admin', {
    path: ['scope'],
    error: "must be admin for the owner's token",
  });

/** Where what is kept of tokens lies, by their SHA-256. */
interface TokenShelf {
  put(hash: string, text: string): Promise<void>;
  get(hash: string): Promise<string | undefined>;
  hashes(): Promise<readonly string[]>;
  remove(hash: string): Promise<unknown>;
}

/** The tokens of one store. */
export class HubTokens implements Tokens {
  readonly #folder: string | undefined;
  readonly #shelf: TokenShelf;
  readonly #clock: Clock;
  #owner: Promise<string> | undefined;

  /** @param store - the store's folder, which is made when the first token is, or the records of a server. */
  constructor(store: string | HubRecords, clock: Clock) {
    this.#folder = typeof store === 'string' ? store : undefined;
    this.#shelf = typeof store === 'string' ? folderShelf(join(store, 'hub-tokens')) : recordShelf(store);
    this.#clock = clock;
  }

  /**
   * The owner's token of a store in a folder: of any agent in any space. It is made at the first call, which only the
   * store's one process should make.
   */
  owner(): Promise<string> {
    if (this.#folder === undefined) {
      const message = "token: a server has no owner's token in clear; make one with `madeleine token create --owner`.";
      throw new InvalidArgumentError('INVALID_ARGUMENT', message);
    }
    this.#owner ??= readOrMakeOwner(join(this.#folder, 'hub.token'));
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
    await this.#shelf.put(hash, JSON.stringify(checkedToken));
    return { ...keptToken(hash, checkedToken), token };
  }

  /** Every token that was made, the oldest first. */
  async list(): Promise<readonly KeptToken[]> {
    const hashes = await this.#shelf.hashes();
    const found = await Promise.all(hashes.map((hash) => this.#read(hash)));
    return found.filter((token) => token !== undefined).sort((a, b) => +a.createdAt - +b.createdAt);
  }

  /**
   * Revokes a token: the next call with it is refused.
   *
   * @throws {NotFoundError} when no token has the id.
   */
  async revoke(id: string): Promise<void> {
    const hashes = await this.#shelf.hashes();
    const hash = id.length === idLength ? hashes.find((one) => one.startsWith(id)) : undefined;
    if (hash === undefined) {
      const message = `token revoke: no token has the id "${id}"; look it up.`;
      throw new NotFoundError('NOT_FOUND', message, {
        details: { id },
        hint: '`madeleine token list` lists all by their ids.',
      });
    }
    await this.#shelf.remove(hash);
  }

  async identify(token: string): Promise<Identity | undefined> {
    if (!tokenForm.test(token)) return undefined;
    const hash = sha256(token);
    const owner: Identity = { token: 'owner', scope: 'admin' };
    if (this.#folder !== undefined && timingSafeEqual(hash, sha256(await this.owner()))) return owner;
    // A shelf's key is a hash that nobody can aim at, so the time that looking it up takes gives nothing away.
    const kept = await this.#read(hash.toString('hex'));
    if (kept === undefined) return undefined;
    const { id, createdAt: _createdAt, space, agent, ...reach } = kept;
    return space === undefined || agent === undefined ? owner : { token: id, space, agent, ...reach };
  }

  /** What is kept of a token; undefined for one that is not or no longer known, and for the owner's in clear. */
  kept(token: string): Promise<KeptToken | undefined> {
    return this.#read(sha256(token).toString('hex'));
  }

  /** A token that cannot be read as one is none: the door stays shut. */
  async #read(hash: string): Promise<KeptToken | undefined> {
    const parsed = keptSchema.safeParse(parseJson(await this.#shelf.get(hash)));
    return parsed.success ? keptToken(hash, parsed.data) : undefined;
  }
}

function folderShelf(folder: string): TokenShelf {
  const fileOf = (hash: string): string => join(folder, `${hash}.json`);
  return {
    put: async (hash, text) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(fileOf(hash), `${text}\n`, { flag: 'wx', mode: 0o600 });
    },
    get: (hash) => readFile(fileOf(hash), 'utf8').catch(orNothing),
    hashes: async () => {
      const files = (await readdir(folder).catch(orNothing)) ?? [];
      const names = files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -'.json'.length));
      return names.filter((one) => hashForm.test(one));
    },
    remove: (hash) => rm(fileOf(hash), { force: true }),
  };
}

/** How many tokens a hub remembers for the time in which its server is away. */
const mostRemembered = 10_000;

function recordShelf(records: HubRecords): TokenShelf {
  // Reads go on without the server, so its tokens do as well: nobody can revoke one there meanwhile.
  const remembered = new Map<string, string>();
  return {
    put: (hash, body) => records.put('token', hash, { body, endsAt: undefined }),
    get: async (hash) => {
      try {
        const { body } = (await records.get('token', hash)) ?? {};
        remembered.delete(hash);
        if (body !== undefined) remembered.set(hash, body);
        if (remembered.size > mostRemembered) remembered.delete(remembered.keys().next().value ?? '');
        return body;
      } catch (error) {
        const known = remembered.get(hash);
        if (known === undefined || !(error instanceof UnavailableError)) throw error;
        return known;
      }
    },
    hashes: () => records.keys('token'),
    remove: (hash) => records.remove('token', hash),
  };
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
