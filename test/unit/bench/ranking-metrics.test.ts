import { describe, expect, it } from 'vitest';
import { meanMetrics, rankingMetrics } from '../../../bench/recall/recall.ts';
import { percentile } from '../../../bench/statistics.ts';

describe('the metrics of a ranking', () => {
  it('count the share of the evidence, discount by rank, and look for the first hit', () => {
    const ranked = ['x', 'a', 'y', 'z', 'w', 'b'];
    const metrics = rankingMetrics(new Set(['a', 'b', 'c']), ranked);
    expect(metrics['recall@5']).toBeCloseTo(1 / 3);
    expect(metrics['recall@10']).toBeCloseTo(2 / 3);
    expect(metrics['recall@20']).toBeCloseTo(2 / 3);
    expect(metrics.mrr).toBeCloseTo(1 / 2);
    const ideal = 1 + 1 / Math.log2(3) + 1 / Math.log2(4);
    expect(metrics['ndcg@10']).toBeCloseTo((1 / Math.log2(3) + 1 / Math.log2(7)) / ideal);
  });

  it('are 1 for a perfect ranking, even with more evidence than fits in ten', () => {
    const all = Array.from({ length: 12 }, (_, index) => `${index}`);
    const metrics = rankingMetrics(new Set(all), all);
    expect(metrics['ndcg@10']).toBeCloseTo(1);
    expect(metrics['recall@10']).toBeCloseTo(10 / 12);
    expect(metrics.mrr).toBe(1);
  });

  it('look no further than the first twenty', () => {
    const ranked = [...Array.from({ length: 20 }, (_, index) => `x${index}`), 'a'];
    expect(rankingMetrics(new Set(['a']), ranked)).toEqual({
      'recall@5': 0,
      'recall@10': 0,
      'recall@20': 0,
      'ndcg@10': 0,
      mrr: 0,
    });
  });

  it('are averaged one by one', () => {
    const good = rankingMetrics(new Set(['a']), ['a']);
    const bad = rankingMetrics(new Set(['a']), []);
    expect(meanMetrics([good, bad])).toEqual({
      'recall@5': 0.5,
      'recall@10': 0.5,
      'recall@20': 0.5,
      'ndcg@10': 0.5,
      mrr: 0.5,
    });
    expect(meanMetrics([]).mrr).toBe(0);
  });
});

describe('percentiles', () => {
  it('are values that occurred, by nearest rank', () => {
    expect(percentile([5, 1, 4, 2, 3], 0.5)).toBe(3);
    expect(
      percentile(
        Array.from({ length: 100 }, (_, index) => index + 1),
        0.95,
      ),
    ).toBe(95);
    expect(percentile([], 0.5)).toBe(0);
  });
});
