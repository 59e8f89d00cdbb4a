import { describe, expect, it } from 'vitest';
import {
  type AgentMemory,
  type Mood,
  type MoodProvider,
  type OpenOptions,
  type RecalledMemory,
  UnavailableError,
} from '../../src/index.ts';
import { openSpace } from '../support/open-space.ts';

const happy: Mood = { valence: 0.8, arousal: 0.5 };
const sad: Mood = { valence: -0.8, arousal: -0.5 };
const query = 'billing release';

/** Lisa's memory of two releases, which felt unlike each other; without a mood the sad one, which says more, is first. */
async function lisa(options: Partial<OpenOptions> = {}): Promise<AgentMemory> {
  const memory = await openSpace({ clock: () => new Date('2026-02-01T12:00:00Z'), ...options });
  const agent = memory.agent('lisa');
  await agent.observe({ content: 'The billing release went out', mood: happy });
  await agent.observe({ content: 'The billing release went out, a billing release', mood: sad });
  await agent.observe({ content: 'Nobody knows when the release of search comes' });
  return agent;
}
const ranking = ({ id, score, signals }: RecalledMemory): object => ({ id, score, signals });
const firstOf = async (agent: AgentMemory, more: object = {}): Promise<Mood | undefined> =>
  (await agent.recall({ query, attention: false, ...more })).memories[0]?.mood;

describe('recall in a mood', () => {
  it('puts the happy memory first in a happy mood at 0.5, and the sad one in a sad mood', async () => {
    const agent = await lisa();
    expect(await firstOf(agent)).toEqual(sad);
    expect(await firstOf(agent, { mood: happy, emotionWeight: 0.5 })).toEqual(happy);
    expect(await firstOf(agent, { mood: sad, emotionWeight: 0.5 })).toEqual(sad);
  });

  it('is to the bit the recall without a mood when its weight is 0 or the mood is neutral', async () => {
    const agent = await lisa();
    const without = await agent.search({ query });
    for (const more of [{ mood: happy, emotionWeight: 0 }, { mood: { valence: 0, arousal: 0 } }]) {
      expect((await agent.search({ query, ...more })).memories).toEqual(without.memories);
    }
    expect(without).not.toHaveProperty('mood');
  });

  it('says which mood it went by, and shows it in the signals, which add up to the score', async () => {
    const agent = await lisa();
    const { mood, memories } = await agent.search({ query, mood: { valence: -0.3, arousal: 0.4 } });
    expect(mood).toEqual({ valence: -0.3, arousal: 0.4, quadrant: 'frustrated', source: 'given' });
    for (const { signals, score } of memories) {
      expect(signals.at(-1)).toMatchObject({ name: 'mood', weight: expect.closeTo(0.3, 9) });
      expect(signals.reduce((sum, { contribution }) => sum + contribution, 0)).toBe(score);
    }
    expect(memories.find(({ mood: felt }) => felt === undefined)?.signals.at(-1)?.value).toBe(0.5);
  });

  it('shows each memory on one page', async () => {
    const agent = await lisa();
    const whole = (await agent.search({ query })).memories.map(({ id }) => id);
    const pages: string[] = [];
    for (let offset = 0; offset < whole.length; offset++) {
      const { memories } = await agent.search({ query, mood: happy, limit: 1, offset });
      pages.push(...memories.map(({ id }) => id));
    }
    expect([...pages].sort()).toEqual([...whole].sort());
  });

  it('weighs as the memory was opened to, unless the call says otherwise', async () => {
    const light = await lisa({ emotionWeight: 0 });
    expect(await firstOf(light, { mood: happy })).toEqual(sad);
    expect(await firstOf(light, { mood: happy, emotionWeight: 0.5 })).toEqual(happy);
    const narrow = await lisa({ emotionWeight: 0.5, candidateMultiplier: 1 });
    expect(await firstOf(narrow, { mood: happy, limit: 1 })).toEqual(sad);
    expect(await firstOf(narrow, { mood: happy, limit: 1, candidateMultiplier: 2 })).toEqual(happy);
  });

  it.each([
    [{ mood: { valence: 2, arousal: 0 } }, '"mood.valence" must be -1 to 1, got 2'],
    [{ mood: 'happy' }, '"mood" must be { valence, arousal }'],
    [{ emotionWeight: 1.1 }, '"emotionWeight" must be 0-1, got 1.1'],
    [{ candidateMultiplier: 0 }, '"candidateMultiplier" must be a whole number, 1-5, got 0'],
    [{ candidateMultiplier: 6 }, '"candidateMultiplier" must be a whole number, 1-5, got 6'],
  ])('refuses %j', async (more, message) => {
    const agent = (await openSpace()).agent('lisa');
    await expect(agent.recall({ query, ...more } as never)).rejects.toThrow(message);
    await expect(agent.search({ query, ...more } as never)).rejects.toThrow(message);
  });
});

describe('a mood provider', () => {
  const heavy = { emotionWeight: 0.5 };

  it.each<[string, MoodProvider]>([
    ['at once', (agent) => (agent === 'lisa' ? happy : sad)],
    ['a moment later', async () => happy],
  ])('tells recall the mood, %s', async (_name, moodProvider) => {
    const agent = await lisa({ ...heavy, moodProvider });
    const result = await agent.recall({ query });
    expect(result.memories[0]?.mood).toEqual(happy);
    expect(result.mood).toEqual({ ...happy, quadrant: 'excited', source: 'provider' });
    expect(result.notices).toEqual([]);
  });

  it('is asked only by a recall that gives no mood and lets moods count', async () => {
    const asked: string[] = [];
    const moodProvider: MoodProvider = (agent) => {
      asked.push(agent);
      return happy;
    };
    const agent = await lisa({ ...heavy, moodProvider });
    await agent.search({ query });
    await agent.recall({ query, mood: sad });
    await agent.recall({ query, emotionWeight: 0 });
    expect(asked).toEqual([]);
    await agent.recall({ query });
    expect(asked).toEqual(['lisa']);
  });

  it.each<[string, unknown, string]>([
    [
      'throws',
      () => {
        throw new Error('secret');
      },
      'failed',
    ],
    [
      'is rejected',
      async () => {
        throw new Error('secret');
      },
      'failed',
    ],
    ['answers with what is no mood', () => ({ valence: 3, arousal: 0 }), 'answered with what is no mood'],
    ['answers with nothing that is one', () => null, 'answered with what is no mood'],
    ['never answers', () => new Promise(() => {}), 'did not answer within 250 ms'],
  ])('that %s is done without, and recall says so', async (_name, moodProvider, reason) => {
    const heard: unknown[] = [];
    const onError = (error: unknown): void => {
      heard.push(error);
      throw new Error('a listener that fails');
    };
    const agent = await lisa({ ...heavy, moodProvider: moodProvider as MoodProvider, onError });
    const without = await agent.search({ query });
    const result = await agent.recall({ query });
    expect(result.memories.map(ranking)).toEqual(without.memories.map(ranking));
    expect(result).not.toHaveProperty('mood');
    expect(result.notices).toEqual([`The mood provider ${reason}, so recall went on without a mood.`]);
    expect(heard).toMatchObject([{ code: 'MOOD_UNAVAILABLE', message: `recall: the mood provider ${reason}.` }]);
    expect(heard[0]).toBeInstanceOf(UnavailableError);
  });

  it('that has no mood to tell changes nothing and is not complained of', async () => {
    const agent = await lisa({ ...heavy, moodProvider: () => undefined });
    const result = await agent.recall({ query });
    expect(result.memories.map(ranking)).toEqual((await agent.search({ query })).memories.map(ranking));
    expect(result.notices).toEqual([]);
  });
});
