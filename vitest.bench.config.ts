import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** What is measured in a browser, which the command line does not bring. It prints figures and judges nothing. */
const config: ViteUserConfig = defineConfig({
  test: {
    include: ['test/bench/*.bench.ts'],
    testTimeout: 900_000,
    hookTimeout: 900_000,
    pool: 'forks',
    reporters: ['dot'],
  },
});

export default config;
