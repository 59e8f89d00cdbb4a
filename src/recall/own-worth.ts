/**
 * How much a memory can count at most by what it shows of itself, whatever is asked. Most memories
 * of a large view need no closer look than this, so it is one plain step over columns.
 */
import type { MemoryTable } from '../recall-index/memory-table.ts';
import { fullNames, ringValues } from './defaults.ts';
import { lengthSignal } from './own-sources.ts';
import type { Weights } from './weights.ts';

/** The signals that are counted here. */
export const ownSignals: ReadonlySet<string> = new Set(['statement', 'length', 'names', 'ring']);

/** Bounds of what statement, length, names and ring add to the scores of memories, 0..1. */
export class OwnWorth {
  readonly #questionShare: Float32Array;
  readonly #length: Int32Array;
  readonly #mentions: Uint8Array;
  readonly #ring: Uint8Array;
  readonly #statement: number;
  readonly #byLength: Float64Array;
  readonly #byMentions: Float64Array;
  readonly #byRing: Float64Array;

  constructor(memories: MemoryTable, weights: Weights) {
    this.#questionShare = memories.questionShare.values;
    this.#length = memories.length.values;
    this.#mentions = memories.mentionCount.values;
    this.#ring = memories.cognitive.ring.values;
    this.#statement = weights.statement;
    this.#byLength = lengthSignal.map((value) => value * weights.length);
    this.#byMentions = Float64Array.from({ length: fullNames + 1 }, (_, count) => (count / fullNames) * weights.names);
    this.#byRing = Float64Array.from(ringValues, (value) => value * weights.ring);
  }

  /** The most for the memory in a slot; its names are counted as if none were a speaker's. */
  atMost(slot: number): number {
    const length = Math.min(this.#length[slot] as number, this.#byLength.length - 1);
    return (
      (1 - (this.#questionShare[slot] as number)) * this.#statement +
      (this.#byLength[length] as number) +
      (this.#byMentions[Math.min(this.#mentions[slot] as number, fullNames)] as number) +
      (this.#byRing[this.#ring[slot] as number] as number)
    );
  }
}
