/** What `graph` takes, and the rules that its options are checked against. */
import { z } from 'zod';
import {
  type Checked,
  date,
  type Given,
  identifier,
  integerIn,
  listOf,
  numberIn,
  oneOf,
  signal,
} from '../domain/input.ts';
import { memoryTypeNames } from '../recall/recall-options.ts';

/** The kinds of edges that no record holds: they follow from what memories have in common, and there could be very many. */
export const computedEdgeKinds = ['SHARES_CONCEPT', 'CO_TOPIC', 'CO_RING', 'CO_KNOWLEDGE_TYPE'] as const;
/** What two memories have in common: key terms, their topic, their ring, or their type of knowledge. */
export type ComputedEdgeKind = (typeof computedEdgeKinds)[number];

const memoryGraphFields = {
  /** Memories to answer at most, those first that count most (authority times strength): 1-20,000. @default 2,000 */
  limit: integerIn(1, 20_000).optional(),
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
export interface MemoryGraphOptions extends Given<typeof memoryGraphFields> {}

/** The rules for {@link MemoryGraphOptions}. */
export const memoryGraphSchema: z.ZodType<Checked<MemoryGraphOptions>> = z.strictObject(memoryGraphFields);
