import { afterEach, expect, test, vi } from 'vitest';
import { callLong } from '../../../dashboard/src/long-call.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a call that takes long tells in words that the hub was lost', async () => {
  const told: unknown[] = [];
  const body = new ReadableStream({
    start: (stream) => stream.enqueue(new TextEncoder().encode('event: progress\ndata: {"done":1}\n\n')),
    pull: (stream) => {
      if (told.length > 0) stream.error(new TypeError('network error'));
    },
  });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body)));
  const call = callLong('home', 'sleep', (progress) => told.push(progress));
  await expect(call).rejects.toMatchObject({ code: 'OFFLINE', message: 'The hub was lost during sleep.' });
  expect(told).toHaveLength(1);
});
