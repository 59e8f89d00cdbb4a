import { expect, test } from 'vitest';
import { RecallCounts } from '../../../src/recall/agent-stats.ts';

/** Counts recalls that take as long as they are told to. */
function handTimed(): { counts: RecallCounts; recall: (tookMs: number, found: number) => Promise<unknown> } {
  let now = 0;
  const counts = new RecallCounts(() => now);
  return {
    counts,
    recall: (tookMs, found) =>
      counts.count(async () => {
        now += tookMs;
        return { memories: Array.from({ length: found }) };
      }),
  };
}

test('before the first recall no durations are told', () => {
  expect(handTimed().counts.read()).toEqual({ calls: 0, empty: 0 });
});

test('counts recalls, those that found nothing, and how long they took', async () => {
  const { counts, recall } = handTimed();
  for (const tookMs of [4, 1, 3, 2]) await recall(tookMs, tookMs - 1);
  expect(counts.read()).toEqual({ calls: 4, empty: 1, latencyMs: { p50: 2, p95: 4 } });
});

test('leaves out what failed', async () => {
  const { counts } = handTimed();
  await expect(counts.count(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(counts.read()).toEqual({ calls: 0, empty: 0 });
});

test('durations are those of the last 1,000 recalls', async () => {
  const { counts, recall } = handTimed();
  for (let call = 0; call < 1_000; call++) await recall(100, 1);
  for (let call = 0; call < 1_000; call++) await recall(call + 1, 1);
  expect(counts.read()).toEqual({ calls: 2_000, empty: 0, latencyMs: { p50: 500, p95: 950 } });
});
