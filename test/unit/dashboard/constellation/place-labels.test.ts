import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placeLabels, type WantedLabel } from '../../../../dashboard/src/views/constellation/place-labels.ts';

const area = { width: 800, height: 600 };
const label = (id: string, x: number, y: number): WantedLabel => {
  return { id, x, y, radius: 5, width: 60, height: 14 };
};

describe('labels', () => {
  test('stand to the right of their stars where there is room', () => {
    expect(placeLabels([label('a', 100, 100)], area, 10)).toMatchObject([{ left: 109, middle: 100 }]);
  });

  test('go to another side where one is taken, the first before the others', () => {
    const [, other] = placeLabels([label('a', 100, 100), label('b', 120, 100)], area, 10);
    expect(other?.middle).not.toBe(100);
    expect(placeLabels([label('edge', 790, 300)], area, 10)[0]?.left).toBe(721);
  });

  test('are left out where there is no room, beyond the most, and of stars out of view', () => {
    const crowd = Array.from({ length: 9 }, (_, at) => label(`${at}`, 100 + at, 100));
    expect(placeLabels(crowd, area, 10).length).toBeLessThan(9);
    expect(placeLabels([label('a', 100, 100), label('b', 400, 400)], area, 1)).toHaveLength(1);
    expect(placeLabels([label('a', -5, 100)], area, 10)).toEqual([]);
  });

  test('never cover each other', () => {
    const labels = fc.array(fc.tuple(fc.integer({ min: 0, max: 800 }), fc.integer({ min: 0, max: 600 })), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(labels, (places) => {
        const placed = placeLabels(
          places.map(([x, y], at) => label(`${at}`, x, y)),
          area,
          60,
        );
        for (const [at, one] of placed.entries()) {
          for (const other of placed.slice(at + 1)) {
            const isApart =
              Math.abs(one.left - other.left) >= one.width || Math.abs(one.middle - other.middle) >= one.height;
            expect(isApart).toBe(true);
          }
        }
      }),
    );
  });
});
