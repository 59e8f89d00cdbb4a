/** Ledgers on the real embedded store, in a folder that goes away with the test file. */
import { uuidv7 } from 'uuidv7';
import { Database } from '../../src/store/database.ts';
import { Ledger } from '../../src/store/ledger.ts';
import type { SpaceDatabase } from '../../src/store/space-database.ts';
import { atFileEnd } from './at-file-end.ts';
import { serverPlace } from './server-place.ts';
import { temporaryFolder } from './temporary-folder.ts';

let database: Promise<Database> | undefined;
let own: Promise<string> | undefined;
let spaces = 0;

/** The one store of this test file: a process keeps each store that it opens. */
export function testDatabase(): Promise<Database> {
  if (database === undefined) {
    const folder = temporaryFolder();
    own = folder;
    database = folder.then(async (at) => {
      const { at: place = at, ...access } = (await serverPlace(undefined, folder)) ?? {};
      return Database.open(place, access, process.pid);
    });
    atFileEnd(() => {
      database = undefined;
    });
  }
  return database;
}

/** The database of a space of this store, which the test's user may edit. */
export async function testSpace(name: string): Promise<SpaceDatabase> {
  const store = await testDatabase();
  await serverPlace(name, own);
  return store.space(name);
}

/** Opens the ledger of a space; of a new one when no name is given. */
export async function openLedger(space?: string): Promise<Ledger> {
  spaces += 1;
  const name = space ?? `space-${spaces}`;
  const store = await testDatabase();
  await serverPlace(name, own);
  return Ledger.open({
    database: store,
    space: name,
    clock: () => new Date(),
    newId: uuidv7,
  });
}
