/** Which memories are copies: what one source says in the same words. Most have none, and are not listed. */
import { type Column, float64Column } from './column.ts';

/** One claim takes no more places of an answer than these. */
export const maxCopies = 2;

/** The copies among the memories of a space, by row. */
export class CopyTable {
  /** What a memory says and who says it, as a number; NaN where it is like no other. */
  readonly said: Column<Float64Array<ArrayBuffer>> = float64Column();
  /** The row that says it, or all rows that do. */
  readonly #rows: Map<number, number | number[]> = new Map();
  /** Those of which there are more than {@link maxCopies}. */
  readonly #many: Set<number> = new Set();

  /** Adds the next row. */
  push(said: number): void {
    this.#list(this.said.push(said), said);
  }

  /** Adds many rows. */
  append(said: ArrayLike<number>): void {
    for (let place = 0; place < said.length; place++) this.push(said[place]!);
  }

  /** The rows of each claim that has more than {@link maxCopies}. */
  *crowds(): IterableIterator<readonly number[]> {
    for (const said of this.#many) yield this.#rows.get(said) as number[];
  }

  /** Forgets a row. */
  remove(row: number): void {
    const said = this.said.get(row);
    this.said.values[row] = Number.NaN;
    const known = this.#rows.get(said);
    const left = Array.isArray(known) ? known.filter((one) => one !== row) : [];
    if (left.length === 0) this.#rows.delete(said);
    else this.#rows.set(said, left);
    if (left.length <= maxCopies) this.#many.delete(said);
  }

  #list(row: number, said: number): void {
    if (Number.isNaN(said)) return;
    const known = this.#rows.get(said);
    if (known === undefined) this.#rows.set(said, row);
    else if (Array.isArray(known)) known.push(row);
    else this.#rows.set(said, [known, row]);
    if (Array.isArray(known) && known.length > maxCopies) this.#many.add(said);
  }
}
