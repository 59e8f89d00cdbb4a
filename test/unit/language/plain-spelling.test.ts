import { expect, test } from 'vitest';
import { asksUnmarked, withSmallWordsMended } from '../../../src/language/plain-spelling.ts';

test.each([
  ['wich instrument dose pavel play', 'which instrument does pavel play'],
  ['wen does Ida arrive', 'when does Ida arrive'],
  ['whos at the door', "who's at the door"],
])('mends the small words of a question: %s', (asked, meant) => {
  expect(withSmallWordsMended(asked)).toBe(meant);
});

test.each(['Wen hat Anna besucht?', 'What dose does he take?', 'Were you there?', 'Which dose of insulin is it?'])(
  'leaves as it is what is right: %s',
  (asked) => {
    expect(withSmallWordsMended(asked)).toBe(asked);
  },
);

test.each([
  'whats ur thesis abt again',
  'how was ur weekend',
  'hey did u call the vet',
  'Where is my drill',
  'why would anyone sing that',
  'ida, do you know a good dentist',
  'is she still in bern',
  'Is Tom coming on Friday',
  'wait how long have you been there',
  'how many pages',
])('tells a question without its mark: %s', (sentence) => {
  expect(asksUnmarked(sentence)).toBe(true);
});

test.each([
  'What you see is what you get',
  'Did it.',
  'How it ends nobody knows',
  'Who is Tom is not told',
  'is really nice today',
  'was the best day ever',
  'Do it yourself',
  'does the dishes on Mondays',
  'how many people came was unbelievable',
])('takes no statement for one: %s', (sentence) => {
  expect(asksUnmarked(sentence)).toBe(false);
});
