/**
 * Confidence intervals by bootstrap over questions (Efron, 1979; the percentile method). Owns the
 * resampling and nothing of what is measured.
 */
import { percentile } from './ranking-metrics.ts';
import { seededRandom } from './seeded-random.ts';

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
 * The mean of the groups' means, with its interval. Questions are drawn with replacement within
 * each group, so that no group can be missing from a resample; one group gives the plain mean.
 * The draws are the same on every call, so that an interval can be repeated.
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

function meanOf(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length;
}
