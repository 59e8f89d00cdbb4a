/** An agent recalls what it believes, and what is universal; neither what another believes nor what has faded. */
import { beforeEach, describe, expect, test } from 'vitest';
import { beginStory, type Story } from './story.ts';

let story: Story;

beforeEach(async () => {
  story = await beginStory('quokka');
});

async function contents(agent: string, more: object = {}): Promise<readonly string[]> {
  return (await story.found(agent, more)).map(({ content }) => content).sort();
}

describe('the three scenarios of subjective recall', () => {
  test('Lisa recalls a fact that she believes and Electra does not', async () => {
    await story.believe('lisa', 'The quokka is shy.');
    expect([await contents('lisa'), await contents('electra')]).toEqual([['The quokka is shy.'], []]);
  });

  test('both recall a fact of system, whoever said it', async () => {
    await story.believe('lisa', 'The quokka is a marsupial.', { shared: true });
    for (const agent of ['lisa', 'electra']) {
      const [fact, ...others] = await story.found(agent);
      expect(others).toEqual([]);
      expect(fact?.believers.map((believer) => believer.agent)).toEqual(['system']);
    }
  });

  test('neither gets a fact that has faded', async () => {
    await story.believe('lisa', 'The quokka is hungry.');
    await story.believe('lisa', 'The quokka is at the gate.', { shared: true });
    story.wait(400);
    expect([await contents('lisa'), await contents('electra')]).toEqual([[], []]);
  });
});

describe('around them', () => {
  test('what both believe comes up once, through the stronger belief', async () => {
    const id = await story.believe('lisa', 'The quokka is shy.', { shared: true });
    story.wait(100);
    await story.believeAgain('lisa', id);
    const memories = await story.found('lisa');
    expect(memories.map((memory) => memory.id)).toEqual([id]);
    const [own, universal] = memories[0]?.believers ?? [];
    expect([own?.agent, universal?.agent]).toEqual(['lisa', 'system']);
    expect(own?.strength).toBeGreaterThan(universal?.strength ?? 1);
  });

  test('what faded comes back when it is asserted again, as the fact that it was', async () => {
    const id = await story.believe('lisa', 'The quokka is hungry.');
    story.wait(400);
    expect(await contents('lisa')).toEqual([]);
    expect(await story.believe('lisa', 'The quokka is hungry.')).toBe(id);
    expect((await story.seen('lisa', id))?.believers[0]).toMatchObject({ strength: 1 });
  });

  test('mentioning a thing again raises its strength and not its confidence', async () => {
    const id = await story.believe('lisa', 'The quokka is hungry.', { confidence: 0.4 });
    story.wait(90);
    const before = (await story.seen('lisa', id))?.believers[0];
    for (let time = 0; time < 5; time++) await story.believe('lisa', 'The quokka is hungry.');
    const after = (await story.seen('lisa', id))?.believers[0];
    expect(before?.strength).toBeLessThan(1);
    expect(after).toMatchObject({ strength: 1, confidence: 0.4 });
    expect(await story.found('lisa')).toHaveLength(1);
  });

  test('what is permanent does not fade', async () => {
    const id = await story.believe('lisa', 'The quokka is called Jacqueline.', { permanent: true });
    story.wait(10_000);
    expect((await story.seen('lisa', id))?.believers[0]?.strength).toBe(1);
  });

  test('what one of two believers withdraws, the other keeps', async () => {
    const id = await story.believe('lisa', 'The quokka is shy.');
    expect(await story.believe('electra', 'The quokka is shy.')).toBe(id);
    await story.withdraw('lisa', id);
    expect([await contents('lisa'), await contents('electra')]).toEqual([[], ['The quokka is shy.']]);
  });

  test('another agent that says the same tells nobody of the first', async () => {
    const id = await story.believe('lisa', 'The quokka is shy.', { confidence: 0.3 });
    await story.believe('electra', 'The quokka is shy.');
    const [own, ...others] = (await story.seen('electra', id))?.believers ?? [];
    expect(others).toEqual([]);
    expect(own).toMatchObject({ agent: 'electra', confidence: 0.9 });
  });
});
