/**
 * What results show of the memories that were written or shown last, kept in memory so that a read need not ask the
 * engine. It holds rows as the ledger has them, below every rule of who sees what: who wants a belief has to name it.
 * It is bounded in bytes: what was not asked for since half of them were filled anew goes first.
 *
 *   memory -> [memory, beliefs, mentions, derived from, supersedes, follows]      entity, session -> [id, ...]
 *
 * Rows are JSON: small, of known size, and nobody who gets one can change what the next one gets.
 */
import { type Entity, type Follows, isFact, type Memory, type Session } from '../domain/records.ts';
import { groupBy } from '../domain/values.ts';
import {
  type LedgerEdge,
  type LedgerPatch,
  type LedgerRecords,
  type LedgerWrite,
  toList,
  touchedIds,
  fromList,
} from './codec.ts';
import type { BeliefKey, WholeMemories } from './ledger-reader.ts';

/** Bytes that rows may take. 10,000 turns of LoCoMo take about 6 MiB (measured), so at least 40,000 are kept. */
export const maxRowBytes: number = 48 * 1024 * 1024;

/** Bytes of a row beside its letters: its place in the map and the heads of two texts. */
const rowOverhead = 96;

/** The nodes that are kept beside the memories, by their tables. */
interface Nodes {
  readonly entity: Entity;
  readonly session: Session;
}
type NodeName = keyof Nodes;
type Edges = Omit<WholeMemories, 'memories' | 'entities'>;
/** What is kept of one memory. */
type Kept = Edges & { readonly memory: Memory };

/** The tables of the edges that lie with a memory. */
const edgeTables = ['believes', 'mentions', 'derived_from', 'supersedes', 'follows'] as const;

/** How much is kept. */
export interface RowCacheSize {
  /** Rows of memories, entities and sessions. */
  readonly kept: number;
  readonly bytes: number;
  readonly maxBytes: number;
}

/** What is asked for: some memories, beliefs in them, and edges from them. */
type Asked = readonly [ids: readonly string[], pairs: readonly BeliefKey[], edges: readonly Follows[]];

/** The rows of one space. */
export class RowCache {
  readonly #maxBytes: number;
  /**
   * Two generations. What is asked for of the older moves to the younger; when that has half of the bytes, it is the
   * older one, and what was still in that goes. So a row that is asked for again and again stays where it is.
   */
  #younger: Generation = emptyGeneration();
  #older: Generation = emptyGeneration();
  /** For each read under way, what changed since it began: what it finds of that may be old. */
  readonly #reading = new Set<Set<string>>();

  /** @param maxBytes - how much is kept at the most. */
  constructor(maxBytes: number = maxRowBytes) {
    this.#maxBytes = maxBytes;
  }

  /** How much is kept. */
  get size(): RowCacheSize {
    const [younger, older] = [this.#younger, this.#older];
    const kept = younger.rows.size + older.rows.size;
    return { kept, bytes: younger.bytes + older.bytes, maxBytes: this.#maxBytes };
  }

  /** Keeps nothing any more. */
  clear(): void {
    this.#younger = emptyGeneration();
    this.#older = emptyGeneration();
    // What is being read now is given, and not kept.
    this.#reading.clear();
  }

  /** Drops what it has of some ids. */
  drop(ids: Iterable<string>): void {
    for (const id of ids) {
      this.#remove(id);
      for (const changed of this.#reading) changed.add(id);
    }
  }

  /** Takes in what a commit of this process wrote. */
  take({ insert = {}, patches = [], deletes = [], edgeDeletes = [] }: LedgerWrite): void {
    this.drop(deletes);
    // The edges of a node go with it, and lie in rows of others.
    if (deletes.some((id) => /^(observation|fact|entity):/.test(id))) this.clear();
    const isEdge = ({ table }: LedgerEdge): boolean => edgeTables.some((name) => name === table);
    this.drop(
      touchedIds({
        insert: Object.fromEntries(edgeTables.map((name) => [name, insert[name] ?? []])),
        patches: patches.filter((patch) => isEdge(patch) && patch.table !== 'believes'),
        edgeDeletes: edgeDeletes.filter(isEdge),
      }),
    );
    for (const patch of patches) this.#patch(patch);
    for (const entity of insert.entity ?? []) this.#putNode('entity', entity);
    for (const session of insert.session ?? []) this.#putNode('session', session);
    for (const kept of madeBy(insert)) this.#put(kept.memory.id, rowOf(kept));
  }

  /** What a result shows of some memories. What is not kept is read, and kept from then on. */
  async whole(asked: Asked, read: (...asked: Asked) => Promise<WholeMemories>): Promise<WholeMemories> {
    const [ids, pairs, edges] = asked;
    const [pairsOf, edgesOf] = [groupBy(pairs, ({ memory }) => memory), groupBy(edges, ({ from }) => from)];
    const parts = new Map<string, WholeMemories>();
    const missing: string[] = [];
    for (const id of ids) {
      const part = this.#partOf(id, pairsOf.get(id) ?? [], edgesOf.get(id) ?? []);
      if (part === undefined) missing.push(id);
      else parts.set(id, part);
    }
    if (missing.length > 0) {
      const of = (id: string): boolean => !parts.has(id);
      const rest = [missing, pairs.filter(({ memory }) => of(memory)), edges.filter(({ from }) => of(from))] as const;
      for (const part of await this.#read(rest, read)) for (const { id } of part.memories) parts.set(id, part);
    }
    return joined(ids.flatMap((id) => parts.get(id) ?? []));
  }

  /** Some entities or sessions, in the order of their ids; what is not kept is read, and kept from then on. */
  async nodes<N extends NodeName>(
    name: N,
    ids: readonly string[],
    read: (ids: readonly string[]) => Promise<readonly Nodes[N][]>,
  ): Promise<readonly Nodes[N][]> {
    const found = new Map(ids.flatMap((id) => this.#node(name, id) ?? []).map((node) => [node.id, node]));
    const missing = ids.filter((id) => !found.has(id));
    if (missing.length > 0) {
      const nodes = await this.#unlessChanged(
        () => read(missing),
        (kept, isSame) => {
          for (const node of kept) if (isSame(node.id)) this.#putNode(name, node);
        },
      );
      for (const node of nodes) found.set(node.id, node);
    }
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  async #read(asked: Asked, read: (...asked: Asked) => Promise<WholeMemories>): Promise<readonly WholeMemories[]> {
    return this.#unlessChanged(
      async () => eachOf(await read(...asked)),
      (parts, isSame) => {
        for (const { entities, ...found } of parts) {
          for (const entity of entities) if (isSame(entity.id)) this.#putNode('entity', entity);
          for (const kept of keptOf(found)) if (isSame(kept.memory.id)) this.#keep(kept);
        }
      },
    );
  }

  /** Reads, and keeps of it what no write has changed meanwhile. */
  async #unlessChanged<T>(
    read: () => Promise<T>,
    keep: (found: T, isSame: (id: string) => boolean) => void,
  ): Promise<T> {
    const changed = new Set<string>();
    this.#reading.add(changed);
    try {
      const found = await read();
      if (this.#reading.has(changed)) keep(found, (id) => !changed.has(id));
      return found;
    } finally {
      this.#reading.delete(changed);
    }
  }

  /** Keeps what was read, and what was kept before of what others asked for. */
  #keep(kept: Kept): void {
    const before = this.#find(kept.memory.id);
    const believes = [...(before?.believes ?? []), ...kept.believes];
    const follows = [...(before?.follows ?? []), ...kept.follows];
    const once = {
      believes: [...new Map(believes.map((belief) => [belief.agent, belief])).values()],
      follows: [...new Map(follows.map((edge) => [edge.to, edge])).values()],
    };
    this.#put(kept.memory.id, rowOf({ ...kept, ...once }));
  }

  /** What is asked for of one memory; undefined unless all of it is kept. */
  #partOf(id: string, pairs: readonly BeliefKey[], edges: readonly Follows[]): WholeMemories | undefined {
    const kept = this.#find(id);
    if (kept === undefined) return undefined;
    const { memory, ...found } = kept;
    const believes = pairs.flatMap(({ agent }) => found.believes.find((belief) => belief.agent === agent) ?? []);
    const follows = edges.flatMap(({ to }) => found.follows.find((edge) => edge.to === to) ?? []);
    const entities = found.mentions.flatMap(({ entity }) => this.#node('entity', entity) ?? []);
    const isAll =
      believes.length === pairs.length && follows.length === edges.length && entities.length === found.mentions.length;
    return isAll ? { ...found, memories: [memory], believes, follows, entities } : undefined;
  }

  #find(id: string): Kept | undefined {
    const row = this.#used(id);
    return row === undefined ? undefined : keptIn(id, row);
  }

  #node<N extends NodeName>(name: N, id: string): Nodes[N] | undefined {
    const row = this.#used(id);
    return row === undefined ? undefined : fromList(name, JSON.parse(row));
  }

  #patch({ table, record, set }: LedgerPatch): void {
    if (table === 'entity' || table === 'session') this.drop(record.id === undefined ? [] : [record.id]);
    if (table !== 'observation' && table !== 'fact' && table !== 'believes') return;
    const id = table === 'believes' ? record.memory : record.id;
    const kept = id === undefined ? undefined : this.#find(id);
    if (id === undefined) return;
    this.drop([id]);
    if (kept === undefined) return;
    // The fields that a patch sets are those of its table.
    const patched =
      table === 'believes'
        ? { ...kept, believes: kept.believes.map((one) => (one.agent === record.agent ? { ...one, ...set } : one)) }
        : { ...kept, memory: { ...kept.memory, ...set } };
    this.#put(id, rowOf(patched as Kept));
  }

  /** A row, which counts as asked for from now on. */
  #used(id: string): string | undefined {
    const young = this.#younger.rows.get(id);
    if (young !== undefined) return young;
    const row = this.#older.rows.get(id);
    if (row !== undefined) this.#put(id, row);
    return row;
  }

  #putNode<N extends NodeName>(name: N, node: Nodes[N]): void {
    this.#put(node.id, JSON.stringify(toList(name, node)));
  }

  #put(id: string, row: string): void {
    this.#remove(id);
    const bytes = bytesOf(id, row);
    if (bytes > this.#maxBytes / 2) return;
    if (this.#younger.bytes + bytes > this.#maxBytes / 2) {
      this.#older = this.#younger;
      this.#younger = emptyGeneration();
    }
    this.#younger.rows.set(id, row);
    this.#younger.bytes += bytes;
  }

  #remove(id: string): void {
    for (const generation of [this.#younger, this.#older]) {
      const row = generation.rows.get(id);
      if (row === undefined) continue;
      generation.rows.delete(id);
      generation.bytes -= bytesOf(id, row);
    }
  }
}

/** Rows that were asked for in the same while. */
interface Generation {
  readonly rows: Map<string, string>;
  bytes: number;
}

function emptyGeneration(): Generation {
  return { rows: new Map(), bytes: 0 };
}

/** A text takes a byte a letter, or two if it has a letter beyond Latin-1. */
function bytesOf(id: string, row: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are all letters of one byte.
  return rowOverhead + id.length + row.length * (/^[\u0000-\u00ff]*$/.test(row) ? 1 : 2);
}

/** What was read of some memories, of each by itself. */
function eachOf(whole: WholeMemories): readonly WholeMemories[] {
  const named = new Map(whole.entities.map((entity) => [entity.id, entity]));
  const believes = groupBy(whole.believes, ({ memory }) => memory);
  const mentions = groupBy(whole.mentions, ({ memory }) => memory);
  const derived = groupBy(whole.derived, ({ fact }) => fact);
  const follows = groupBy(whole.follows, ({ from }) => from);
  return whole.memories.map((memory) => {
    const { id } = memory;
    const mentioned = mentions.get(id) ?? [];
    return {
      memories: [memory],
      believes: believes.get(id) ?? [],
      mentions: mentioned,
      entities: mentioned.flatMap(({ entity }) => named.get(entity) ?? []),
      derived: derived.get(id) ?? [],
      supersedes: whole.supersedes.filter(({ from, to }) => from === id || to === id),
      follows: follows.get(id) ?? [],
    };
  });
}

/** The same put together again; what took whose place is told once. */
function joined(parts: readonly WholeMemories[]): WholeMemories {
  const succession = parts.flatMap(({ supersedes }) => supersedes);
  return {
    memories: parts.flatMap(({ memories }) => memories),
    believes: parts.flatMap(({ believes }) => believes),
    mentions: parts.flatMap(({ mentions }) => mentions),
    entities: parts.flatMap(({ entities }) => entities),
    derived: parts.flatMap(({ derived }) => derived),
    supersedes: [
      ...new Map(succession.map((edge) => [JSON.stringify([edge.believer, edge.from, edge.to]), edge])).values(),
    ],
    follows: parts.flatMap(({ follows }) => follows),
  };
}

function keptOf({ memories, ...edges }: Edges & Pick<WholeMemories, 'memories'>): readonly Kept[] {
  return memories.map((memory) => ({ memory, ...edges }));
}

/**
 * The new memories of a commit. What has several edges of a kind whose order shows is left to be read: the engine has
 * an order of its own.
 */
function madeBy(insert: LedgerRecords): readonly Kept[] {
  const whole: WholeMemories = {
    memories: [...(insert.observation ?? []), ...(insert.fact ?? [])],
    believes: insert.believes ?? [],
    mentions: (insert.mentions ?? []).toSorted((one, other) => (one.entity < other.entity ? -1 : 1)),
    entities: [],
    derived: insert.derived_from ?? [],
    supersedes: insert.supersedes ?? [],
    follows: insert.follows ?? [],
  };
  return eachOf(whole)
    .filter(({ derived, supersedes }) => derived.length <= 1 && supersedes.length <= 1)
    .flatMap(({ entities: _named, ...found }) => keptOf(found));
}

function rowOf({ memory, believes, mentions, derived, supersedes, follows }: Kept): string {
  return JSON.stringify([
    toList(isFact(memory) ? 'fact' : 'observation', memory),
    believes.map((edge) => toList('believes', edge)),
    mentions.map((edge) => toList('mentions', edge)),
    derived.map((edge) => toList('derived_from', edge)),
    supersedes.map((edge) => toList('supersedes', edge)),
    follows.map((edge) => toList('follows', edge)),
  ]);
}

type PackedRow = readonly [
  memory: unknown[],
  ...edges: [unknown[][], unknown[][], unknown[][], unknown[][], unknown[][]],
];

function keptIn(id: string, row: string): Kept {
  const [memory, believes, mentions, derived, supersedes, follows]: PackedRow = JSON.parse(row);
  return {
    memory: id.startsWith('fact:') ? fromList('fact', memory) : fromList('observation', memory),
    believes: believes.map((edge) => fromList('believes', edge)),
    mentions: mentions.map((edge) => fromList('mentions', edge)),
    derived: derived.map((edge) => fromList('derived_from', edge)),
    supersedes: supersedes.map((edge) => fromList('supersedes', edge)),
    follows: follows.map((edge) => fromList('follows', edge)),
  };
}
