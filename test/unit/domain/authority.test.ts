import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { authority } from '../../../src/domain/belief.ts';
import { dayMs } from '../../../src/domain/time.ts';

const now = Date.UTC(2026, 10, 21);

describe('authority', () => {
  it('is 0.724 for a new memory of importance 8 with one access', () => {
    const value = authority({ importance: 8, accesses: 1, createdAt: now, lastAccessedAt: now, at: now });
    expect(value).toBeCloseTo(0.724, 3);
  });

  it('adds its four parts with their weights', () => {
    const standing = { importance: 10, accesses: 49, createdAt: now - 100 * dayMs, lastAccessedAt: now - 20 * dayMs };
    const expected = 0.35 + 0.25 + 0.2 * Math.exp(-0.7) + 0.2 * Math.exp(-1);
    expect(authority({ ...standing, at: now })).toBeCloseTo(expected, 12);
  });

  it('counts use no further than 49 accesses', () => {
    const at49 = authority({ importance: 5, accesses: 49, createdAt: now, at: now });
    expect(authority({ importance: 5, accesses: 5_000, createdAt: now, at: now })).toBe(at49);
  });

  it('takes a memory that was never accessed for accessed when it was created', () => {
    const createdAt = now - 30 * dayMs;
    const base = { importance: 5, accesses: 0, createdAt, at: now };
    expect(authority(base)).toBe(authority({ ...base, lastAccessedAt: createdAt }));
    expect(authority(base)).toBeLessThan(authority({ ...base, lastAccessedAt: now }));
  });

  it('lies in 0..1 and falls with time, whatever the clock says', () => {
    const time = fc.integer({ min: -1e12, max: 4e12 });
    const standings = fc.record({
      importance: fc.integer({ min: 1, max: 10 }),
      accesses: fc.nat(),
      createdAt: time,
      lastAccessedAt: time,
      at: time,
    });
    fc.assert(
      fc.property(standings, fc.nat(1e12), (standing, later) => {
        const value = authority(standing);
        expect(value).toBeGreaterThan(0);
        expect(value).toBeLessThanOrEqual(1 + 1e-12);
        expect(authority({ ...standing, at: standing.at + later })).toBeLessThanOrEqual(value);
      }),
    );
  });
});
