/** Chance that repeats: the same seed draws the same numbers on every machine. */

/** A source of chance. */
export interface SeededRandom {
  /** 0 (included) to 1 (excluded). */
  next(): number;
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number;
  /** True in this share of draws. */
  chance(share: number): boolean;
  /** One of the items; the list must not be empty. */
  pick<T>(items: readonly T[]): T;
}

/** Makes a source of chance (mulberry32) from a whole number. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    chance: (share) => next() < share,
    pick: (items) => {
      const item = items[between(0, items.length - 1)];
      if (item === undefined) throw new Error('pick: the list is empty');
      return item;
    },
  };
}
