/** What the verbs answer that look at a space as a whole, from the wire. */
import { z } from 'zod';
import {
  type Domain,
  entityTypes,
  factKinds,
  followTypes,
  knowledgeTypes,
  linkStates,
  observationTypes,
  rings,
} from '../domain/vocabulary.ts';
import type {
  InspectedBelief,
  InspectedEntity,
  InspectedFollow,
  InspectedLink,
  InspectedMemory,
  InspectedMention,
  InspectedMerge,
  InspectedRelation,
  Inspection,
} from '../graph/inspection-value.ts';
import { computedEdgeKinds } from '../graph/memory-graph-options.ts';
import {
  type MemoryGraph,
  type MemoryGraphEdge,
  type MemoryGraphNode,
  memoryGraphNodeKinds,
  recordedEdgeKinds,
} from '../graph/memory-graph-value.ts';
import { memoryTypeNames } from '../recall/recall-options.ts';
import { beliefState, mood, pastBeliefs, succession, whyMemory } from './recall-results.ts';
import { count, number, recordOf, wireDate, words, yes } from '../domain/result.ts';
import { provenance } from './remember-results.ts';

const domain = words as z.ZodType<Domain>;
const set: z.ZodType<true> = z.literal(true);

const node = recordOf<MemoryGraphNode>({
  id: words,
  kind: z.enum(memoryGraphNodeKinds),
  label: words,
  type: z.enum([...factKinds, ...observationTypes, ...entityTypes]).exactOptional(),
  authority: number.exactOptional(),
  strength: number.exactOptional(),
  agents: z.array(words).exactOptional(),
  at: wireDate.exactOptional(),
  importance: number.exactOptional(),
  superseded: set.exactOptional(),
  permanent: set.exactOptional(),
  domain: domain.exactOptional(),
  topic: words.exactOptional(),
  ring: z.enum(rings).exactOptional(),
  knowledgeType: z.enum(knowledgeTypes).exactOptional(),
});

const edge = recordOf<MemoryGraphEdge>({
  kind: z.enum([...recordedEdgeKinds, ...computedEdgeKinds]),
  from: words,
  to: words,
  weight: number.exactOptional(),
  words: words.exactOptional(),
  believer: words.exactOptional(),
});

/** What `graph` answers. */
export const memoryGraph: z.ZodType<MemoryGraph> = recordOf<MemoryGraph>({
  at: wireDate,
  nodes: z.array(node),
  edges: z.array(edge),
  total: count,
  notices: z.array(words),
});

const inspectedMemory = recordOf<InspectedMemory>({
  id: words,
  type: z.enum(memoryTypeNames),
  content: words,
  authority: number,
  importance: number,
  mood: mood.exactOptional(),
  moodInferred: set.exactOptional(),
  concepts: z.array(words),
  surfacesWhen: z.array(words),
  domain: domain.exactOptional(),
  topic: words.exactOptional(),
  ring: z.enum(rings).exactOptional(),
  knowledgeType: z.enum(knowledgeTypes).exactOptional(),
  accesses: count,
  lastAccessedAt: wireDate.exactOptional(),
  recordedAt: wireDate,
  position: count,
  provenance,
  agent: words.exactOptional(),
  speaker: words.exactOptional(),
  session: words.exactOptional(),
  occurredAt: wireDate.exactOptional(),
  branchId: words.exactOptional(),
  thoughtNumber: count.exactOptional(),
  totalThoughts: count.exactOptional(),
  nextThoughtNeeded: yes.exactOptional(),
  consolidatedAt: wireDate.exactOptional(),
  kind: z.enum(factKinds).exactOptional(),
  title: words.exactOptional(),
  validFrom: wireDate.exactOptional(),
  validTo: wireDate.exactOptional(),
});

const belief = recordOf<InspectedBelief>({
  agent: words,
  state: beliefState,
  effective: number,
  strength: number,
  confidence: number,
  since: wireDate,
  reinforcedAt: wireDate,
  halfLifeDays: number,
  accesses: count,
  lastAccessedAt: wireDate.exactOptional(),
  permanent: yes,
  withdrawnAt: wireDate.exactOptional(),
  archivedAt: wireDate.exactOptional(),
  validTo: wireDate.exactOptional(),
  past: pastBeliefs,
  provenance,
});

const link = recordOf<InspectedLink>({
  memory: whyMemory,
  believer: words,
  state: z.enum(linkStates),
  similarity: number,
  rule: words,
});

const entity = recordOf<InspectedEntity>({
  id: words,
  name: words,
  aliases: z.array(words),
  type: z.enum(entityTypes),
  path: words.exactOptional(),
  memories: count,
  merges: z.array(
    recordOf<InspectedMerge>({
      id: words.exactOptional(),
      believer: words,
      from: words,
      to: words,
      names: z.tuple([words, words]),
      at: wireDate,
      undoneAt: wireDate.exactOptional(),
    }),
  ),
  relations: z.array(
    recordOf<InspectedRelation>({ from: words, fromName: words, predicate: words, to: words, toName: words }),
  ),
});

const follow = recordOf<InspectedFollow>({
  memory: whyMemory,
  type: z.enum(followTypes),
  reason: words.exactOptional(),
});

/** What `inspect` answers. */
export const inspection: z.ZodType<Inspection> = recordOf<Inspection>({
  id: words,
  memory: inspectedMemory.exactOptional(),
  entity: entity.exactOptional(),
  mentionedIn: z.array(whyMemory),
  beliefs: z.array(belief),
  supersedes: z.array(succession),
  supersededBy: z.array(succession),
  supports: z.array(link),
  contradicts: z.array(link),
  derivedFrom: z.array(whyMemory),
  derived: z.array(whyMemory),
  mentions: z.array(
    recordOf<InspectedMention>({ id: words, name: words, type: z.enum(entityTypes), surfaces: z.array(words) }),
  ),
  session: recordOf<NonNullable<Inspection['session']>>({ id: words, goal: words.exactOptional() }).exactOptional(),
  follows: z.array(follow),
  followedBy: z.array(follow),
});
