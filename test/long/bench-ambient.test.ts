/** The bench of ambient memory through the real command line of the benches. */
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { benches, CliSurroundings } from '../support/cli-run.ts';

describe('the bench of ambient memory', () => {
  let cli: CliSurroundings;
  beforeAll(async () => {
    cli = await CliSurroundings.make(benches);
    const turn = (id: string, speaker: string, text: string): object => ({ dia_id: id, speaker, text });
    const session = (number: number, ...turns: readonly object[]): object => ({
      [`session_${number}_date_time`]: `1:56 pm on ${number} May, 2023`,
      [`session_${number}`]: turns,
    });
    const conversation = {
      ...session(1, turn('D1:1', 'Ann', 'My greyhound Biscuit sleeps all day.')),
      ...session(2, turn('D2:1', 'Bo', 'How is Biscuit?')),
      ...session(3, turn('D3:1', 'Ann', 'So long.')),
    };
    const qa = [{ question: 'What does Biscuit do all day?', answer: 'sleep', category: 4, evidence: ['D1:1'] }];
    await writeFile(cli.path('tiny.json'), JSON.stringify([{ sample_id: 'tiny', conversation, qa }]));
    const prompt = (half: string, text: string): object => ({ half, trap: 'none', prompt: text });
    await writeFile(cli.path('prompts.json'), JSON.stringify([prompt('tuned', 'Hello!'), prompt('held-out', '1 + 1')]));
  });
  afterAll(() => cli.remove());

  it('counts what surfaces for turns, questions and prompts', async () => {
    const { stdout, exitCode } = await cli.run([...['ambient', '--data', 'tiny.json', '--prompts', 'prompts.json']]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^1 conversation, 1 memory$/m);
    expect(stdout).toMatch(/^turns that name something known +100\.0 +1 +1$/m);
    expect(stdout).toMatch(/^evidence surfaced +100\.0 +1 +1$/m);
    expect(stdout).toMatch(/^neutral prompts with context, held-out +0\.0 +0 +1$/m);
    expect(stdout).toMatch(/^surfaced for neutral prompts of tuned: 0$/m);
  });

  it('measures by size', async () => {
    const [result] = (await cli.json(['ambient', '--memories', '300'])) as unknown as Record<string, unknown>[];
    expect(result).toMatchObject({
      memories: 300,
      messages: 400,
      overBudget: 0,
      latencyMs: { p50: expect.any(Number) },
      recallMs: { p50: expect.any(Number) },
    });
    expect(result?.['entities']).toBeGreaterThan(300);
  });

  it('prints a sample of prose, the same each time', async () => {
    const args = ['ambient', '--sample', '3'];
    const { stdout } = await cli.run(args);
    expect(stdout).toMatch(/^1\. \*\*lisa\*\* hears: How's Luna doing in the cold\?\n\n {3}> .*Luna/m);
    expect((await cli.run(args)).stdout).toBe(stdout);
  });

  it('wants to know which of the three', async () => {
    const { stderr, exitCode } = await cli.run(['ambient']);
    expect([exitCode, stderr]).toEqual([
      expect.any(Number),
      expect.stringMatching(/"--data", "--memories" and "--sample"/),
    ]);
    expect(exitCode).not.toBe(0);
  });
});
