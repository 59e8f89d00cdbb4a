import { expect, test } from 'vitest';
import { AmbientCounts } from '../../../src/ambient/ambient.ts';
import type { AmbientContext } from '../../../src/ambient/ambient-options.ts';

const silent: AmbientContext = { text: '', tokens: 0, items: [], names: [], silence: 'no-names', latencyMs: 1 };
const said: AmbientContext = { text: 'Luna is a cat.', tokens: 5, items: [], names: ['Luna'], latencyMs: 3 };

test('before the first message everything is 0', () => {
  expect(new AmbientCounts().read()).toMatchObject({
    messages: 0,
    share: 0,
    names: 0,
    tokens: 0,
  });
});

test('counts messages, names, tokens and the causes of silence', () => {
  const counts = new AmbientCounts();
  for (const context of [silent, silent, said, { ...said, tokens: 7 }]) counts.note(context);
  const { silence, ...stats } = counts.read();
  expect(stats).toEqual({ messages: 4, share: 0.5, names: 2, tokens: 6, latencyMs: { p50: 1, p95: 3 } });
  expect(silence).toEqual({
    off: 0,
    'no-names': 2,
    'nothing-relevant': 0,
    'already-there': 0,
    'over-budget': 0,
    cancelled: 0,
    failed: 0,
  });
});

test('latencies are those of the last 1,000 messages', () => {
  const counts = new AmbientCounts();
  for (let message = 0; message < 1_000; message++) counts.note({ ...silent, latencyMs: 100 });
  expect(counts.read().latencyMs).toEqual({ p50: 100, p95: 100 });
  for (let message = 0; message < 1_000; message++) counts.note({ ...silent, latencyMs: message + 1 });
  expect(counts.read().latencyMs).toEqual({ p50: 500, p95: 950 });
});
