import { describe, expect, test } from 'vitest';
import {
  barsWords,
  bucketWords,
  lookedAtWords,
  outcomeWords,
  sleepWords,
} from '../../../../dashboard/src/views/time/time-words.ts';

test('a bucket is named by when it begins, in UTC', () => {
  expect(bucketWords('2026-01-09T23:00:00.000Z', 'hour')).toBe('9 Jan, 23:00');
  expect(bucketWords('2026-01-09T00:00:00.000Z', 'day')).toBe('9 Jan 2026');
  expect(bucketWords('2026-01-05T00:00:00.000Z', 'week')).toBe('week of 5 Jan 2026');
  expect(bucketWords('2026-01-01T00:00:00.000Z', 'month')).toBe('Jan 2026');
});

describe('bars', () => {
  test('are told by their sum and the highest of them', () => {
    const bars = [
      { words: '9 Jan 2026', count: 2 },
      { words: '10 Jan 2026', count: 5 },
    ];
    expect(barsWords('learned', bars)).toBe('Learned: 7 in all, most of them (5) in: 10 Jan 2026.');
  });

  test('that are all empty are told as none', () => {
    expect(barsWords('faded', [{ words: '9 Jan 2026', count: 0 }])).toBe('Faded: none.');
  });
});

describe('a sleep', () => {
  test('is told by what it did, and whether it was broken off', () => {
    const memory = { id: 'fact:one', type: 'fact', content: 'Luna is a cat.' } as const;
    const sleep = {
      startedAt: '2026-01-09T10:00:00.000Z',
      endedAt: '2026-01-09T10:00:01.000Z',
      steps: [],
      promoted: [memory],
      superseded: [],
      archived: 2,
    };
    expect(sleepWords(sleep)).toBe('promoted 1 fact, superseded 0 facts, archived 2 beliefs');
    expect(sleepWords({ ...sleep, brokenOff: true })).toMatch(/; it was broken off$/);
  });

  test('is told with all the facts that it made, though only the latest are listed', () => {
    const steps = [{ step: 'promote', lookedAt: 900, changed: 900, counts: { facts: 296 } }] as const;
    const sleep = { startedAt: '', endedAt: '', steps, promoted: [], superseded: [], archived: 0 };
    expect(sleepWords(sleep)).toBe('promoted 296 facts, superseded 0 facts, archived 0 beliefs');
  });

  test('has steps that are told by what they looked at and what came of it', () => {
    const step = { step: 'promote', lookedAt: 1, changed: 1, counts: { facts: 3, unread: 0 } } as const;
    expect(lookedAtWords(step)).toBe('1 observation');
    expect(outcomeWords(step)).toBe('facts: 3');
    expect(outcomeWords({ ...step, counts: {} })).toBe('–');
  });
});
