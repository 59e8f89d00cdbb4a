/**
 * Opens spaces for a test file. A store stays with its process, with its lock and 50 MB of memory, and test files
 * share processes: so they share a store too, in which each space is new.
 */
import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Madeleine, type OpenOptions } from '../../src/index.ts';
import { atFileEnd } from './at-file-end.ts';
import { serverPlace } from './server-place.ts';
import { temporaryFolder } from './temporary-folder.ts';

let shared: Promise<string> | undefined;
let own: Promise<string> | undefined;
let spaces = 0;

/** Gives the file that calls it at its top a store of its own: it names its spaces, or looks at the whole store. */
export function storeOfItsOwn(): void {
  own = temporaryFolder();
  atFileEnd(() => {
    own = undefined;
  });
}

/** The folder in which the spaces of this file lie. */
export function storeFolder(): Promise<string> {
  shared ??= sharedFolder();
  return own ?? shared;
}

/** Outlives the file; it goes with the folder of the whole run. */
async function sharedFolder(): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), 'madeleine-shared-')));
}

/** Opens a new space, or the named one, without an embedder unless one is given; closed after the tests. */
export async function openSpace(options: Partial<OpenOptions> = {}): Promise<Madeleine> {
  if (own === undefined && options.at === undefined && !/^s\d+$/.test(options.space ?? 's0')) {
    throw new Error(`openSpace: "${options.space}" is named in a store that files share; call storeOfItsOwn() first.`);
  }
  spaces += 1;
  const space = options.space ?? `s${spaces}`;
  const place = (await serverPlace(space, own)) ?? { at: await storeFolder() };
  const memory = await Madeleine.open({ ...place, space, embedder: 'none', ...options });
  atFileEnd(() => memory.close());
  return memory;
}
