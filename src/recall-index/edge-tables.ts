/**
 * Supports and contradictions between memories, as each believer knows them. An edge lies with both
 * of its memories, so that either end leads to the other; that an edge is in somebody's view only
 * when both ends are is for whoever reads it to see to.
 *
 *   slot -> [edge, edge ...]     edge: believer, kind, two slots, similarity, state, rule
 */
import type { FollowType, LinkKind, LinkState } from '../domain/records.ts';
import { Interner, headEnd, kindsOf } from './column.ts';
import type { IndexedMerge, IndexedThought } from './entry.ts';

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

/** The merges of a space that are in force. */
export class EntityMerges {
  /** By believer, each entity with those that it was merged with. */
  readonly #partners: Map<string, Map<string, readonly string[]>> = new Map();

  constructor(merges: Iterable<IndexedMerge> = []) {
    for (const { believer, from, to } of merges) {
      const partners = this.#partners.get(believer) ?? new Map<string, readonly string[]>();
      this.#partners.set(believer, partners);
      partners.set(from, [...(partners.get(from) ?? []), to]);
      partners.set(to, [...(partners.get(to) ?? []), from]);
    }
  }

  /** Whether no entity is the same as another to anybody. */
  get isEmpty(): boolean {
    return this.#partners.size === 0;
  }

  /** An entity and all that are the same as it to some believers together. */
  sameAs(believers: readonly string[], entity: string): ReadonlySet<string> {
    const same = new Set([entity]);
    if (this.isEmpty) return same;
    // A set hands out what is added to it while it is gone through.
    for (const one of same) {
      for (const believer of believers) {
        for (const partner of this.#partners.get(believer)?.get(one) ?? []) same.add(partner);
      }
    }
    return same;
  }
}

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

// Chains of thought as the ledger has them: what each thought is, and what it follows. An edge lies with both of its
// observations, so that a chain can be walked both ways; that an edge is in somebody's view only when both ends are
// is for whoever walks it to see to. slot -> thought slot -> [edge, edge ...] edge: from (new), to (old), type

/** An edge between the observations in two slots. */
export interface FollowEdge {
  /** The slot of the newer one. */
  readonly from: number;
  /** The slot of the older one. */
  readonly to: number;
  readonly type: FollowType;
}

const noThoughts: readonly FollowEdge[] = [];

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
    return this.#edges.get(slot)?.filter(({ from }) => from === slot) ?? noThoughts;
  }

  /** What follows the observation in a slot. */
  after(slot: number): readonly FollowEdge[] {
    return this.#edges.get(slot)?.filter(({ to }) => to === slot) ?? noThoughts;
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
    for (const edge of this.#edges.get(slot) ?? noThoughts) {
      const other = edge.from === slot ? edge.to : edge.from;
      const left = this.#edges.get(other)?.filter((known) => known !== edge) ?? [];
      if (left.length === 0) this.#edges.delete(other);
      else this.#edges.set(other, left);
    }
    this.#edges.delete(slot);
  }
}
