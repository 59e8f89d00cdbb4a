import { expect, test } from 'vitest';
import { marked } from '../../../../dashboard/src/views/ambient/marked.ts';

const written = (message: string, names: string[]) =>
  marked(message, names)
    .map(({ text, isName }) => (isName ? `[${text}]` : text))
    .join('');

test('every occurrence of a name is set apart, and nothing is lost', () => {
  expect(written('Luna saw Mark. Luna ran.', ['Mark', 'Luna'])).toBe('[Luna] saw [Mark]. [Luna] ran.');
});

test('of names that begin at one place the longest is meant', () => {
  expect(written('New York calls', ['New', 'New York'])).toBe('[New York] calls');
});

test('a message without names is one part, an empty one is none', () => {
  expect(marked('Nobody <b>here</b>', ['Luna', ''])).toEqual([{ text: 'Nobody <b>here</b>', isName: false }]);
  expect(marked('', ['Luna'])).toEqual([]);
});
