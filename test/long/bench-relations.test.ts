/** The bench of relations through the real command line of the benches: on the sentences of the benches, and on own ones. */
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RelationsReport } from '../../bench/language/relations.ts';
import { benches, CliSurroundings } from '../support/cli-run.ts';

describe('the bench of relations', () => {
  let cli: CliSurroundings;
  beforeAll(async () => {
    cli = await CliSurroundings.make(benches);
  });
  afterAll(() => cli.remove());

  it('finds most relations of the sentences of the benches, and hardly one that is none', async () => {
    const { stdout, exitCode } = await cli.run(['relations', '--json']);
    expect(exitCode).toBe(0);
    const { halves } = JSON.parse(stdout) as RelationsReport;
    for (const { sentences, silent, precision, recall } of halves) {
      expect(precision).toBeGreaterThanOrEqual(0.95);
      expect(recall).toBeGreaterThanOrEqual(0.85);
      expect(silent / sentences).toBeGreaterThan(1 / 4);
    }
    expect(halves.reduce((sum, { sentences }) => sum + sentences, 0)).toBeGreaterThanOrEqual(120);
  });

  it('counts what it misreads, and shows it of the half that rules are made on', async () => {
    await writeFile(
      cli.path('sentences.json'),
      JSON.stringify([
        { half: 'tuned', content: 'Mark lives in Seattle.', relations: ['Mark | lives in | Porto'] },
        { half: 'held-out', content: 'Luna is my cat.', speaker: 'Mark', relations: ['Mark | owns | Luna'] },
      ]),
    );
    const { stdout } = await cli.run(['relations', '--data', 'sentences.json']);
    expect(stdout).toMatch(/tuned +all +0\.0 +0\.0 +1 +0 +1/);
    expect(stdout).toMatch(/held-out +owns +100\.0 +100\.0 +1 +1 +1/);
    expect(stdout).toContain('found Mark | lives in | Seattle: Mark lives in Seattle.');
  });
});
