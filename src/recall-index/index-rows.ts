/**
 * The rows of a recall index as plain arrays, for a snapshot: forgotten memories left out, terms
 * and names numbered anew so that no word that only they used remains.
 */
import { groupBy } from '../domain/values.ts';
import { type FollowType, type LinkState, followTypes, linkStates } from '../domain/vocabulary.ts';
import { maxConcepts } from '../language/words.ts';
import type { BelieverIndex } from './believer-index.ts';
import { type CognitiveColumns, type MemoryTable, termFrequency, termNumber } from './memory-table.ts';
import type { IndexedPast, IndexedThought } from './entry.ts';
import { Interner } from './column.ts';
import type { RecallIndex } from './recall-index.ts';

/** The memories of a space by row. */
interface MemoryRows {
  readonly ids: readonly string[];
  readonly vocabulary: readonly string[];
  readonly sessions: readonly string[];
  readonly speakers: readonly string[];
  readonly domains: readonly string[];
  readonly names: readonly string[];
  readonly predicates: readonly string[];
  readonly surfaces: readonly string[];
  readonly type: Uint8Array;
  readonly session: Int32Array;
  readonly speaker: Int32Array;
  readonly domain: Int32Array;
  readonly occurredAt: Float64Array;
  readonly position: Float64Array;
  readonly validTo: Float64Array;
  readonly valence: Float32Array;
  readonly arousal: Float32Array;
  readonly questionShare: Float32Array;
  readonly answers: Uint8Array;
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
  readonly accesses: Int32Array;
  /** NaN where recall never brought it up. */
  readonly lastAccessedAt: Float64Array;
  readonly withdrawnAt: Float64Array;
  /** The few that have an end of validity or a past of their own, by their place among the edges. */
  readonly validTo: ReadonlyMap<number, number>;
  readonly past: ReadonlyMap<number, readonly IndexedPast[]>;
}

/** The pairs of one agent, each end as the row of its memory. */
interface CoActivationRows {
  readonly agent: string;
  readonly one: Int32Array;
  readonly other: Int32Array;
  readonly count: Float64Array;
  readonly lastAt: Float64Array;
}

/** The supports and contradictions, each with the rows of its memories. */
interface LinkRows {
  readonly believers: readonly string[];
  readonly rules: readonly string[];
  readonly believer: Int32Array;
  readonly rule: Int32Array;
  /** 1 for a contradiction. */
  readonly contradicts: Uint8Array;
  /** The place of the state in `linkStates`. */
  readonly state: Uint8Array;
  readonly one: Int32Array;
  readonly other: Int32Array;
  readonly similarity: Float64Array;
}

/** The few memories that are thoughts, by row, and what follows what. */
interface ThoughtRows {
  readonly thoughts: ReadonlyMap<number, IndexedThought>;
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** The place of the type in `followTypes`. */
  readonly type: Uint8Array;
}

/** Everything that an index is made from. */
export interface IndexRows {
  readonly seq: number;
  readonly memories: MemoryRows;
  readonly links: LinkRows;
  readonly thoughts: ThoughtRows;
  readonly dimension: number;
  readonly vectors: { readonly vectors: Int8Array; readonly scales: Float32Array };
  readonly believers: readonly BelieverRows[];
  readonly coActivated: readonly CoActivationRows[];
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
    links: linkRows(index, rowOf),
    thoughts: thoughtRows(index, rowOf),
    dimension: index.vectors.dimension,
    vectors: index.vectors.packed(rows),
    believers: [...index.believers()].map((believer) => believerRows(believer, rowOf)),
    coActivated: coActivationRows(index, rowOf),
  };
}

/** Fills an empty index with rows. */
export function fillRows(index: RecallIndex, rows: IndexRows): void {
  fillMemories(index.memories, rows.memories);
  index.dropVectors(rows.dimension);
  index.vectors.unpack(rows.vectors);
  for (const believer of rows.believers) fillBeliever(index, rows.memories.ids, believer);
  for (const pairs of rows.coActivated) fillCoActivations(index, pairs);
  fillLinks(index, rows.links);
  fillThoughts(index, rows.thoughts);
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
    valence: Float32Array.from(read(table.valence.values)),
    arousal: Float32Array.from(read(table.arousal.values)),
    questionShare: Float32Array.from(read(table.questionShare.values)),
    answers: Uint8Array.from(read(table.answers.values)),
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
    accesses: Int32Array.from(read(believer.accesses.values)),
    lastAccessedAt: read(believer.lastAccessedAt.values),
    withdrawnAt: read(believer.withdrawnAt.values),
    validTo: byEdge(documents, believer.validTo),
    past: byEdge(documents, believer.past),
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

function coActivationRows(index: RecallIndex, rowOf: Int32Array): readonly CoActivationRows[] {
  return [...groupBy(index.coActivation.pairs(), ({ agent }) => agent)].map(([agent, pairs]) => ({
    agent,
    one: Int32Array.from(pairs, ({ one }) => rowOf[one]!),
    other: Int32Array.from(pairs, ({ other }) => rowOf[other]!),
    count: Float64Array.from(pairs, ({ count }) => count),
    lastAt: Float64Array.from(pairs, ({ lastAt }) => lastAt),
  }));
}

function linkRows(index: RecallIndex, rowOf: Int32Array): LinkRows {
  const edges = [...index.links.edges()];
  const believers = new Interner();
  const rules = new Interner();
  return {
    believer: Int32Array.from(edges, ({ believer }) => believers.number(believer)),
    rule: Int32Array.from(edges, ({ rule }) => rules.number(rule)),
    contradicts: Uint8Array.from(edges, ({ kind }) => (kind === 'contradicts' ? 1 : 0)),
    state: Uint8Array.from(edges, ({ state }) => linkStates.indexOf(state)),
    one: Int32Array.from(edges, ({ one }) => rowOf[one]!),
    other: Int32Array.from(edges, ({ other }) => rowOf[other]!),
    similarity: Float64Array.from(edges, ({ similarity }) => similarity),
    believers: believers.texts(),
    rules: rules.texts(),
  };
}

function fillLinks(index: RecallIndex, rows: LinkRows): void {
  rows.one.forEach((one, edge) => {
    index.links.put({
      believer: rows.believers[rows.believer[edge]!] as string,
      kind: rows.contradicts[edge] === 1 ? 'contradicts' : 'supports',
      one,
      other: rows.other[edge]!,
      similarity: rows.similarity[edge]!,
      state: linkStates[rows.state[edge]!] as LinkState,
      rule: rows.rules[rows.rule[edge]!] as string,
    });
  });
}

function thoughtRows({ thoughts }: RecallIndex, rowOf: Int32Array): ThoughtRows {
  const edges = [...thoughts.edges()];
  return {
    thoughts: new Map([...thoughts.entries()].map(([row, thought]) => [rowOf[row]!, thought])),
    from: Int32Array.from(edges, ({ from }) => rowOf[from]!),
    to: Int32Array.from(edges, ({ to }) => rowOf[to]!),
    type: Uint8Array.from(edges, ({ type }) => followTypes.indexOf(type)),
  };
}

function fillThoughts({ thoughts }: RecallIndex, rows: ThoughtRows): void {
  for (const [row, thought] of rows.thoughts) thoughts.put(row, thought);
  rows.from.forEach((from, edge) => {
    const type = followTypes[rows.type[edge]!] as FollowType;
    thoughts.follow({ from, to: rows.to[edge]!, type });
  });
}

function fillMemories(table: MemoryTable, rows: MemoryRows): void {
  for (const kind of ['vocabulary', 'sessions', 'names', 'predicates', 'surfaces'] as const) {
    for (const text of rows[kind]) table[kind].number(text);
  }
  for (const speaker of rows.speakers) table.speakerNumber(speaker);
  for (const domain of rows.domains) table.domainNumber(domain);
  for (const column of ['type', 'session', 'speaker', 'domain', 'occurredAt', 'position', 'validTo'] as const) {
    table[column].append(rows[column]);
  }
  for (const column of ['valence', 'arousal', 'questionShare', 'answers', 'length'] as const)
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

function fillBeliever(index: RecallIndex, ids: readonly string[], rows: BelieverRows): void {
  const believer = index.believerFor(rows.agent);
  for (let edge = 0; edge < rows.rows.length; edge++) {
    const row = rows.rows[edge]!;
    const withdrawnAt = rows.withdrawnAt[edge]!;
    const lastAccessedAt = rows.lastAccessedAt[edge]!;
    const validTo = rows.validTo.get(edge);
    const past = rows.past.get(edge);
    believer.put(row, {
      agent: rows.agent,
      memory: ids[row]!,
      strength: rows.strength[edge]!,
      reinforcedAt: rows.reinforcedAt[edge]!,
      halfLifeDays: rows.halfLifeDays[edge]!,
      permanent: rows.permanent[edge] === 1,
      since: rows.since[edge]!,
      trust: rows.trust[edge]!,
      accesses: rows.accesses[edge]!,
      ...(Number.isNaN(lastAccessedAt) ? {} : { lastAccessedAt }),
      ...(withdrawnAt === Number.POSITIVE_INFINITY ? {} : { withdrawnAt }),
      ...(validTo === undefined ? {} : { validTo }),
      ...(past === undefined ? {} : { past }),
    });
  }
}

function fillCoActivations({ coActivation }: RecallIndex, { agent, ...rows }: CoActivationRows): void {
  rows.one.forEach((one, place) => {
    const [other, count, lastAt] = [rows.other[place], rows.count[place], rows.lastAt[place]] as [
      number,
      number,
      number,
    ];
    coActivation.put({ agent, one, other, count, lastAt });
  });
}

// The cognitive columns as plain arrays, for a snapshot; patterns that only forgotten memories had are left out.

/** The cognitive fields of the memories of a space by row. */
interface CognitiveRows {
  readonly kind: Uint8Array;
  readonly knowledgeType: Uint8Array;
  readonly ring: Uint8Array;
  readonly importance: Float32Array;
  readonly topics: readonly string[];
  readonly topic: Int32Array;
  readonly concepts: Int32Array;
  /** By pattern: its words. */
  readonly patterns: PackedLists;
  readonly patternsOf: PackedLists;
}

/** What the columns hold in some rows, with words numbered by the snapshot's vocabulary. */
function cognitiveRows(columns: CognitiveColumns, rows: readonly number[], vocabulary: Renumbering): CognitiveRows {
  const topics = new Renumbering(columns.topics);
  const used = new Map<number, number>();
  const patternsOf = packed(rows, (row) =>
    columns.patternsOf[row]!.map((pattern) => {
      const number = used.get(pattern) ?? used.size;
      used.set(pattern, number);
      return number;
    }),
  );
  const read = (values: ArrayLike<number>): readonly number[] => rows.map((row) => values[row]!);
  const concepts = new Int32Array(rows.length * maxConcepts);
  rows.forEach((row, packedRow) => {
    for (let i = 0; i < maxConcepts; i++) {
      concepts[packedRow * maxConcepts + i] = vocabulary.number(columns.concepts.values[row * maxConcepts + i]!);
    }
  });
  return {
    kind: Uint8Array.from(read(columns.kind.values)),
    knowledgeType: Uint8Array.from(read(columns.knowledgeType.values)),
    ring: Uint8Array.from(read(columns.ring.values)),
    importance: Float32Array.from(read(columns.importance.values)),
    topic: Int32Array.from(read(columns.topic.values), (number) => topics.number(number)),
    topics: topics.kept.texts(),
    concepts,
    patterns: packed([...used.keys()], (pattern) =>
      columns.patterns.words[pattern]!.map((word) => vocabulary.number(word)),
    ),
    patternsOf,
  };
}

/** Fills empty columns with rows; the vocabulary's words have their numbers already. */
function fillCognitive(columns: CognitiveColumns, rows: CognitiveRows): void {
  for (const topic of rows.topics) columns.topics.number(topic);
  for (let pattern = 0; pattern < rows.patterns.ends.length; pattern++) {
    columns.patterns.number(unpacked(rows.patterns, pattern));
  }
  for (const column of ['kind', 'knowledgeType', 'ring', 'importance', 'topic', 'concepts'] as const) {
    columns[column].append(rows[column]);
  }
  for (let row = 0; row < rows.kind.length; row++) {
    columns.patternsOf.push(unpacked(rows.patternsOf, row));
    columns.listConcepts(row);
  }
}

/** Where each row's list ends, and the numbers of all. */
interface PackedLists {
  readonly ends: Int32Array;
  readonly values: Float64Array;
}

const nothing: readonly number[] = [];

/** Packs the lists of some rows in their order. */
function packed(rows: readonly number[], listOf: (row: number) => readonly number[]): PackedLists {
  const ends = new Int32Array(rows.length);
  const values: number[] = [];
  rows.forEach((row, packedRow) => {
    for (const value of listOf(row)) values.push(value);
    ends[packedRow] = values.length;
  });
  return { ends, values: Float64Array.from(values) };
}

/** The list of a row. */
function unpacked({ ends, values }: PackedLists, row: number): readonly number[] {
  const start = startOf(ends, row);
  const end = ends[row]!;
  return start === end ? nothing : Array.from(values.subarray(start, end));
}

/** Where the list of a row begins. */
function startOf(ends: Int32Array, row: number): number {
  return row === 0 ? 0 : ends[row - 1]!;
}

/** From the numbers of an interner to those of the strings that are kept. */
class Renumbering {
  readonly #old: Interner;
  readonly kept: Interner = new Interner();

  constructor(old: Interner) {
    this.#old = old;
  }

  /** The new number of an old one; -1 stays -1. */
  number(old: number): number {
    return old < 0 ? -1 : this.kept.number(this.#old.text(old));
  }
}
