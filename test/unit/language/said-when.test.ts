import { describe, expect, it } from 'vitest';
import { saidWhen, sinceWhen } from '../../../src/language/dates.ts';

const now = new Date('2026-02-01T10:00:00Z');
const when = (at: string): string => saidWhen(new Date(at), now);

describe('when something was', () => {
  it.each([
    ['2026-02-01T00:10:00Z', 'earlier today'],
    ['2026-01-31T23:50:00Z', 'yesterday'],
    ['2026-01-28T12:00:00Z', 'on Wednesday'],
    ['2026-01-20T12:00:00Z', 'last week'],
    ['2026-01-14T12:00:00Z', 'on 14 January'],
    ['2025-11-20T12:00:00Z', 'on 20 November'],
    ['2025-09-20T12:00:00Z', 'in September'],
    ['2025-03-20T12:00:00Z', 'in March 2025'],
    ['2019-03-20T12:00:00Z', 'in 2019'],
  ])('%s is told as %s', (at, words) => expect(when(at)).toBe(words));

  it('is not told of what is still to come, or of no date', () => {
    expect(when('2026-02-02T00:00:00Z')).toBe('');
    expect(saidWhen(new Date(Number.NaN), now)).toBe('');
    expect(sinceWhen(new Date('2027-01-01'), now)).toBe('');
  });

  it('is told as a beginning too', () => {
    expect(sinceWhen(new Date('2025-12-20'), now)).toBe('since 20 December');
    expect(sinceWhen(new Date('2026-01-20'), now)).toBe('since last week');
    expect(sinceWhen(new Date('2019-01-20'), now)).toBe('since 2019');
  });
});
