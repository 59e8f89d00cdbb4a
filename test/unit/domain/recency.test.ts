import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recency } from '../../../src/domain/belief.ts';
import { dayMs } from '../../../src/domain/time.ts';

const now = Date.UTC(2026, 10, 21);

describe('recency', () => {
  it('is 1 for what came just now', () => {
    expect(recency({ createdAt: now, at: now })).toBe(1);
  });

  it('adds last use and age with their weights and rates', () => {
    const value = recency({ createdAt: now - 100 * dayMs, lastAccessedAt: now - 20 * dayMs, at: now });
    expect(value).toBeCloseTo(0.6 * Math.exp(-1) + 0.4 * Math.exp(-0.7), 12);
  });

  it('takes a memory that was never accessed for accessed when it was created', () => {
    const createdAt = now - 30 * dayMs;
    expect(recency({ createdAt, at: now })).toBe(recency({ createdAt, lastAccessedAt: createdAt, at: now }));
  });

  it('lies in 0..1, whatever the clock says', () => {
    const time = fc.integer({ min: -1e12, max: 4e12 });
    fc.assert(
      fc.property(time, time, time, (createdAt, lastAccessedAt, at) => {
        const value = recency({ createdAt, lastAccessedAt, at });
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
      }),
    );
  });
});
