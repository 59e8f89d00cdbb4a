/** A page as a build leaves it, but small. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from './temporary-folder.ts';

/** What lies in the folder of {@link builtPage}, by the path on the server. */
export const pageFiles: Readonly<Record<string, string>> = {
  '/': '<!doctype html><title>Madeleine</title><script type="module" src="/assets/index-1.js"></script>',
  '/assets/index-1.js': `export const text = '${'tisane '.repeat(100)}';`,
  '/assets/index-1.css': 'body { color: black }',
};

/** The folder of a page. */
export async function builtPage(): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'assets'));
  for (const [path, text] of Object.entries(pageFiles)) {
    await writeFile(join(folder, path === '/' ? 'index.html' : path), text);
  }
  return folder;
}
