import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countLeft, maxTogether, togetherAgain, worthOfCount } from '../../../src/domain/belief.ts';
import { dayMs } from '../../../src/domain/time.ts';

describe('a count of recalls together', () => {
  it('halves in thirty days', () => {
    expect(countLeft({ count: 8, lastAt: 0 }, 0)).toBe(8);
    expect(countLeft({ count: 8, lastAt: 0 }, 30 * dayMs)).toBe(4);
    expect(countLeft({ count: 8, lastAt: 0 }, 90 * dayMs)).toBe(1);
  });

  it('says nothing of the time before it was last counted', () => {
    expect(countLeft({ count: 8, lastAt: dayMs }, dayMs - 1)).toBe(0);
  });

  it('is brought down to what is left before one is added', () => {
    expect(togetherAgain(undefined, 5)).toEqual({ count: 1, lastAt: 5 });
    expect(togetherAgain({ count: 8, lastAt: 0 }, 60 * dayMs)).toEqual({ count: 3, lastAt: 60 * dayMs });
  });

  it('keeps the later time when recalls come out of order', () => {
    expect(togetherAgain({ count: 2, lastAt: 10 }, 5)).toEqual({ count: 3, lastAt: 10 });
  });

  it('stays whole, between 1 and the most, and is worth more than nothing and less than 1', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 40 * dayMs }), { minLength: 1, maxLength: 200 }), (steps) => {
        let at = 0;
        let together: ReturnType<typeof togetherAgain> | undefined;
        for (const step of steps) {
          at += step;
          together = togetherAgain(together, at);
          expect(Number.isInteger(together.count)).toBe(true);
          expect(together.count).toBeGreaterThanOrEqual(1);
          expect(together.count).toBeLessThanOrEqual(maxTogether);
          const worth = worthOfCount(countLeft(together, at));
          expect(worth).toBeGreaterThan(0);
          expect(worth).toBeLessThan(1);
        }
      }),
    );
  });

  it('is worth nothing for 0, one half for 3, and more the larger it is', () => {
    expect([worthOfCount(0), worthOfCount(3)]).toEqual([0, 0.5]);
    expect(worthOfCount(4)).toBeGreaterThan(worthOfCount(3));
  });
});
