/**
 * Comes to the memory of a space: at the hub of its store, or by opening the store in this process. Owns which of the two;
 * what a command does with the memory stands with the command.
 */
import {
  Madeleine,
  MadeleineError,
  type NewId,
  type OpenOptions,
  type SpaceVerbs,
  UnavailableError,
} from '../index.ts';
import { isAddress } from './config/find-store.ts';
import { findHub } from './hub/find-hub.ts';
import { connectToHub } from './hub/hub-connection.ts';
import { type HubNote, settingsMark } from './hub/hub-note.ts';
import type { HubStart } from './hub/start-hub.ts';

/** How a command uses a store. */
export interface StoreUse {
  /** Whether it takes a store that nobody else has: a hub is in its way. @default false */
  readonly alone?: boolean;
  /** Whether it starts a hub where none runs, and not only where another process holds the store. @default false */
  readonly startsHub?: boolean;
  /**
   * Whether it makes the store where there is none: it writes. `for now` gives it an empty one elsewhere, which goes when
   * the command ends.
   * @default false
   */
  readonly makes?: boolean | 'for now';
  /** Refuses what would be refused anyway, before a store is made for it. @default nothing is */
  readonly check?: () => Promise<void>;
}

/** What opening takes beside the options of the memory. */
export interface OpenMemoryOptions extends Omit<StoreUse, 'makes' | 'check'> {
  /** The verb, as it stands before the colon of an error. */
  readonly operation: string;
  readonly open: OpenOptions & { readonly space: string };
  /** What a hub is started with where one has to be. */
  readonly start: HubStart;
  readonly signal: AbortSignal;
  /** Makes the keys of what is written at a hub, where one is started if none runs: an earlier try may have been carried out. */
  readonly newId: NewId | undefined;
  /** Hears that the hub which runs was started with other settings, and so goes on with those. */
  readonly onOtherSettings: (hub: HubNote) => void;
}

/**
 * The memory of a space, here or at the hub of its store. Where no hub is to be started, a command on a free store
 * opens it, which leaves nothing behind; commands that meet on one share a hub.
 *
 * @throws {UnavailableError} STORE_LOCKED when the command needs the store alone and a hub serves it.
 */
export async function openMemory(options: OpenMemoryOptions): Promise<SpaceVerbs> {
  const { operation, open, start, alone = false, signal, newId, onOtherSettings } = options;
  const startsHub = options.startsHub === true || newId !== undefined;
  const { at, space } = open;
  if (isAddress(at)) return Madeleine.open(open);
  const hub = await findHub(at);
  if (hub !== undefined && alone) {
    const message = `${operation}: the hub at ${hub.url} serves the store; end it with \`madeleine stop --at "${at}"\` and call again.`;
    throw new UnavailableError('STORE_LOCKED', message, { details: { ...hub } });
  }
  if (hub !== undefined && hub.settings !== settingsMark(open)) onOtherSettings(hub);
  const connect = (): Promise<SpaceVerbs> => connectToHub(at, { space, found: hub, start, signal, newId });
  if (hub !== undefined || (startsHub && !alone)) return connect();
  try {
    return await Madeleine.open(open);
  } catch (error) {
    if (alone || !(error instanceof MadeleineError) || error.code !== 'STORE_LOCKED') throw error;
    return connect();
  }
}
