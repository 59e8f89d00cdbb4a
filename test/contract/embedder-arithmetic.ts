/** What tests of embedders compute. */

/** The cosine of the angle between two vectors; NaN if one is missing. */
export function cosine(one: Float32Array | undefined, other: Float32Array | undefined): number {
  if (one === undefined || other === undefined || one.length !== other.length) return Number.NaN;
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0) / (norm(one) * norm(other));
}

/** The Euclidean norm. */
export function norm(vector: Float32Array): number {
  return Math.hypot(...vector);
}
