import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emotionalSimilarity } from '../../../src/domain/belief.ts';
import type { Mood } from '../../../src/domain/records.ts';
import { canTilt, type MoodTilt, type Tiltable, tiltDepth, tiltedPage } from '../../../src/recall/mood-tilt.ts';

const happy: Mood = { valence: 0.8, arousal: 0.6 };
const sad: Mood = { valence: -0.8, arousal: -0.6 };
const tiltBy = (more: Partial<MoodTilt> = {}): MoodTilt => ({ mood: happy, weight: 0.3, multiplier: 2, ...more });

interface Named extends Tiltable {
  readonly id: number;
}

/** A memory whose one signal is its score. */
const scored = (id: number, score: number, mood?: Mood): Named => ({
  id,
  mood,
  score,
  signals: [{ name: 'semantic', value: score, weight: 1, contribution: score }],
});
const idsOf = (page: readonly Named[]): readonly number[] => page.map(({ id }) => id);

/** A mood whose likeness to (1, 1) is what is asked for. */
const likeness = (similarity: number): Mood => ({
  valence: 1 - 2 * (1 - similarity),
  arousal: 1 - 2 * (1 - similarity),
});

/** The similarity that an L2 distance of 0.5 between unit vectors stands for. */
const nearby = 1 - 0.5 / 2;

describe('the combined score', () => {
  it.each([
    [nearby, 0.9, 0, 0.75],
    [nearby, 0.9, 1, 0.9],
    [nearby, 0.9, 0.3, 0.795],
  ])('of %d by meaning and %d by mood is, with a mood of weight %d, %d', (semantic, emotional, weight, combined) => {
    const tilt = tiltBy({ mood: { valence: 1, arousal: 1 }, weight });
    expect(emotionalSimilarity(tilt.mood, likeness(emotional))).toBeCloseTo(emotional, 12);
    const memory = scored(1, semantic, likeness(emotional));
    const [first] = canTilt(tilt) ? tiltedPage([memory], { limit: 1, offset: 0 }, tilt) : [memory];
    expect(first?.score).toBeCloseTo(combined, 10);
  });

  it('counts 0.5 for a memory that has no mood', () => {
    const page = tiltedPage([scored(1, 0.6), scored(2, 0.5, happy)], { limit: 2, offset: 0 }, tiltBy());
    expect(page.map(({ id, score }) => [id, Number(score.toFixed(9))])).toEqual([
      [2, 0.65],
      [1, 0.57],
    ]);
  });

  it('is what its signals contribute, whose weights add up to 1 exactly', () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
    const axis = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(unit, unit, unit, fc.record({ valence: axis, arousal: axis }), (one, other, weight, mood) => {
        const signals = [
          { name: 'lexical', value: one, weight: 0.75, contribution: one * 0.75 },
          { name: 'semantic', value: other, weight: 0.25, contribution: other * 0.25 },
        ];
        const score = one * 0.75 + other * 0.25;
        const [first] = tiltedPage([{ mood, signals, score }], { limit: 1, offset: 0 }, tiltBy({ weight }));
        expect(first?.signals.map(({ name }) => name)).toEqual(['lexical', 'semantic', 'mood']);
        expect(first?.signals.reduce((sum, signal) => sum + signal.weight, 0)).toBe(1);
        expect(first?.signals.reduce((sum, { contribution }) => sum + contribution, 0)).toBe(first?.score);
        for (const signal of first?.signals ?? []) expect(signal.contribution).toBe(signal.value * signal.weight);
        expect(first?.score).toBeCloseTo((1 - weight) * score + weight * emotionalSimilarity(mood, happy), 10);
      }),
    );
  });
});

describe('a tilt', () => {
  it('can change nothing with a neutral mood or a weight of 0', () => {
    expect(canTilt(tiltBy())).toBe(true);
    expect(canTilt(tiltBy({ weight: 0 }))).toBe(false);
    expect(canTilt(tiltBy({ mood: { valence: 0, arousal: -0 } }))).toBe(false);
    expect(canTilt(tiltBy({ mood: { valence: 0, arousal: -0.01 } }))).toBe(true);
  });

  it('leaves a block alone in which no memory has a mood', () => {
    const best = [scored(1, 0.9), scored(2, 0.8), scored(3, 0.7)];
    expect(tiltedPage(best, { limit: 2, offset: 0 }, tiltBy())).toEqual(best.slice(0, 2));
  });

  it('puts the happy memory first in a happy mood of weight 0.5, and the sad one in a sad mood', () => {
    const best = [scored(1, 0.8, sad), scored(2, 0.7, happy)];
    const page = { limit: 2, offset: 0 };
    expect(idsOf(tiltedPage(best, page, tiltBy({ weight: 0.5 })))).toEqual([2, 1]);
    expect(idsOf(tiltedPage(best, page, tiltBy({ weight: 0.5, mood: sad })))).toEqual([1, 2]);
  });

  it('keeps the order of the profile where mood and score are equal', () => {
    const best = [3, 1, 2].map((id) => scored(id, 0.5, happy));
    expect(idsOf(tiltedPage(best, { limit: 3, offset: 0 }, tiltBy()))).toEqual([3, 1, 2]);
  });

  it('chooses a first page from multiplier * limit memories and from no more', () => {
    const best = Array.from({ length: 12 }, (_, id) => scored(id, 0.6 - id / 1000, id === 5 || id === 9 ? happy : sad));
    expect(idsOf(tiltedPage(best, { limit: 3, offset: 0 }, tiltBy()))).toEqual([5, 0, 1]);
    expect(idsOf(tiltedPage(best, { limit: 3, offset: 0 }, tiltBy({ multiplier: 1 })))).toEqual([0, 1, 2]);
    expect(idsOf(tiltedPage(best, { limit: 3, offset: 0 }, tiltBy({ multiplier: 4 })))).toEqual([5, 9, 0]);
    expect([1, 2, 4].map((multiplier) => tiltDepth({ limit: 3, offset: 0 }, tiltBy({ multiplier })))).toEqual([
      3, 6, 12,
    ]);
  });

  it('shows no memory twice and loses none from page to page, wherever pages begin', () => {
    const moods = fc.constantFrom(undefined, happy, sad, { valence: 0.3, arousal: -0.9 });
    const worlds = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), moods), { maxLength: 60 });
    const sizes = fc.tuple(
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 0, max: 9 }),
    );
    fc.assert(
      fc.property(worlds, sizes, (world, [limit, multiplier, start]) => {
        const best = world.map(([score, mood], id) => scored(id, score, mood));
        best.sort((one, other) => other.score - one.score);
        const tilt = tiltBy({ multiplier });
        const shown: number[] = [];
        for (let offset = start % limit; offset < best.length; offset += limit) {
          const page = { limit, offset };
          // What lies beyond the depth is not known to a page, so it must not matter.
          shown.push(...idsOf(tiltedPage(best.slice(0, tiltDepth(page, tilt)), page, tilt)));
        }
        const head = idsOf(tiltedPage(best, { limit, offset: 0 }, tilt)).slice(0, start % limit);
        expect([...head, ...shown].sort((one, other) => one - other)).toEqual(
          best.map(({ id }) => id).sort((a, b) => a - b),
        );
      }),
    );
  });
});
