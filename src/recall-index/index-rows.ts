/**
 * The rows of a recall index as plain arrays, for a snapshot: forgotten memories left out, terms
 * and names numbered anew so that no word that only they used remains.
 */
import type { BelieverIndex } from './believer-index.ts';
import { Interner } from './column.ts';
import {
  type CognitiveRows,
  type PackedLists,
  Renumbering,
  cognitiveRows,
  fillCognitive,
  packed,
  startOf,
  unpacked,
} from './cognitive-rows.ts';
import { type MemoryTable, termFrequency, termNumber } from './memory-table.ts';
import { type IndexedEdgeName, type IndexedPast, type IndexedThought, indexedEdgeNames } from './entry.ts';
import type { EdgeInRows } from './edge-tables.ts';
import type { RecallIndex } from './recall-index.ts';

/** Stands for a name that has no type. */
const noType = 255;

/** The memories of a space by row. */
interface MemoryRows {
  readonly ids: readonly string[];
  readonly vocabulary: readonly string[];
  readonly sessions: readonly string[];
  readonly speakers: readonly string[];
  readonly domains: readonly string[];
  readonly names: readonly string[];
  /** What each name is, by its place among the types of entities; 255 for nothing. */
  readonly nameTypes: Uint8Array;
  readonly predicates: readonly string[];
  readonly surfaces: readonly string[];
  readonly type: Uint8Array;
  readonly session: Int32Array;
  readonly speaker: Int32Array;
  readonly domain: Int32Array;
  readonly occurredAt: Float64Array;
  readonly position: Float64Array;
  readonly validTo: Float64Array;
  readonly said: Float64Array;
  readonly valence: Float32Array;
  readonly arousal: Float32Array;
  readonly questionShare: Float32Array;
  readonly answers: Uint16Array;
  readonly tells: Int32Array;
  readonly asks: Int32Array;
  readonly length: Int32Array;
  readonly terms: PackedLists;
  readonly mentions: PackedLists;
  readonly about: PackedLists;
  readonly relations: PackedLists;
  readonly claims: PackedLists;
  readonly cognitive: CognitiveRows;
}

/** The edges of one believer, each with the row of its memory. */
interface BelieverRows {
  readonly agent: string;
  readonly rows: Int32Array;
  readonly strength: Float64Array;
  readonly reinforcedAt: Float64Array;
  readonly halfLifeDays: Float64Array;
  readonly permanent: Uint8Array;
  readonly since: Float64Array;
  readonly trust: Float64Array;
  readonly source: Float64Array;
  readonly accesses: Int32Array;
  /** NaN where recall never brought it up. */
  readonly lastAccessedAt: Float64Array;
  readonly withdrawnAt: Float64Array;
  /** The few that have an end of validity, a past, a place or tags of their own, by their place among the edges. */
  readonly validTo: ReadonlyMap<number, number>;
  readonly past: ReadonlyMap<number, readonly IndexedPast[]>;
  readonly positions: ReadonlyMap<number, number>;
  readonly tags: ReadonlyMap<number, readonly string[]>;
}

/** One field of the edges of a table; NaN or -1 where an edge lacks it. */
type EdgeColumn =
  | { readonly kind: 'number' | 'time'; readonly values: Float64Array }
  | { readonly kind: 'text'; readonly values: Int32Array; readonly texts: readonly string[] };

/** The edges of one table, each with the rows of its memories. */
interface EdgeRows {
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly fields: Readonly<Record<string, EdgeColumn>>;
}

/** Everything that an index is made from. */
export interface IndexRows {
  readonly seq: number;
  readonly memories: MemoryRows;
  /** The few memories that are thoughts, by row. */
  readonly thoughts: ReadonlyMap<number, IndexedThought>;
  readonly edges: Readonly<Record<IndexedEdgeName, EdgeRows>>;
  readonly dimension: number;
  readonly vectors: { readonly vectors: Int8Array; readonly scales: Float32Array };
  readonly tokens: { readonly tokens: Int32Array; readonly values: Int8Array };
  readonly believers: readonly BelieverRows[];
}

/** The rows of an index as it stands. */
export function rowsOf(index: RecallIndex): IndexRows {
  const rows = [...index.memories.rows()];
  const rowOf = new Int32Array(index.memories.ids.length).fill(-1);
  rows.forEach((row, packedRow) => {
    rowOf[row] = packedRow;
  });
  return {
    seq: index.seq,
    memories: memoryRows(index.memories, rows),
    thoughts: new Map([...index.thoughts.entries()].map(([row, thought]) => [rowOf[row]!, thought])),
    edges: byTable((table) => edgeRows(index.edges.all(table), rowOf)),
    dimension: index.vectors.dimension,
    vectors: index.vectors.packed(rows),
    tokens: index.tokens.packed(rows),
    believers: [...index.believers()].map((believer) => believerRows(believer, rowOf)),
  };
}

/** Fills an empty index with rows. */
export function fillRows(index: RecallIndex, rows: IndexRows): void {
  fillMemories(index.memories, rows.memories);
  index.dropVectors(rows.dimension);
  index.vectors.unpack(rows.vectors);
  index.tokens.unpack(rows.tokens);
  for (const believer of rows.believers) index.believerFor(believer.agent).fill(believer);
  for (const [row, thought] of rows.thoughts) index.thoughts.put(row, thought);
  for (const table of indexedEdgeNames) fillEdges(index, table, rows.edges[table]);
  index.standAt(rows.seq);
}

function memoryRows(table: MemoryTable, rows: readonly number[]): MemoryRows {
  const vocabulary = new Renumbering(table.vocabulary);
  const sessions = new Renumbering(table.sessions);
  const speakers = new Renumbering(table.speakers);
  const domains = new Renumbering(table.domains);
  const names = new Renumbering(table.names);
  const predicates = new Renumbering(table.predicates);
  const surfaces = new Renumbering(table.surfaces);
  const terms = packed(rows, (row) =>
    Array.from(table.terms.values.subarray(table.termsFrom.values[row], table.termsEnd(row)), (term) => {
      return vocabulary.number(termNumber(term)) * 256 + termFrequency(term);
    }),
  );
  const read = (values: ArrayLike<number>): readonly number[] => rows.map((row) => values[row]!);
  return {
    ids: rows.map((row) => table.ids[row]!),
    type: Uint8Array.from(read(table.type.values)),
    session: Int32Array.from(read(table.session.values), (number) => sessions.number(number)),
    speaker: Int32Array.from(read(table.speaker.values), (number) => speakers.number(number)),
    domain: Int32Array.from(read(table.domain.values), (number) => domains.number(number)),
    occurredAt: Float64Array.from(read(table.occurredAt.values)),
    position: Float64Array.from(read(table.position.values)),
    validTo: Float64Array.from(read(table.validTo.values)),
    said: Float64Array.from(read(table.copies.said.values)),
    valence: Float32Array.from(read(table.valence.values)),
    arousal: Float32Array.from(read(table.arousal.values)),
    questionShare: Float32Array.from(read(table.questionShare.values)),
    answers: Uint16Array.from(read(table.answers.values)),
    tells: Int32Array.from(read(table.tells.values)),
    asks: Int32Array.from(read(table.asks.values)),
    length: Int32Array.from(read(table.length.values)),
    terms,
    mentions: packed(rows, (row) =>
      (table.mentions[row] ?? []).map((number, i) => (i % 2 === 0 ? names : surfaces).number(number)),
    ),
    claims: packed(rows, (row) => table.claims[row]!),
    about: packed(rows, (row) => (table.about[row] ?? []).map((number) => names.number(number))),
    relations: packed(rows, (row) =>
      (table.relations[row] ?? []).map((number, i) => (i % 3 === 1 ? predicates : names).number(number)),
    ),
    cognitive: cognitiveRows(table.cognitive, rows, vocabulary),
    vocabulary: vocabulary.kept.texts(),
    sessions: sessions.kept.texts(),
    speakers: speakers.kept.texts(),
    domains: domains.kept.texts(),
    names: names.kept.texts(),
    nameTypes: Uint8Array.from(names.kept.texts(), (name) => table.nameTypes[table.names.find(name)] ?? noType),
    predicates: predicates.kept.texts(),
    surfaces: surfaces.kept.texts(),
  };
}

function believerRows(believer: BelieverIndex, rowOf: Int32Array): BelieverRows {
  const documents = Array.from({ length: believer.documents }, (_, document) => document).filter(
    (document) => believer.rowOf.values[document]! >= 0,
  );
  const read = (values: ArrayLike<number>): Float64Array =>
    Float64Array.from(documents, (document) => values[document]!);
  return {
    agent: believer.agent,
    rows: Int32Array.from(documents, (document) => rowOf[believer.rowOf.values[document]!] as number),
    strength: read(believer.strength.values),
    reinforcedAt: read(believer.reinforcedAt.values),
    halfLifeDays: read(believer.halfLifeDays.values),
    permanent: Uint8Array.from(read(believer.permanent.values)),
    since: read(believer.since.values),
    trust: read(believer.trust.values),
    source: read(believer.source.values),
    accesses: Int32Array.from(read(believer.accesses.values)),
    lastAccessedAt: read(believer.lastAccessedAt.values),
    withdrawnAt: read(believer.withdrawnAt.values),
    validTo: byEdge(documents, believer.validTo),
    past: byEdge(documents, believer.past),
    positions: byEdge(documents, believer.positions),
    tags: byEdge(documents, believer.tags),
  };
}

function byEdge<T>(documents: readonly number[], values: ReadonlyMap<number, T>): ReadonlyMap<number, T> {
  if (values.size === 0) return values;
  return new Map(
    documents.flatMap((document, edge) => {
      const value = values.get(document);
      return value === undefined ? [] : [[edge, value] as const];
    }),
  );
}

function byTable<T>(of: (table: IndexedEdgeName) => T): Readonly<Record<IndexedEdgeName, T>> {
  return Object.fromEntries(indexedEdgeNames.map((table) => [table, of(table)])) as Record<IndexedEdgeName, T>;
}

function edgeRows(edges: readonly EdgeInRows<IndexedEdgeName>[], rowOf: Int32Array): EdgeRows {
  const said = edges.map(({ from: _from, to: _to, ...fields }): Readonly<Record<string, unknown>> => fields);
  const names = [...new Set(said.flatMap(Object.keys))];
  return {
    from: Int32Array.from(edges, ({ from }) => rowOf[from]!),
    to: Int32Array.from(edges, ({ to }) => rowOf[to]!),
    fields: Object.fromEntries(names.map((name) => [name, edgeColumn(said.map((fields) => fields[name]))])),
  };
}

function edgeColumn(values: readonly unknown[]): EdgeColumn {
  if (values.some((value) => typeof value === 'string')) {
    const texts = new Interner();
    const numbers = Int32Array.from(values, (value) => (typeof value === 'string' ? texts.number(value) : -1));
    return { kind: 'text', values: numbers, texts: texts.texts() };
  }
  const kind = values.some((value) => value instanceof Date) ? 'time' : 'number';
  return { kind, values: Float64Array.from(values, (value) => (value === undefined ? Number.NaN : Number(value))) };
}

function fillEdges<N extends IndexedEdgeName>({ edges }: RecallIndex, table: N, rows: EdgeRows): void {
  const fields = Object.entries(rows.fields);
  for (let edge = 0; edge < rows.from.length; edge++) {
    const said: Record<string, unknown> = { from: rows.from[edge], to: rows.to[edge] };
    for (const [name, column] of fields) {
      const value = edgeField(column, edge);
      if (value !== undefined) said[name] = value;
    }
    // `edgeRows` wrote the fields of this very table.
    edges.put(table, said as unknown as EdgeInRows<N>);
  }
}

function edgeField(column: EdgeColumn, edge: number): string | number | Date | undefined {
  const value = column.values[edge]!;
  if (column.kind === 'text') return column.texts[value];
  if (Number.isNaN(value)) return undefined;
  return column.kind === 'time' ? new Date(value) : value;
}

function fillMemories(table: MemoryTable, rows: MemoryRows): void {
  for (const kind of ['vocabulary', 'sessions', 'names', 'predicates', 'surfaces'] as const) {
    for (const text of rows[kind]) table[kind].number(text);
  }
  rows.nameTypes.forEach((type, name) => {
    if (type !== noType) table.nameTypes[name] = type;
  });
  for (const speaker of rows.speakers) table.speakerNumber(speaker);
  for (const domain of rows.domains) table.domainNumber(domain);
  for (const column of ['type', 'session', 'speaker', 'domain', 'occurredAt', 'position', 'validTo'] as const) {
    table[column].append(rows[column]);
  }
  table.copies.append(rows.said);
  for (const column of ['valence', 'arousal', 'questionShare', 'answers', 'tells', 'asks', 'length'] as const)
    table[column].append(rows[column]);
  fillCognitive(table.cognitive, rows.cognitive);
  const { ends } = rows.terms;
  table.terms.append(rows.terms.values);
  table.termsFrom.append(ends.map((_, row) => startOf(ends, row)));
  table.termsCount.append(ends.map((end, row) => end - startOf(ends, row)));
  for (let position = 0; position < rows.ids.length; position++) {
    const row = table.claim(rows.ids[position]!);
    table.setMentions(row, unpacked(rows.mentions, position));
    table.about[row] = unpacked(rows.about, position);
    table.relations[row] = unpacked(rows.relations, position);
    table.claims[row] = unpacked(rows.claims, position);
  }
}
