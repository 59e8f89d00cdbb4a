/** What numbers come to: percentiles, and means with their intervals. Knows nothing of what is measured. */
import { seededRandom } from './seeded-random.ts';

/** Two percentiles of many times. */
export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
}

/** The median and the 95th percentile, to a thousandth of a millisecond. */
export function percentiles(values: readonly number[]): Percentiles {
  return { p50: rounded(percentile(values, 0.5), 3), p95: rounded(percentile(values, 0.95), 3) };
}

/** A number to so many decimals. */
export function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}

/** The value below which a share 0..1 of the values lies (nearest rank); 0 for none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

/** A mean with the interval that holds it with a confidence of 95 %. */
export interface Interval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** Enough that a second seed moves a bound by less than what is printed. */
const resamples = 2000;
const seed = 1;
const tail = 0.025;

/**
 * The mean of the groups' means, with its interval by bootstrap over questions (Efron, 1979; the percentile method).
 * Questions are drawn with replacement within each group, so that no group can be missing from a resample; one group
 * gives the plain mean. The draws are the same on every call, so that an interval can be repeated.
 *
 * For the difference between two rankings of the same questions pass the differences: the interval
 * is paired then. Questions of one conversation count as independent, which flatters the interval a little.
 *
 * @param groups - the values of each group; empty groups are left out. 0 in all three for no values.
 */
export function bootstrapInterval(groups: readonly (readonly number[])[]): Interval {
  const filled = groups.filter((values) => values.length > 0);
  if (filled.length === 0) return { mean: 0, low: 0, high: 0 };
  const random = seededRandom(seed);
  const means = Array.from({ length: resamples }, () =>
    meanOf(filled.map((values) => meanOf(values.map(() => values[random.below(values.length)] as number)))),
  );
  const mean = meanOf(filled.map(meanOf));
  return { mean, low: percentile(means, tail), high: percentile(means, 1 - tail) };
}

/** The mean of some values; 0 for none. */
export function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((total, value) => total + value, 0) / values.length;
}
