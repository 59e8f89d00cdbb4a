import { describe, expect, test } from 'vitest';
import { BatchQueue, WaitingTexts } from '../../../src/embed/embedding-worker.ts';

const texts = (count: number, name: string): string[] => Array.from({ length: count }, (_, at) => `${name}${at}`);

function drain(queue: BatchQueue<WaitingTexts>): (readonly string[])[] {
  const batches: (readonly string[])[] = [];
  for (let batch = queue.next(); batch !== undefined; batch = queue.next()) batches.push(batch.texts);
  return batches;
}

describe('batch queue', () => {
  test('hands out every text once, shortest first, a few at a time', () => {
    const queue = new BatchQueue<WaitingTexts>();
    const all = Array.from({ length: 30 }, (_, at) => 'x'.repeat(30 - at));
    queue.add(new WaitingTexts('document', all));
    const batches = drain(queue);
    expect(batches.flat()).toEqual(all.toReversed());
    expect(Math.max(...batches.map((batch) => batch.length))).toBe(8);
  });

  test('gives a long text a batch of its own', () => {
    const queue = new BatchQueue<WaitingTexts>();
    queue.add(new WaitingTexts('document', ['short', 'y'.repeat(50_000), 'z'.repeat(50_000)]));
    expect(drain(queue).map((batch) => batch.length)).toEqual([1, 1, 1]);
  });

  test('lets calls take turns', () => {
    const queue = new BatchQueue<WaitingTexts>();
    queue.add(new WaitingTexts('document', texts(20, 'a')));
    queue.add(new WaitingTexts('document', texts(20, 'b')));
    expect(drain(queue).map((batch) => batch[0]?.charAt(0))).toEqual(['a', 'b', 'a', 'b', 'a', 'b']);
  });

  test('lets queries go first, but documents are due after eight of them', () => {
    const queue = new BatchQueue<WaitingTexts>();
    queue.add(new WaitingTexts('document', texts(10, 'd')));
    for (const text of texts(20, 'q')) queue.add(new WaitingTexts('query', [text]));
    const order = drain(queue).map((batch) => batch[0]?.charAt(0));
    expect(order.join('')).toBe('qqqqqqqqdqqqqqqqqdqqqq');
  });

  test('passes over a call that was cleared', () => {
    const queue = new BatchQueue<WaitingTexts>();
    const cancelled = new WaitingTexts('query', ['cancelled']);
    queue.add(cancelled);
    queue.add(new WaitingTexts('document', ['kept']));
    cancelled.clear();
    expect(drain(queue)).toEqual([['kept']]);
  });
});
