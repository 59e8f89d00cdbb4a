/** The bench of sleep through the real command line of the benches. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sleepStepNames } from '../../src/index.ts';
import { benches, CliSurroundings } from '../support/cli-run.ts';

let cli: CliSurroundings;
beforeAll(async () => {
  cli = await CliSurroundings.make(benches);
});
afterAll(() => cli.remove());

it('sleeps over synthetic days while somebody recalls, and finds nothing to do the second time', async () => {
  const { stdout, exitCode } = await cli.run(['sleep', '--observations', '120', '--embedder', 'none', '--json']);
  expect(exitCode).toBe(0);
  const result = JSON.parse(stdout);
  expect(result).toMatchObject({ observations: 120, agents: 4, embedder: 'none', again: { changed: 0 } });
  expect(sleepStepNames).toEqual(expect.arrayContaining(result.steps.map(({ step }: { step: string }) => step)));
  const changed = Object.fromEntries(
    result.steps.map((step: { step: string; changed: number }) => [step.step, step.changed]),
  );
  expect(changed).toMatchObject({ promote: 120, archive: 24 });
  expect(result.recalls).toBeGreaterThan(0);
});

it('refuses a count that is none', async () => {
  const { stderr, exitCode } = await cli.run(['sleep', '--observations', '0']);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('"--observations" must be 1-1000000, got 0');
});
