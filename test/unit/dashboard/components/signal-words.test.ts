import { expect, test } from 'vitest';
import { inThousandths, signalWords, speaking } from '../../../../dashboard/src/components/signal-words.ts';
import { signalNames } from '../../../../src/recall/profiles.ts';

test('what is written for the parts adds up to what is written for the sum', () => {
  const parts = [0.1111, 0.2224, 0.3335, 0.0006, 0];
  const sum = parts.reduce((total, part) => total + part, 0);
  const written = inThousandths(parts, sum);
  expect(written.reduce((total, part) => total + part, 0)).toBe(Math.round(sum * 1000));
  expect(written).toEqual([111, 222, 334, 1, 0]);
});

test('only signals that add something speak, the loudest first', () => {
  const signal = (name: string, contribution: number) => ({ name, value: 1, weight: contribution, contribution });
  const all = [signal('a', 0.1), signal('b', 0), signal('c', 0.3)];
  expect(speaking(all).map(({ name }) => name)).toEqual(['c', 'a']);
});

test('every signal of recall has words; one that is not known keeps its name', () => {
  for (const name of signalNames) expect(signalWords(name), name).toMatch(/^[a-z ]+$/);
  expect(signalWords('unheardOf')).toBe('unheardOf');
});
