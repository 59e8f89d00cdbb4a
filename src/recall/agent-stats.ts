/**
 * What an agent's view holds, in numbers: counted over the beliefs in view, so that nobody else's weigh in. And what recall
 * has answered, and how long that took.
 */
import type { z } from 'zod';
import { latencyRules, RecentDurations } from '../domain/open-calls.ts';
import { count, type Fields, record, words } from '../domain/result.ts';
import type { Perspective } from '../domain/belief.ts';
import { agentOf } from '../domain/audience.ts';
import { systemAgent } from '../domain/records.ts';
import { type MemoryTable, memoryTypes } from '../recall-index/memory-table.ts';
import type { RecallParts } from './recall.ts';
import { View } from './view.ts';

const agentStatsFields = {
  agent: words,
  /** Memories in view, each once. */
  memories: count,
  /** Of these, those that the agent itself believes. */
  own: count,
  /** Of these, those that are universal; one may be both. */
  universal: count,
  facts: count,
  observations: count,
  /** Entities that memories in view mention or are about. */
  entities: count,
  /** Sessions to which an observation in view belongs. */
  sessions: count,
  /** The embedding model in use; `none` for lexical recall. */
  embedder: words,
};
/** What an agent's view holds. */
export interface AgentStats extends Fields<typeof agentStatsFields> {}
export const agentStatsRules: z.ZodType<AgentStats> = record(agentStatsFields);

/** Counts what is in view. */
export async function agentStats(
  { index, embedder, clock, follow }: RecallParts,
  perspective: Perspective,
): Promise<AgentStats> {
  await follow();
  const { memories } = index;
  const view = new View(index, perspective, { at: clock().getTime() });
  const heldBy = new Map(view.byBeliever.map((part) => [part.believer.agent, part.learned()]));
  const heldAs = (isMeant: (believer: string) => boolean): number =>
    new Set([...heldBy].flatMap(([believer, held]) => (isMeant(believer) ? [...held.keys()] : []))).size;
  const rows = new Set([...heldBy.values()].flatMap((held) => [...held.keys()]));
  return {
    agent: perspective.agent,
    memories: rows.size,
    own: heldAs((believer) => perspective.owns(believer)),
    universal: heldAs((believer) => agentOf(believer) === systemAgent),
    ...countsOf(memories, rows),
    embedder: embedder.model,
  };
}

function countsOf(
  { about, mentions, names, session, type }: MemoryTable,
  rows: ReadonlySet<number>,
): Pick<AgentStats, 'facts' | 'observations' | 'entities' | 'sessions'> {
  const [entities, sessions] = [new Set<number>(), new Set<number>()];
  let facts = 0;
  for (const row of rows) {
    if (memoryTypes[type.values[row]!] === 'fact') facts++;
    if (session.values[row]! >= 0) sessions.add(session.values[row]!);
    for (const name of about[row] ?? []) if (names.text(name).startsWith('entity:')) entities.add(name);
    // A mention is a name and the form of it that the memory uses.
    for (const [place, name] of (mentions[row] ?? []).entries()) if (place % 2 === 0) entities.add(name);
  }
  return { facts, observations: rows.size - facts, entities: entities.size, sessions: sessions.size };
}

const recallStatsFields = {
  calls: count,
  /** How many of them found nothing. */
  empty: count,
  /** Over the last 1,000 calls, in milliseconds; missing before the first. */
  latencyMs: latencyRules.exactOptional(),
};
/** What `stats` tells of recall, since the space was opened; calls that failed are left out. */
export interface RecallStats extends Fields<typeof recallStatsFields> {}
export const recallStatsRules: z.ZodType<RecallStats> = record(recallStatsFields);
/** Counts what recall answers. */
export class RecallCounts {
  readonly #latencies: RecentDurations = new RecentDurations();
  readonly #elapsedMs: () => number;
  #empty = 0;

  /** @param elapsedMs - milliseconds since some moment. */
  constructor(elapsedMs: () => number) {
    this.#elapsedMs = elapsedMs;
  }

  /** Runs a recall and counts it. */
  async count<T extends { readonly memories: readonly unknown[] }>(recall: () => Promise<T>): Promise<T> {
    const start = this.#elapsedMs();
    const result = await recall();
    this.#latencies.add(this.#elapsedMs() - start);
    if (result.memories.length === 0) this.#empty += 1;
    return result;
  }

  /** What has been counted. */
  read(): RecallStats {
    const latencyMs = this.#latencies.read();
    return {
      calls: this.#latencies.calls,
      empty: this.#empty,
      ...(latencyMs === undefined ? {} : { latencyMs }),
    };
  }
}
