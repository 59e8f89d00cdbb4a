/**
 * What results show of the memories of a space, kept in memory beside the index of a server's space, so that reads
 * answer while the server is away. It follows the ledger a moment behind; what it does not have is left out.
 *
 *   memory -> {memory, believes, mentions, derived, supersedes}      entity -> entity
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { UnavailableError } from '../domain/errors.ts';
import type { Belief, Entity, Follows, Memory, Session } from '../domain/records.ts';
import { groupBy } from '../domain/values.ts';
import type { LedgerRecords } from './codec.ts';
import { type BeliefKey, LedgerReader, type SaidText, type WholeMemories } from './ledger-reader.ts';
import { RowCache, type RowCacheSize } from './row-cache.ts';
import type { SpaceDatabase } from './space-database.ts';

/** Memories that are read in one go. */
const pageSize = 200;

type Kept = Pick<WholeMemories, 'believes' | 'mentions' | 'derived' | 'supersedes'> & { readonly memory: Memory };

/** The copy of one space. */
export class SpaceCopy {
  readonly #memories = new Map<string, Kept>();
  readonly #entities = new Map<string, Entity>();
  /** Ids of memories of which the copy may be behind. */
  readonly #behind = new Set<string>();
  #updating: Promise<void> | undefined;
  #isWhole = false;

  /** Notes what a commit touched. */
  note(touched: Iterable<string>): void {
    for (const id of touched) if (/^(observation|fact):/.test(id)) this.#behind.add(id);
  }

  /** Takes in what a commit of this process wrote. */
  take({ observation = [], fact = [], believes = [], mentions = [], entity = [] }: LedgerRecords): void {
    const [held, named] = [groupBy(believes, ({ memory }) => memory), groupBy(mentions, ({ memory }) => memory)];
    for (const memory of [...observation, ...fact]) {
      const edges = { believes: held.get(memory.id) ?? [], mentions: named.get(memory.id) ?? [] };
      this.#memories.set(memory.id, { memory, ...edges, derived: [], supersedes: [] });
    }
    for (const one of entity) this.#entities.set(one.id, one);
  }

  /** Reads what it is behind with; a reader that fails is asked again the next time. */
  async update(reader: LedgerReader): Promise<void> {
    this.#updating ??= this.#update(reader).finally(() => {
      this.#updating = undefined;
    });
    await this.#updating;
  }

  async #update(reader: LedgerReader): Promise<void> {
    if (!this.#isWhole) this.note(await reader.memoryIds());
    this.#isWhole = true;
    const ids = [...this.#behind];
    for (let at = 0; at < ids.length; at += pageSize) {
      const page = ids.slice(at, at + pageSize);
      for (const id of page) this.#behind.delete(id);
      try {
        await this.#read(reader, page);
      } catch (error) {
        for (const id of page) this.#behind.add(id);
        throw error;
      }
    }
  }

  async #read(reader: LedgerReader, ids: readonly string[]): Promise<void> {
    const memories = await reader.memories(ids);
    const { believes, mentions } = await reader.edges(ids);
    const derived = groupBy(await reader.edgesAround('derived_from', ids), ({ fact }) => fact);
    const supersedes = await reader.edgesAround('supersedes', ids);
    const entities = await reader.records('entity', [...new Set(mentions.map(({ entity }) => entity))]);
    const [held, named] = [groupBy(believes, ({ memory }) => memory), groupBy(mentions, ({ memory }) => memory)];
    for (const id of ids) this.#memories.delete(id);
    for (const memory of memories) {
      const { id } = memory;
      this.#memories.set(id, {
        memory,
        believes: held.get(id) ?? [],
        mentions: named.get(id) ?? [],
        derived: derived.get(id) ?? [],
        supersedes: supersedes.filter(({ from, to }) => from === id || to === id),
      });
    }
    for (const entity of entities) this.#entities.set(entity.id, entity);
  }

  /** The memories of some ids, in their order. */
  memories(ids: readonly string[]): readonly Memory[] {
    return this.#kept(ids).map(({ memory }) => memory);
  }

  /** What some memories say, and who said it. */
  said(ids: readonly string[]): readonly SaidText[] {
    return this.memories(ids).map((memory) => {
      const { id, content } = memory;
      return 'speaker' in memory && memory.speaker !== undefined
        ? { id, content, speaker: memory.speaker }
        : { id, content };
    });
  }

  /** The entities of some ids. */
  entities(ids: readonly string[]): readonly Entity[] {
    return ids.flatMap((id) => this.#entities.get(id) ?? []);
  }

  /** Some beliefs. */
  beliefs(pairs: readonly BeliefKey[]): readonly Belief[] {
    return pairs.flatMap(
      ({ agent, memory }) => this.#memories.get(memory)?.believes.find((belief) => belief.agent === agent) ?? [],
    );
  }

  /** What a result shows of some memories, but for why thoughts follow each other. */
  whole(ids: readonly string[], pairs: readonly BeliefKey[]): WholeMemories {
    const kept = this.#kept(ids);
    const mentions = kept.flatMap((one) => one.mentions);
    const succession = kept.flatMap(({ supersedes }) => supersedes);
    const once = new Map(succession.map((edge) => [JSON.stringify([edge.believer, edge.from, edge.to]), edge]));
    return {
      memories: kept.map(({ memory }) => memory),
      believes: this.beliefs(pairs),
      mentions,
      entities: this.entities([...new Set(mentions.map(({ entity }) => entity))]),
      derived: kept.flatMap(({ derived }) => derived),
      supersedes: [...once.values()],
      follows: [],
    };
  }

  #kept(ids: readonly string[]): readonly Kept[] {
    return ids.flatMap((id) => this.#memories.get(id) ?? []);
  }
}

/**
 * The copies that must not be read at this moment: a write decides by the ledger itself. One storage serves all spaces,
 * since Node 20 goes through every storage there is at each promise.
 */
const readExactly = new AsyncLocalStorage<ReadonlySet<SpaceCopy>>();

/** Reads a space: what results show of it from memory where that has it, and from its copy while the server is away. */
export abstract class CopiedReader extends LedgerReader {
  /** What results show of the memories that were written or shown last. */
  protected readonly rows: RowCache = new RowCache();
  /** The copy of a space on a server; an embedded store needs none. */
  protected readonly copy: SpaceCopy | undefined;

  protected constructor(database: SpaceDatabase) {
    super(database);
    this.copy = database.server === undefined ? undefined : new SpaceCopy();
  }

  /** How long the server has been away, in milliseconds; 0 while it is there, and for an embedded store. */
  abstract get awayMs(): number;

  /** How much of it is kept in memory. */
  get keptRows(): RowCacheSize {
    return this.rows.size;
  }

  /** Keeps no rows any more: memories are gone, and with them what other rows tell of them. */
  dropRows(): void {
    this.rows.clear();
  }

  /** Runs what must read the ledger itself. */
  protected exactly<T>(task: () => Promise<T>): Promise<T> {
    if (this.copy === undefined) return task();
    const copies = new Set(readExactly.getStore()).add(this.copy);
    return readExactly.run(copies, task);
  }

  /** Brings the copy up to date; the first time the copy of everything is made. */
  async updateCopy(): Promise<void> {
    const { copy } = this;
    if (copy !== undefined && this.awayMs === 0) await this.exactly(() => copy.update(this));
  }

  override memories(ids: readonly string[]): Promise<readonly Memory[]> {
    return this.#orCopied(
      () => super.memories(ids),
      (copy) => copy.memories(ids),
    );
  }

  override said(ids: readonly string[]): Promise<readonly SaidText[]> {
    return this.#orCopied(
      () => super.said(ids),
      (copy) => copy.said(ids),
    );
  }

  override beliefs(pairs: readonly BeliefKey[]): Promise<readonly Belief[]> {
    return this.#orCopied(
      () => super.beliefs(pairs),
      (copy) => copy.beliefs(pairs),
    );
  }

  override wholeMemories(
    ids: readonly string[],
    pairs: readonly BeliefKey[],
    edges: readonly Follows[],
  ): Promise<WholeMemories> {
    return this.#orCopied(
      () => this.rows.whole([ids, pairs, edges], (...asked) => super.wholeMemories(...asked)),
      (copy) => copy.whole(ids, pairs),
    );
  }

  override entities(ids: readonly string[]): Promise<readonly Entity[]> {
    return this.#orCopied(
      () => this.rows.nodes('entity', ids, (missing) => super.entities(missing)),
      (copy) => copy.entities(ids),
    );
  }

  override sessions(ids: readonly string[]): Promise<readonly Session[]> {
    return this.rows.nodes('session', ids, (missing) => super.sessions(missing));
  }

  async #orCopied<T>(read: () => Promise<T>, copied: (copy: SpaceCopy) => T): Promise<T> {
    const { copy } = this;
    if (copy === undefined || readExactly.getStore()?.has(copy) === true) return read();
    if (this.awayMs > 0) return copied(copy);
    try {
      return await read();
    } catch (error) {
      if (isUnreachable(error)) return copied(copy);
      throw error;
    }
  }
}

/** Whether a server is away. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof UnavailableError && error.code === 'STORE_UNREACHABLE';
}
