import { expect, test } from 'vitest';
import { shortened } from '../../../dashboard/src/words.ts';

test('a text is cut where it is too long, before an emoji rather than within it', () => {
  expect(shortened('Luna 🐈', 7)).toBe('Luna 🐈');
  expect(shortened('Luna 🐈 purrs', 6)).toBe('Luna …');
  expect(shortened('Luna 🐈 purrs', 7)).toBe('Luna 🐈 …');
});
