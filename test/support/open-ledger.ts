/** Ledgers on the real embedded store, in a folder that goes away with the test file. */
import { uuidv7 } from 'uuidv7';
import { Database } from '../../src/store/database.ts';
import { Ledger } from '../../src/store/ledger.ts';
import { atFileEnd } from './at-file-end.ts';
import { temporaryFolder } from './temporary-folder.ts';

let database: Promise<Database> | undefined;
let spaces = 0;

/** The one store of this test file: a process keeps each store that it opens. */
export function testDatabase(): Promise<Database> {
  if (database === undefined) {
    database = temporaryFolder().then((folder) => Database.open(folder, {}, process.pid));
    atFileEnd(() => {
      database = undefined;
    });
  }
  return database;
}

/** Opens the ledger of a space; of a new one when no name is given. */
export async function openLedger(space?: string): Promise<Ledger> {
  spaces += 1;
  return Ledger.open({
    database: await testDatabase(),
    space: space ?? `space-${spaces}`,
    clock: () => new Date(),
    newId: uuidv7,
  });
}
