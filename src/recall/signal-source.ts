/** What one signal says of a memory, other than those that are computed for all documents at once. */
import type { SignalName } from './profiles.ts';

/** One signal for one query. */
export type SignalSource = RelatingSource | OrderingSource;

interface Source {
  readonly name: SignalName;
  /** The most that it says of any memory for this query: 0..1; 0 where it has nothing to say. */
  readonly atMost: number;
}

/** One whose saying anything of a memory means that it has to do with the query, by which alone it can come up. */
export interface RelatingSource extends Source {
  readonly relates: true;
  /** The slots of all memories in view of which it says anything, with others; absent where only a look at each can tell. */
  readonly slots?: () => readonly Iterable<number>[];
  /** 0..1: of the memory in a slot, whoever believes it. */
  value(slot: number): number;
}

/** One that puts in order what comes up by others. */
export interface OrderingSource extends Source {
  readonly relates: false;
  /** 0..1: of a document of a view, whose memory lies in a slot. */
  value(slot: number, place: number, doc: number): number;
}
