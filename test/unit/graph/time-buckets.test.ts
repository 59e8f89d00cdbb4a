import { describe, expect, it } from 'vitest';
import { bucketCount, bucketStart, fittingBucket } from '../../../src/graph/timeline.ts';

const at = Date.parse('2026-02-18T13:45:10.500Z');

describe('the bucket of a moment', () => {
  it.each([
    ['hour', '2026-02-18T13:00:00.000Z', '2026-02-18T15:00:00.000Z'],
    ['day', '2026-02-18T00:00:00.000Z', '2026-02-20T00:00:00.000Z'],
    ['week', '2026-02-16T00:00:00.000Z', '2026-03-02T00:00:00.000Z'],
    ['month', '2026-02-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z'],
  ] as const)('begins with the %s in UTC', (bucket, start, later) => {
    expect(new Date(bucketStart(at, bucket)).toISOString()).toBe(start);
    expect(new Date(bucketStart(at, bucket, 2)).toISOString()).toBe(later);
    expect(bucketStart(Date.parse(start), bucket)).toBe(Date.parse(start));
  });

  it('is found before 1970 and in the first century too', () => {
    expect(new Date(bucketStart(Date.parse('1969-12-31T23:59:00Z'), 'week')).toISOString()).toBe(
      '1969-12-29T00:00:00.000Z',
    );
    expect(new Date(bucketStart(Date.parse('0033-04-03T15:00:00Z'), 'month', -1)).toISOString()).toBe(
      '0033-03-01T00:00:00.000Z',
    );
  });
});

describe('how many buckets there are', () => {
  it.each([
    ['hour', '2026-02-18T13:59:59Z', 1],
    ['hour', '2026-02-18T14:00:00Z', 2],
    ['day', '2026-02-20T00:00:00Z', 3],
    ['week', '2026-02-22T23:00:00Z', 1],
    ['week', '2026-02-23T00:00:00Z', 2],
    ['month', '2027-01-01T00:00:00Z', 12],
  ] as const)('in %ss until %s', (bucket, to, count) => {
    expect(bucketCount(at, Date.parse(to), bucket)).toBe(count);
  });

  it.each([
    ['2026-02-21T00:00:00Z', 'hour'],
    ['2026-02-22T00:00:00Z', 'day'],
    ['2026-06-18T00:00:00Z', 'week'],
    ['2028-02-18T00:00:00Z', 'month'],
    ['2099-02-18T00:00:00Z', 'month'],
  ])('decides until %s for %ss', (to, bucket) => {
    expect(fittingBucket(at, Date.parse(to))).toBe(bucket);
  });
});
