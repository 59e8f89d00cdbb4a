import { expect, test } from 'vitest';
import { Timelines } from '../../../src/recall-index/timelines.ts';
import { randomOf, shuffled } from './index-fixture.ts';

/** Timelines of documents whose times and lengths are given by their number. */
function timelinesOf(times: readonly number[], lengths: readonly number[]): Timelines {
  return new Timelines({
    precedes: (first, second) => (times[first] as number) < (times[second] as number),
    length: (doc) => lengths[doc] as number,
  });
}

function walk(timelines: Timelines, first: number): number[] {
  const docs: number[] = [];
  for (let doc = first; doc >= 0; doc = timelines.next.values[doc] as number) docs.push(doc);
  return docs;
}

test('documents that come in any order lie in the order of time', () => {
  const times = shuffled([10, 20, 30, 40, 50, 60, 70], randomOf(3));
  const timelines = timelinesOf(times, times);
  times.forEach((_, doc) => {
    timelines.add(doc, 0);
  });
  expect(walk(timelines, times.indexOf(10)).map((doc) => times[doc])).toEqual([10, 20, 30, 40, 50, 60, 70]);
});

test('a window is as long as its document, the two before and the one after', () => {
  const lengths = [1, 10, 100, 1_000, 10_000];
  const timelines = timelinesOf([0, 1, 2, 3, 4], lengths);
  lengths.forEach((_, doc) => {
    timelines.add(doc, 5);
  });
  expect([...timelines.windowLength.rows()]).toEqual([11, 111, 1_111, 11_110, 11_100]);
  expect(timelines.totalWindowLength).toBe(11 + 111 + 1_111 + 11_110 + 11_100);
  expect(timelines.totalSessionLength).toBe(11_111);
});

test('removing documents leaves what never having had them would have left', () => {
  const times = [0, 1, 2, 3, 4, 5];
  const lengths = [3, 5, 7, 11, 13, 17];
  const changed = timelinesOf(times, lengths);
  const plain = timelinesOf(times, lengths);
  times.forEach((_, doc) => {
    changed.add(doc, 0);
    plain.add(doc, doc === 2 || doc === 5 ? -1 : 0);
  });
  changed.remove(2);
  changed.remove(5);
  for (const doc of [0, 1, 3, 4]) {
    expect(changed.windowLength.values[doc]).toBe(plain.windowLength.values[doc]);
    expect(changed.next.values[doc]).toBe(plain.next.values[doc]);
    expect(changed.previous.values[doc]).toBe(plain.previous.values[doc]);
  }
  expect(changed.totalWindowLength).toBe(plain.totalWindowLength - 7 - 17);
  expect(changed.totalSessionLength).toBe(plain.totalSessionLength);
});

test('sessions are timelines of their own and documents without one have no neighbours', () => {
  const timelines = timelinesOf([0, 1, 2], [1, 1, 1]);
  timelines.add(0, 8);
  timelines.add(1, 9);
  timelines.add(2, -1);
  expect([...timelines.next.rows()]).toEqual([-1, -1, -1]);
  expect(timelines.sessionCount).toBe(2);
  expect(timelines.timelineOf.values[2]).toBe(-1);
});
