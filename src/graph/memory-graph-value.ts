/** What `graph` takes and answers. */
import { z } from 'zod';
import {
  type Checked,
  type Given,
  date,
  identifier,
  integerIn,
  listOf,
  numberIn,
  oneOf,
  signal,
} from '../domain/input.ts';
import { withCommas } from '../domain/input.ts';
import { type Fields, count, domainRules, list, number, record, set, wireDate, words } from '../domain/result.ts';
import { entityTypes, factKinds, knowledgeTypes, observationTypes, rings } from '../domain/vocabulary.ts';
import { memoryTypeNames } from '../recall/recall-options.ts';

/** The kinds of edges that no record holds: they follow from what memories have in common, and there could be very many. */
export const computedEdgeKinds = ['SHARES_CONCEPT', 'CO_TOPIC', 'CO_RING', 'CO_KNOWLEDGE_TYPE'] as const;
/** What two memories have in common: key terms, their topic, their ring, or their type of knowledge. */
export type ComputedEdgeKind = (typeof computedEdgeKinds)[number];

/** The most memories that a graph may show. */
export const mostMemories = 50_000;

const memoryGraphOptionsFields = {
  /** Memories to answer at most, those first that count most (authority times strength): 1-50,000. @default 2,000 */
  limit: integerIn(1, mostMemories).optional(),
  /** Names of 1-100 agents: only what one of them or `system` believes, and only their beliefs and links. @default everybody */
  agents: listOf(identifier(), 'agents', 1, 100).optional(),
  /** Only memories of these types. @default all types */
  types: listOf(oneOf(memoryTypeNames), 'types', 1, memoryTypeNames.length).optional(),
  /** Only what was first learned at this time or later. @default any time */
  from: date.optional(),
  /** Only what was first learned at this time or before. @default any time */
  to: date.optional(),
  /** The effective strength that at least one belief in a memory must have: 0-1. @default 0.1, below which a belief is archived */
  minStrength: numberIn(0, 1).optional(),
  /** Which edges to compute. @default none */
  computed: listOf(oneOf(computedEdgeKinds), 'kinds of edges', 0, computedEdgeKinds.length).optional(),
  /** To how many others a memory is tied by edges of each computed kind: 1-20; more may be tied to it. @default 3 */
  perMemory: integerIn(1, 20).optional(),
  signal,
};
/** What `graph` takes. */
export interface MemoryGraphOptions extends Given<typeof memoryGraphOptionsFields> {}
export const memoryGraphSchema: z.ZodType<Checked<MemoryGraphOptions>> = z.strictObject(memoryGraphOptionsFields);

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
] as const;
/** How two nodes are tied by what was recorded. */
export type RecordedEdgeKind = (typeof recordedEdgeKinds)[number];

const memoryGraphNodeFields = {
  /** `agent:NAME`, `observation:KEY`, `fact:KEY`, `entity:KEY` or `session:KEY`. */
  id: words,
  kind: z.enum(memoryGraphNodeKinds),
  /** What it says or is called, at most 80 characters, cut between words and marked with `…`. */
  label: words,
  /** The kind of a fact, the type of an observation or of an entity. */
  type: z.enum([...factKinds, ...observationTypes, ...entityTypes]).exactOptional(),
  /** Of a memory: 0..1, how much it counts by itself. */
  authority: number.exactOptional(),
  /** Of a memory: 0..1, the strongest effective strength of those who believe it. */
  strength: number.exactOptional(),
  /** Of a memory: who believes it, by name. */
  agents: list(words).exactOptional(),
  /** Of a memory when it was first learned, of a session when it was opened. */
  at: wireDate.exactOptional(),
  /** Of an observation when it happened, of a fact since when it is so, where it says that. */
  occurredAt: wireDate.exactOptional(),
  /** Of a memory: 1..10. */
  importance: number.exactOptional(),
  /** Set where something took its place for everybody who believes it. */
  superseded: set.exactOptional(),
  /** Set where somebody believes it for good. */
  permanent: set.exactOptional(),
  domain: domainRules.exactOptional(),
  topic: words.exactOptional(),
  ring: z.enum(rings).exactOptional(),
  knowledgeType: z.enum(knowledgeTypes).exactOptional(),
};
/** A node of the graph: a memory, or what comes with the memories. */
export interface MemoryGraphNode extends Fields<typeof memoryGraphNodeFields> {}
export const memoryGraphNodeRules: z.ZodType<MemoryGraphNode> = record(memoryGraphNodeFields);

const memoryGraphEdgeFields = {
  kind: z.enum([...recordedEdgeKinds, ...computedEdgeKinds]),
  /** The id of a node. */
  from: words,
  /** The id of a node. */
  to: words,
  /** 0..1: the effective strength of a belief, a similarity, what being recalled together is worth, or the share of key terms in common. */
  weight: number.exactOptional(),
  /** The predicate of a relation; `next`, `branch` or `revision`; the state of a support or a contradiction; what both have in common. */
  words: words.exactOptional(),
  /** For whom it is so, where that is not everybody's matter: by name. */
  believer: words.exactOptional(),
};
/** An edge between two nodes of the graph. */
export interface MemoryGraphEdge extends Fields<typeof memoryGraphEdgeFields> {}
export const memoryGraphEdgeRules: z.ZodType<MemoryGraphEdge> = record(memoryGraphEdgeFields);

const memoryGraphFields = {
  /** The time for which strengths were computed. */
  at: wireDate,
  /** Memories first, what counts most before the rest; then agents, entities and sessions that they are tied to. */
  nodes: list(memoryGraphNodeRules),
  /** Only between nodes that are answered. */
  edges: list(memoryGraphEdgeRules),
  /** How many memories the filters let through, those beyond the limit included. */
  total: count,
  /** What the caller should know of how this came about, in sentences. */
  notices: list(words),
};
/** A space as a graph, whoever believes what. */
export interface MemoryGraph extends Fields<typeof memoryGraphFields> {}
export const memoryGraphRules: z.ZodType<MemoryGraph> = record(memoryGraphFields);

/** What the caller should know: that not all is shown, and that memories are tied to fewer others than was asked for. */
export function noticesOf(total: number, limit: number, most: number, perMemory: number): readonly string[] {
  const notices: string[] = [];
  if (total > limit)
    notices.push(
      `Shown: ${withCommas(limit)} of ${withCommas(total)} memories, what counts most; ${limit < mostMemories ? 'a higher limit shows more' : 'no limit may be higher'}.`,
    );
  if (most < perMemory)
    notices.push(
      `Each memory is tied to ${most} others of a computed kind, not ${perMemory}; a lower limit allows for more.`,
    );
  return notices;
}
