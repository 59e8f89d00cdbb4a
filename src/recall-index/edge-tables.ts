/**
 * Edges between memories: what follows what, supports and contradictions, and pairs recalled together. An edge lies
 * with both of its memories, so that either end leads to the other. Whether both ends are in somebody's view is for
 * the reader to check.
 *
 *   row -> [edge, edge ...]     edge: two rows, and what its table in `domain/records.ts` says of them
 *
 * `edgeKinds` says how each kind is kept. Filling, snapshots and the doctor loop over it.
 */
import type { FollowType, LinkKind, LinkState, TableRecords } from '../domain/records.ts';
import { type CoActivatedPair, CoActivations } from './co-activations.ts';
import { type EdgeNaming, type IndexedEdgeName, type IndexedThought, indexedEdgeNames } from './entry.ts';

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

  /** The edges at a row. */
  at(row: number): readonly FollowEdge[] {
    return this.#edges.get(row) ?? noThoughts;
  }

  /** Forgets one edge, if it is there. */
  unfollow({ from, to }: Pick<FollowEdge, 'from' | 'to'>): void {
    for (const row of [from, to]) {
      const left = this.at(row).filter((edge) => edge.from !== from || edge.to !== to);
      if (left.length === 0) this.#edges.delete(row);
      else this.#edges.set(row, left);
    }
  }

  /** Forgets that a memory is a thought. */
  remove(row: number): void {
    this.#thoughts.delete(row);
  }
}

/** An edge of a table, with rows in place of the ids of its memories. */
export type EdgeInRows<N extends IndexedEdgeName> = InRows<TableRecords[N]>;
type InRows<R> = Omit<R, 'from' | 'to'> & Ends;
interface Ends {
  readonly from: number;
  readonly to: number;
}

/** How one kind of edge is kept. */
interface EdgeKind<N extends IndexedEdgeName> {
  /** Takes an edge in, in place of the one that its key names. */
  readonly put: (edges: EdgeTables, edge: EdgeInRows<N>) => void;
  /** Forgets one edge, if it is there. */
  readonly drop: (edges: EdgeTables, key: InRows<EdgeNaming<N>>) => void;
  /** The edges at a row. */
  readonly at: (edges: EdgeTables, row: number) => readonly EdgeInRows<N>[];
  /** Every edge once. */
  readonly all: (edges: EdgeTables) => readonly EdgeInRows<N>[];
}

const edgeKinds: { readonly [N in IndexedEdgeName]: EdgeKind<N> } = {
  follows: {
    put: ({ thoughts }, { from, to, type }) => thoughts.follow({ from, to, type }),
    drop: ({ thoughts }, key) => thoughts.unfollow(key),
    at: ({ thoughts }, row) => thoughts.at(row),
    all: ({ thoughts }) => [...thoughts.edges()],
  },
  supports: linkKind('supports'),
  contradicts: linkKind('contradicts'),
  co_activated: {
    put: ({ coActivation }, { agent, from, to, count, lastAt }) =>
      coActivation.put({ agent, one: from, other: to, count, lastAt: lastAt.getTime() }),
    drop: ({ coActivation }, { agent, from, to }) =>
      coActivation.put({ agent, one: from, other: to, count: 0, lastAt: 0 }),
    at: ({ coActivation }, row) => Array.from(coActivation.pairsOf(row), pairInRows),
    all: ({ coActivation }) => Array.from(coActivation.pairs(), pairInRows),
  },
};

function linkKind<N extends LinkKind>(kind: N): EdgeKind<LinkKind> {
  const inRows = ({ believer, one, other, similarity, state, rule }: LinkEdge): EdgeInRows<LinkKind> => {
    return { believer, from: one, to: other, similarity, state, by: rule };
  };
  return {
    put: ({ links }, { believer, from, to, similarity, state, by }) =>
      links.put({ believer, kind, one: from, other: to, similarity, state, rule: by }),
    drop: ({ links }, { believer, from, to }) => links.drop({ believer, kind, one: from, other: to }),
    at: ({ links }, row) =>
      links
        .at(row)
        .filter((edge) => edge.kind === kind)
        .map(inRows),
    all: ({ links }) => [...links.edges()].filter((edge) => edge.kind === kind).map(inRows),
  };
}

function pairInRows({ agent, one, other, count, lastAt }: CoActivatedPair): EdgeInRows<'co_activated'> {
  return { agent, from: one, to: other, count, lastAt: new Date(lastAt) };
}

/** All edges between the memories of a space, of all believers. */
export class EdgeTables {
  /** Supports and contradictions. */
  readonly links: LinkTable = new LinkTable();
  /** Chains of thought. */
  readonly thoughts: ThoughtTable = new ThoughtTable();
  /** What each agent recalls together. */
  readonly coActivation: CoActivations = new CoActivations();

  /** Takes an edge in, in place of the one that its key names. */
  put<N extends IndexedEdgeName>(table: N, edge: EdgeInRows<N>): void {
    const kind: EdgeKind<N> = edgeKinds[table];
    kind.put(this, edge);
  }

  /** Forgets one edge, if it is there. */
  drop<N extends IndexedEdgeName>(table: N, key: InRows<EdgeNaming<N>>): void {
    const kind: EdgeKind<N> = edgeKinds[table];
    kind.drop(this, key);
  }

  /** Every edge of a table once, in no particular order. */
  all<N extends IndexedEdgeName>(table: N): readonly EdgeInRows<N>[] {
    const kind: EdgeKind<N> = edgeKinds[table];
    return kind.all(this);
  }

  /** Forgets the edges at a row. */
  dropAt(row: number): void {
    for (const table of indexedEdgeNames) this.#dropAt(table, row);
  }

  /** Forgets a forgotten memory and its edges. */
  remove(row: number): void {
    this.dropAt(row);
    this.thoughts.remove(row);
    this.coActivation.remove(row);
  }

  #dropAt<N extends IndexedEdgeName>(table: N, row: number): void {
    const kind: EdgeKind<N> = edgeKinds[table];
    for (const edge of kind.at(this, row)) kind.drop(this, edge);
  }
}
