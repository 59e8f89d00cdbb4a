/** What the verbs that walk through what an agent knows answer, from the wire: names, sessions, chains, graphs. */
import { z } from 'zod';
import type { KnownName } from '../ambient/known-names.ts';
import { type AmbientContext, type AmbientItem, silences } from '../ambient/ambient-value.ts';
import type { Session } from '../domain/records.ts';
import { entityTypes, followTypes, observationTypes, planStatuses } from '../domain/vocabulary.ts';
import { edgeKinds, type GraphEdge } from '../graph/edges.ts';
import { Exploration } from '../graph/exploration.ts';
import type { FactInView, FactRelation, FactsResult, FactSubject } from '../graph/facts-options.ts';
import type { ExplorationParts, ExploredCluster, ExploredNode } from '../graph/exploration-value.ts';
import {
  type Alternative,
  type ChainEnd,
  type ChainFields,
  chainParts,
  type ChainThought,
  type Fork,
  type Revision,
} from '../graph/chain-value.ts';
import { ReasoningChain } from '../graph/reasoning-chain.ts';
import type { ResumedSession, SessionDigest, SessionInView } from '../graph/session-options.ts';
import type { AgentStats } from '../recall/agent-stats.ts';
import type { Change } from '../remember/change-feed.ts';
import { signal, superseded } from './recall-results.ts';
import { count, number, record, wireDate, words, yes } from './record.ts';

/** What `ambient` answers. */
export const ambientContext: z.ZodType<AmbientContext> = record<AmbientContext>({
  text: words,
  tokens: count,
  items: z.array(
    record<AmbientItem>({
      memory: words,
      score: number,
      signals: z.array(signal),
      sentence: words,
      path: words,
      seed: words,
    }),
  ),
  names: z.array(words),
  silence: z.enum(silences).exactOptional(),
  latencyMs: number,
});

/** What `namesIn` answers. */
export const knownNames: z.ZodType<readonly KnownName[]> = z.array(
  record<KnownName>({ name: words, from: count, to: count, entities: z.array(words) }),
);

/** What `facts` answers. */
export const factsResult: z.ZodType<FactsResult> = record<FactsResult>({
  facts: z.array(
    record<FactInView>({
      id: words,
      content: words,
      title: words,
      about: z.array(record<FactSubject>({ id: words, name: words, type: z.enum(entityTypes).exactOptional() })),
      relations: z.array(record<FactRelation>({ from: words, predicate: words, to: words })),
      superseded: superseded.exactOptional(),
    }),
  ),
  total: count,
});

/** What `stats` answers of an agent. */
export const agentStats: z.ZodType<AgentStats> = record<AgentStats>({
  agent: words,
  memories: count,
  own: count,
  universal: count,
  facts: count,
  observations: count,
  entities: count,
  sessions: count,
  embedder: words,
});

/** What `changes` tells again and again. */
export const change: z.ZodType<Change> = record<Change>({ at: wireDate, ids: z.array(words) });

const status = z.enum(['open', 'closed']);

/** What `session` answers. */
export const session: z.ZodType<Session> = record<Session>({
  id: words,
  agent: words,
  goal: words.exactOptional(),
  status,
  planStatus: z.enum(planStatuses),
  startedAt: wireDate,
  endedAt: wireDate.exactOptional(),
});

const sessionInView = record<SessionInView>({
  id: words,
  goal: words.exactOptional(),
  status,
  planStatus: z.enum(planStatuses),
  startedAt: wireDate,
  endedAt: wireDate.exactOptional(),
  lastAt: wireDate.exactOptional(),
  memories: count,
  thoughts: count,
});

/** What `sessions` answers. */
export const sessionsInView: z.ZodType<readonly SessionInView[]> = z.array(sessionInView);

/** What `digest` answers. */
export const sessionDigest: z.ZodType<SessionDigest> = record<SessionDigest>({
  session: words,
  text: words,
  tokens: count,
});

/** What `resume` answers. */
export const resumedSession: z.ZodType<ResumedSession> = record<ResumedSession>({
  session: sessionInView,
  reopened: yes,
  digest: sessionDigest,
});

const thought = record<ChainThought>({
  id: words,
  content: words,
  occurredAt: wireDate,
  number: count.exactOptional(),
  session: words.exactOptional(),
  recordedBy: words.exactOptional(),
  branchId: words.exactOptional(),
  follows: record<NonNullable<ChainThought['follows']>>({
    id: words,
    type: z.enum(followTypes),
    reason: words.exactOptional(),
  }).exactOptional(),
  revisedBy: words.exactOptional(),
  isCurrent: yes,
});

const alternative = record<Alternative>({
  type: z.enum(['next', 'branch']),
  branchId: words.exactOptional(),
  reason: words.exactOptional(),
  first: words,
  last: words,
  thoughts: count,
  fate: z.enum(['current', 'revised', 'continued', 'ended']),
});

/** What `navigate` answers. */
export const reasoningChain: z.ZodType<ReasoningChain> = record<ChainFields>({
  agent: words,
  asked: words,
  only: z.enum(chainParts).exactOptional(),
  total: count,
  thoughts: z.array(thought),
  toRoot: z.array(words),
  current: z.array(words),
  forks: z.array(record<Fork>({ at: words, alternatives: z.array(alternative) })),
  revisions: z.array(record<Revision>({ of: words, by: words, reason: words.exactOptional() })),
  end: record<ChainEnd>({
    id: words,
    number: count.exactOptional(),
    totalThoughts: count.exactOptional(),
    nextThoughtNeeded: yes.exactOptional(),
  }),
}).transform((fields) => new ReasoningChain(fields));

const node = record<ExploredNode>({
  id: words,
  kind: z.enum(['fact', 'observation', 'entity', 'agent']),
  type: z.enum([...entityTypes, ...observationTypes]).exactOptional(),
  label: words,
  score: number,
  signals: z.array(signal),
  depth: count,
  path: words,
  occurredAt: wireDate.exactOptional(),
  speaker: words.exactOptional(),
  superseded: superseded.exactOptional(),
  byChance: z.literal(true).exactOptional(),
});

const edge = record<GraphEdge>({
  kind: z.enum(edgeKinds),
  from: words,
  to: words,
  words,
  times: count.exactOptional(),
});

/** What `explore` answers. */
export const exploration: z.ZodType<Exploration> = record<ExplorationParts>({
  agent: words,
  from: z.array(words),
  unknown: z.array(words),
  depth: count,
  nodes: z.array(node),
  edges: z.array(edge),
  clusters: z.array(record<ExploredCluster>({ theme: words, nodes: z.array(words) })),
  total: count,
}).transform((parts) => new Exploration(parts));
