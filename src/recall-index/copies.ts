/** Which memories say the same in the same words; from one source they are copies. Most have none, and are not listed. */
import { type Column, float64Column } from './column.ts';

/** One claim takes no more places of an answer than these. */
export const maxCopies = 2;

/** What is said more than once among the memories of a space, by row. */
export class CopyTable {
  /** What a memory says, as a number; NaN where it is like no other. */
  readonly said: Column<Float64Array<ArrayBuffer>> = float64Column();
  /** The first row that says it; most say what nobody else does. */
  readonly #first: Map<number, number> = new Map();
  /** All rows that say it, where there are several. */
  readonly #several: Map<number, number[]> = new Map();

  /** Adds the next row. */
  push(said: number): void {
    const row = this.said.push(said);
    if (Number.isNaN(said)) return;
    const first = this.#first.get(said);
    const several = this.#several.get(said);
    if (several !== undefined) several.push(row);
    else if (first === undefined) this.#first.set(said, row);
    else this.#several.set(said, [first, row]);
  }

  /** Adds many rows. */
  append(said: Float64Array): void {
    for (const one of said) this.push(one);
  }

  /** The rows of each claim that has more than {@link maxCopies}. */
  *crowds(): IterableIterator<readonly number[]> {
    for (const rows of this.#several.values()) if (rows.length > maxCopies) yield rows;
  }

  /** Forgets a row. */
  remove(row: number): void {
    const said = this.said.get(row);
    this.said.values[row] = Number.NaN;
    const [first, ...others] = (this.#several.get(said) ?? []).filter((one) => one !== row);
    if (first === undefined) this.#first.delete(said);
    else this.#first.set(said, first);
    if (first === undefined || others.length === 0) this.#several.delete(said);
    else this.#several.set(said, [first, ...others]);
  }
}
