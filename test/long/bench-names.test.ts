/** The bench of names through the real command line of the benches. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { benches, CliSurroundings } from '../support/cli-run.ts';

let cli: CliSurroundings;
beforeAll(async () => {
  cli = await CliSurroundings.make(benches);
});
afterAll(() => cli.remove());

it('learns synthetic names and finds those that messages say', async () => {
  const { stdout, exitCode } = await cli.run(['names', '--names', '200', '--characters', '500', '--json']);
  expect(exitCode).toBe(0);
  const result = JSON.parse(stdout);
  expect(result).toMatchObject({ names: 200, characters: 500 });
  expect(result.found).toBeGreaterThan(2);
  expect(result.matchMs.p95).toBeGreaterThanOrEqual(result.matchMs.p50);
});

it('refuses a count that is none', async () => {
  const { stderr, exitCode } = await cli.run(['names', '--names', '0']);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('"--names" must be 1-1000000, got 0');
});
