/** Keeps the best of many choices in a heap whose root is the worst of them. */

/** A document of one of the views, with its score. */
export interface Choice {
  /** The place of the view. */
  readonly place: number;
  readonly doc: number;
  readonly score: number;
}

/** The best choices so far. */
export class TopChoices {
  readonly #size: number;
  readonly #precedes: (first: Choice, second: Choice) => boolean;
  readonly #heap: Choice[] = [];

  constructor(size: number, precedes: (first: Choice, second: Choice) => boolean) {
    this.#size = size;
    this.#precedes = precedes;
  }

  /** The score below which nothing gets in; -Infinity while there is room. */
  worst(): number {
    if (this.#heap.length < this.#size) return Number.NEGATIVE_INFINITY;
    return this.#heap[0]?.score ?? Number.POSITIVE_INFINITY;
  }

  /** Takes a choice in if it is among the best. */
  offer(choice: Choice): void {
    const heap = this.#heap;
    if (heap.length < this.#size) {
      heap.push(choice);
      this.#rise(heap.length - 1);
    } else if (heap.length > 0 && this.#precedes(choice, heap[0] as Choice)) {
      heap[0] = choice;
      this.#sink(0);
    }
  }

  /** All that were kept, best first. */
  best(): readonly Choice[] {
    return [...this.#heap].sort((first, second) => (this.#precedes(first, second) ? -1 : 1));
  }

  #rise(from: number): void {
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (!this.#swapIfWorse(at, parent)) return;
      at = parent;
    }
  }

  #sink(from: number): void {
    for (let at = from; ; ) {
      let worst = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < this.#heap.length && this.#isWorse(child, worst)) worst = child;
      }
      if (worst === at || !this.#swapIfWorse(worst, at)) return;
      at = worst;
    }
  }

  #isWorse(first: number, second: number): boolean {
    return this.#precedes(this.#heap[second] as Choice, this.#heap[first] as Choice);
  }

  #swapIfWorse(lower: number, upper: number): boolean {
    if (!this.#isWorse(lower, upper)) return false;
    const heap = this.#heap;
    [heap[lower], heap[upper]] = [heap[upper] as Choice, heap[lower] as Choice];
    return true;
  }
}
