/**
 * The recall index of a space: everything that recall reads, in memory, following the ledger in
 * commit order. It owns the table of memories, their vectors, and one index per believer; it does not rank or do I/O.
 */
import { foldAgent } from '../domain/audience.ts';
import { textsIn } from '../domain/field.ts';
import { InternalError } from '../domain/errors.ts';
import { BelieverIndex } from './believer-index.ts';
import type { CoActivations } from './co-activations.ts';
import { EdgeTables, type LinkEdge, type LinkTable, type ThoughtTable, otherEnd } from './edge-tables.ts';
import type {
  IndexChange,
  IndexedBelief,
  IndexedBeliefKey,
  IndexedEdge,
  IndexedEdgeKey,
  IndexedEdgeName,
  IndexedLink,
  IndexedMemory,
  IndexedVector,
  RecallIndexOptions,
  RecallIndexStats,
} from './entry.ts';
import { EntityMerges } from './name-lookup.ts';
import { MemoryTable } from './memory-table.ts';
import { TokenColumn } from './token-column.ts';
import { VectorColumn } from './vector-column.ts';
import { NamesInView } from './who-is-meant.ts';
import { columnBytes, Workspace } from './column.ts';

/** What recall reads of one space. */
export class RecallIndex {
  readonly memories: MemoryTable = new MemoryTable();
  /** Edges between memories, of all believers. */
  readonly edges: EdgeTables = new EdgeTables();
  /** Supports and contradictions, of all believers. */
  readonly links: LinkTable = this.edges.links;
  /** Chains of thought, of all agents. */
  readonly thoughts: ThoughtTable = this.edges.thoughts;
  /** What each agent recalls together. */
  readonly coActivation: CoActivations = this.edges.coActivation;
  #merges: EntityMerges = new EntityMerges();
  #vectors: VectorColumn;
  /** The vectors of words, of those memories that have any. */
  readonly tokens: TokenColumn = new TokenColumn();
  readonly #believers: Map<string, BelieverIndex> = new Map();
  /** Arrays that one ranking after another fills: ranking is synchronous. */
  readonly workspace: Workspace = new Workspace();
  /** Of those who asked last; gone with the next change. */
  #names: { readonly key: string; readonly names: NamesInView } | undefined;
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
   * Beliefs in, vectors of and edges at memories that are not there (forgotten since) are left out.
   *
   * @throws {InternalError} when a vector has another dimension than the index; nothing is changed then.
   */
  apply(change: IndexChange): void {
    if (change.seq < this.#seq) return;
    this.#checkVectors(change);
    this.#names = undefined;
    for (const memory of change.memories) this.#putMemory(memory);
    for (const belief of change.beliefs) {
      const row = this.memories.row(belief.memory);
      if (row >= 0) this.believerFor(belief.agent).put(row, belief);
    }
    for (const vectors of change.vectors) this.#putVectors(vectors);
    for (const id of change.removed) this.#remove(id);
    for (const belief of change.unbelieved ?? []) this.#unbelieve(belief);
    for (const id of change.unjoined ?? []) this.edges.dropAt(this.memories.row(id));
    for (const key of change.dropped ?? []) this.#dropEdge(key);
    for (const edge of change.edges ?? []) this.#putEdge(edge);
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
   * The links of one memory that some believers know, dismissed ones included, whether or not their partners are still
   * believed. Where several have one of a kind to a partner, the first believer's counts.
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

  /** The same text for copies, as a believer holds them: what one source says in the same words. */
  copyMark(agent: string, id: string): string | undefined {
    const source = this.beliefOf(agent, id)?.source;
    return source === undefined ? undefined : `${this.memories.copies.said.get(this.memories.row(id))} ${source}`;
  }

  hasVector(id: string): boolean {
    const row = this.memories.row(id);
    return row >= 0 && this.#vectors.has(row);
  }

  /** The memories that are still to be embedded. */
  vectorlessIds(): string[] {
    return [...this.memories.rows()].flatMap((row) => (this.#vectors.has(row) ? [] : [this.memories.ids[row]!]));
  }

  /** The memories that are embedded without their words. */
  tokenlessIds(): string[] {
    return [...this.memories.rows()].flatMap((row) =>
      this.#vectors.has(row) && !this.tokens.has(row) ? [this.memories.ids[row]!] : [],
    );
  }

  /** Forgets all vectors, to take in those of another model; a dimension of 0 waits for the first. */
  dropVectors(dimension: number): void {
    this.#vectors = new VectorColumn(dimension);
    this.tokens.clear();
  }

  /**
   * The entities that some believers mean by a name, whatever its case and diacritics, as far as one of them believes
   * a memory that calls them so and has not withdrawn it; and those that are the same to them. Where it means several,
   * all of them, in the order in which these believers came to speak of them.
   */
  entitiesNamed(believers: readonly string[], name: string): readonly string[] {
    return this.namesOf(believers)
      .named(name)
      .entities.map((entity) => this.memories.names.text(entity));
  }

  /**
   * The one entity that some believers mean by a name: the one that is called so, else the only one whose name it is a
   * part of; undefined where there is none, or where only guessing would tell.
   */
  entityMeant(believers: readonly string[], name: string): string | undefined {
    const entity = this.namesOf(believers).one(name);
    return entity === undefined ? undefined : this.memories.names.text(entity);
  }

  /** The entities that some believers call exactly so, and for a full name all that is the same to them. */
  entitiesCalled(believers: readonly string[], name: string): readonly string[] {
    return this.namesOf(believers)
      .called(name)
      .map((entity) => this.memories.names.text(entity));
  }

  /** The ids under which memories may be about an agent, whose names differ in case: the one that is asked for first. */
  agentsCalled(id: string): readonly string[] {
    const asked = foldAgent(id);
    const isOther = (name: string): boolean => name.startsWith('agent:') && name !== id && foldAgent(name) === asked;
    return [id, ...this.memories.names.texts().filter(isOther).sort()];
  }

  /** Whether some believers use a name as it stands for an entity, or for a speaker who is the same to them. */
  isCalled(believers: readonly string[], name: string, entity: string): boolean {
    return this.namesOf(believers).isNameOf(name, this.memories.names.find(entity));
  }

  /** Who is meant by a name in the view of some believers; good until the next change. Kept for whoever asks next. */
  namesOf(believers: readonly string[]): NamesInView {
    const key = JSON.stringify(believers);
    if (this.#names?.key !== key) this.#names = { key, names: new NamesInView(this, believers) };
    return this.#names.names;
  }

  stats(): RecallIndexStats {
    return {
      seq: this.#seq,
      memories: this.size,
      vectors: this.#vectors.count,
      dimension: this.#vectors.dimension,
      vocabulary: this.memories.vocabulary.size,
      bytes: this.#bytes(),
      believers: Object.fromEntries([...this.#believers.values()].map(({ agent, count }) => [agent, count])),
    };
  }

  #bytes(): RecallIndexStats['bytes'] {
    const believers = [...this.#believers.values()];
    const terms = this.memories.terms.values.byteLength;
    return {
      vectors: this.#vectors.bytes,
      tokens: this.tokens.bytes,
      terms: terms + believers.reduce((sum, { postingBytes }) => sum + postingBytes, 0),
      columns: believers.reduce((sum, believer) => sum + columnBytes(believer), columnBytes(this.memories) - terms),
    };
  }

  /** What one believer knows, if it believes anything. */
  believer(agent: string): BelieverIndex | undefined {
    return this.#believers.get(agent);
  }

  get byName(): ReadonlyMap<string, BelieverIndex> {
    return this.#believers;
  }

  believers(): IterableIterator<BelieverIndex> {
    return this.#believers.values();
  }

  /** What one believer knows, made empty if it is new. */
  believerFor(agent: string): BelieverIndex {
    const believer = this.#believers.get(agent) ?? new BelieverIndex(agent, this.memories);
    this.#believers.set(agent, believer);
    return believer;
  }

  /** Says which change it stands at, once it is filled from a snapshot. */
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

  #putVectors({ memory, vector, tokens }: IndexedVector): void {
    const row = this.memories.row(memory);
    if (row < 0) return;
    this.#vectors.set(row, vector);
    if (tokens === undefined) this.tokens.drop(row);
    else this.tokens.set(row, tokens);
  }

  #unbelieve({ agent, memory }: IndexedBeliefKey): void {
    const believer = this.#believers.get(agent);
    const row = this.memories.row(memory);
    if (believer === undefined || row < 0 || believer.document(row) < 0) return;
    believer.remove(row);
    this.memories.uncountBeliever(row);
  }

  #dropEdge<N extends IndexedEdgeName>({ table, record }: IndexedEdgeKey<N>): void {
    this.edges.drop(table, { ...record, ...this.#ends(record) });
  }

  #putEdge<N extends IndexedEdgeName>({ table, record }: IndexedEdge<N>): void {
    const ends = this.#ends(record);
    if (ends.from >= 0 && ends.to >= 0) this.edges.put(table, { ...record, ...ends });
  }

  #ends(edge: object): { readonly from: number; readonly to: number } {
    const [from = '', to = ''] = textsIn(edge, ['from', 'to']);
    return { from: this.memories.row(from), to: this.memories.row(to) };
  }

  #remove(id: string): void {
    const row = this.memories.row(id);
    if (row < 0) return;
    this.edges.remove(row);
    for (const believer of this.#believers.values()) believer.remove(row);
    this.#vectors.drop(row);
    this.tokens.drop(row);
    this.memories.remove(id);
  }
}
