/** How well a ranking finds what it should: the metrics of every recall bench. */

/** The metrics of one ranking, or their means over several; all 0..1. */
export interface RankingMetrics {
  /** Share of the evidence among the first 5. */
  readonly 'recall@5': number;
  readonly 'recall@10': number;
  readonly 'recall@20': number;
  /** Normalised discounted cumulative gain within the first 10, each piece of evidence worth 1. */
  readonly 'ndcg@10': number;
  /** One over the rank of the first evidence within the first 20; 0 without. */
  readonly mrr: number;
}

/** The names of the metrics, in the order in which they are printed. */
export const metricNames: readonly (keyof RankingMetrics)[] = ['recall@5', 'recall@10', 'recall@20', 'ndcg@10', 'mrr'];

/** The deepest rank that any metric reads. */
export const deepestRank = 20;

/**
 * The metrics of one ranking.
 *
 * @param evidence - what should be found; at least one.
 * @param ranked - what was found, best first, each once.
 */
export function rankingMetrics(evidence: ReadonlySet<string>, ranked: readonly string[]): RankingMetrics {
  const hits = ranked.slice(0, deepestRank).map((id) => evidence.has(id));
  const recallAt = (k: number): number => hits.slice(0, k).filter(Boolean).length / evidence.size;
  const gains = hits.slice(0, 10).map((hit, index) => (hit ? discount(index) : 0));
  const ideal = Array.from({ length: Math.min(10, evidence.size) }, (_, index) => discount(index));
  const first = hits.indexOf(true);
  return {
    'recall@5': recallAt(5),
    'recall@10': recallAt(10),
    'recall@20': recallAt(20),
    'ndcg@10': sum(gains) / sum(ideal),
    mrr: first < 0 ? 0 : 1 / (first + 1),
  };
}

/** The mean of several; 0 in every metric for none. */
export function meanMetrics(all: readonly RankingMetrics[]): RankingMetrics {
  const mean = (name: keyof RankingMetrics): number =>
    all.length === 0 ? 0 : sum(all.map((metrics) => metrics[name])) / all.length;
  return Object.fromEntries(metricNames.map((name) => [name, mean(name)])) as unknown as RankingMetrics;
}

/** The value below which a share 0..1 of the values lies (nearest rank); 0 for none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

function discount(index: number): number {
  return 1 / Math.log2(index + 2);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
