import { describe, expect, it } from 'vitest';
import { SyntheticEmbedder, ZipfMemories } from '../../../bench/synthetic.ts';

describe('synthetic memories', () => {
  it('are the same for the same seed and others for another', () => {
    const [once, again, other] = [1, 1, 2].map((seed) => [...new ZipfMemories(seed).memories(0, 50)]);
    expect(again).toEqual(once);
    expect(other?.map((memory) => memory.content)).not.toEqual(once?.map((memory) => memory.content));
    expect(new Set(once?.map((memory) => memory.id)).size).toBe(50);
  });

  it('have words as unevenly frequent as a language: the commonest far more than the hundredth', () => {
    const counts = new Map<string, number>();
    for (const { content } of new ZipfMemories(1).memories(0, 5_000)) {
      for (const word of content.replace('.', '').split(' ').slice(1)) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    const sorted = [...counts.values()].sort((a, b) => b - a);
    const total = sorted.reduce((sum, count) => sum + count, 0);
    // Zipf with exponent 1.07 and shift 2.7: rank 1 has (102.7/3.7)^1.07 = 35 times rank 100.
    expect((sorted[0] ?? 0) / (sorted[99] ?? 1)).toBeGreaterThan(20);
    expect((sorted[0] ?? 0) / (sorted[99] ?? 1)).toBeLessThan(60);
    expect((sorted[0] ?? 0) / total).toBeLessThan(0.1);
  });

  it('ask with the topic and words of the memory that they are after', () => {
    const source = new ZipfMemories(1);
    const [memory] = [...source.memories(0, 1)];
    const content = memory?.content ?? '';
    const words = source.query(content).split(' ');
    expect(content.startsWith(words[0] ?? '-')).toBe(true);
    expect(words.slice(1, -1).every((word) => content.includes(word))).toBe(true);
  });
});

describe('synthetic vectors', () => {
  it('are unit vectors, nearer to each other when their texts begin with the same word', async () => {
    const embedder = new SyntheticEmbedder();
    const [one, other, far] = await embedder.embed(['kelo a b c', 'kelo d e', 'rima a b c']);
    const dot = (a: Float32Array | undefined, b: Float32Array | undefined): number =>
      [...(a ?? [])].reduce((sum, value, index) => sum + value * (b?.[index] ?? 0), 0);
    expect(dot(one, one)).toBeCloseTo(1, 5);
    expect(dot(one, other)).toBeGreaterThan(0.5);
    expect(Math.abs(dot(one, far))).toBeLessThan(0.3);
    expect(await embedder.embed(['kelo a b c'])).toEqual([one]);
  });
});
