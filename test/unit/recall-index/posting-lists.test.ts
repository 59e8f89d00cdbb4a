import { describe, expect, test } from 'vitest';
import { documentOf, frequencyOf, PostingLists, refuseBeyondLists } from '../../../src/recall-index/posting-lists.ts';

/** Adds as a believer does, documents ascending, and keeps what is expected in plain lists. */
function filled(lists: PostingLists, expected: Map<number, number[]>, from: number, until: number): void {
  for (let document = from; document < until; document++) {
    // Terms of all frequencies, from those of every document to those of one.
    for (const term of [0, 1 + (document % 3), 4 + (document % 50), 100 + document]) {
      const frequency = 1 + ((document * 7 + term) % 255);
      lists.add(term, document, frequency);
      expected.set(term, [...(expected.get(term) ?? []), document * 256 + frequency]);
    }
  }
}

function held(lists: PostingLists, terms: Iterable<number>): Map<number, number[]> {
  return new Map(Array.from(terms, (term) => [term, [...lists.of(term)]]));
}

describe('posting lists', () => {
  test('hold the entries of each term in the order in which they were added', () => {
    const lists = new PostingLists();
    const expected = new Map<number, number[]>();
    filled(lists, expected, 0, 700);
    expect(held(lists, expected.keys())).toEqual(expected);
    expect(lists.count(0)).toBe(700);
    expect([...lists.of(99)]).toEqual([]);
    expect(lists.count(99)).toBe(0);
  });

  test('go on from room that was made for exactly what there was', () => {
    const counted = new PostingLists();
    const expected = new Map<number, number[]>();
    filled(counted, expected, 0, 200);
    const counts = new Uint32Array(1000);
    for (const [term, { length }] of expected) counts[term] = length;
    const lists = new PostingLists();
    lists.reserve(counts);
    expected.clear();
    filled(lists, expected, 0, 200);
    const exact = lists.bytes;
    filled(lists, expected, 200, 500);
    expect(held(lists, expected.keys())).toEqual(expected);
    expect(exact).toBeLessThan(counted.bytes);
  });

  test('lose the entry of a document that is taken out, and no other', () => {
    const lists = new PostingLists();
    const expected = new Map<number, number[]>();
    filled(lists, expected, 0, 300);
    for (let document = 0; document < 300; document += 3) {
      for (const [term, entries] of expected) {
        lists.remove(term, document);
        expected.set(
          term,
          entries.filter((entry) => documentOf(entry) !== document),
        );
      }
    }
    filled(lists, expected, 300, 400);
    expect(held(lists, expected.keys())).toEqual(expected);
    expect(lists.count(0)).toBe(300);
    expect(lists.count(100)).toBe(0);
  });

  test('take at most four bytes an entry and a constant for each term, once room was made', () => {
    const counts = Uint32Array.from({ length: 16 }, () => 1000);
    const lists = new PostingLists();
    lists.reserve(counts);
    for (let document = 0; document < 1000; document++) {
      for (let term = 0; term < 16; term++) lists.add(term, document, 1);
    }
    expect(lists.bytes).toBe(16 * 1000 * 4 + 16 * 3 * 4);
  });

  test('name the last document that 24 bits can, and refuse the next', () => {
    const last = 2 ** 24 - 1;
    const lists = new PostingLists();
    refuseBeyondLists(last);
    lists.add(5, last, 255);
    const [posting = 0] = lists.of(5);
    expect([documentOf(posting), frequencyOf(posting)]).toEqual([last, 255]);
    expect(() => refuseBeyondLists(last + 1)).toThrow('16777216 memories');
  });
});
