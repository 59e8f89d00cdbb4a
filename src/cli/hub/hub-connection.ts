/** The way of a door to the hub of its store: found, or started, and found again when it dies in the middle. */
import { type ErrorCode, errorOf, Madeleine, type RemoteMadeleine, UnsupportedError, version } from '../../index.ts';
import { findHub } from './find-hub.ts';
import { hubFetch } from './hub-fetch.ts';
import { type HubNote, readOwnerToken } from './hub-note.ts';
import { HubStartError, type HubStart, startHub } from './start-hub.ts';

/** How a door reaches the hub of a store. */
export interface HubConnectionOptions {
  readonly space: string;
  /** The hub where it has been found already. */
  readonly found: HubNote | undefined;
  /** What one is started with where none runs. */
  readonly start: HubStart;
  readonly signal: AbortSignal;
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
  const { space, found, signal } = options;
  const findOrStart = (): Promise<HubNote> => findOrStartHub(folder, options);
  const hub = found === undefined ? await findOrStart() : ofThisVersion(found);
  const token = await readOwnerToken(folder);
  const sources = { findOrStart, find: () => findHub(folder) };
  return Madeleine.connect(hub.url, { token, space, signal, retryMs, fetch: hubFetch(hub, sources) });
}

/**
 * The hub of the store in a folder, started when none runs.
 *
 * @throws {UnavailableError} when it does not start: STORE_LOCKED, STORE_CORRUPT, ...
 * @throws {UnsupportedError} when a hub of another version serves the store.
 */
export async function findOrStartHub(
  folder: string,
  { start, signal }: Pick<HubConnectionOptions, 'start' | 'signal'>,
): Promise<HubNote> {
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
