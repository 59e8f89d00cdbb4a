/** The bench of chains of thought through the real command line of the benches. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { benches, CliSurroundings } from '../support/cli-run.ts';

let cli: CliSurroundings;
beforeAll(async () => {
  cli = await CliSurroundings.make(benches);
});
afterAll(() => cli.remove());

describe('bench navigate', () => {
  it('thinks a chain and walks it', async () => {
    const { stdout, exitCode } = await cli.run(['navigate', '--thoughts', '20', '--json']);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ thoughts: 20, branches: 2, revisions: 2 });
  });

  it('refuses a count that is not in tens', async () => {
    const { stderr, exitCode } = await cli.run(['navigate', '--thoughts', '15']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('"--thoughts" must be a multiple of ten, 10-100000, got 15');
  });
});
