import { accessSync, chmodSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration, type ViteUserConfig } from 'vitest/config';

/** Where stores of tests lie: in memory where the system has a file system there, so that no test waits for a disk. */
function fastFolder(): string {
  try {
    accessSync('/dev/shm', constants.W_OK);
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize > 2 ** 32 ? '/dev/shm' : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** A folder for this run, which goes when the run ends, whatever its tests and their processes left there. */
function folderOfRun(): string {
  const parent = fastFolder();
  // A run that was killed could not remove its own.
  for (const name of readdirSync(parent)) {
    const pid = /^madeleine-run-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true });
  }
  const folder = mkdtempSync(join(parent, `madeleine-run-${process.pid}-`));
  // Some tests open a store as another user.
  chmodSync(folder, 0o711);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

// Where `.ci/run` wants the report that it takes the totals from.
const report = process.env['TEST_REPORT'];

// It ends what hangs. No test may fail because the machine is busy, so it measures nothing.
const limitMs = 120_000;

const runFolder = folderOfRun();

/** One project per kind of test. */
function project(name: string, test: TestProjectInlineConfiguration['test'] = {}): TestProjectInlineConfiguration {
  const env = { TMPDIR: runFolder };
  return {
    extends: true,
    test: { name, include: [`test/${name}/**/*.test.ts`], env, testTimeout: limitMs, hookTimeout: limitMs, ...test },
  };
}

// Tests of whole programs do hundreds of things each, so that a busy machine needs minutes for one.
const patient = { testTimeout: 5 * limitMs, hookTimeout: 5 * limitMs };

const config: ViteUserConfig = defineConfig({
  // The benches import the library by its name; tests run them on its source.
  resolve: {
    alias: [{ find: /^madeleine$/, replacement: fileURLToPath(new URL('src/index.ts', import.meta.url)) }],
  },
  test: {
    // Files share a process and what it has loaded: with a process for each, twice the processor time.
    pool: 'forks',
    isolate: false,
    maxWorkers: '100%',
    setupFiles: ['test/support/each-file.ts'],
    expect: { poll: { timeout: 100_000 } },
    projects: [
      project('unit'),
      project('contract'),
      project('property', patient),
      project('repo'),
      project('e2e', patient),
      // What is killed or damaged lies on the disk.
      project('long', { ...patient, env: {} }),
    ],
    reporters: report ? ['default', 'json'] : ['default'],
    ...(report ? { outputFile: { json: report } } : {}),
    coverage: { provider: 'v8', include: ['src/**/*.ts'], reporter: ['text-summary', 'html'] },
  },
});

export default config;
