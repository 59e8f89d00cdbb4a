import { describe, expect, it } from 'vitest';
import { keysWithin, memoryLine, shareFound } from '../../../bench/recall/budget.ts';

describe('a budget of tokens', () => {
  const pieces = [{ tokens: 10 }, { key: 'a', tokens: 90 }, { key: 'b', tokens: 100 }, { key: 'c', tokens: 1 }];

  it('holds the memories that stand whole inside it, headings counted', () => {
    expect(keysWithin(pieces, 200)).toEqual(['a', 'b']);
    expect(keysWithin(pieces, 199)).toEqual(['a']);
    expect(keysWithin(pieces, 99)).toEqual([]);
  });

  it('ends at the first memory that is too long, though a later one would fit', () => {
    expect(keysWithin(pieces, 150)).toEqual(['a']);
  });

  it('is worth the share of the evidence inside', () => {
    expect(shareFound(['a', 'c'], ['a', 'b'])).toBe(0.5);
    expect(shareFound(['a'], [])).toBe(0);
  });
});

describe('a memory as a line of an answer', () => {
  it('has its day and who said it, where they are known, on one line', () => {
    const occurredAt = new Date('2023-05-08T13:56:00Z');
    expect(memoryLine({ content: 'I adopted\na greyhound. ', speaker: 'Ann', occurredAt })).toBe(
      '2023-05-08 Ann: I adopted a greyhound.',
    );
    expect(memoryLine({ content: 'A greyhound.' })).toBe('A greyhound.');
  });
});
