import { describe, expect, test } from 'vitest';
import { bucketSpan, dayIn, momentsOf, spanName } from '../../../../dashboard/src/views/time/time-span.ts';

const now = new Date('2026-02-01T12:00:00.000Z');

describe('the time that an address names', () => {
  test('is all of it where it names none, or one that there is not', () => {
    expect(momentsOf({}, now)).toEqual({});
    expect(spanName({ span: 'century' })).toBe('all');
  });

  test('reaches back from now', () => {
    expect(momentsOf({ span: 'day' }, now)).toEqual({ from: '2026-01-31T12:00:00.000Z' });
    expect(momentsOf({ span: 'week' }, now)).toEqual({ from: '2026-01-25T12:00:00.000Z' });
  });

  test('takes in all of the first and the last day', () => {
    expect(momentsOf({ span: 'own', from: '2026-01-09', to: '2026-01-10' }, now)).toEqual({
      from: '2026-01-09T00:00:00.000Z',
      to: '2026-01-10T23:59:59.999Z',
    });
  });

  test('takes moments as they are', () => {
    const moments = { from: '2026-01-09T10:00:00.000Z', to: '2026-01-09T10:59:59.999Z' };
    expect(momentsOf(moments, now)).toEqual(moments);
  });

  test('may be open at either end', () => {
    expect(momentsOf({ from: '2026-01-09' }, now)).toEqual({ from: '2026-01-09T00:00:00.000Z' });
    expect(spanName({ span: 'week', to: '2026-01-09' })).toBe('own');
  });
});

describe('a bucket', () => {
  const buckets = [{ at: '2026-01-09T10:00:00.000Z' }, { at: '2026-01-09T11:00:00.000Z' }];

  test('goes to the last moment before the next one', () => {
    expect(bucketSpan(buckets, [0, 0], '2026-01-09T11:30:00.000Z')).toEqual({
      from: '2026-01-09T10:00:00.000Z',
      to: '2026-01-09T10:59:59.999Z',
    });
  });

  test('may be several, first and last', () => {
    const span = { from: '2026-01-09T10:00:00.000Z', to: '2026-01-09T11:30:00.000Z' };
    expect(bucketSpan(buckets, [0, 1], span.to)).toEqual(span);
  });

  test('goes to the end of the timeline where it is the last one', () => {
    expect(bucketSpan(buckets, [1, 1], '2026-01-09T11:30:00.000Z')?.to).toBe('2026-01-09T11:30:00.000Z');
    expect(bucketSpan(buckets, [2, 2], '2026-01-09T11:30:00.000Z')).toBeUndefined();
  });
});

test('a field shows the day of a moment, or nothing', () => {
  expect(dayIn('2026-01-09T10:00:00.000Z')).toBe('2026-01-09');
  expect(dayIn(undefined)).toBe('');
});
