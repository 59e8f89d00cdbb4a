/**
 * Supports and contradictions between memories, as each believer knows them. An edge lies with both
 * of its memories, so that either end leads to the other; that an edge is in somebody's view only
 * when both ends are is for whoever reads it to see to.
 *
 *   slot -> [edge, edge ...]     edge: believer, kind, two slots, similarity, state, rule
 */
import type { LinkKind, LinkState } from '../domain/records.ts';

/** An edge between the memories in two slots. */
export interface LinkEdge {
  readonly believer: string;
  readonly kind: LinkKind;
  /** The slot of the newer memory. */
  readonly one: number;
  /** The slot of the older memory. */
  readonly other: number;
  readonly similarity: number;
  readonly state: LinkState;
  readonly rule: string;
}

/** What names an edge. */
export type LinkEnds = Pick<LinkEdge, 'believer' | 'kind' | 'one' | 'other'>;

const none: readonly LinkEdge[] = [];

/** All supports and contradictions of a space. */
export class LinkTable {
  readonly #bySlot: Map<number, LinkEdge[]> = new Map();
  #size = 0;

  /** How many edges there are. */
  get size(): number {
    return this.#size;
  }

  /** The edges at a slot, of all believers. */
  at(slot: number): readonly LinkEdge[] {
    return this.#bySlot.get(slot) ?? none;
  }

  /** The edges at a slot of some believers, one for each kind and other end: the first believer's stands before the next one's. */
  of(believers: readonly string[], slot: number): readonly LinkEdge[] {
    const edges = this.at(slot);
    // As it is with most memories that have any.
    if (edges.length === 1) return believers.includes((edges[0] as LinkEdge).believer) ? edges : none;
    const found = new Map<string, LinkEdge>();
    for (const believer of believers) {
      for (const edge of edges) {
        if (edge.believer !== believer) continue;
        const key = `${edge.kind} ${otherEnd(edge, slot)}`;
        if (!found.has(key)) found.set(key, edge);
      }
    }
    return [...found.values()];
  }

  /** Whether one of some believers has an edge between two slots, whatever its kind, direction and state. */
  joins(believers: readonly string[], one: number, other: number): boolean {
    return this.at(one).some((edge) => otherEnd(edge, one) === other && believers.includes(edge.believer));
  }

  /** The slots of memories that have any edges. */
  slots(): IterableIterator<number> {
    return this.#bySlot.keys();
  }

  /** Every edge once, in no particular order. */
  *edges(): IterableIterator<LinkEdge> {
    for (const [slot, edges] of this.#bySlot) for (const edge of edges) if (edge.one === slot) yield edge;
  }

  /** Takes an edge in, in place of the one that has the same believer, kind and ends. */
  put(edge: LinkEdge): void {
    this.drop(edge);
    for (const slot of [edge.one, edge.other]) {
      const edges = this.#bySlot.get(slot);
      if (edges === undefined) this.#bySlot.set(slot, [edge]);
      else edges.push(edge);
    }
    this.#size += 1;
  }

  /** Forgets one edge, if it is there. */
  drop({ believer, kind, one, other }: LinkEnds): void {
    const known = this.at(one).find(
      (edge) => edge.one === one && edge.other === other && edge.kind === kind && edge.believer === believer,
    );
    if (known !== undefined) this.#take(known);
  }

  /** Forgets the edges of a forgotten memory. */
  remove(slot: number): void {
    for (const edge of [...this.at(slot)]) this.#take(edge);
  }

  #take(edge: LinkEdge): void {
    for (const slot of [edge.one, edge.other]) {
      const left = this.at(slot).filter((other) => other !== edge);
      if (left.length === 0) this.#bySlot.delete(slot);
      else this.#bySlot.set(slot, left);
    }
    this.#size -= 1;
  }
}

/** The slot at the other end of an edge. */
export function otherEnd({ one, other }: LinkEdge, slot: number): number {
  return one === slot ? other : one;
}
