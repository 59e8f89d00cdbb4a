/**
 * What the hubs of one server keep in common beside the ledger: hashes of tokens, who is signed in, sessions of clients.
 * It lies in the database of one space, so that any hub answers for all of them. It knows nothing of what a record says.
 */
import { type DateTime, RecordId } from 'surrealdb';
import { momentOf } from './codec.ts';
import { Database } from './database.ts';
import type { ServerAccess } from './server.ts';
import { type SpaceDatabase, untilFirst } from './space-database.ts';
import * as statements from './statement.ts';

/** One record of a shelf. */
export interface HubRecord {
  readonly body: string;
  /** When it ends; undefined for never. Who reads it looks whether it has. */
  readonly endsAt: Date | undefined;
}

/** Records by shelf and key. */
export interface HubRecords {
  /** Writes a record; ended ones go, and of its shelf the oldest beyond `most`. @default any number stay */
  put(shelf: string, key: string, record: HubRecord, most?: number): Promise<void>;
  /** The record of a key; undefined where there is none. */
  get(shelf: string, key: string): Promise<HubRecord | undefined>;
  /** The keys of a shelf. */
  keys(shelf: string): Promise<readonly string[]>;
  /** Takes a record away and answers it; of several who do so at once, one gets it. */
  remove(shelf: string, key: string): Promise<HubRecord | undefined>;
}

/** Where the records of a server's hubs lie. */
export interface HubRecordsPlace extends ServerAccess {
  /** The `ws://` or `wss://` address of the server. */
  readonly at: string;
  /** The space in whose database they lie: the same for all hubs. */
  readonly space: string;
}

/** The records of the hubs of one server. */
export interface SharedHubRecords extends HubRecords {
  /** @throws {UnavailableError} STORE_UNREACHABLE when the server does not answer. */
  ping(): Promise<void>;
  /** Ends the connection. */
  close(): Promise<void>;
}

/**
 * Opens the records of the hubs of a server.
 *
 * @throws {UnavailableError} STORE_UNREACHABLE, or STORE_REFUSED when the server does not let the user in.
 */
export async function openHubRecords({ at, space, ...access }: HubRecordsPlace): Promise<SharedHubRecords> {
  const database = await (await Database.open(at, access, process.pid)).space(space);
  await untilFirst(() => database.run(statements.defineHubRecords));
  return new RecordsOnServer(database);
}

interface Row {
  readonly body: string;
  readonly ends_at?: DateTime;
}

class RecordsOnServer implements SharedHubRecords {
  readonly #database: SpaceDatabase;

  constructor(database: SpaceDatabase) {
    this.#database = database;
  }

  async put(shelf: string, key: string, { body, endsAt }: HubRecord, most?: number): Promise<void> {
    const ends = endsAt === undefined ? undefined : momentOf(endsAt);
    await this.#run(statements.putHubRecord, { id: idOf(shelf, key), shelf, body, ends, most });
  }

  async get(shelf: string, key: string): Promise<HubRecord | undefined> {
    const [rows] = await this.#run<[Row[]]>(statements.readRecords, { ids: [idOf(shelf, key)] });
    return recordOf(rows);
  }

  async keys(shelf: string): Promise<readonly string[]> {
    const [keys] = await this.#run<[string[]]>(statements.hubKeys, { shelf });
    return keys;
  }

  async remove(shelf: string, key: string): Promise<HubRecord | undefined> {
    const [rows] = await this.#run<[Row[]]>(statements.takeHubRecord, { id: idOf(shelf, key) });
    return recordOf(rows);
  }

  async ping(): Promise<void> {
    await this.#run(statements.ping);
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  #run<R extends readonly unknown[]>(statement: string, bindings?: Record<string, unknown>): Promise<R> {
    return untilFirst(() => this.#database.run<R>(statement, bindings));
  }
}

function idOf(shelf: string, key: string): RecordId {
  return new RecordId('hub_record', [shelf, key]);
}

function recordOf([row]: readonly Row[]): HubRecord | undefined {
  return row && { body: row.body, endsAt: row.ends_at?.toDate() };
}
