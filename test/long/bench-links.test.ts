/** The bench of links through the real command line of the benches: on the pairs of the benches, on own pairs, and on a chat. */
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeBeamSample } from '../support/bench-samples.ts';
import { benches, CliSurroundings } from '../support/cli-run.ts';

describe('the bench of links', () => {
  let cli: CliSurroundings;
  beforeAll(async () => {
    cli = await CliSurroundings.make(benches);
  });
  afterAll(() => cli.remove());

  it('judges the pairs of the benches from any folder', async () => {
    const { stdout, exitCode } = await cli.run(['links']);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/held-out +contradicts +\d+\.\d/);
    expect(stdout).toContain('rule polarity');
  });

  it('counts what is right, false and missing in pairs of one’s own', async () => {
    const pair = (one: string, other: string, label: string): object => ({
      ...{ one: { content: one }, other: { content: other } },
      ...{ label, split: 'held-out' },
    });
    await writeFile(
      cli.path('pairs.json'),
      JSON.stringify([
        pair('Mark lives in Rome.', 'Mark lives in Oslo.', 'contradicts'),
        pair('The door is open.', 'The door is closed.', 'neither'),
        pair('It is so.', 'It is otherwise.', 'contradicts'),
      ]),
    );
    const { stdout } = await cli.run(['links', '--pairs', 'pairs.json', '--json']);
    const { splits } = JSON.parse(stdout) as { splits: readonly object[] };
    expect(splits[1]).toMatchObject({
      split: 'held-out',
      contradicts: { found: 2, right: 1, expected: 2, precision: 0.5, recall: 0.5 },
      rules: { slot: { found: 1, right: 1 }, antonym: { found: 1, right: 0, precision: 0 } },
    });
  });

  it('finds what contradicts within a chat, and shows it', async () => {
    await writeBeamSample(cli.path('beam'));
    const { stdout } = await cli.run(['links', '--beam', 'beam', '--sample', '3']);
    expect(stdout).toContain('1 chat, 3 user messages, 3 pairs: 1 contradiction and 0 supports found');
    expect(stdout).toContain('probes: 1 of 1 found');
    expect(stdout).toContain('I have never glazed a teapot');
  });

  it('refuses what are no pairs', async () => {
    await writeFile(cli.path('wrong.json'), '[{"one": 1}]');
    const { stderr, exitCode } = await cli.run(['links', '--pairs', 'wrong.json']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('is not in the format');
  });
});
