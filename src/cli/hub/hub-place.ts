/** Where a hub has its tokens, its note and its port: in the folder of its store, or among the records of a server. */
import { createHash } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import { HubTokens } from '../../http/hub-tokens.ts';
import { type HubRecords, type MadeleineError, type SharedHubRecords, UnavailableError } from '../../index.ts';
import { type HubNote, removeHubNote, writeHubNote } from './hub-note.ts';

/** What a store in a folder and one on a server have in different ways. */
export interface HubPlace {
  /** The folder of the store without links in its path; a server has none. */
  readonly folder?: string;
  readonly tokens: HubTokens;
  /** What the hubs of a server have in common. */
  readonly records?: HubRecords;
  /** The port to try first, where none is asked for. */
  readonly port?: number;
  /** @throws {UnavailableError} when the store cannot be reached. */
  check(): Promise<void>;
  /** Leaves the note that others find the hub by. */
  announce?(hub: HubNote): Promise<void>;
  /** Takes it away. */
  withdraw?(): Promise<void>;
  /** Fires when the store is gone for good, with the error that tells so. */
  readonly gone?: AbortSignal;
  close?(): void;
}

/** The place of a hub whose store lies on a server. */
export function serverHub(records: SharedHubRecords): HubPlace {
  return { tokens: new HubTokens(records, () => new Date()), records, check: () => records.ping() };
}

/** The place of a hub whose store lies in a folder, which it watches until it is closed. */
export async function folderPlace(at: string): Promise<HubPlace> {
  const folder = await realpath(at);
  const gone = new AbortController();
  const isThere = await folderWatch(folder);
  const watching = setInterval(async () => {
    if (!(await isThere())) gone.abort(movedAway(folder));
  }, folderCheckMs);
  const tokens = new HubTokens(folder, () => new Date());
  // A program that finds the hub reads the owner's token from its file, so it must be there by then.
  await tokens.owner();
  return {
    folder,
    tokens,
    port: preferredPort(folder),
    check: async () => {
      if (!(await isThere())) throw movedAway(folder);
    },
    announce: (hub) => writeHubNote(folder, hub),
    withdraw: () => removeHubNote(folder, process.pid),
    gone: gone.signal,
    close: () => clearInterval(watching),
  };
}

/** How often a hub looks whether its folder is still there: it leaves when that is gone. */
const folderCheckMs = 2000;

/** Asks whether a path still leads to the folder that it leads to now. */
async function folderWatch(folder: string): Promise<() => Promise<boolean>> {
  const { dev, ino } = await stat(folder);
  return async () => {
    const found = await stat(folder).catch(() => undefined);
    return found !== undefined && found.dev === dev && found.ino === ino;
  };
}

function movedAway(folder: string): MadeleineError {
  const message = `hub: "${folder}" was moved or deleted; the hub ends. Put it back and start another.`;
  return new UnavailableError('STORE_MOVED', message, { details: { at: folder } });
}

/** Below the ports that systems give to outgoing connections (from 32,768 on Linux, 49,152 elsewhere). */
const firstPort = 20_000;
const ports = 10_000;

/** Follows from the folder alone, 20,000-29,999. Two stores may meet on one port; the second then gets any free one. */
export function preferredPort(folder: string): number {
  return firstPort + (createHash('sha256').update(folder).digest().readUInt32BE(0) % ports);
}
