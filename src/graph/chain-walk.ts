/**
 * Which thoughts a chain has in a perspective: all that hang together with one of them by edges whose
 * two ends are both in view. Reads the index alone, both ways, whatever damaged data it holds.
 */
import type { Follows } from '../domain/records.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import { edgesBefore } from '../recall/thought-place.ts';

/** The thoughts of a chain and what follows what. */
export interface WalkedChain {
  /** Ids, in the order in which they were written. */
  readonly ids: readonly string[];
  /** Of several from one thought the first leads to what it goes on from. */
  readonly edges: readonly Follows[];
}

/** Walks a chain from a thought in view. */
export function walkChain(
  index: Pick<RecallIndex, 'memories' | 'thoughts'>,
  sees: (id: string) => boolean,
  from: string,
): WalkedChain {
  const { memories, thoughts } = index;
  const idOf = (slot: number): string => memories.ids[slot] as string;
  const found = new Set([memories.slot(from)]);
  const edges: Follows[] = [];
  const seen = new Map<string, boolean>();
  const isSeen = (id: string): boolean => {
    const known = seen.get(id) ?? sees(id);
    seen.set(id, known);
    return known;
  };
  // A set hands out what is added to it while it is gone through.
  for (const slot of found) {
    const before = edgesBefore(index, isSeen, slot);
    for (const { to, type } of before) edges.push({ from: idOf(slot), to: idOf(to), type });
    const after = thoughts.after(slot).filter((edge) => isSeen(idOf(edge.from)));
    for (const next of [...before.map(({ to }) => to), ...after.map((edge) => edge.from)]) found.add(next);
  }
  const { values: position } = memories.position;
  const inOrder = [...found].sort((one, other) => (position[one] as number) - (position[other] as number));
  return { ids: inOrder.map(idOf), edges };
}
