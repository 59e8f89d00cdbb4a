/** What one signal says of a memory, other than those that are computed for all documents at once. */
import type { SignalName } from './profiles.ts';

/** One signal for one query. */
export interface SignalSource {
  readonly name: SignalName;
  /** The most that it says of any memory for this query: 0..1; 0 where it has nothing to say. */
  readonly atMost: number;
  /** Whether saying anything of a memory means that it has to do with the query, by which alone it can come up. */
  readonly relates: boolean;
  /** The slots of all memories of which it says anything, with others; absent where only a look at each can tell. */
  readonly slots?: () => readonly Iterable<number>[];
  /** 0..1: of a document of a view, whose memory lies in a slot. */
  value(slot: number, place: number, doc: number): number;
}
