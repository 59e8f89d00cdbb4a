/** Numbers strings anew in the order in which they are still used, for a snapshot. */
import { Interner } from './interner.ts';

/** From the numbers of an interner to those of the strings that are kept. */
export class Renumbering {
  readonly #old: Interner;
  readonly kept: Interner = new Interner();

  constructor(old: Interner) {
    this.#old = old;
  }

  /** The new number of an old one; -1 stays -1. */
  number(old: number): number {
    return old < 0 ? -1 : this.kept.number(this.#old.text(old));
  }
}
