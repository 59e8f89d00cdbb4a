import { describe, expect, test } from 'vitest';
import { dateMatch, daysAhead, isSetFor, namedDates } from '../../../src/language/dates.ts';

const day = (year: number, month: number, date: number): number => Date.UTC(year, month - 1, date) / 86_400_000;

describe('dates that a query names', () => {
  test.each([
    ['What happened on 8 May 2023?', [{ year: 2023, month: 4, day: 8 }]],
    ['on the 8th of May, 2023', [{ year: 2023, month: 4, day: 8 }]],
    ['May 8, 2023 at noon', [{ year: 2023, month: 4, day: 8 }]],
    ['since 2023-05-08', [{ year: 2023, month: 4, day: 8 }]],
    ['during 2023-05', [{ year: 2023, month: 4 }]],
    ['in January 2024', [{ year: 2024, month: 0 }]],
    ['in March', [{ month: 2 }]],
    ['on 3 march', [{ month: 2, day: 3 }]],
    [
      'between June 2022 and 4 July 2022',
      [
        { year: 2022, month: 6, day: 4 },
        { year: 2022, month: 5 },
      ],
    ],
  ])('%s', (text, dates) => {
    expect(namedDates(text)).toEqual(dates);
  });

  test.each([
    'May I ask you something?',
    'you may march on',
    'a march in the rain',
    'Mark said hello',
    'March on!',
    '14 decades',
  ])('are none in: %s', (text) => {
    expect(namedDates(text)).toEqual([]);
  });
});

describe('the match with a day', () => {
  const named = namedDates('8 May 2023');

  test('is full on the day and falls after', () => {
    expect(dateMatch(named, day(2023, 5, 8))).toBe(1);
    expect(dateMatch(named, day(2023, 5, 7))).toBe(0);
    expect(dateMatch(named, day(2023, 5, 15))).toBeCloseTo(Math.exp(-1));
  });

  test('takes the year of the memory when none is named', () => {
    expect(dateMatch(namedDates('8 May'), day(2019, 5, 8))).toBe(1);
  });
});

describe('the match with a month', () => {
  test('is full within it and less in the first days of the next, over the turn of the year too', () => {
    const december = namedDates('in December 2022');
    expect(dateMatch(december, day(2022, 12, 31))).toBe(1);
    expect(dateMatch(december, day(2023, 1, 7))).toBe(0.6);
    expect(dateMatch(december, day(2023, 1, 8))).toBe(0);
    expect(dateMatch(december, day(2021, 12, 5))).toBe(0);
    expect(dateMatch(namedDates('in December'), day(2023, 1, 2))).toBe(0.6);
  });
});

describe('what is set for a day', () => {
  const dayOf = (date: string): number => Date.parse(date) / 86_400_000;
  const said = new Date('2026-11-20T12:00:00Z');

  test.each([
    ['The plumber comes on Wednesday, the 2nd of December.', '2026-12-02', true],
    ['The plumber comes on Wednesday, the 2nd of December.', '2026-11-25', false],
    ['The plumber comes on Wednesday.', '2026-11-25', true],
    ['The plumber comes on Wednesday.', '2026-12-02', false],
    ['The plumber comes next Wednesday.', '2026-12-02', true],
    ['The plumber was here on Wednesday.', '2026-11-25', false],
    ["I've booked the plumber for Wednesday.", '2026-11-25', true],
    ['We are in Malmö from the 9th to the 11th of December.', '2026-12-10', true],
    ['We are in Malmö from 9 December to 11 December.', '2026-12-12', false],
    ['Exams are on 3 December and 7 December.', '2026-12-05', false],
    ["Rui's birthday is on the 3rd of March.", '2027-03-03', true],
    ['I moved here on 19 November.', '2027-11-19', false],
    ['Dinner with Ada tomorrow.', '2026-11-21', true],
    ['I sing on Wednesdays.', '2026-11-25', false],
    ['The recital was moved from 3 December to 9 December.', '2026-12-05', false],
    ['The recital was moved from 3 December to 9 December.', '2026-12-09', true],
  ])('%s %s: %s', (text, date, expected) => {
    expect(isSetFor(text, dayOf(date), said)).toBe(expected);
  });

  test('is asked for by the days to come that a message names', () => {
    const daysIn = (text: string): readonly string[] =>
      daysAhead(text, said).map((one) => new Date(one * 86_400_000).toISOString().slice(5, 10));
    expect(daysIn('Can we meet on Wednesday?')).toEqual(['11-25']);
    expect(daysIn('Can we meet next Wednesday?')).toEqual(['11-25', '12-02']);
    expect(daysIn('Am I free the day after tomorrow?')).toEqual(['11-22']);
    expect(daysIn('Am I free on the 4th?')).toEqual(['12-04']);
    expect(daysIn('What did we do last Wednesday?')).toEqual([]);
    expect(daysIn('Book a hut for the first weekend of March')).toEqual([]);
  });
});
