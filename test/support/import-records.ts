/** Imports records that a test writes down, as a file of our own format. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SpaceVerbs } from '../../src/index.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Imports lines, each an object with `record`, below a header. */
export async function importRecords(memory: Pick<SpaceVerbs, 'import'>, records: readonly object[]): Promise<void> {
  const file = join(await temporaryFolder(), 'records.ndjson');
  const lines = [{ record: 'header', format: 'madeleine', version: 1 }, ...records];
  await writeFile(file, lines.map((line) => JSON.stringify(line)).join('\n'));
  await memory.import({ file });
}
