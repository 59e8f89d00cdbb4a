import { describe, expect, it } from 'vitest';
import { bootstrapInterval } from '../../../bench/statistics.ts';

const halves = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index % 2);

describe('an interval by bootstrap', () => {
  it('is the same on every call and holds the mean', () => {
    const interval = bootstrapInterval([halves(100)]);
    expect(interval).toEqual(bootstrapInterval([halves(100)]));
    expect(interval.mean).toBe(0.5);
    expect(interval.low).toBeLessThan(0.5);
    expect(interval.high).toBeGreaterThan(0.5);
  });

  it('is about as wide as the normal distribution says', () => {
    const { low, high } = bootstrapInterval([halves(400)]);
    const expected = 2 * 1.96 * Math.sqrt(0.25 / 400);
    expect((high - low) / expected).toBeGreaterThan(0.9);
    expect((high - low) / expected).toBeLessThan(1.1);
  });

  it('has no width where every question has the same value', () => {
    expect(bootstrapInterval([[0.25, 0.25, 0.25]])).toEqual({ mean: 0.25, low: 0.25, high: 0.25 });
  });

  it('is about the mean of the groups and not of the questions, and leaves out empty groups', () => {
    const { mean, low, high } = bootstrapInterval([[1, 1, 1, 1, 1, 1], [0], []]);
    expect([mean, low, high]).toEqual([0.5, 0.5, 0.5]);
  });

  it('is nothing for no questions', () => {
    expect(bootstrapInterval([[]])).toEqual({ mean: 0, low: 0, high: 0 });
  });
});
