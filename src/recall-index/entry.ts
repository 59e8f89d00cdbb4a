/**
 * What the recall index is told, in commit order. The index keeps ids and what scoring needs,
 * not the texts.
 */
import type { Fading } from '../domain/belief.ts';
import type { Table } from '../domain/field.ts';
import {
  type Domain,
  type EntityType,
  type FactKind,
  type KnowledgeType,
  type LinkKind,
  type LinkState,
  type Mood,
  type ObservationType,
  type Ring,
  type TableName,
  type TableRecords,
  tableNames,
  tables,
} from '../domain/records.ts';

/** What the index reads of a memory. Times in milliseconds since 1970. */
export interface IndexedMemory {
  readonly id: string;
  readonly type: ObservationType | 'fact';
  /** Read while indexing and then let go. */
  readonly content: string;
  readonly speaker?: string;
  readonly session?: string;
  /** An observation's time; for a fact the start of its validity, NaN where it has none. */
  readonly occurredAt: number;
  /** Place in the total order of writes; breaks ties of `occurredAt` within a session. */
  readonly position: number;
  /** The end of a fact's validity, where it has one. */
  readonly validTo?: number;
  readonly mentions: readonly IndexedMention[];
  /** Ids of the agents and entities that a fact is about. */
  readonly about: readonly string[];
  /** What it tells of entities that stand to each other in some way. @default none */
  readonly relations?: readonly IndexedRelation[];
  /** 1..10. */
  readonly importance: number;
  readonly domain?: Domain;
  /** How it felt; it never changes. */
  readonly mood?: Mood;
  readonly topic?: string;
  readonly ring?: Ring;
  readonly knowledgeType?: KnowledgeType;
  /** Of a fact. */
  readonly kind?: FactKind;
  /** Of a fact, where a caller gave it: one that is made from the content says nothing more. */
  readonly title?: string;
  readonly concepts: readonly string[];
  readonly surfacesWhen: readonly string[];
  /** Numbers that it shares with memories that it may support or contradict. @default none */
  readonly claims?: readonly number[];
  /** The same for what says it in the same words. @default like no other */
  readonly said?: number;
  /** Of an observation that is a thought. */
  readonly thought?: IndexedThought;
}

/** What the index reads of a thought. */
export interface IndexedThought {
  /** Who recorded it. */
  readonly agent: string;
  /** Missing where it was observed and belongs to no chain. */
  readonly number?: number;
  readonly total?: number;
  readonly branch?: string;
  /** Whether it said that no thought is needed after it. */
  readonly isLast?: true;
}

/** An entity as one memory speaks of it. */
export interface IndexedMention {
  readonly entity: string;
  readonly type: EntityType;
  /** The forms of the name that this memory uses. */
  readonly surfaces: readonly string[];
}

/** A relation between two entities that a memory tells. */
export interface IndexedRelation {
  /** `entity:KEY`. */
  readonly from: string;
  /** In words: owns, lives in. */
  readonly predicate: string;
  /** `entity:KEY`. */
  readonly to: string;
}

/** What names a belief. */
export type IndexedBeliefKey = Pick<IndexedBelief, 'agent' | 'memory'>;

/** What the index reads of a belief. Times in milliseconds since 1970. */
export interface IndexedBelief extends Fading {
  readonly agent: string;
  readonly memory: string;
  readonly since: number;
  /** Place in the total order of writes, where that is not the memory's. */
  readonly position?: number;
  /** How far the source that this believer has it from is trusted, 0..1. */
  readonly trust: number;
  /** The same number for beliefs from one source. @default a source of its own */
  readonly source?: number;
  /** How often recall brought the memory up through this belief. */
  readonly accesses: number;
  readonly lastAccessedAt?: number;
  readonly withdrawnAt?: number;
  /** Until when this believer holds it to have been so. */
  readonly validTo?: number;
  /** Earlier times in which it was believed, in their order. */
  readonly past?: readonly IndexedPast[];
  /** The believer's own words for it. */
  readonly tags?: readonly string[];
}

/** A time in which a memory was believed before. */
export interface IndexedPast {
  readonly since: number;
  readonly until: number;
  /** At `reinforcedAt`. */
  readonly strength: number;
  readonly reinforcedAt: number;
}

/** A memory's embedding: finite, of the index's dimension, L2-normalised. */
export interface IndexedVector {
  readonly memory: string;
  readonly vector: Float32Array;
  /** The vectors of its words, packed; absent where there are none. */
  readonly tokens?: Int8Array;
}

/** A support or a contradiction. */
export interface IndexedLink {
  readonly believer: string;
  readonly kind: LinkKind;
  /** The newer memory. */
  readonly one: string;
  /** The older memory. */
  readonly other: string;
  /** 0..1. */
  readonly similarity: number;
  readonly state: LinkState;
  /** The rule or the agent that found it. */
  readonly rule: string;
}

/** What the index reads of a merge of two entities. */
export interface IndexedMerge {
  readonly believer: string;
  readonly from: string;
  readonly to: string;
  /** It was undone: the two are told apart. */
  readonly undone?: true;
}

/**
 * What one committed transaction changed. Memories come before the beliefs in them. A memory or
 * belief that is there already is replaced: beliefs change (strength, use, withdrawal), memories only
 * in their mentions, relations, concepts, triggers, kind, type of knowledge and ring. Applying the same change twice changes nothing.
 */
export interface IndexChange {
  readonly seq: number;
  readonly memories: readonly IndexedMemory[];
  readonly beliefs: readonly IndexedBelief[];
  readonly vectors: readonly IndexedVector[];
  /** Ids of memories that are forgotten. */
  readonly removed: readonly string[];
  /** Beliefs that are forgotten while the memories stay with others. @default none */
  readonly unbelieved?: readonly IndexedBeliefKey[];
  /** Ids of memories that lose all edges between memories before {@link edges} are put in. @default none */
  readonly unjoined?: readonly string[];
  /** Edges that are no more; taken out before {@link edges} are put in. @default none */
  readonly dropped?: readonly IndexedEdgeKey[];
  /** Edges that are new or changed. One with an end that is not there is left out. @default none */
  readonly edges?: readonly IndexedEdge[];
  /** All merges of entities there are now. @default those that were */
  readonly merges?: readonly IndexedMerge[];
}

/** The name of a table of edges between memories that the recall index holds. */
export type IndexedEdgeName = {
  [N in TableName]: (typeof tables)[N] extends { readonly indexed: true; readonly touches: readonly ['from', 'to'] }
    ? N
    : never;
}[TableName];
/** The tables of the edges between memories that the recall index holds, in writing order. */
export const indexedEdgeNames: readonly IndexedEdgeName[] = tableNames.filter(isIndexedEdgeName);

function isIndexedEdgeName(name: TableName): name is IndexedEdgeName {
  const { indexed, touches }: Table = tables[name];
  return indexed === true && touches?.join() === 'from,to';
}

/** An edge between memories that the recall index holds, with its table. */
export type IndexedEdge<T extends IndexedEdgeName = IndexedEdgeName> = {
  readonly [N in T]: { readonly table: N; readonly record: TableRecords[N] };
}[T];

/** What names such an edge: the fields of its table's key. */
export type IndexedEdgeKey<T extends IndexedEdgeName = IndexedEdgeName> = {
  readonly [N in T]: { readonly table: N; readonly record: EdgeNaming<N> };
}[T];

/** The fields of an edge that name it. */
export type EdgeNaming<N extends IndexedEdgeName> = Pick<
  TableRecords[N],
  (typeof tables)[N]['key'][number] & keyof TableRecords[N]
>;

/** A record, or part of one, and its table. */
interface Part {
  readonly table: TableName;
  readonly record: object;
}

/** Whether a record is an edge that the recall index holds, with all that names it. */
export function isIndexedEdgeKey(part: Part): part is IndexedEdgeKey {
  return isIndexedEdgeName(part.table) && hasAll(part.record, tables[part.table].key);
}

/** Whether a record is an edge that the recall index holds, with all its fields but optional ones. */
export function isIndexedEdge(part: Part): part is IndexedEdge {
  const { fields }: Table = tables[part.table];
  const needed = Object.keys(fields).filter((field) => fields[field]?.presence !== 'optional');
  return isIndexedEdgeName(part.table) && hasAll(part.record, needed);
}

function hasAll(part: object, names: readonly string[]): boolean {
  const values: Readonly<Record<string, unknown>> = { ...part };
  return names.every((name) => values[name] !== undefined);
}

/** Counts of what an index holds. */
export interface RecallIndexStats {
  readonly seq: number;
  readonly memories: number;
  readonly vectors: number;
  readonly dimension: number;
  readonly vocabulary: number;
  /** Bytes of memory that its large parts take: vectors, tokens, terms with who has them, columns of memories and beliefs. */
  readonly bytes: {
    readonly vectors: number;
    readonly tokens: number;
    readonly terms: number;
    readonly columns: number;
  };
  /** Documents per believer: its beliefs in memories that are not forgotten. */
  readonly believers: Readonly<Record<string, number>>;
}

/** How an index is made. */
export interface RecallIndexOptions {
  /** Components of its vectors. @default that of the first vector */
  readonly dimension?: number;
}
