import { describe, expect, it } from 'vitest';
import { quadrant } from '../../../src/domain/belief.ts';
import type { Madeleine } from '../../../src/index.ts';
import { inferMood } from '../../../src/language/infer-mood.ts';
import { openSpace } from '../../support/open-space.ts';

describe('the mood that a text speaks of', () => {
  it.each([
    ['We shipped it and I was thrilled!', 'excited'],
    ['I felt calm and relaxed by the lake.', 'calm'],
    ['The deploy broke and I was furious!', 'frustrated'],
    ['She was exhausted and sad.', 'depleted'],
    ['Relaxing on the porch, happy.', 'calm'],
  ] as const)('of "%s" is %s', (text, expected) => {
    const mood = inferMood(text);
    expect(mood === undefined ? undefined : quadrant(mood)).toBe(expected);
  });

  it.each(['The meeting is at five.', 'Das ist sehr schön.', '今天很高兴', '', '!!!', 'constructor __proto__'])(
    'of %j is none',
    (text) => {
      expect(inferMood(text)).toBeUndefined();
    },
  );

  it('turns with a denial, in capitals too', () => {
    expect(inferMood('I am happy')?.valence).toBeGreaterThan(0.2);
    expect(inferMood('I am not happy')?.valence).toBeLessThan(-0.2);
    expect(inferMood('I am NOT happy')?.valence).toBeLessThan(-0.2);
    expect(inferMood('I am happy and thrilled')?.arousal).toBeGreaterThan(0);
    expect(inferMood("I am happy, and wasn't thrilled")?.arousal).toBe(0);
  });

  it('is more stirred with emphasis', () => {
    const plain = inferMood('I am happy')?.arousal ?? 0;
    expect(inferMood('I am happy!!')?.arousal).toBeGreaterThan(plain);
    expect(inferMood('I am HAPPY')?.arousal).toBeGreaterThan(plain);
  });

  it('lies on the axes however long the text', () => {
    const mood = inferMood('What a furious, horrified, screaming rage! '.repeat(2_500));
    expect(mood?.valence).toBeGreaterThanOrEqual(-1);
    expect(mood?.arousal).toBe(1);
  });
});

describe('remembering with moods inferred', () => {
  async function told(memory: Madeleine, content: string, more: object = {}): Promise<unknown> {
    await memory.agent('lisa').observe({ content, ...more });
    await memory.agent('lisa').believe({ content: `Fact: ${content}`, ...more });
    const { memories } = await memory.agent('lisa').search({ query: content });
    return memories.map(({ mood, moodSource }) => [mood === undefined ? undefined : quadrant(mood), moodSource]);
  }

  it('is off unless it is asked for', async () => {
    expect(await told(await openSpace(), 'The deploy broke and I was furious')).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });

  it('labels what is inferred, and never touches what is given', async () => {
    const inferring = { inferMood: true };
    expect(await told(await openSpace(inferring), 'The deploy broke and I was furious')).toEqual([
      ['frustrated', 'inferred'],
      ['frustrated', 'inferred'],
    ]);
    const mood = { valence: 0.5, arousal: -0.5 };
    expect(await told(await openSpace(inferring), 'The deploy broke and I was furious', { mood })).toEqual([
      ['calm', 'given'],
      ['calm', 'given'],
    ]);
    expect(await told(await openSpace(inferring), 'The meeting is at five')).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });

  it('puts what was inferred in the order of recall, and keeps it from export to import', async () => {
    const memory = await openSpace({ inferMood: true, emotionWeight: 0.5 });
    const lisa = memory.agent('lisa');
    await lisa.observe({ content: 'The billing release went out and I was thrilled' });
    await lisa.observe({ content: 'The billing release, a billing release, went out and I was furious' });
    const first = async (mood: { valence: number; arousal: number }): Promise<string | undefined> =>
      (await lisa.search({ query: 'billing release', mood })).memories[0]?.content;
    expect(await first({ valence: 0.5, arousal: 0.5 })).toContain('thrilled');
    expect(await first({ valence: -0.5, arousal: 0.5 })).toContain('furious');
    const lines: string[] = [];
    for await (const line of memory.export()) lines.push(line);
    expect(lines.filter((line) => line.includes('"moodInferred":true'))).toHaveLength(2);
  });
});
