import { expect, test } from 'vitest';
import { sinceLastVisit } from '../../../../dashboard/src/views/start/last-visit.ts';

/** What a browser keeps for a page. */
function shelf(): Storage {
  const kept = new Map<string, string>();
  return {
    length: 0,
    key: () => null,
    clear: () => kept.clear(),
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

test('a visit goes on while the page is open, and ends when it was closed for an hour', () => {
  const kept = shelf();
  const monday = Date.UTC(2026, 2, 2, 9);
  const open = (minutes: number) => sinceLastVisit('home', new Date(monday + minutes * 60_000), kept);
  expect(open(-3 * 24 * 60).isFirst).toBe(true);
  const friday = new Date(monday - 3 * 24 * 3_600_000).toISOString();
  for (let minute = 0; minute <= 90; minute += 1) open(minute);
  expect(open(91)).toEqual({ from: friday, isFirst: false });
  expect(open(152)).toEqual({ from: new Date(monday + 91 * 60_000).toISOString(), isFirst: false });
});
