/**
 * The names in use, folded, with what those that begin alike have in common, so that a reader of a
 * text knows at each place which stretches could be a name. Grows with the names and never shrinks:
 * who knows a name is the believers' matter.
 */
import { headEnd, kindsOf } from './character-kind.ts';
import { Interner } from './interner.ts';

/** The names that have one head. */
export interface NamesOfHead {
  /** Their distinct lengths, the longest first. */
  readonly lengths: readonly number[];
  /** {@link endBit} of each: tells most stretches that are no name without looking them up. */
  readonly ends: number;
}

interface Head extends NamesOfHead {
  readonly lengths: number[];
  ends: number;
}

/** One of 32 bits, by the length of a name and the last unit of it. */
export function endBit(length: number, last: number): number {
  return 1 << ((length * 31 + last) & 31);
}

/** Folded names and their numbers. */
export class SurfaceTable extends Interner {
  readonly #heads: Map<string, Head> = new Map();

  override number(text: string): number {
    const before = this.size;
    const number = super.number(text);
    if (number === before) this.#note(text);
    return number;
  }

  /** The names that have a head, if there are any. */
  headed(head: string): NamesOfHead | undefined {
    return this.#heads.get(head);
  }

  #note(text: string): void {
    const head = text.slice(0, headEnd(text, kindsOf(text), 0));
    const known = this.#heads.get(head) ?? { lengths: [], ends: 0 };
    this.#heads.set(head, known);
    known.ends |= endBit(text.length, text.charCodeAt(text.length - 1));
    const place = known.lengths.findIndex((length) => length <= text.length);
    if (place < 0) known.lengths.push(text.length);
    else if (known.lengths[place] !== text.length) known.lengths.splice(place, 0, text.length);
  }
}
