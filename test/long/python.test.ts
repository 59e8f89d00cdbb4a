/** The Python client against a hub, by its own tests, where Python and what they need are there. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../../python/', import.meta.url));
const python = process.env['TEST_PYTHON'] ?? 'python3';
const needed = spawnSync(python, [
  '-c',
  'import httpx, pytest, pydantic; assert tuple(map(int, pydantic.VERSION.split(".")[:2])) >= (2, 7)',
]);

test('the Python client remembers and recalls by the hub', (context) => {
  if (needed.status !== 0) {
    process.stdout.write(`skipped: ${python} with httpx, pydantic 2 and pytest is not there\n`);
    context.skip();
  }
  const ran = spawnSync(python, ['-m', 'pytest', '-q', '-rs', '-p', 'no:cacheprovider'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(ran.status, ran.stdout + ran.stderr).toBe(0);
  expect(ran.stdout).toMatch(/\d+ passed/);
  const skipped = ran.stdout.split('\n').filter((line) => line.startsWith('SKIPPED'));
  for (const line of skipped) process.stdout.write(`${line}\n`);
  expect(skipped.filter((line) => !line.includes('is not there'))).toEqual([]);
});
