/** What the verbs that walk through what an agent knows answer, from the wire: names, sessions, chains, graphs. */
import { z } from 'zod';
import type { KnownName } from '../ambient/names-in.ts';
import { type AmbientContext, type AmbientItem, silences } from '../ambient/ambient-options.ts';
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
import { count, number, recordOf, wireDate, words, yes } from '../domain/result.ts';

/** What `ambient` answers. */
export const ambientContext: z.ZodType<AmbientContext> = recordOf<AmbientContext>({
  text: words,
  tokens: count,
  items: z.array(
    recordOf<AmbientItem>({
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
  recordOf<KnownName>({ name: words, from: count, to: count, entities: z.array(words) }),
);

/** What `facts` answers. */
export const factsResult: z.ZodType<FactsResult> = recordOf<FactsResult>({
  facts: z.array(
    recordOf<FactInView>({
      id: words,
      content: words,
      title: words,
      about: z.array(recordOf<FactSubject>({ id: words, name: words, type: z.enum(entityTypes).exactOptional() })),
      relations: z.array(recordOf<FactRelation>({ from: words, predicate: words, to: words })),
      superseded: superseded.exactOptional(),
    }),
  ),
  total: count,
});

/** What `stats` answers of an agent. */
export const agentStats: z.ZodType<AgentStats> = recordOf<AgentStats>({
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
export const change: z.ZodType<Change> = recordOf<Change>({ at: wireDate, ids: z.array(words) });

const status = z.enum(['open', 'closed']);

/** What `session` answers. */
export const session: z.ZodType<Session> = recordOf<Session>({
  id: words,
  agent: words,
  goal: words.exactOptional(),
  status,
  planStatus: z.enum(planStatuses),
  startedAt: wireDate,
  endedAt: wireDate.exactOptional(),
});

const sessionInView = recordOf<SessionInView>({
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
export const sessionDigest: z.ZodType<SessionDigest> = recordOf<SessionDigest>({
  session: words,
  text: words,
  tokens: count,
});

/** What `resume` answers. */
export const resumedSession: z.ZodType<ResumedSession> = recordOf<ResumedSession>({
  session: sessionInView,
  reopened: yes,
  digest: sessionDigest,
});

const thought = recordOf<ChainThought>({
  id: words,
  content: words,
  occurredAt: wireDate,
  number: count.exactOptional(),
  session: words.exactOptional(),
  recordedBy: words.exactOptional(),
  branchId: words.exactOptional(),
  follows: recordOf<NonNullable<ChainThought['follows']>>({
    id: words,
    type: z.enum(followTypes),
    reason: words.exactOptional(),
  }).exactOptional(),
  revisedBy: words.exactOptional(),
  isCurrent: yes,
});

const alternative = recordOf<Alternative>({
  type: z.enum(['next', 'branch']),
  branchId: words.exactOptional(),
  reason: words.exactOptional(),
  first: words,
  last: words,
  thoughts: count,
  fate: z.enum(['current', 'revised', 'continued', 'ended']),
});

/** What `navigate` answers. */
export const reasoningChain: z.ZodType<ReasoningChain> = recordOf<ChainFields>({
  agent: words,
  asked: words,
  only: z.enum(chainParts).exactOptional(),
  total: count,
  thoughts: z.array(thought),
  toRoot: z.array(words),
  current: z.array(words),
  forks: z.array(recordOf<Fork>({ at: words, alternatives: z.array(alternative) })),
  revisions: z.array(recordOf<Revision>({ of: words, by: words, reason: words.exactOptional() })),
  end: recordOf<ChainEnd>({
    id: words,
    number: count.exactOptional(),
    totalThoughts: count.exactOptional(),
    nextThoughtNeeded: yes.exactOptional(),
  }),
}).transform((fields) => new ReasoningChain(fields));

const node = recordOf<ExploredNode>({
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

const edge = recordOf<GraphEdge>({
  kind: z.enum(edgeKinds),
  from: words,
  to: words,
  words,
  times: count.exactOptional(),
});

/** What `explore` answers. */
export const exploration: z.ZodType<Exploration> = recordOf<ExplorationParts>({
  agent: words,
  from: z.array(words),
  unknown: z.array(words),
  depth: count,
  nodes: z.array(node),
  edges: z.array(edge),
  clusters: z.array(recordOf<ExploredCluster>({ theme: words, nodes: z.array(words) })),
  total: count,
}).transform((parts) => new Exploration(parts));
