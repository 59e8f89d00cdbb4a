import { expect, test } from 'vitest';
import { ambientAskedIn } from '../../../../dashboard/src/views/ambient/ambient-asked.ts';

test('an address without a message asks nothing', () => {
  expect(ambientAskedIn({})).toBeUndefined();
  expect(ambientAskedIn({ message: ' \n' })).toBeUndefined();
});

test('a line each is excluded, and empty lines are none', () => {
  expect(ambientAskedIn({ message: 'Hello', exclude: 'fact:one\n\n  \na text', session: 'session:s' })).toEqual({
    message: 'Hello',
    maxTokens: 200,
    session: 'session:s',
    exclude: ['fact:one', 'a text'],
  });
});

test('tokens beyond the most there can be count as not said', () => {
  expect(ambientAskedIn({ message: 'Hello', tokens: '40' })?.maxTokens).toBe(40);
  for (const tokens of ['0', '201', 'many']) expect(ambientAskedIn({ message: 'Hello', tokens })?.maxTokens).toBe(200);
});
