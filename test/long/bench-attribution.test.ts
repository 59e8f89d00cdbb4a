/** The bench of attribution through the real command line of the benches: on the sentences of the benches, and on own ones. */
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AttributionReport } from '../../bench/language/attribution.ts';
import { benches, CliSurroundings } from '../support/cli-run.ts';

describe('the bench of attribution', () => {
  let cli: CliSurroundings;
  beforeAll(async () => {
    cli = await CliSurroundings.make(benches);
  });
  afterAll(() => cli.remove());

  it('finds the right believer of nine in ten of the sentences of the benches, in either half', async () => {
    const { stdout, exitCode } = await cli.run(['attribution', '--json']);
    expect(exitCode).toBe(0);
    const { halves } = JSON.parse(stdout) as AttributionReport;
    for (const { sentences, share, left, promoted } of halves) {
      expect(share).toBeGreaterThanOrEqual(0.95);
      expect(promoted.share).toBeGreaterThanOrEqual(0.9);
      expect(left.share).toBeGreaterThanOrEqual(0.95);
      expect(left.sentences / sentences).toBeGreaterThan(1 / 3);
    }
    expect(halves.reduce((sum, { sentences }) => sum + sentences, 0)).toBeGreaterThanOrEqual(150);
  });

  it('counts what went to the wrong believer, and shows it of the half that rules are made on', async () => {
    const sentence = (half: string, content: string, believer: string): object => ({
      ...{ half, is: 'preference', content, believer, kind: 'self.preference', speaker: 'Mark' },
    });
    await writeFile(
      cli.path('sentences.json'),
      JSON.stringify([
        sentence('tuned', 'I prefer tea.', 'electra'),
        sentence('tuned', 'I prefer coffee.', 'system'),
        sentence('held-out', 'Gladness fills me when it rains.', 'system'),
      ]),
    );
    const { stdout } = await cli.run(['attribution', '--data', 'sentences.json']);
    expect(stdout).toMatch(/tuned +all +50\.0 +1 +2/);
    expect(stdout).toMatch(/held-out +preference +0\.0 +0 +1/);
    expect(stdout).toContain('electra, found system (Mark prefers tea.): I prefer tea.');
    expect(stdout).not.toContain('Gladness');
  });

  it('refuses what are no sentences', async () => {
    await writeFile(cli.path('wrong.json'), '[{"content": 1}]');
    const { stderr, exitCode } = await cli.run(['attribution', '--data', 'wrong.json']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('is not in the format');
  });
});
