import { expect, it } from 'vitest';
import { factTitle } from '../../../src/language/knowledge.ts';

it('is the kind and the first ten words', () => {
  const content = 'Luna is the cat\n of Mark and  lives in Seattle with him and his books';
  expect(factTitle('world.fact', content)).toBe('world.fact: Luna is the cat of Mark and lives in Seattle');
});

it('is the kind and the whole of a shorter content', () => {
  expect(factTitle('self.preference', 'Mark prefers tea.')).toBe('self.preference: Mark prefers tea.');
});

it('stays short for a text without spaces', () => {
  expect(factTitle('world.fact', '猫'.repeat(100_000)).length).toBeLessThan(500);
});
