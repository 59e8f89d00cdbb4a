/** A program that a bundler joined with Madeleine is refused before anything else, with what to do. */
import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { expect, it } from 'vitest';
import { root } from '../repo/source-files.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('is refused in a bundle of its own, and runs beside it', async () => {
  const folder = await temporaryFolder();
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const [program, joined] = [join(folder, 'program.mjs'), join(folder, 'joined.mjs')];
  const library = join(root, 'dist/bundle/index.js');
  writeFileSync(
    program,
    `import { Madeleine } from ${JSON.stringify(library)};\nconsole.log(typeof Madeleine.open);\n`,
  );
  expect(spawnSync(process.execPath, [program], { encoding: 'utf8' }).stdout).toBe('function\n');

  const external = (id: string): boolean => !id.startsWith('.') && !id.startsWith('/');
  const bundle = await rolldown({ input: program, platform: 'node', external });
  await bundle.write({ file: joined });
  const { status, stdout, stderr } = spawnSync(process.execPath, [joined], { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain('cannot run inside a bundle');
  expect(stderr).toContain('--external:madeleine');
});
