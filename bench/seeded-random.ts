/** Random numbers that are the same for the same seed, so that a bench can be repeated. */

/** Draws numbers from a seed. */
export interface SeededRandom {
  /** A number from 0 (included) to 1 (not). */
  next(): number;
  /** A whole number from 0 (included) to `below` (not). */
  below(below: number): number;
  /** A number of the standard normal distribution. */
  normal(): number;
}

/** A generator of random numbers: xorshift with 32 bits (Marsaglia, 2003), plenty for benches. */
export function seededRandom(seed: number): SeededRandom {
  // Neighbouring seeds are spread apart, and 0 would stay 0.
  let state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ (seed >>> 13)) | 0 || 1;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  return {
    next,
    below: (below) => Math.floor(next() * below),
    // Box and Muller's transform; 1 - next() is never 0.
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}

/** A seed from a text: FNV-1a with 32 bits. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
