/**
 * Chains of thought as the ledger has them: what each thought is, and what it follows. An edge lies
 * with both of its observations, so that a chain can be walked both ways; that an edge is in
 * somebody's view only when both ends are is for whoever walks it to see to.
 *
 *   slot -> thought     slot -> [edge, edge ...]     edge: from (new), to (old), type
 */
import type { FollowType } from '../domain/records.ts';
import type { IndexedThought } from './entry.ts';

/** An edge between the observations in two slots. */
export interface FollowEdge {
  /** The slot of the newer one. */
  readonly from: number;
  /** The slot of the older one. */
  readonly to: number;
  readonly type: FollowType;
}

const none: readonly FollowEdge[] = [];

/** All thoughts of a space and what follows what. */
export class ThoughtTable {
  readonly #thoughts: Map<number, IndexedThought> = new Map();
  readonly #edges: Map<number, FollowEdge[]> = new Map();

  /** What the observation in a slot is as a thought, if it is one. */
  get(slot: number): IndexedThought | undefined {
    return this.#thoughts.get(slot);
  }

  /** Every thought with its slot, in no particular order. */
  entries(): IterableIterator<[number, IndexedThought]> {
    return this.#thoughts.entries();
  }

  /** What the observation in a slot follows; more than one thing only where a file says so. */
  before(slot: number): readonly FollowEdge[] {
    return this.#edges.get(slot)?.filter(({ from }) => from === slot) ?? none;
  }

  /** What follows the observation in a slot. */
  after(slot: number): readonly FollowEdge[] {
    return this.#edges.get(slot)?.filter(({ to }) => to === slot) ?? none;
  }

  /** Every edge once, in no particular order. */
  *edges(): IterableIterator<FollowEdge> {
    for (const [slot, edges] of this.#edges) for (const edge of edges) if (edge.from === slot) yield edge;
  }

  put(slot: number, thought: IndexedThought): void {
    this.#thoughts.set(slot, thought);
  }

  /** Takes an edge in; one that is there already changes nothing, nor does one from an observation to itself. */
  follow(edge: FollowEdge): void {
    if (edge.from === edge.to || this.before(edge.from).some(({ to }) => to === edge.to)) return;
    for (const slot of [edge.from, edge.to]) {
      const edges = this.#edges.get(slot);
      if (edges === undefined) this.#edges.set(slot, [edge]);
      else edges.push(edge);
    }
  }

  /** Forgets a forgotten thought and its edges. */
  remove(slot: number): void {
    this.#thoughts.delete(slot);
    for (const edge of this.#edges.get(slot) ?? none) {
      const other = edge.from === slot ? edge.to : edge.from;
      const left = this.#edges.get(other)?.filter((known) => known !== edge) ?? [];
      if (left.length === 0) this.#edges.delete(other);
      else this.#edges.set(other, left);
    }
    this.#edges.delete(slot);
  }
}
