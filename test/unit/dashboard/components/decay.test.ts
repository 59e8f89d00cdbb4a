import { describe, expect, test } from 'vitest';
import { decayCurve, type Fading } from '../../../../dashboard/src/components/inspection/decay.ts';

const day = 86_400_000;
const reinforced = Date.parse('2026-01-01T00:00:00Z');
const belief: Fading = {
  strength: 1,
  reinforcedAt: '2026-01-01T00:00:00Z',
  halfLifeDays: 100,
  permanent: false,
};

function daysOn(days: number): Date {
  return new Date(reinforced + days * day);
}

describe('the curve of a belief', () => {
  test('halves in a half-life', () => {
    const { now, points } = decayCurve(belief, daysOn(100));
    expect(now.strength).toBeCloseTo(0.5);
    expect(points[0]).toEqual({ at: reinforced, strength: 1 });
  });

  test('says when it falls to the thresholds of recall and of the archive, and reaches beyond both', () => {
    const { fadesAt = 0, archivedAt = 0, points } = decayCurve(belief, daysOn(1));
    expect((fadesAt - reinforced) / day).toBeCloseTo(173.7, 1);
    expect((archivedAt - reinforced) / day).toBeCloseTo(332.2, 1);
    expect(points.at(-1)?.at).toBeGreaterThan(archivedAt);
  });

  test('reaches beyond now when it was archived long ago', () => {
    const { now, points } = decayCurve(belief, daysOn(2_000));
    expect(points.at(-1)?.at).toBeGreaterThan(now.at);
  });

  test('stays level where the belief is permanent', () => {
    const curve = decayCurve({ ...belief, permanent: true }, daysOn(500));
    expect(new Set(curve.points.map(({ strength }) => strength))).toEqual(new Set([1]));
    expect(curve).not.toHaveProperty('fadesAt');
  });

  test('falls to no threshold that it starts below', () => {
    const curve = decayCurve({ ...belief, strength: 0.2 }, daysOn(1));
    expect(curve).not.toHaveProperty('fadesAt');
    expect(curve.archivedAt).toBeGreaterThan(reinforced);
  });

  test('starts now where the clock of the store is ahead', () => {
    expect(decayCurve(belief, daysOn(-3)).now.strength).toBe(1);
  });
});
