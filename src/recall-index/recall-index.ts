/**
 * The recall index of a space: everything that recall reads, in memory, following the ledger in
 * commit order. It owns the table of memories, their vectors, and one index per believer; it does
 * not rank (that is recall's) and does no I/O (a snapshot is written by `snapshot.ts`).
 */
import { InternalError } from '../domain/errors.ts';
import { foldName } from '../language/fold.ts';
import { BelieverIndex } from './believer-index.ts';
import { CoActivations, EntityMerges, type LinkEdge, LinkTable, ThoughtTable, otherEnd } from './edge-tables.ts';
import type { IndexChange, IndexedBelief, IndexedBeliefKey, IndexedLink, IndexedMemory, LinkKey } from './entry.ts';
import { MemoryTable } from './memory-table.ts';
import { VectorColumn } from './vector-column.ts';
import { Workspace } from './column.ts';

/** How an index is made. */
export interface RecallIndexOptions {
  /** Components of its vectors. @default that of the first vector */
  readonly dimension?: number;
}

/** Counts of what an index holds. */
export interface RecallIndexStats {
  readonly seq: number;
  readonly memories: number;
  readonly vectors: number;
  readonly dimension: number;
  readonly vocabulary: number;
  readonly vectorBytes: number;
  /** Documents per believer: its beliefs in memories that are not forgotten. */
  readonly believers: Readonly<Record<string, number>>;
}

/** What recall reads of one space. */
export class RecallIndex {
  readonly memories: MemoryTable = new MemoryTable();
  /** Supports and contradictions, of all believers. */
  readonly links: LinkTable = new LinkTable();
  /** Chains of thought, of all agents. */
  readonly thoughts: ThoughtTable = new ThoughtTable();
  #merges: EntityMerges = new EntityMerges();
  #vectors: VectorColumn;
  readonly #believers: Map<string, BelieverIndex> = new Map();
  /** What each agent recalls together. */
  readonly coActivation: CoActivations = new CoActivations();
  /** Arrays that one ranking after another fills: ranking is synchronous. */
  readonly workspace: Workspace = new Workspace();
  #seq = 0;

  constructor(options: RecallIndexOptions = {}) {
    this.#vectors = new VectorColumn(options.dimension ?? 0);
  }

  /** The sequence of the last change that it has seen; 0 for none. */
  get seq(): number {
    return this.#seq;
  }

  /** How many memories it holds. */
  get size(): number {
    return this.memories.size;
  }

  /** Which entities are the same to whom. */
  get merges(): EntityMerges {
    return this.#merges;
  }

  get vectors(): VectorColumn {
    return this.#vectors;
  }

  /**
   * Takes in one committed change; a change older than the last is known already and ignored.
   * Beliefs in, vectors of and pairs with memories that are not there (forgotten since) are left out.
   *
   * @throws {InternalError} when a vector has another dimension than the index; nothing is changed then.
   */
  apply(change: IndexChange): void {
    if (change.seq < this.#seq) return;
    this.#checkVectors(change);
    for (const memory of change.memories) this.#putMemory(memory);
    for (const belief of change.beliefs) {
      const row = this.memories.row(belief.memory);
      if (row >= 0) this.#putBelief(row, belief);
    }
    for (const { memory, vector } of change.vectors) {
      const row = this.memories.row(memory);
      if (row >= 0) this.#vectors.set(row, vector);
    }
    for (const { one, other, ...together } of change.coActivated) {
      const rows = { one: this.memories.row(one), other: this.memories.row(other) };
      if (rows.one >= 0 && rows.other >= 0) this.coActivation.put({ ...together, ...rows });
    }
    for (const id of change.removed) this.#remove(id);
    for (const belief of change.unbelieved ?? []) this.#unbelieve(belief);
    this.#applyLinks(change);
    this.#applyFollows(change);
    if (change.merges !== undefined) this.#merges = new EntityMerges(change.merges);
    this.#seq = change.seq;
  }

  has(memoryId: string): boolean {
    return this.memories.row(memoryId) >= 0;
  }

  memoryIds(): IterableIterator<string> {
    return this.memories.memoryIds();
  }

  /** The belief of one agent in one memory as it stands, withdrawn or not. */
  beliefOf(agent: string, memoryId: string): IndexedBelief | undefined {
    const believer = this.#believers.get(agent);
    const row = this.memories.row(memoryId);
    const document = believer === undefined || row < 0 ? -1 : believer.document(row);
    return document < 0 ? undefined : believer?.belief(document);
  }

  /** All beliefs of one agent in memories that are not forgotten. */
  *beliefs(agent: string): IterableIterator<IndexedBelief> {
    const believer = this.#believers.get(agent);
    if (believer === undefined) return;
    for (let document = 0; document < believer.documents; document++) {
      if (believer.rowOf.values[document]! >= 0) yield believer.belief(document);
    }
  }

  /**
   * The links of one memory that some believers know, dismissed ones included, whether or not their
   * partners are still believed. Where the agent and `system` both have one of a kind to a partner,
   * the first believer's counts.
   */
  linksOf(believers: readonly string[], id: string): readonly (IndexedLink & { readonly partner: string })[] {
    const row = this.memories.row(id);
    return this.links
      .of(believers, row)
      .map((edge) => ({ ...this.link(edge), partner: this.memories.ids[otherEnd(edge, row)]! }));
  }

  /** An edge with the ids of its memories. */
  link({ one, other, ...said }: LinkEdge): IndexedLink {
    return { ...said, one: this.memories.ids[one]!, other: this.memories.ids[other]! };
  }

  /** Whether one of some agents believes a memory and has not withdrawn it, however faded. */
  isHeld(believers: readonly string[], id: string): boolean {
    return believers.some((agent) => {
      const belief = this.beliefOf(agent, id);
      return belief !== undefined && belief.withdrawnAt === undefined;
    });
  }

  hasVector(id: string): boolean {
    const row = this.memories.row(id);
    return row >= 0 && this.#vectors.has(row);
  }

  /** The memories that are still to be embedded. */
  vectorlessIds(): string[] {
    const ids: string[] = [];
    for (const row of this.memories.rows()) {
      if (!this.#vectors.has(row)) ids.push(this.memories.ids[row]!);
    }
    return ids;
  }

  /** Forgets all vectors, to take in those of another model; a dimension of 0 waits for the first. */
  dropVectors(dimension: number): void {
    this.#vectors = new VectorColumn(dimension);
  }

  /**
   * The entities that memories call by a name, whatever its case and diacritics, as far as one of
   * the believers believes such a memory and has not withdrawn it; and those that are the same to
   * the believers. In the order in which the believers came to call them so, which nobody else's entities change.
   */
  entitiesNamed(believers: readonly string[], name: string): readonly string[] {
    const surface = this.memories.surfaces.find(foldName(name));
    const found = new Set<number>();
    for (const agent of surface < 0 ? [] : believers) {
      for (const entity of this.#believers.get(agent)?.named(surface) ?? []) found.add(entity);
    }
    const named = [...found].flatMap((entity) => [...this.#merges.sameAs(believers, this.memories.names.text(entity))]);
    return [...new Set(named)];
  }

  stats(): RecallIndexStats {
    return {
      seq: this.#seq,
      memories: this.size,
      vectors: this.#vectors.count,
      dimension: this.#vectors.dimension,
      vocabulary: this.memories.vocabulary.size,
      vectorBytes: this.#vectors.bytes,
      believers: Object.fromEntries([...this.#believers.values()].map(({ agent, count }) => [agent, count])),
    };
  }

  /** What one believer knows, if it believes anything. */
  believer(agent: string): BelieverIndex | undefined {
    return this.#believers.get(agent);
  }

  believers(): IterableIterator<BelieverIndex> {
    return this.#believers.values();
  }

  /** What one believer knows, made empty if it is new. */
  believerFor(agent: string): BelieverIndex {
    const known = this.#believers.get(agent);
    if (known !== undefined) return known;
    const believer = new BelieverIndex(agent, this.memories);
    this.#believers.set(agent, believer);
    return believer;
  }

  /** Says which change it stands at, after its rows were filled from a snapshot. */
  standAt(seq: number): void {
    this.#seq = seq;
  }

  #checkVectors(change: IndexChange): void {
    const expected = this.#vectors.dimension || change.vectors[0]?.vector.length;
    const odd = change.vectors.find(({ vector }) => vector.length !== expected || !this.#vectors.fits(vector));
    if (odd === undefined) return;
    const message = `index: vectors must have ${expected} components, got ${odd.vector.length} for ${odd.memory}; run reindex.`;
    throw new InternalError('INTERNAL', message, { details: { memory: odd.memory } });
  }

  #putMemory(memory: IndexedMemory): void {
    const known = this.memories.row(memory.id);
    const believers = known < 0 ? [] : [...this.#believers.values()];
    for (const believer of believers) believer.dropNames(known);
    this.memories.put(memory);
    for (const believer of believers) believer.noteNames(known);
    if (memory.thought !== undefined) this.thoughts.put(this.memories.row(memory.id), memory.thought);
  }

  #putBelief(row: number, belief: IndexedBelief): void {
    this.believerFor(belief.agent).put(row, belief);
  }

  #unbelieve({ agent, memory }: IndexedBeliefKey): void {
    const believer = this.#believers.get(agent);
    const row = this.memories.row(memory);
    if (believer === undefined || row < 0 || believer.document(row) < 0) return;
    believer.remove(row);
    this.memories.uncountBeliever(row);
  }

  #applyLinks({ unlinked = [], links = [] }: IndexChange): void {
    const rows = ({ one, other }: LinkKey) => ({ one: this.memories.row(one), other: this.memories.row(other) });
    for (const key of unlinked) this.links.drop({ ...key, ...rows(key) });
    for (const link of links) {
      const edge = { ...link, ...rows(link) };
      if (edge.one >= 0 && edge.other >= 0) this.links.put(edge);
    }
  }

  #applyFollows({ follows = [] }: IndexChange): void {
    for (const { from, to, type } of follows) {
      const rows = { from: this.memories.row(from), to: this.memories.row(to) };
      if (rows.from >= 0 && rows.to >= 0) this.thoughts.follow({ ...rows, type });
    }
  }

  #remove(id: string): void {
    const row = this.memories.row(id);
    if (row < 0) return;
    this.links.remove(row);
    this.thoughts.remove(row);
    for (const believer of this.#believers.values()) {
      believer.remove(row);
    }
    this.#vectors.drop(row);
    this.coActivation.remove(row);
    this.memories.remove(id);
  }
}
