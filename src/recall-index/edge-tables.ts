/**
 * Supports and contradictions between memories, as each believer knows them. An edge lies with both
 * of its memories, so that either end leads to the other; that an edge is in somebody's view only
 * when both ends are is the reader's to check.
 *
 *   row -> [edge, edge ...]     edge: believer, kind, two rows, similarity, state, rule
 */
import { type Together, countLeft, worthOfCount } from '../domain/belief.ts';
import type { FollowType, LinkKind, LinkState } from '../domain/records.ts';
import { Interner, headEnd, kindsOf } from './column.ts';
import type { IndexedMerge, IndexedThought } from './entry.ts';

/** An edge between the memories in two rows. */
export interface LinkEdge {
  readonly believer: string;
  readonly kind: LinkKind;
  /** The row of the newer memory. */
  readonly one: number;
  /** The row of the older memory. */
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
  readonly #byRow: Map<number, LinkEdge[]> = new Map();
  #size = 0;

  /** How many edges there are. */
  get size(): number {
    return this.#size;
  }

  /** The edges at a row, of all believers. */
  at(row: number): readonly LinkEdge[] {
    return this.#byRow.get(row) ?? none;
  }

  /** The edges at a row of some believers, one for each kind and other end: the first believer's stands before the next one's. */
  of(believers: readonly string[], row: number): readonly LinkEdge[] {
    const edges = this.at(row);
    // As it is with most memories that have any.
    if (edges.length === 1) return believers.includes(edges[0]!.believer) ? edges : none;
    const found = new Map<string, LinkEdge>();
    for (const believer of believers) {
      for (const edge of edges) {
        if (edge.believer !== believer) continue;
        const key = `${edge.kind} ${otherEnd(edge, row)}`;
        if (!found.has(key)) found.set(key, edge);
      }
    }
    return [...found.values()];
  }

  /** Whether one of some believers has an edge between two rows, whatever its kind, direction and state. */
  joins(believers: readonly string[], one: number, other: number): boolean {
    return this.at(one).some((edge) => otherEnd(edge, one) === other && believers.includes(edge.believer));
  }

  /** The rows of memories that have any edges. */
  rows(): IterableIterator<number> {
    return this.#byRow.keys();
  }

  /** Every edge once, in no particular order. */
  *edges(): IterableIterator<LinkEdge> {
    for (const [row, edges] of this.#byRow) for (const edge of edges) if (edge.one === row) yield edge;
  }

  /** Takes an edge in, in place of the one that has the same believer, kind and ends. */
  put(edge: LinkEdge): void {
    this.drop(edge);
    for (const row of [edge.one, edge.other]) {
      const edges = this.#byRow.get(row);
      if (edges === undefined) this.#byRow.set(row, [edge]);
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
  remove(row: number): void {
    for (const edge of [...this.at(row)]) this.#take(edge);
  }

  #take(edge: LinkEdge): void {
    for (const row of [edge.one, edge.other]) {
      const left = this.at(row).filter((other) => other !== edge);
      if (left.length === 0) this.#byRow.delete(row);
      else this.#byRow.set(row, left);
    }
    this.#size -= 1;
  }
}

/** The row at the other end of an edge. */
export function otherEnd({ one, other }: LinkEdge, row: number): number {
  return one === row ? other : one;
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
// is the walker's to check. row -> thought, row -> [edge, edge ...] edge: from (new), to (old), type

/** An edge between the observations in two rows. */
export interface FollowEdge {
  /** The row of the newer one. */
  readonly from: number;
  /** The row of the older one. */
  readonly to: number;
  readonly type: FollowType;
}

const noThoughts: readonly FollowEdge[] = [];

/** All thoughts of a space and what follows what. */
export class ThoughtTable {
  readonly #thoughts: Map<number, IndexedThought> = new Map();
  readonly #edges: Map<number, FollowEdge[]> = new Map();

  /** What the observation in a row is as a thought, if it is one. */
  get(row: number): IndexedThought | undefined {
    return this.#thoughts.get(row);
  }

  /** Every thought with its row, in no particular order. */
  entries(): IterableIterator<[number, IndexedThought]> {
    return this.#thoughts.entries();
  }

  /** What the observation in a row follows; more than one thing only where a file says so. */
  before(row: number): readonly FollowEdge[] {
    return this.#edges.get(row)?.filter(({ from }) => from === row) ?? noThoughts;
  }

  /** What follows the observation in a row. */
  after(row: number): readonly FollowEdge[] {
    return this.#edges.get(row)?.filter(({ to }) => to === row) ?? noThoughts;
  }

  /** Every edge once, in no particular order. */
  *edges(): IterableIterator<FollowEdge> {
    for (const [row, edges] of this.#edges) for (const edge of edges) if (edge.from === row) yield edge;
  }

  put(row: number, thought: IndexedThought): void {
    this.#thoughts.set(row, thought);
  }

  /** Takes an edge in; one that is there already changes nothing, nor does one from an observation to itself. */
  follow(edge: FollowEdge): void {
    if (edge.from === edge.to || this.before(edge.from).some(({ to }) => to === edge.to)) return;
    for (const row of [edge.from, edge.to]) {
      const edges = this.#edges.get(row);
      if (edges === undefined) this.#edges.set(row, [edge]);
      else edges.push(edge);
    }
  }

  /** Forgets a forgotten thought and its edges. */
  remove(row: number): void {
    this.#thoughts.delete(row);
    for (const edge of this.#edges.get(row) ?? noThoughts) {
      const other = edge.from === row ? edge.to : edge.from;
      const left = this.#edges.get(other)?.filter((known) => known !== edge) ?? [];
      if (left.length === 0) this.#edges.delete(other);
      else this.#edges.set(other, left);
    }
    this.#edges.delete(row);
  }
}

// Which memories each agent recalls together, and which it recalled just now: what the signal `coActivation` reads.
// It follows the ledger like the rest of the index, but for what was recalled just now, which is noted at once and
// only in memory; what a process does not know of that (after opening, or of another process) it learns from the
// pairs' last times. agent -> row -> row of a partner -> count, lastAt each pair from both sides agent -> the last
// 20 rows recalled, latest first Everything is by agent: no agent's recall reads what another recalls.

/** Memories that count as recalled just now, at most. */
export const maxRecent = 20;
/** How long a memory counts as recalled just now: about as long as one keeps to a subject. */
export const recentMs: number = 30 * 60_000;

/** A pair of memories, by row, and how often one agent recalled it. */
export interface CoActivatedPair extends Together {
  readonly agent: string;
  readonly one: number;
  readonly other: number;
}

interface Recalled {
  readonly row: number;
  readonly at: number;
}

/** What one agent recalls. */
interface Habits {
  readonly partners: Map<number, Map<number, Together>>;
  /** Latest first. */
  recent: readonly Recalled[];
}

const noPartners: ReadonlyMap<number, Together> = new Map();

/** The co-activations of a space. */
export class CoActivations {
  readonly #byAgent: Map<string, Habits> = new Map();

  /** Takes in a pair or its new count; a count of 0 takes it away. */
  put({ agent, one, other, count, lastAt }: CoActivatedPair): void {
    if (one === other) return;
    const habits = this.#of(agent);
    for (const [row, partner] of [
      [one, other],
      [other, one],
    ] as const) {
      if (count > 0) partnersIn(habits, row).set(partner, { count, lastAt });
      else drop(habits, row, partner);
    }
    if (count > 0) this.noteRecalled(agent, [one, other], lastAt);
  }

  /** Notes at once that an agent has recalled some memories. */
  noteRecalled(agent: string, rows: readonly number[], at: number): void {
    const habits = this.#of(agent);
    for (const row of rows) {
      const oldest = habits.recent[maxRecent - 1];
      if (oldest !== undefined && at < oldest.at) continue;
      const known = habits.recent.find((recalled) => recalled.row === row);
      if (known !== undefined && known.at >= at) continue;
      const others = habits.recent.filter((recalled) => recalled !== known);
      const later = others.filter((recalled) => recalled.at > at);
      habits.recent = [...later, { row: row, at }, ...others.slice(later.length)].slice(0, maxRecent);
    }
  }

  /** The partners of a memory for one agent, by row. */
  partnersOf(agent: string, row: number): ReadonlyMap<number, Together> {
    return this.#byAgent.get(agent)?.partners.get(row) ?? noPartners;
  }

  /**
   * By row, what co-activation says of memories at `at`: 0..1, saturating in the count of the
   * strongest pair with a memory that this agent recalled in the half hour before. A memory that
   * is not in it has 0.
   */
  activated(agent: string, at: number): ReadonlyMap<number, number> {
    const worth = new Map<number, number>();
    const habits = this.#byAgent.get(agent);
    for (const recalled of habits?.recent ?? []) {
      if (recalled.at > at || at - recalled.at > recentMs) continue;
      for (const [row, pair] of habits?.partners.get(recalled.row) ?? noPartners) {
        const value = worthOfCount(countLeft(pair, at));
        if (value > (worth.get(row) ?? 0)) worth.set(row, value);
      }
    }
    return worth;
  }

  /** Every pair once. */
  *pairs(): IterableIterator<CoActivatedPair> {
    for (const [agent, { partners }] of this.#byAgent) {
      for (const [one, others] of partners) {
        for (const [other, together] of others) if (one < other) yield { agent, one, other, ...together };
      }
    }
  }

  /** The pairs that a memory is in, of all agents. */
  *pairsOf(row: number): IterableIterator<CoActivatedPair> {
    for (const [agent, { partners }] of this.#byAgent) {
      for (const [other, together] of partners.get(row) ?? noPartners) yield { agent, one: row, other, ...together };
    }
  }

  /** Forgets a memory. */
  remove(row: number): void {
    for (const habits of this.#byAgent.values()) {
      for (const other of habits.partners.get(row)?.keys() ?? []) drop(habits, other, row);
      habits.partners.delete(row);
      habits.recent = habits.recent.filter((recalled) => recalled.row !== row);
    }
  }

  #of(agent: string): Habits {
    const known = this.#byAgent.get(agent);
    if (known !== undefined) return known;
    const habits: Habits = { partners: new Map(), recent: [] };
    this.#byAgent.set(agent, habits);
    return habits;
  }
}

function partnersIn({ partners }: Habits, row: number): Map<number, Together> {
  const known = partners.get(row);
  if (known !== undefined) return known;
  const made = new Map<number, Together>();
  partners.set(row, made);
  return made;
}

function drop({ partners }: Habits, row: number, partner: number): void {
  const left = partners.get(row);
  left?.delete(partner);
  if (left?.size === 0) partners.delete(row);
}
