import { expect, test } from 'vitest';
import { answerKinds, traitsOf } from '../../../src/recall-index/text-traits.ts';

test('a text without a question mark asks nothing', () => {
  expect(traitsOf('It rained. We stayed in.').questionShare).toBe(0);
});

test('a text that only asks does nothing else, in any script', () => {
  expect(traitsOf('How are you? What is new?').questionShare).toBe(1);
  expect(traitsOf('你好吗？').questionShare).toBe(1);
});

test('a text that tells and asks does so by its characters', () => {
  const { questionShare } = traitsOf('I went to the beach with the kids yesterday. And you?');
  expect(questionShare).toBeGreaterThan(0);
  expect(questionShare).toBeLessThan(0.5);
});

test('times, numbers and places are told apart', () => {
  expect(traitsOf('I saw her yesterday').answers & answerKinds.time).not.toBe(0);
  expect(traitsOf('she has three cats').answers & answerKinds.number).not.toBe(0);
  expect(traitsOf('we moved to Seattle').answers & answerKinds.place).not.toBe(0);
  expect(traitsOf('hello you').answers).toBe(0);
});

test('what somebody owes or borrowed is told apart from what they are owed or lent', () => {
  const debts = (text: string): number => traitsOf(text).answers & (answerKinds.ownDebt | answerKinds.othersDebt);
  for (const text of ['I still owe Bruno 50 euros.', 'Lena lent me her drill.', "I've borrowed a tent from Sam."])
    expect(debts(text), text).toBe(answerKinds.ownDebt);
  for (const text of ['Bruno owes me a beer.', 'I lent Lena my drill.', 'Sam borrowed my tent.'])
    expect(debts(text), text).toBe(answerKinds.othersDebt);
  expect(debts('Lena bought a drill.')).toBe(0);
});

test('may is a month only when it is written as one', () => {
  expect(traitsOf('you may go').answers & answerKinds.time).toBe(0);
  expect(traitsOf('back in May').answers & answerKinds.time).not.toBe(0);
});

test('a text that calls somebody by name is told from one that speaks of them', () => {
  const calls = (text: string): boolean => (traitsOf(text).answers & answerKinds.addressing) !== 0;
  for (const text of [
    'Hey Sam! What a day.',
    'hi sam',
    'Thanks, Sam!',
    'I agree, Sam.',
    'Wow, that is great, Sam! And you?',
  ])
    expect(calls(text), text).toBe(true);
  for (const text of [
    'Sam lives in Leeds.',
    'I met Sam in the park.',
    'I met Sam, who was late.',
    'The dog of Sam is old.',
  ])
    expect(calls(text), text).toBe(false);
});

test('what somebody says of themselves shows in each sentence', () => {
  expect(traitsOf('Thanks. My sister is a nurse.').answers & answerKinds.self).not.toBe(0);
});
