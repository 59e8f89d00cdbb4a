import { describe, expect, test } from 'vitest';
import { RecentResults } from '../../../src/embed/recent-results.ts';

describe('recent results', () => {
  test('drops the text that was unused for longest', () => {
    const recent = new RecentResults(2);
    recent.set('one', { vector: Float32Array.of(1) });
    recent.set('two', { vector: Float32Array.of(2) });
    recent.get('one');
    recent.set('three', { vector: Float32Array.of(3) });
    expect([recent.get('one'), recent.get('two'), recent.get('three')]).toEqual([
      { vector: Float32Array.of(1) },
      undefined,
      { vector: Float32Array.of(3) },
    ]);
  });

  test('keeps nothing with a limit of 0, and no text of more than 2,000 characters', () => {
    const none = new RecentResults(0);
    none.set('text', { vector: Float32Array.of(1) });
    expect(none.get('text')).toBeUndefined();
    const some = new RecentResults(1);
    some.set('x'.repeat(2_001), { vector: Float32Array.of(1) });
    expect(some.get('x'.repeat(2_001))).toBeUndefined();
    some.set('x'.repeat(2_000), { vector: Float32Array.of(1) });
    expect(some.get('x'.repeat(2_000))).toBeDefined();
  });

  test('keeps one vector of a batch without the memory of the others', () => {
    const recent = new RecentResults<{ readonly vector: Float32Array }>(1, ({ vector }) => ({
      vector: vector.slice(),
    }));
    recent.set('row', { vector: Float32Array.of(1, 2, 3, 4).subarray(2, 4) });
    expect(recent.get('row')?.vector.buffer.byteLength).toBe(8);
  });
});
