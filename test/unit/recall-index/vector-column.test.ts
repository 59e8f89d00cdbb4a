import { describe, expect, test } from 'vitest';
import { VectorColumn } from '../../../src/recall-index/vector-column.ts';
import { randomOf, unitVector } from './index-fixture.ts';

const dimension = 40;

/** Cosine in full precision. */
function cosine(first: Float32Array, second: Float32Array): number {
  return first.reduce((sum, value, i) => sum + value * (second[i] as number), 0);
}

function filled(count: number): { readonly column: VectorColumn; readonly vectors: readonly Float32Array[] } {
  const random = randomOf(7);
  const column = new VectorColumn(0);
  const vectors = Array.from({ length: count }, () => unitVector(random, dimension));
  vectors.forEach((vector, row) => {
    column.set(row, vector);
  });
  return { column, vectors };
}

describe.each([
  ['in plain memory', 300],
  ['in kernel memory', 9_000],
  ['in kernel memory, an odd number of them', 9_001],
])('vectors %s', (_, count) => {
  const { column, vectors } = filled(count);
  const query = unitVector(randomOf(99), dimension);
  const all = Int32Array.from({ length: count }, (__, row) => row);

  test('have the cosines of full precision to within two hundredths of a unit step', () => {
    const cosines = column.cosines(query, [all]);
    const worst = Math.max(...vectors.map((vector, row) => Math.abs(cosine(vector, query) - (cosines[row] as number))));
    expect(worst).toBeLessThan(0.01);
  });

  test('rank as full precision does', () => {
    const cosines = column.cosines(query, [all]);
    const order = (scores: (row: number) => number): number[] =>
      [...all].sort((a, b) => scores(b) - scores(a)).slice(0, 20);
    const exact = new Set(order((row) => cosine(vectors[row] as Float32Array, query)));
    const found = order((row) => cosines[row] as number).filter((row) => exact.has(row));
    expect(found.length).toBeGreaterThanOrEqual(19);
  });

  test('give the same cosines to a few rows as to all', () => {
    const cosines = column.cosines(query, [all]).slice();
    column.cosines(unitVector(randomOf(98), dimension), [all]);
    const rows = [count - 1, 3, 17];
    const some = column.cosines(query, [Int32Array.from([...rows, -1])]);
    expect(rows.map((row) => some[row])).toEqual(rows.map((row) => cosines[row]));
  });
});

test('a dropped vector has no cosine and is not counted', () => {
  const { column, vectors } = filled(3);
  column.drop(1);
  column.drop(1);
  expect(column.count).toBe(2);
  expect(column.has(1)).toBe(false);
  const cosines = column.cosines(vectors[1] as Float32Array, [Int32Array.from([0, 1, 2])]);
  expect(cosines[1]).toBe(0);
});

test('a query of another dimension matches nothing', () => {
  const { column } = filled(3);
  const cosines = column.cosines(new Float32Array(8).fill(0.3), [Int32Array.from([0, 1])]);
  expect([...cosines.subarray(0, 2)]).toEqual([0, 0]);
});

test("only vectors of the column's dimension fit", () => {
  const { column } = filled(1);
  expect(column.fits(new Float32Array(dimension))).toBe(true);
  expect(column.fits(new Float32Array(dimension + 1))).toBe(false);
});
