import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { version } from '../../../src/domain/version.ts';

it('is the version of the package', async () => {
  const file = await readFile(new URL('../../../package.json', import.meta.url), 'utf8');
  expect((JSON.parse(file) as { version: string }).version).toBe(version);
});
