import { accessSync, chmodSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration, type ViteUserConfig } from 'vitest/config';
import { surrealProgram } from './test/support/surreal-server.ts';

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
  // This file is read once for each project.
  const made = process.env['FOLDER_OF_TEST_RUN'];
  if (made !== undefined) return made;
  const parent = fastFolder();
  // A run that was killed could not remove its own.
  for (const name of readdirSync(parent)) {
    const pid = /^madeleine-run-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true });
  }
  const folder = mkdtempSync(join(parent, `madeleine-run-${process.pid}-`));
  // Some tests open a store as another user.
  chmodSync(folder, 0o711);
  process.env['FOLDER_OF_TEST_RUN'] = folder;
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
const limitMs = 300_000;

const runFolder = folderOfRun();

/** The one test that mocks a module. */
const mocking = 'test/e2e/option-checks.test.ts';

/** One project per kind of test. */
function project(name: string, test: TestProjectInlineConfiguration['test'] = {}): TestProjectInlineConfiguration {
  const env = { TMPDIR: runFolder };
  return {
    extends: true,
    test: { name, include: [`test/${name}/**/*.test.ts`], env, testTimeout: limitMs, hookTimeout: limitMs, ...test },
  };
}

// Tests of whole programs do hundreds of things each, so that a busy machine needs minutes for one.
const patient = { testTimeout: 2 * limitMs, hookTimeout: 2 * limitMs };

/** What holds on every store, run on a server as one of its users; without a server, a word that it was skipped. */
function onServer(user: string, name: string, include: readonly string[]): TestProjectInlineConfiguration {
  return project(name, {
    ...patient,
    env: { TMPDIR: runFolder, MADELEINE_TEST_USER: user },
    ...(surrealProgram === undefined
      ? { include: ['test/support/no-server.test.ts'] }
      : { include: [...include], globalSetup: ['test/support/server-of-project.ts'] }),
  });
}

const ledgers = ['test/contract/ledger*.test.ts', 'test/contract/migrations.test.ts'];
// They take minutes there, so only `npm run test:server` runs them on a server.
const asksForServer = process.argv.some((word) => word.startsWith('server-'));
/** The long tests that kill processes or damage stores. */
const damaging = ['test/long/{*killed*,disk,hub-many,migrate,open-failures}.test.ts', 'test/e2e/durability.test.ts'];
/** They need a server. */
const crowded = ['test/long/many-processes.test.ts'];
/** What chance decides is repeated more often there. */
const manyTimes = { TEST_LONG: 'yes' };
/** It starts as many processes as there are cores for, so it has the machine to itself when all others have ended. */
const campaign = ['test/long/torture.test.ts'];
const scenarios = ['test/unit/scenarios/**/*.test.ts'];

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
      onServer('root', 'server-root', [...ledgers, 'test/server/*.test.ts']),
      onServer('least', 'server-least', ledgers),
      ...(asksForServer
        ? [onServer('root', 'server-root-scenarios', scenarios), onServer('least', 'server-least-scenarios', scenarios)]
        : []),
      project('e2e', { ...patient, exclude: [mocking] }),
      // It stands in for a module, which must not be loaded yet.
      project('alone', { ...patient, isolate: true, include: [mocking] }),
      project('long', { ...patient, exclude: [...damaging, ...crowded, ...campaign] }),
      project('long-property', {
        ...patient,
        include: ['test/property/**/*.test.ts'],
        env: { TMPDIR: runFolder, ...manyTimes },
      }),
      onServer('root', 'long-server', crowded),
      // What is killed or damaged lies on the disk.
      project('long-disk', { ...patient, env: manyTimes, include: damaging }),
      project('long-torture', { ...patient, env: {}, include: campaign, sequence: { groupOrder: 1 } }),
    ],
    reporters: report ? ['default', 'json'] : ['default'],
    ...(report ? { outputFile: { json: report } } : {}),
    coverage: { provider: 'v8', include: ['src/**/*.ts'], reporter: ['text-summary', 'html'] },
  },
});

export default config;
