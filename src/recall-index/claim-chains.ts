/**
 * The documents of one believer by what they claim: a claim is a number that memories share which
 * may support or contradict each other. Each claim's documents are chained from the latest back, so
 * that a look at the last few costs no more however many there are.
 *
 *   claim -> entry;   entry -> doc, the entry before it (-1 for none)
 */
import { type Column, int32Column } from './column.ts';

/** Claims and the documents that make them. */
export class ClaimChains {
  readonly #latest: Map<number, number> = new Map();
  readonly #docs: Column<Int32Array<ArrayBuffer>> = int32Column();
  readonly #before: Column<Int32Array<ArrayBuffer>> = int32Column();

  /** Notes a document under each of its claims. */
  add(doc: number, claims: readonly number[]): void {
    for (const claim of claims) {
      this.#before.push(this.#latest.get(claim) ?? -1);
      this.#latest.set(claim, this.#docs.push(doc));
    }
  }

  /** The documents of a claim, the latest first; those of forgotten memories included. */
  *docs(claim: number): IterableIterator<number> {
    for (let entry = this.#latest.get(claim) ?? -1; entry >= 0; entry = this.#before.values[entry] as number) {
      yield this.#docs.values[entry] as number;
    }
  }
}
