/** Which part of a long memory is told. */
import { expect, test } from 'vitest';
import { termsOf } from '../../../src/language/words.ts';
import { passageOf, passagesIn } from '../../../src/language/told.ts';

const text =
  'It shows how much friends are worth. Caroline, I am lucky to have so many of them around me. We even had a picnic by the river.';
const passage = (message: string, names: readonly string[] = [], most = 60): string =>
  passageOf(passagesIn(text, { names, terms: new Set(termsOf(message)) }), most);

test('is the sentence that has most of the words of the message, wherever it stands', () => {
  expect(passage('When was the picnic?', ['Caroline'])).toBe('We even had a picnic by the river.');
});

test('is the one that names what the talk is of where words do not tell, else the first', () => {
  expect(passage('How is she?', ['Caroline'])).toBe('Caroline, I am lucky to have so many of them around me.');
  expect(passage('How is she?')).toBe('It shows how much friends are worth.');
});

test('is filled up with the sentences after it, then with those before', () => {
  expect(passage('When was the picnic?', [], 200)).toBe(text);
});
