import { expect, it } from 'vitest';
import { withDeed, withUndone } from '../../../../dashboard/src/views/mending/deeds.ts';
import { quoted } from '../../../../dashboard/src/views/mending/mending.ts';

const at = new Date('2026-03-01T09:00:00Z');

it('lists deeds latest first, each with a key of its own and the time at which it was done', () => {
  const deeds = withDeed(withDeed([], { what: 'One.' }, at), { what: 'Two.' }, at);
  expect(deeds).toEqual([
    { what: 'Two.', key: 1, at: at.toISOString() },
    { what: 'One.', key: 0, at: at.toISOString() },
  ]);
});

it('notes of one deed alone that it was undone', () => {
  const deeds = withDeed(withDeed([], { what: 'One.' }, at), { what: 'Two.' }, at);
  expect(withUndone(deeds, 0, at).map(({ undoneAt }) => undoneAt)).toEqual([undefined, at.toISOString()]);
});

it('quotes a memory on one line, cut where it is long', () => {
  expect(quoted(' Tea\n  at four. ')).toBe('“Tea at four”');
  expect(quoted(`${'tea '.repeat(40)}`)).toMatch(/^“(?:tea ){29}tea …”$/);
});
