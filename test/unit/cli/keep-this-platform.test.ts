import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const engines = readdirSync(join(root, 'node_modules/@surrealdb/node/dist')).filter((name) => name.endsWith('.node'));

/** What is left of the engines after an install into a folder, with these options of npm. */
async function leftAfter(place: string, environment: NodeJS.ProcessEnv = {}): Promise<readonly string[]> {
  const folder = await temporaryFolder();
  const dist = join(folder, 'node_modules/@surrealdb/node/dist');
  const script = join(folder, place, 'bin/keep-this-platform.js');
  for (const made of [dist, dirname(script)]) mkdirSync(made, { recursive: true });
  for (const name of [...engines, 'surrealdb-node.mjs']) writeFileSync(join(dist, name), '');
  copyFileSync(join(root, 'bin/keep-this-platform.js'), script);
  writeFileSync(join(folder, place, 'package.json'), '{"type":"module"}');
  execFileSync(process.execPath, [script], { env: { PATH: process.env['PATH'], ...environment } });
  expect(existsSync(join(dist, 'surrealdb-node.mjs'))).toBe(true);
  return readdirSync(dist).filter((name) => name.endsWith('.node'));
}

test('an install keeps the engine of this platform alone', async () => {
  const left = await leftAfter('node_modules/madeleine');
  expect(engines.length).toBeGreaterThan(4);
  expect(left).toHaveLength(1);
  expect(left[0]).toContain(`${process.platform}-${process.arch}`);
});

test('an install for another platform keeps the engine of that one', async () => {
  const options = { npm_config_os: 'linux', npm_config_cpu: 'arm64', npm_config_libc: 'musl' };
  expect(await leftAfter('node_modules/madeleine', options)).toEqual(['surrealdb-node.linux-arm64-musl.node']);
});

test('an install for a platform without an engine, and a clone, keep all engines', async () => {
  expect(await leftAfter('node_modules/madeleine', { npm_config_os: 'aix' })).toEqual(engines);
  expect(await leftAfter('clone')).toEqual(engines);
});
