import { expect, test } from 'vitest';
import { limitOf, otherThan } from '../../../../dashboard/src/views/perspectives/compared.ts';

const names = ['lisa', 'electra', 'system'];

test('an agent is compared with the one that was chosen', () => {
  expect(otherThan('lisa', 'system', names)).toBe('system');
});

test('an agent is compared with the one that holds most, where none or it itself was chosen', () => {
  expect(otherThan('lisa', undefined, names)).toBe('electra');
  expect(otherThan('electra', 'electra', names)).toBe('lisa');
});

test('an agent that is alone is compared with nobody', () => {
  expect(otherThan('lisa', undefined, ['lisa'])).toBeUndefined();
});

test('a list shows as many as the address says, if that can be chosen', () => {
  expect(limitOf('50')).toBe(50);
  expect(limitOf('7')).toBe(10);
  expect(limitOf(undefined)).toBe(10);
});
