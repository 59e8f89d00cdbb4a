/** Folders that go away with the test file that asked for them. */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atFileEnd } from './at-file-end.ts';

/** Makes an empty folder, readable by its owner only, and answers its real path. */
export async function temporaryFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'madeleine-test-')));
  // A child that a failed test has left may still write there for a moment.
  atFileEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));
  return folder;
}
