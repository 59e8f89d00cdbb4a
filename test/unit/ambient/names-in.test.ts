import { describe, expect, test } from 'vitest';
import { namesMeant } from '../../../src/recall-index/name-matcher.ts';
import { indexOf, memoryOf } from '../recall-index/index-fixture.ts';

/** What stands in a message where it means a name that the agent knows. */
function meant(names: readonly string[], message: string): readonly string[] {
  const mentions = names.map((name) => ({ entity: `entity:${name}`, type: 'other' as const, surfaces: [name] }));
  const index = indexOf([memoryOf('1', 'A memory.', { mentions })]);
  return namesMeant(index.namesOf(['lisa']), message).map(({ from, to }) => message.slice(from, to));
}

describe('a name that is an ordinary word as well', () => {
  const names = ['Mark', 'Will', 'Art', 'Rose', 'May', 'Pepper', 'Apple', 'Bear', 'Hope', 'Grace', 'Monday'];

  test('is not meant where it is written small', () => {
    expect(meant(names, 'mark my words, it will rose, may I add pepper to the apple? i bear no hope')).toEqual([]);
    expect(meant(names, 'two marks for the apples')).toEqual([]);
  });

  test('is meant where its capital says so', () => {
    expect(meant(names, 'You could ask Mark and Will about Pepper’s bowl, or Rose.')).toEqual([
      'Mark',
      'Will',
      'Pepper',
      'Rose',
    ]);
  });

  test('is not meant where a sentence begins with it', () => {
    expect(meant(names, 'Will it rain? May I go? Hope so.\nBear in mind: "Apple pie" is best.')).toEqual([]);
    expect(meant(names, 'Mark every line that is longer than eighty characters.')).toEqual([]);
  });

  test('is meant where a sentence begins with a person', () => {
    expect(meant(names, 'Mark moved to Seattle. Grace wants a dog.')).toEqual(['Mark', 'Grace']);
  });

  test('is not meant where everything is in capitals', () => {
    expect(meant(names, 'I SAID THAT IT WILL BE A GREAT DAY FOR ART')).toEqual([]);
  });
});

test('a name that is no ordinary word is meant however it is written', () => {
  const names = ['Luna', 'Melanie', 'src/auth.py', 'PostgreSQL', 'Seattle', '北京'];
  expect(meant(names, 'luna, melanie and SEATTLE: does src/auth.py use postgresql? 我在北京')).toEqual([
    'luna',
    'melanie',
    'SEATTLE',
    'src/auth.py',
    'postgresql',
    '北京',
  ]);
});

test('a phrase of function words is meant only with a capital within it, one with a noun always', () => {
  const names = ['Get Out', 'It', 'Login Bug', 'The Art of War'];
  expect(meant(names, 'get out of it, the login bug is back')).toEqual(['login bug']);
  expect(meant(names, 'We saw Get Out and then It, then read the art of war')).toEqual([
    'Get Out',
    'It',
    'the art of war',
  ]);
});

test('numbers and single letters are never names by themselves', () => {
  expect(meant(['2024', 'x', '7'], 'In 2024 there were 7 of x')).toEqual([]);
});

test('a name that begins a sentence is meant where somebody does or is something', () => {
  expect(meant(['Rex'], 'Rex is limping.')).toEqual(['Rex']);
  expect(meant(['Rex', 'Max'], 'Max needs his walk. Rex loves snow.')).toEqual(['Max', 'Rex']);
  expect(meant(['Rex', 'Bear'], 'Bear with me. Bear is a noun.')).toEqual([]);
});
