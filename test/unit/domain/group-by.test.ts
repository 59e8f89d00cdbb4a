import { expect, it } from 'vitest';
import { groupBy } from '../../../src/domain/values.ts';

it('groups in the order in which keys and items come', () => {
  const groups = groupBy(['bee', 'ant', 'bug', 'ape'], (word) => word[0]);
  expect([...groups]).toEqual([
    ['b', ['bee', 'bug']],
    ['a', ['ant', 'ape']],
  ]);
  expect(groupBy([], String).size).toBe(0);
});
