import { describe, expect, it } from 'vitest';
import { quadrant } from '../../../src/domain/belief.ts';
import { nearest } from '../../../src/domain/values.ts';
import { decimal, moodReader, repeated, repeatedList, wholeNumber } from '../../../src/cli/option-values.ts';

describe('the values of options', () => {
  it('are numbers only when all of the text is one', () => {
    const read = decimal('observe', '--importance');
    expect(['7', ' 0.5', '-1', '.25', '+2.'].map(read)).toEqual([7, 0.5, -1, 0.25, 2]);
    for (const text of ['', 'seven', '7x', '1e3', '0x10', 'NaN', 'Infinity', '1,5']) {
      expect(() => read(text)).toThrow(`observe: "--importance" must be a number, got ${JSON.stringify(text)}.`);
    }
    expect(wholeNumber('recall', '--limit')('12')).toBe(12);
    expect(() => wholeNumber('recall', '--limit')('1.5')).toThrow(/must be a whole number, got "1.5"/);
  });

  it('are a mood when they are two numbers', () => {
    const read = moodReader('observe', '--mood');
    expect(read('0.5,-0.2')).toEqual({ valence: 0.5, arousal: -0.2 });
    expect(read('-1,-0.5')).toEqual({ valence: -1, arousal: -0.5 });
    for (const text of ['0.5', '1,2,3', '', 'glad,calm']) expect(() => read(text)).toThrow(/"--mood" must be/);
  });

  it('are a mood when they name a quadrant, which the middle of it stands for', () => {
    const read = moodReader('recall', '--mood');
    for (const name of ['excited', 'frustrated', 'calm', 'depleted', 'neutral'] as const) {
      expect(quadrant(read(name))).toBe(name);
    }
    expect(read(' Calm ')).toEqual({ valence: 0.5, arousal: -0.5 });
    expect(() => read('cross')).toThrow(/or one of excited, frustrated, calm, depleted, neutral, got "cross"/);
  });

  it('are gathered where an option may be repeated, and split where it may hold several', () => {
    expect(repeated('b, c', repeated('a', undefined))).toEqual(['a', 'b, c']);
    expect(repeatedList('b, c,', repeatedList('a', undefined))).toEqual(['a', 'b', 'c']);
  });
});

describe('the nearest word', () => {
  it('is what was probably meant, and none when nothing is near', () => {
    expect(nearest('retreival.limit', ['retrieval.limit', 'at'])).toBe('retrieval.limit');
    expect(nearest('zzzz', ['retrieval.limit', 'embedder'])).toBeUndefined();
    expect(nearest('x', [])).toBeUndefined();
  });
});
