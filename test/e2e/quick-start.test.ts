import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'madeleine-quick-start-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

test('the README shows the quick start as it is', async () => {
  const example = await readFile(join(root, 'examples/quick-start.js'), 'utf8');
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  expect(readme).toContain(`\`\`\`js\n${example}\`\`\``);
});

test('the quick start runs against the built package, ends by itself and tells two perspectives apart', async () => {
  await cp(join(root, 'examples/quick-start.js'), join(folder, 'quick-start.mjs'));
  await mkdir(join(folder, 'node_modules'));
  await symlink(root, join(folder, 'node_modules', 'madeleine'), 'dir');
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['quick-start.mjs'], { cwd: folder });
  expect(stderr).toBe('');
  const [lisa, electra] = stdout.split('electra recalls:');
  expect(lisa).toMatch(/^lisa recalls:/);
  expect(lisa).toContain('Mark worries about Luna too much.  (lisa)');
  expect(electra).toContain("Luna is Mark's cat.  (system)");
  expect(electra).not.toContain('worries');
  expect(electra).not.toContain('sixteen');
});
