/** Backs the space up in a file that the browser saves. */
import { pathOf, Problem, request } from '../../api.ts';
import { saveFile } from '../../components/save-file.ts';
import { sizeOf } from '../../words.ts';

/**
 * Makes a backup, and hands it to the browser once all of it has come: a connection that is cut in the middle leaves no
 * file that looks like one.
 *
 * @returns what was saved, in words.
 * @throws {Problem} when the hub refuses, or the connection is cut.
 */
export async function downloadBackup(space: string): Promise<string> {
  const response = await request(`${pathOf(space)}/backup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  const file = await response.blob().catch(() => {
    throw new Problem('OFFLINE', 'The backup broke off before its end; nothing was saved.', 'Try again.');
  });
  const name = backupName(space, new Date());
  saveFile(file, name);
  return `Saved ${name}, ${sizeOf(file.size)}. It can be restored into an empty space with: madeleine restore ${name}`;
}

/** The name of a backup's file, with the day. */
function backupName(space: string, at: Date): string {
  return `madeleine-${space.replace(/[^\w-]+/gu, '-')}-${at.toISOString().slice(0, 10)}.ndjson`;
}
