import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  emotionalIntensity,
  emotionalSimilarity,
  quadrant,
  quadrantMoods,
  similarityOfDistance,
  tiltByMood,
} from '../../../src/domain/mood.ts';

const axis = fc.double({ min: -1, max: 1, noNaN: true });
const moods = fc.record({ valence: axis, arousal: axis });

describe('quadrant', () => {
  it.each([
    [0.5, 0.5, 'excited'],
    [0.5, 0, 'excited'],
    [0, 0.5, 'excited'],
    [-0.5, 0.5, 'frustrated'],
    [-0.5, 0, 'frustrated'],
    [0.5, -0.5, 'calm'],
    [0, -0.5, 'calm'],
    [-0.5, -0.5, 'depleted'],
    [0, 0, 'neutral'],
    [-0, 0, 'neutral'],
  ] as const)('of valence %d and arousal %d is %s', (valence, arousal, expected) => {
    expect(quadrant({ valence, arousal })).toBe(expected);
  });
});

describe('quadrantMoods', () => {
  it('lie in the quadrants that they stand for', () => {
    for (const [name, mood] of Object.entries(quadrantMoods)) expect(quadrant(mood)).toBe(name);
  });
});

describe('emotionalSimilarity', () => {
  it('is 1 for identical moods', () => {
    fc.assert(
      fc.property(moods, (mood) => {
        expect(emotionalSimilarity(mood, { ...mood })).toBe(1);
      }),
    );
  });

  it('is 0 for opposite corners', () => {
    expect(emotionalSimilarity({ valence: 1, arousal: 1 }, { valence: -1, arousal: -1 })).toBeCloseTo(0, 2);
    expect(emotionalSimilarity({ valence: 1, arousal: -1 }, { valence: -1, arousal: 1 })).toBeCloseTo(0, 2);
  });

  it('is 0.5 when a mood is missing', () => {
    const mood = { valence: 0.9, arousal: 0.9 };
    expect(emotionalSimilarity(mood, undefined)).toBe(0.5);
    expect(emotionalSimilarity(undefined, mood)).toBe(0.5);
    expect(emotionalSimilarity(undefined, undefined)).toBe(0.5);
  });

  it('is symmetric and lies in 0..1', () => {
    fc.assert(
      fc.property(moods, moods, (one, other) => {
        const value = emotionalSimilarity(one, other);
        expect(value).toBe(emotionalSimilarity(other, one));
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('emotionalIntensity', () => {
  it.each([
    [undefined, 0],
    [{ valence: 0, arousal: 0 }, 0],
    [{ valence: -1, arousal: 1 }, 1],
    [{ valence: 1, arousal: 0 }, Math.SQRT1_2],
  ])('of %j is %d', (mood, expected) => {
    expect(emotionalIntensity(mood)).toBeCloseTo(expected, 12);
  });

  it('lies in 0..1', () => {
    fc.assert(
      fc.property(moods, (mood) => {
        expect(emotionalIntensity(mood)).toBeGreaterThanOrEqual(0);
        expect(emotionalIntensity(mood)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('tiltByMood', () => {
  it('gives the semantic part alone at weight 0 and the emotional part alone at weight 1', () => {
    expect(tiltByMood(similarityOfDistance(0.5), 0.9, 0)).toBeCloseTo(0.75, 12);
    expect(tiltByMood(similarityOfDistance(0.5), 0.9, 1)).toBeCloseTo(0.9, 12);
  });

  it('puts the happy memory first for a happy mood at weight 0.5', () => {
    const happy = { valence: 0.8, arousal: 0.6 };
    const sad = { valence: -0.8, arousal: -0.4 };
    const score = (mood: typeof happy): number => tiltByMood(0.7, emotionalSimilarity(happy, mood), 0.5);
    expect(score(happy)).toBeGreaterThan(score(sad));
  });

  it('takes an L2 distance of 2 and more for no similarity', () => {
    expect([0, 1, 2, 5].map(similarityOfDistance)).toEqual([1, 0.5, 0, 0]);
  });
});
