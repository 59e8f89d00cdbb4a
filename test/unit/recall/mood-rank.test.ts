import { describe, expect, test } from 'vitest';
import type { Mood } from '../../../src/domain/records.ts';
import type { IndexedMemory } from '../../../src/recall-index/entry.ts';
import { lexical, semantic } from '../../../src/recall/profiles.ts';
import { beliefOf, changeOf, indexOf, memoryOf, randomOf } from '../recall-index/index-fixture.ts';
import { ask, idsOf, randomQuestion, randomWorld } from './rank-fixture.ts';

const glad: Mood = { valence: 0.7, arousal: 0.5 };
const tilt = { mood: glad, weight: 0.3, multiplier: 2 };

/** The memories of a random world, two in three with a mood. */
function moody(memories: readonly IndexedMemory[], random: () => number): readonly IndexedMemory[] {
  return memories.map((memory) =>
    random() < 0.33 ? memory : { ...memory, mood: { valence: random() * 2 - 1, arousal: random() * 2 - 1 } },
  );
}

describe('ranking by a mood', () => {
  const random = randomOf(71);
  const { memories, vectors } = randomWorld(random, 300);
  const felt = moody(memories, random);
  const plain = indexOf(memories, { vectors });
  const index = indexOf(felt, { vectors });
  const questions = Array.from({ length: 20 }, () => randomQuestion(random));

  test('is to the bit what it is without, for a neutral mood, for no weight, and where nothing has a mood', () => {
    const neutral = { ...tilt, mood: { valence: 0, arousal: 0 } };
    for (const [at, question] of questions.entries()) {
      const more = { limit: 1 + (at % 12), offset: at, vector: vectors[at]?.vector as Float32Array };
      const without = ask(plain, 'lisa', question, more);
      expect(ask(index, 'lisa', question, more)).toEqual(without);
      expect(ask(index, 'lisa', question, { ...more, tilt: neutral })).toEqual(without);
      expect(ask(index, 'lisa', question, { ...more, tilt: { ...tilt, weight: 0 } })).toEqual(without);
      expect(ask(plain, 'lisa', question, { ...more, tilt })).toEqual(without);
    }
  });

  test('changes the order and no count, and says by how much in a signal', () => {
    let moved = 0;
    for (const question of questions) {
      const without = ask(index, 'lisa', question);
      const tilted = ask(index, 'lisa', question, { tilt });
      expect(tilted.total).toBe(without.total);
      if (idsOf(tilted).join() !== idsOf(without).join()) moved++;
      const scores = tilted.hits.map(({ score }) => score);
      expect(scores).toEqual([...scores].sort((one, other) => other - one));
      for (const { signals, score } of tilted.hits) {
        expect(signals.map(({ name }) => name)).toContain('mood');
        expect(signals.reduce((sum, { contribution }) => sum + contribution, 0)).toBe(score);
        expect(signals.reduce((sum, { weight }) => sum + weight, 0)).toBe(1);
      }
    }
    expect(moved).toBeGreaterThan(questions.length / 2);
  });

  test.each([1, 2, 5])('has pages that are parts of one order of the same memories (multiplier %i)', (multiplier) => {
    for (const question of questions.slice(0, 6)) {
      const all = idsOf(ask(index, 'lisa', question, { limit: 1000 }));
      const pages = Array.from({ length: Math.ceil(all.length / 7) }, (_, page) =>
        idsOf(ask(index, 'lisa', question, { limit: 7, offset: page * 7, tilt: { ...tilt, multiplier } })),
      ).flat();
      expect([...pages].sort()).toEqual([...all].sort());
    }
  });

  test("puts nothing that does not answer in an answer's place", () => {
    let moved = 0;
    for (const question of questions) {
      const [first] = ask(index, 'lisa', question, { limit: 1 }).hits;
      if (first === undefined) continue;
      const heavy = { limit: 1, tilt: { ...tilt, weight: 1 } };
      const sifting = { floor: first.relevance, keepsContext: true };
      const [answer] = ask(index, 'lisa', question, { ...heavy, sifting }).hits;
      expect(answer?.relevance).toBeGreaterThanOrEqual(first.relevance);
      const [alike] = ask(index, 'lisa', question, heavy).hits;
      if (alike !== undefined && alike.relevance < first.relevance) moved++;
    }
    expect(moved).toBeGreaterThan(0);
  });

  test('brings up no memory that filters keep out', () => {
    for (const question of questions) {
      const filter = { sessions: ['session:1', 'session:2', 'session:3'] };
      const allowed = new Set(idsOf(ask(index, 'lisa', question, { limit: 1000, filter })));
      const shown = idsOf(ask(index, 'lisa', question, { filter, tilt: { ...tilt, weight: 1 } }));
      expect(shown.filter((id) => !allowed.has(id))).toEqual([]);
    }
  });

  test.each([
    ['lexical', lexical],
    ['semantic', semantic],
  ])('works on the scores of the profile %s', (_name, profile) => {
    const pair = [
      memoryOf('1', 'The release went out', { mood: { valence: -0.7, arousal: 0.5 } }),
      memoryOf('2', 'The release went out', { mood: glad }),
    ];
    const vector = Float32Array.of(1, 0);
    const two = indexOf(pair, { vectors: pair.map(({ id }) => ({ memory: id, vector })) });
    expect(idsOf(ask(two, 'lisa', 'release', { profile, vector }))[0]).toBe('observation:1');
    const [first] = ask(two, 'lisa', 'release', { profile, vector, tilt }).hits;
    expect(first?.id).toBe('observation:2');
    expect(first?.score).toBeCloseTo(1, 10);
  });

  test('is not moved by moods that another agent alone has', () => {
    const before = ask(index, 'lisa', questions[0] ?? '', { tilt });
    const others = moody(randomWorld(randomOf(72), 50, 'x').memories, random);
    const both = indexOf(felt, { vectors });
    both.apply(changeOf(2, { memories: others, beliefs: others.map(({ id }) => beliefOf('electra', id)) }));
    expect(ask(both, 'lisa', questions[0] ?? '', { tilt })).toEqual(before);
  });
});
