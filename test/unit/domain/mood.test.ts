import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emotionalIntensity, emotionalSimilarity, quadrant, quadrantMoods } from '../../../src/domain/belief.ts';

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
