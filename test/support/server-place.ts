/** Where the spaces of a test lie when its project runs on a server, and as whom they are opened. */
import { basename } from 'node:path';
import { inject } from 'vitest';
import type { OpenOptions } from '../../src/index.ts';
import { asRoot, leastUserScript, rootUser } from './surreal-server.ts';

const leastUser = { username: 'least', password: 'may edit one database' };

/** The options of a server. */
export type ServerPlace = Pick<OpenOptions, 'at' | 'username' | 'password' | 'authLevel' | 'namespace'>;

/**
 * The place of a space; undefined in a project on the embedded store. `store` stands for a store of its own, which is a
 * namespace here.
 */
export async function serverPlace(
  space: string | undefined,
  store: Promise<string> | undefined,
): Promise<ServerPlace | undefined> {
  const at = inject('serverUrl');
  if (at === undefined) return undefined;
  const namespace = store === undefined ? `shared-${process.pid}` : basename(await store);
  if (process.env['MADELEINE_TEST_USER'] !== 'least') return { at, namespace, ...rootUser };
  if (space !== undefined) await asRoot(at, leastUserScript(namespace, space, leastUser));
  return { at, namespace, authLevel: 'database', ...leastUser };
}
