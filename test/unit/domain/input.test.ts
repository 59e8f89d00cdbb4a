import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checked, date, identifier, listOf, recordKey, text } from '../../../src/domain/input.ts';

const schema = z.strictObject({
  name: identifier().optional(),
  note: text(5).optional(),
  id: recordKey().optional(),
  at: date.optional(),
  words: listOf(text(3), 'words', 2, 3).optional(),
});
const check = (value: unknown): unknown => checked('test', schema, value);

describe('what passes the rules', () => {
  it('comes back without the keys that are undefined, as new data', () => {
    const at = new Date();
    const words = ['a', 'b'];
    const passed = check({ name: 'lisa', note: undefined, at, words }) as { at: Date; words: string[] };
    expect(passed).toEqual({ name: 'lisa', at, words });
    expect(Object.keys(passed)).toEqual(['name', 'at', 'words']);
    expect(passed.at).not.toBe(at);
    expect(passed.words).not.toBe(words);
  });

  it('may be as large as the rules say', () => {
    expect(check({ name: 'x'.repeat(256), note: 'xxxxx', words: ['a', 'b', 'c'] })).toBeDefined();
    expect(check({ name: '🐈'.repeat(64), id: 'fact:x' })).toBeDefined();
  });

  it('has its lone surrogates replaced where it is free text', () => {
    expect(check({ note: 'a\ud800b' })).toEqual({ note: 'a\ufffdb' });
  });

  it('may come as an object without a prototype', () => {
    expect(check(Object.assign(Object.create(null), { name: 'lisa' }))).toEqual({ name: 'lisa' });
  });
});

describe('what does not', () => {
  it.each([
    [{ words: ['a'] }, 'test: "words" must be 2-3 words, got 1.'],
    [{ words: ['a', 'b', 'c', 'd'] }, 'test: "words" must be 2-3 words, got 4.'],
    [{ words: ['a', 'long'] }, 'test: "words[1]" must be 1-3 characters, got 4.'],
    [{ words: ['a', undefined] }, 'test: "words[1]" must be a string, got nothing.'],
    [{ note: () => 'x' }, 'test: "note" must be a string, got a function.'],
    [{ note: Symbol('x') }, 'test: "note" must be a string, got a symbol.'],
    [{ note: 10n }, 'test: "note" must be a string, got a bigint.'],
    [{ note: new Map() }, 'test: "note" must be a string, got an object.'],
    [{ 'no "name"': 1 }, 'test: "no \\"name\\"" is not known; leave it out.'],
  ])('is named with the rule and what came, on one line', (value, message) => {
    expect(() => check(value)).toThrow(message);
  });

  it.each([
    [z.int().min(1).max(200), 500, 'must be at most 200, got 500'],
    [z.int().min(1).max(200), 0, 'must be at least 1, got 0'],
    [z.int(), 1.5, 'must be a whole number, got 1.5'],
    [z.number(), NaN, 'must be of type number, got NaN'],
    [z.string().max(2_000), 'x'.repeat(2_001), 'must be at most 2,000 characters, got "x{40}…"'],
    [z.array(z.string()).min(1), [], 'must be at least 1 items, got a list of 0'],
    [z.array(z.string()), 'x', 'must be a list, got "x"'],
    [z.enum(['read', 'write']), 'admin', 'must be one of read, write, got "admin"'],
    [z.union([z.int(), z.enum(['all'])]), 'some', 'must be of another form, got "some"'],
    [z.url(), 'x', 'must be of another form, got "x"'],
  ])('is told in these words, where a rule has none of its own', (rule, value, told) => {
    expect(() => checked('test', z.strictObject({ given: rule }), { given: value })).toThrow(
      new RegExp(`^test: "given" ${told}\\.$`),
    );
  });

  it('carries the option, the rule and what came for programs', () => {
    const error = (() => {
      try {
        return check({ note: 'too long' });
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error).toMatchObject({ details: { option: 'note', rule: 'must be 1-5 characters', received: '8' } });
  });

  it('is shown short, however long it is', () => {
    expect(() => check({ at: 'x'.repeat(1e6) })).toThrow(/got "x{40}…"\.$/);
  });
});
