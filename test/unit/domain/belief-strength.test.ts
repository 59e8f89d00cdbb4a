import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  effectiveStrength,
  halfLifeDays,
  longestHalfLifeFactor,
  reinforcementTime,
  spacedHalfLifeDays,
  timeOfFalling,
} from '../../../src/domain/belief.ts';
import { dayMs } from '../../../src/domain/time.ts';

const belief = { strength: 0.8, reinforcedAt: 0, halfLifeDays: 10, permanent: false };
const strength = fc.double({ min: 0, max: 1, noNaN: true });
const days = fc.double({ min: 0, max: 10_000, noNaN: true });
const halfLife = fc.double({ min: 0.01, max: 100_000, noNaN: true });

describe('the strength that is left', () => {
  it('halves with every half-life', () => {
    expect([0, 10, 20, 30].map((day) => effectiveStrength(belief, day * dayMs))).toEqual([0.8, 0.4, 0.2, 0.1]);
  });

  it('is whole before the last reinforcement, and for ever when permanent', () => {
    expect(effectiveStrength(belief, -dayMs)).toBe(0.8);
    expect(effectiveStrength({ ...belief, permanent: true }, 1e15)).toBe(0.8);
  });

  it('never grows with time and stays between 0 and the strength at the start', () => {
    fc.assert(
      fc.property(strength, days, days, halfLife, (start, day, later, lasting) => {
        const fading = { strength: start, reinforcedAt: 0, halfLifeDays: lasting, permanent: false };
        const [sooner, after] = [
          effectiveStrength(fading, day * dayMs),
          effectiveStrength(fading, (day + later) * dayMs),
        ];
        expect(after).toBeLessThanOrEqual(sooner);
        expect(sooner).toBeLessThanOrEqual(start);
        expect(after).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('when the strength falls to a threshold', () => {
  it('is when that much of it is left', () => {
    expect(timeOfFalling(belief, 0.1)).toBe(30 * dayMs);
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 0.79, noNaN: true }), halfLife, (threshold, lasting) => {
        const fading = { ...belief, halfLifeDays: lasting };
        expect(effectiveStrength(fading, timeOfFalling(fading, threshold))).toBeCloseTo(threshold, 6);
      }),
    );
  });

  it('never comes where the belief is permanent, and is past where it never lay above', () => {
    expect(timeOfFalling({ ...belief, permanent: true }, 0.1)).toBe(Number.POSITIVE_INFINITY);
    expect(timeOfFalling(belief, 0.8)).toBe(Number.NEGATIVE_INFINITY);
  });
});

describe('the time of a reinforcement', () => {
  it('is never before the last one', () => {
    const [monday, tuesday] = [new Date('2026-01-05'), new Date('2026-01-06')];
    expect(reinforcementTime(monday, tuesday)).toBe(tuesday);
    expect(reinforcementTime(tuesday, monday)).toBe(tuesday);
  });
});

describe('the half-life of a new belief', () => {
  it.each([
    [1, 0, 90],
    [5, 0, 180],
    [7.5, 0, 270],
    [10, 0, 360],
    [5, 1, 270],
    [10, 1, 540],
  ])('at importance %d and intensity %d is %d days', (importance, intensity, expected) => {
    expect(halfLifeDays(180, importance, intensity)).toBeCloseTo(expected, 10);
  });

  it('grows with importance and with feeling, from half to three times its base', () => {
    const grade = fc.double({ min: 1, max: 10, noNaN: true });
    fc.assert(
      fc.property(grade, grade, strength, strength, (one, other, calm, moved) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        const [less, more] = [Math.min(calm, moved), Math.max(calm, moved)];
        expect(halfLifeDays(60, low, less)).toBeLessThanOrEqual(halfLifeDays(60, high, more));
        expect(halfLifeDays(60, low, less)).toBeGreaterThanOrEqual(30);
        expect(halfLifeDays(60, high, more)).toBeLessThanOrEqual(180);
      }),
    );
  });
});

describe('the half-life after a recall', () => {
  it('grows by a quarter of what had faded', () => {
    expect([1, 0.5, 0].map((retained) => spacedHalfLifeDays(60, retained, 60))).toEqual([60, 67.5, 75]);
  });

  it('is never shorter than before, and never longer than four times a new one unless it was', () => {
    fc.assert(
      fc.property(halfLife, strength, halfLife, (lasting, retained, whenNew) => {
        const after = spacedHalfLifeDays(lasting, retained, whenNew);
        expect(after).toBeGreaterThanOrEqual(lasting);
        expect(after).toBeLessThanOrEqual(Math.max(lasting, whenNew * longestHalfLifeFactor));
      }),
    );
  });

  it('is the longer, the longer the recalls lie apart', () => {
    const spaced = (gap: number): number => {
      let lasting = 60;
      for (let times = 0; times < 5; times++) {
        const retained = effectiveStrength({ ...belief, strength: 1, halfLifeDays: lasting }, gap * dayMs);
        lasting = spacedHalfLifeDays(lasting, retained, 60);
      }
      return lasting;
    };
    expect([0, 1, 7, 30].map(spaced)).toEqual([0, 1, 7, 30].map(spaced).sort((one, other) => one - other));
    expect(spaced(0)).toBe(60);
    expect(spaced(30)).toBeGreaterThan(80);
  });
});
