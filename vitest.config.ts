import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration, type ViteUserConfig } from 'vitest/config';

/** One project per kind of test; timeouts are there to end a hang, not to measure. */
function project(name: string, timeoutMs: number): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: { name, include: [`test/${name}/**/*.test.ts`], testTimeout: timeoutMs, hookTimeout: timeoutMs },
  };
}

// Where `.ci/run` wants the report that it takes the totals from.
const report = process.env['TEST_REPORT'];

const config: ViteUserConfig = defineConfig({
  // The benches import the library by its name; tests run them on its source.
  resolve: {
    alias: [{ find: /^madeleine$/, replacement: fileURLToPath(new URL('src/index.ts', import.meta.url)) }],
  },
  test: {
    // Each file in a process of its own: a store stays locked for the lifetime of the process that opened it.
    pool: 'forks',
    // Most of the time of a test of commands is that of their processes, so that every core has work.
    maxWorkers: '100%',
    projects: [
      project('unit', 20_000),
      project('contract', 60_000),
      project('property', 180_000),
      project('e2e', 300_000),
      project('repo', 60_000),
    ],
    reporters: report ? ['default', 'json'] : ['default'],
    ...(report ? { outputFile: { json: report } } : {}),
    coverage: { provider: 'v8', include: ['src/**/*.ts'], reporter: ['text-summary', 'html'] },
  },
});

export default config;
