/** What `graph` answers. */
import type { Domain, EntityType, FactKind, KnowledgeType, ObservationType, Ring } from '../domain/records.ts';
import type { ComputedEdgeKind } from './memory-graph-options.ts';

/** The kinds of nodes. A thought is an observation of its own kind. */
export const memoryGraphNodeKinds = ['agent', 'observation', 'thought', 'fact', 'entity', 'session'] as const;
/** What a node is. */
export type MemoryGraphNodeKind = (typeof memoryGraphNodeKinds)[number];

/** The kinds of edges that records hold, called as the ledger calls them. */
export const recordedEdgeKinds = [
  'BELIEVES',
  'MENTIONS',
  'ABOUT',
  'RELATES',
  'BELONGS_TO',
  'FOLLOWS',
  'DERIVED_FROM',
  'SUPERSEDES',
  'SUPPORTS',
  'CONTRADICTS',
  'CO_ACTIVATED',
  'SIMILAR_TO',
] as const;
/** How two nodes are tied by what was recorded. */
export type RecordedEdgeKind = (typeof recordedEdgeKinds)[number];

/** A node of the graph: a memory, or what comes with the memories. */
export interface MemoryGraphNode {
  /** `agent:NAME`, `observation:KEY`, `fact:KEY`, `entity:KEY` or `session:KEY`. */
  readonly id: string;
  readonly kind: MemoryGraphNodeKind;
  /** What it says or is called, at most 80 characters, cut between words and marked with `…`. */
  readonly label: string;
  /** The kind of a fact, the type of an observation or of an entity. */
  readonly type?: FactKind | ObservationType | EntityType;
  /** Of a memory: 0..1, how much it counts by itself. */
  readonly authority?: number;
  /** Of a memory: 0..1, the strongest effective strength of those who believe it. */
  readonly strength?: number;
  /** Of a memory: who believes it, by name. */
  readonly agents?: readonly string[];
  /** Of a memory when it was first learned, of a session when it was opened. */
  readonly at?: Date;
  /** Of a memory: 1..10. */
  readonly importance?: number;
  /** Set where something took its place for everybody who believes it. */
  readonly superseded?: true;
  /** Set where somebody believes it for good. */
  readonly permanent?: true;
  readonly domain?: Domain;
  readonly topic?: string;
  readonly ring?: Ring;
  readonly knowledgeType?: KnowledgeType;
}

/** An edge between two nodes of the graph. */
export interface MemoryGraphEdge {
  readonly kind: RecordedEdgeKind | ComputedEdgeKind;
  /** The id of a node. */
  readonly from: string;
  /** The id of a node. */
  readonly to: string;
  /** 0..1: the effective strength of a belief, a similarity, what being recalled together is worth, or the share of key terms in common. */
  readonly weight?: number;
  /** The predicate of a relation; `next`, `branch` or `revision`; the state of a support or a contradiction; what both have in common. */
  readonly words?: string;
  /** For whom it is so, where that is not everybody's matter: by name. */
  readonly believer?: string;
}

/** A space as a graph, whoever believes what. */
export interface MemoryGraph {
  /** The time for which strengths were computed. */
  readonly at: Date;
  /** Memories first, what counts most before the rest; then agents, entities and sessions that they are tied to. */
  readonly nodes: readonly MemoryGraphNode[];
  /** Only between nodes that are answered. */
  readonly edges: readonly MemoryGraphEdge[];
  /** How many memories the filters let through, those beyond the limit included. */
  readonly total: number;
  /** What the caller should know of how this came about, in sentences. */
  readonly notices: readonly string[];
}
