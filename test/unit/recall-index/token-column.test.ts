import { describe, expect, test } from 'vitest';
import { TokenColumn } from '../../../src/recall-index/token-column.ts';
import { randomOf } from './index-fixture.ts';

const dimension = 48;

/** Random tokens as a memory keeps them. */
function tokensOf(random: () => number, count: number): Int8Array {
  const numbers = Int8Array.from({ length: count * dimension }, () => Math.round((random() - 0.5) * 60));
  return Int8Array.of(dimension / 16, ...numbers);
}

/** What the column should say, worked out plainly. */
function closestOf(query: Int8Array, packed: Int8Array): readonly number[] {
  const dot = (one: number, other: number): number =>
    Array.from({ length: dimension }, (_, i) => query[one + i]! * packed[1 + other + i]!).reduce((a, b) => a + b, 0);
  const starts = (length: number): readonly number[] =>
    Array.from({ length: length / dimension }, (_, at) => at * dimension);
  return starts(query.length).map((token) => {
    const most = Math.max(0, ...starts(packed.length - 1).map((other) => dot(token, other)));
    return Math.min(1, most / 127 ** 2);
  });
}

describe('the token column', () => {
  test.each([
    ['few', 40],
    ['many, which the kernel reads', 3_000],
  ])('finds the closest token of each memory among %s', (_, rows) => {
    const random = randomOf(rows);
    const column = new TokenColumn();
    const held = Array.from({ length: rows }, () => tokensOf(random, Math.floor(random() * 16)));
    for (const [row, tokens] of held.entries()) column.set(row, tokens);
    const values = tokensOf(random, 5).slice(1);
    const query = column.prepare(values, 5)!;
    for (const row of [0, 1, 7, rows >> 1, rows - 1])
      expect([...column.closest(query, row)]).toEqual(closestOf(values, held[row]!));
    expect([...column.closest(query, rows)]).toEqual([0, 0, 0, 0, 0]);
  });

  test('tells a memory without content words from one whose words were never embedded', () => {
    const column = new TokenColumn();
    column.set(1, Int8Array.of(0));
    expect([column.has(0), column.has(1), column.count]).toEqual([false, true, 1]);
  });

  test('leaves nothing of what is forgotten, and nothing of what is replaced', () => {
    const random = randomOf(3);
    const column = new TokenColumn();
    column.set(0, tokensOf(random, 4));
    column.set(1, tokensOf(random, 2));
    const query = column.prepare(tokensOf(random, 1).slice(1), 1)!;
    column.drop(0);
    column.set(1, Int8Array.of(0));
    expect([column.has(0), column.count]).toEqual([false, 1]);
    expect([...column.closest(query, 0), ...column.closest(query, 1)]).toEqual([0, 0]);
    expect([...column.packed([0, 1]).values]).toEqual([]);
  });

  test('is the same after a snapshot, row by row', () => {
    const random = randomOf(5);
    const column = new TokenColumn();
    const held = [tokensOf(random, 3), undefined, Int8Array.of(0), tokensOf(random, 1)];
    for (const [row, tokens] of held.entries()) if (tokens !== undefined) column.set(row, tokens);
    const loaded = new TokenColumn();
    loaded.unpack(column.packed([3, 2, 1, 0]));
    const values = tokensOf(random, 2).slice(1);
    const query = loaded.prepare(values, 2)!;
    expect([0, 1, 2].map((row) => loaded.has(row))).toEqual([true, true, false]);
    expect([...loaded.closest(query, 3)]).toEqual(closestOf(values, held[0]!));
    expect([...loaded.closest(query, 0)]).toEqual(closestOf(values, held[3]!));
  });

  test('holds no query of another length against its tokens', () => {
    const column = new TokenColumn();
    column.set(0, tokensOf(randomOf(1), 1));
    expect(column.prepare(new Int8Array(32), 1)).toBeUndefined();
    expect(column.prepare(new Int8Array(0), 0)).toBeUndefined();
  });
});
