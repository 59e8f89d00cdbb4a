/** Runs an example as somebody would who installed the package: in a folder of its own, against what was built. */
import { execFile } from 'node:child_process';
import { cp, mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from './temporary-folder.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A folder of its own with `examples/NAME.js` as `NAME.mjs`, and with these peers installed beside the package. */
export async function exampleFolder(name: string, ...peers: readonly string[]): Promise<string> {
  const folder = await temporaryFolder();
  await cp(join(root, `examples/${name}.js`), join(folder, `${name}.mjs`));
  for (const [installed, from] of [
    ['madeleine', root],
    ...peers.map((peer) => [peer, join(root, 'node_modules', peer)]),
  ]) {
    const place = join(folder, 'node_modules', installed as string);
    await mkdir(dirname(place), { recursive: true });
    await symlink(from as string, place, 'dir');
  }
  return folder;
}

/** What `examples/NAME.js` prints with these peers installed beside the package; throws when it fails. */
export async function runExample(
  name: string,
  ...peers: readonly string[]
): Promise<{ stdout: string; stderr: string }> {
  const cwd = await exampleFolder(name, ...peers);
  return promisify(execFile)(process.execPath, [`${name}.mjs`], { cwd });
}
