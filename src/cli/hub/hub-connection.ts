/**
 * Leads a door to the hub of its store: finds it or starts it, and finds it again when it dies in the middle. The remote
 * memory decides whether a call is made again, as for any hub.
 */
import {
  type ErrorCode,
  type HubFetch,
  type HubRequestInit,
  Madeleine,
  type NewId,
  type RemoteMadeleine,
  UnsupportedError,
  errorOf,
  makeFolder,
  version,
} from '../../index.ts';
import { findHub, isAlive, shortRequest } from './find-hub.ts';
import { type HubNote, readOwnerToken } from './hub-note.ts';
import { type HubStart, HubStartError, startHub } from './start-hub.ts';

/** How a door reaches the hub of a store. */
export interface HubConnectionOptions {
  readonly space: string;
  /** The hub where it has been found already. */
  readonly found: HubNote | undefined;
  /** What one is started with where none runs. */
  readonly start: HubStart;
  readonly signal: AbortSignal;
  /** Makes the keys of what is written. @default new ones */
  readonly newId?: NewId | undefined;
}

/** How long a call waits for a hub that died: as long as another may take to open a large store. */
const retryMs = 60_000;

/**
 * Connects to the hub of the store in a folder, which is started when none runs.
 *
 * @throws {UnavailableError} when it does not start: STORE_LOCKED, STORE_CORRUPT, ...
 * @throws {UnsupportedError} when a hub of another version serves the store.
 */
export async function connectToHub(folder: string, options: HubConnectionOptions): Promise<RemoteMadeleine> {
  const { space, found, signal, newId } = options;
  const findOrStart = (): Promise<HubNote> => findOrStartHub(folder, options);
  const hub = found === undefined ? await findOrStart() : ofThisVersion(found);
  const token = await readOwnerToken(folder);
  const sources = { findOrStart, find: () => findHub(folder) };
  const keys = newId === undefined ? {} : { newId };
  return Madeleine.connect(hub.url, { token, space, signal, retryMs, ...keys, fetch: hubFetch(hub, sources) });
}

/**
 * The hub of the store in a folder, started when none runs; the folder is made where it is missing.
 *
 * @throws {InvalidArgumentError} when the folder cannot be one: STORE_PATH.
 * @throws {UnavailableError} when it does not start: STORE_LOCKED, STORE_CORRUPT, ...
 * @throws {UnsupportedError} when a hub of another version serves the store.
 */
export async function findOrStartHub(
  folder: string,
  { start, signal }: Pick<HubConnectionOptions, 'start' | 'signal'>,
): Promise<HubNote> {
  await makeFolder(folder);
  const hub = await startHub(folder, { ...start, signal }).catch((error: unknown) => {
    throw error instanceof HubStartError ? startFailure(error) : error;
  });
  return ofThisVersion(hub);
}

function ofThisVersion(hub: HubNote): HubNote {
  if (hub.version === version) return hub;
  throw new UnsupportedError(
    'UNSUPPORTED',
    `connect: the hub at ${hub.url} is of version ${hub.version}, this is ${version}; end it with \`madeleine stop\`.`,
    { details: { ...hub } },
  );
}

/** What `madeleine serve --json` said when it ended. */
function startFailure(error: HubStartError): Error {
  try {
    const said = JSON.parse(error.message) as { readonly error: { code: ErrorCode; message: string; details: object } };
    return errorOf(said.error.code, said.error.message, { details: { ...said.error.details }, cause: error });
  } catch {
    return errorOf('HUB_UNREACHABLE', `connect: no hub could be started: ${error.message}`, { cause: error });
  }
}

/** Whether a request is one that {@link shortRequest} makes. */
export function isShort(url: URL, { body, headers }: HubRequestInit = {}): boolean {
  return url.protocol === 'http:' && typeof body === 'string' && headers?.['accept'] === 'application/json';
}

/** Where the next hub comes from. */
export interface HubSources {
  /** The hub that runs, or one that is started. */
  readonly findOrStart: () => Promise<HubNote>;
  /** The hub that runs, if one does. */
  readonly find: () => Promise<HubNote | undefined>;
}

/** A `fetch` for the hub of one store, in which only path and query of an address count. */
export function hubFetch(first: HubNote, { findOrStart, find }: HubSources): HubFetch {
  let hub: Promise<HubNote> | undefined = Promise.resolve(first);
  return async (asked, init = {}) => {
    const { pathname, search } = new URL(asked);
    // Another program may have the port of a hub that died, and must not get the token.
    const known = hub;
    const isThere =
      known === undefined ||
      (await known.then(
        ({ pid }) => isAlive(pid),
        () => true,
      ));
    if (!isThere && hub === known) hub = undefined;
    // Who only listens for changes has nothing to do for a hub: one that was ended stays so.
    if (hub === undefined && pathname.endsWith('/changes') && (await find()) === undefined) throw noHub();
    hub ??= findOrStart();
    const used = hub;
    try {
      const url = new URL(`${pathname}${search}`, (await used).url);
      return await (isShort(url, init) ? shortRequest(url, init) : fetch(url, init));
    } catch (error) {
      // Others may have lost theirs at the same time, and look for the next already.
      if (hub === used && init.signal?.aborted !== true) hub = undefined;
      throw error;
    }
  };
}

/** As the platform tells that nobody listens. */
function noHub(): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error('no hub runs'), { code: 'ECONNREFUSED' }) });
}
