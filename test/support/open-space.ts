/** Opens spaces of one store for a test file: a folder is locked until the process ends, so spaces come cheap and stores don't. */
import { afterAll } from 'vitest';
import { Madeleine, type OpenOptions } from '../../src/index.ts';
import { temporaryFolder } from './temporary-folder.ts';

const opened: Madeleine[] = [];
let folder: Promise<string> | undefined;
let spaces = 0;

afterAll(async () => {
  await Promise.all(opened.splice(0).map((memory) => memory.close()));
});

/** The folder in which this file's spaces lie. */
export function storeFolder(): Promise<string> {
  folder ??= temporaryFolder();
  return folder;
}

/** Opens a new space (or the named one), without an embedder unless one is given; closed after the tests. */
export async function openSpace(options: Partial<OpenOptions> = {}): Promise<Madeleine> {
  spaces += 1;
  const memory = await Madeleine.open({ at: await storeFolder(), space: `s${spaces}`, embedder: 'none', ...options });
  opened.push(memory);
  return memory;
}
