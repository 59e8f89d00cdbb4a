/** What `graph` takes, and the rules that its options are checked against. */
import { z } from 'zod';
import { type Checked, date, identifier, integerIn, listOf, numberIn, oneOf, signal } from '../domain/input.ts';
import type { ObservationType } from '../domain/records.ts';
import { memoryTypeNames } from '../recall/recall-options.ts';

/** The kinds of edges that no record holds: they follow from what memories have in common, and there could be very many. */
export const computedEdgeKinds = ['SHARES_CONCEPT', 'CO_TOPIC', 'CO_RING', 'CO_KNOWLEDGE_TYPE'] as const;
/** What two memories have in common: key terms, their topic, their ring, or their type of knowledge. */
export type ComputedEdgeKind = (typeof computedEdgeKinds)[number];

/** What `graph` takes. */
export interface MemoryGraphOptions {
  /** Memories to answer at most, those first that count most (authority times strength): 1-20,000. @default 2,000 */
  readonly limit?: number;
  /** Names of 1-100 agents: only what one of them or `system` believes, and only their beliefs and links. @default everybody */
  readonly agents?: readonly string[];
  /** Only memories of these types. @default all types */
  readonly types?: readonly ('fact' | ObservationType)[];
  /** Only what was first learned at this time or later. @default any time */
  readonly from?: Date | string;
  /** Only what was first learned at this time or before. @default any time */
  readonly to?: Date | string;
  /** The effective strength that at least one belief in a memory must have: 0-1. @default 0.1, below which a belief is archived */
  readonly minStrength?: number;
  /** Which edges to compute. @default none */
  readonly computed?: readonly ComputedEdgeKind[];
  /** To how many others a memory is tied by edges of each computed kind: 1-20; more may be tied to it. @default 3 */
  readonly perMemory?: number;
  readonly signal?: AbortSignal;
}

/** The rules for {@link MemoryGraphOptions}. */
export const memoryGraphSchema: z.ZodType<Checked<MemoryGraphOptions>> = z.strictObject({
  limit: integerIn(1, 20_000).optional(),
  agents: listOf(identifier(), 'agents', 1, 100).optional(),
  types: listOf(oneOf(memoryTypeNames), 'types', 1, memoryTypeNames.length).optional(),
  from: date.optional(),
  to: date.optional(),
  minStrength: numberIn(0, 1).optional(),
  computed: listOf(oneOf(computedEdgeKinds), 'kinds of edges', 0, computedEdgeKinds.length).optional(),
  perMemory: integerIn(1, 20).optional(),
  signal,
});
