import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseIsoDate } from '../../../src/domain/input.ts';

describe('a date as a text', () => {
  it.each([
    ['2023-05-08', '2023-05-08T00:00:00.000Z'],
    ['2023-05-08T13:56', '2023-05-08T13:56:00.000Z'],
    ['2023-05-08T13:56:07.123456789Z', '2023-05-08T13:56:07.123Z'],
    ['2023-05-08T13:56:07.1Z', '2023-05-08T13:56:07.100Z'],
    ['2023-05-08T00:30:00+01:00', '2023-05-07T23:30:00.000Z'],
    ['2023-12-31T23:30:00-0130', '2024-01-01T01:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['0099-03-01', '0099-03-01T00:00:00.000Z'],
  ])('%s is %s, whatever the time zone of the machine', (text, expected) => {
    expect(parseIsoDate(text)?.toISOString()).toBe(expected);
  });

  it.each([
    '2023-02-29',
    '2023-02-30',
    '2023-04-31',
    '1900-02-29',
    '2023-13-01',
    '2023-00-10',
    '2023-01-00',
    '2023-05-08T24:00:00Z',
    '2023-05-08T12:60:00Z',
    '2023-05-08T12:00:00+24:00',
    '2023-05-08 12:00',
    '2023-5-8',
    '8 May 2023',
    '20230508',
    '',
    '+012023-05-08',
  ])('%s is none', (text) => {
    expect(parseIsoDate(text)).toBeUndefined();
  });

  it('is read as it was written', () => {
    const dates = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(dates, (date) => {
        expect(parseIsoDate(date.toISOString())).toEqual(date);
      }),
    );
  });
});
