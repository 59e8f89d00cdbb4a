import { beforeAll, describe, expect, it } from 'vitest';
import { tokenCounter } from '../../../src/embed/count-tokens.ts';
import type { CountTokens } from '../../../src/domain/values.ts';

describe('the counter of tokens', () => {
  let count: CountTokens;
  beforeAll(async () => {
    count = await tokenCounter();
  });

  it('counts as the tokenizer splits, without marks around the text', () => {
    expect(count('')).toBe(0);
    expect(count('a greyhound')).toBe(2);
    // 202 ##3 - 05 - 08: the vocabulary is older than that year.
    expect(count('2023-05-08')).toBe(6);
  });

  it('counts a long text whole', () => {
    expect(count('lake '.repeat(3000))).toBe(3000);
  });

  it('counts words that it cannot read as their bytes, and only those', () => {
    expect(count('🎉🎉')).toBe(8);
    expect(count('a greyhound 🎉')).toBe(6);
    expect(count('𠮷野')).toBe(4 + 1);
    expect(count('a'.repeat(300))).toBe(300);
  });

  it('counts what the tokenizer drops: marks on top of marks and invisible characters', () => {
    expect(count('e\u0301')).toBe(1);
    expect(count('e\u0301\u0302')).toBeGreaterThan(1);
    expect(count('\u200b\u200b')).toBe(6);
  });

  it('reads its tokenizer once', () => {
    expect(tokenCounter()).toBe(tokenCounter());
  });
});
