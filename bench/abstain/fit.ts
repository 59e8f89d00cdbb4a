/** Fits the logistic model of a relevance: grounds in, weights out. Knows nothing of stores. */

/** A judged memory to learn from. */
export interface Example {
  readonly values: readonly number[];
  readonly isAnswer: boolean;
  readonly weight: number;
}

/** Weights for each value, and an intercept. */
export interface Fitted {
  readonly intercept: number;
  readonly weights: readonly number[];
}

/** The pull of weights towards 0, for values of variance 1. */
const ridge = 2;
const steps = 10;

/**
 * A logistic regression with a ridge penalty by Newton's method (iteratively reweighted least squares), on values brought
 * to variance 1; a value that never varies gets the weight 0.
 */
export function fitLogistic(examples: readonly Example[]): Fitted {
  const size = examples[0]?.values.length ?? 0;
  const total = sum(examples.map(({ weight }) => weight));
  const means = range(size, (i) => sum(examples.map((one) => one.weight * one.values[i]!)) / total);
  const deviations = range(size, (i) => {
    const variance = sum(examples.map((one) => one.weight * (one.values[i]! - means[i]!) ** 2)) / total;
    return variance < 1e-9 ? Number.POSITIVE_INFINITY : Math.sqrt(variance);
  });
  const rows = examples.map(({ values }) => [1, ...values.map((value, i) => (value - means[i]!) / deviations[i]!)]);
  let beta = new Array<number>(size + 1).fill(0);
  for (let step = 0; step < steps; step += 1) beta = newtonStep(rows, examples, beta);
  const weights = range(size, (i) => beta[i + 1]! / deviations[i]!);
  return { intercept: beta[0]! - sum(weights.map((weight, i) => weight * means[i]!)), weights };
}

/** The probability that a model gives. */
export function probability({ intercept, weights }: Fitted, values: readonly number[]): number {
  return 1 / (1 + Math.exp(-sum([intercept, ...weights.map((weight, i) => weight * values[i]!)])));
}

function newtonStep(rows: readonly number[][], examples: readonly Example[], beta: readonly number[]): number[] {
  const size = beta.length;
  const gradient = beta.map((value, i) => (i === 0 ? 0 : -ridge * value));
  const hessian = range(size, (i) => range(size, (j) => (i === j ? (i === 0 ? 1e-9 : ridge) : 0)));
  for (const [at, row] of rows.entries()) {
    const { isAnswer, weight } = examples[at]!;
    let logOdds = 0;
    for (let i = 0; i < size; i += 1) logOdds += beta[i]! * row[i]!;
    const p = 1 / (1 + Math.exp(-logOdds));
    const error = weight * ((isAnswer ? 1 : 0) - p);
    const curvature = weight * p * (1 - p);
    for (let i = 0; i < size; i += 1) {
      gradient[i]! += error * row[i]!;
      const line = hessian[i]!;
      for (let j = 0; j <= i; j += 1) line[j]! += curvature * row[i]! * row[j]!;
    }
  }
  for (let i = 0; i < size; i += 1) for (let j = i + 1; j < size; j += 1) hessian[i]![j] = hessian[j]![i]!;
  const step = solved(hessian, gradient);
  return beta.map((value, i) => value + step[i]!);
}

/** Solves a system of linear equations by elimination with the largest pivot. */
function solved(matrix: readonly number[][], right: readonly number[]): readonly number[] {
  const rows = matrix.map((row, i) => [...row, right[i]!]);
  const size = rows.length;
  for (let column = 0; column < size; column += 1) {
    const from = range(size - column, (i) => column + i);
    const pivot = from.reduce((best, i) => (Math.abs(rows[i]![column]!) > Math.abs(rows[best]![column]!) ? i : best));
    [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
    for (let i = 0; i < size; i += 1) {
      if (i === column) continue;
      const factor = rows[i]![column]! / rows[column]![column]!;
      for (let j = column; j <= size; j += 1) rows[i]![j]! -= factor * rows[column]![j]!;
    }
  }
  return rows.map((row, i) => row[size]! / row[i]!);
}

function range<T>(count: number, make: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => make(i));
}

function sum(values: readonly number[]): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
