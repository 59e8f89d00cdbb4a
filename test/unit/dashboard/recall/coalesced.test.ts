import { expect, test } from 'vitest';
import { coalesced } from '../../../../dashboard/src/views/recall/coalesced.ts';

/** A way to ask that answers when it is told to. */
function slow() {
  const asked: { question: string; answer: (text: string) => void; fail: (error: Error) => void }[] = [];
  const ask = (question: string) =>
    new Promise<string>((answer, fail) => {
      asked.push({ question, answer, fail });
    });
  return { asked, ask };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('one question is on its way at a time, and of those asked meanwhile only the latest is asked', async () => {
  const { asked, ask } = slow();
  const told: unknown[] = [];
  const put = coalesced(ask, (outcome) => told.push(outcome));
  for (const question of ['a', 'b', 'c', 'd']) put(question);
  expect(asked.map(({ question }) => question)).toEqual(['a']);

  asked[0]?.answer('A');
  await settled();
  expect(asked.map(({ question }) => question)).toEqual(['a', 'd']);
  expect(told).toEqual([{ question: 'a', answer: 'A' }]);

  asked[1]?.answer('D');
  await settled();
  expect(asked).toHaveLength(2);
  expect(told.at(-1)).toEqual({ question: 'd', answer: 'D' });
});

test('a question that fails is told, and does not keep the next one from being asked', async () => {
  const { asked, ask } = slow();
  const told: unknown[] = [];
  const put = coalesced(ask, (outcome) => told.push(outcome));
  put('a');
  put('b');
  const error = new Error('lost');
  asked[0]?.fail(error);
  await settled();
  expect(told).toEqual([{ question: 'a', error }]);
  expect(asked.map(({ question }) => question)).toEqual(['a', 'b']);
});
