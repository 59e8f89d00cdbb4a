import { expect, test } from 'vitest';
import { Problem } from '../../../dashboard/src/api.ts';
import { withProblem } from '../../../dashboard/src/use-answer.ts';

const before = { answer: 'Luna is a cat.', isLoading: true };

test('an answer stays where the hub cannot be asked for a while', () => {
  const problem = new Problem('OFFLINE', 'The hub does not answer.');
  expect(withProblem(before, problem)).toEqual({ answer: before.answer, isLoading: false, problem });
});

test('an answer goes with what it tells of', () => {
  const problem = new Problem('NOT_FOUND', 'No such memory.');
  expect(withProblem(before, problem)).toEqual({ isLoading: false, problem });
});
