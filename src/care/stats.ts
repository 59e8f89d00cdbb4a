/** What a space holds, in numbers. */
import { believerName } from '../domain/audience.ts';
import type { z } from 'zod';
import { present } from '../domain/values.ts';
import { byName, count, type Fields, list, record, wireDate, words } from '../domain/result.ts';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ambientStatsRules } from '../ambient/ambient.ts';
import type { SleepRun } from '../domain/upkeep-records.ts';
import { recallStatsRules } from '../recall/agent-stats.ts';
import type { Writer } from '../remember/writer.ts';

const spaceStatsFields = {
  space: words,
  /** Commits so far. */
  seq: count,
  /** Rows by table. */
  records: byName(count),
  /** The agents that remember here, each once and in order; without `system`. */
  names: list(words),
  /** Every believer, with the memories that it has held. */
  agents: list(record({ name: words, believes: count })),
  index: record({
    memories: count,
    vectors: count,
    /** Distinct terms. */
    vocabulary: count,
    /** Memory that its large parts take. */
    bytes: record({
      vectors: count,
      /** Vectors of words. */
      tokens: count,
      /** Terms of memories, and for each term who has it. */
      terms: count,
      /** All else that is a number of a memory or of a belief. */
      columns: count,
    }),
  }),
  /** What recall answers with, as far as it is kept in memory. */
  rows: record({
    /** Of memories, entities and sessions. */
    kept: count,
    bytes: count,
    /** The most that they may take; what was not asked for longest goes first. */
    maxBytes: count,
  }),
  embedder: record({
    model: words,
    dimension: count,
    /** Memories without a vector of this model; `reindex` gives them one. */
    missing: count,
  }),
  /** How ambient memory has done since the space was opened here. */
  ambient: ambientStatsRules,
  /** How recall has done since the space was opened here. */
  recall: recallStatsRules,
  /** The last backup: the moment that it shows. Missing where none was made since the space was new or restored. */
  lastBackup: record({ at: wireDate }).exactOptional(),
  /** The last sleep; without an end it is under way, or was broken off. */
  lastSleep: record({ startedAt: wireDate, endedAt: wireDate.exactOptional() }).exactOptional(),
  /** Bytes on the disk of an embedded store, with all its spaces. */
  storeBytes: count.exactOptional(),
};
/** What a space holds. */
export interface SpaceStats extends Fields<typeof spaceStatsFields> {}
export const spaceStatsRules: z.ZodType<SpaceStats> = record(spaceStatsFields);
/** What stats tell that the ledger and the index do not know. */
export interface StatsParts extends Pick<SpaceStats, 'space' | 'ambient' | 'recall'> {
  /** That of an embedded store. */
  readonly folder: string | undefined;
  /** The record of the last sleep. */
  readonly sleep: SleepRun | undefined;
}

/** Counts what a space holds. */
export async function readStats(
  writer: Writer,
  { folder, sleep, space, ambient, recall }: StatsParts,
): Promise<SpaceStats> {
  await writer.follow();
  const { ledger, index, embedder } = writer.parts;
  const { memories, vectors, vocabulary, bytes, believers } = index.stats();
  const backedUpAt = await ledger.backedUpAt();
  const agents = Object.entries(believers).map(([key, believes]) => ({ name: believerName(key), believes }));
  return present({
    space,
    seq: ledger.head.seq,
    records: await ledger.counts(),
    names: await writer.agents.names(),
    agents: agents.sort((one, other) => (one.name < other.name ? -1 : 1)),
    index: { memories, vectors, vocabulary, bytes },
    rows: ledger.keptRows,
    embedder: {
      model: embedder.model,
      dimension: embedder.dimension,
      missing: embedder.dimension === 0 ? 0 : memories - vectors,
    },
    ambient,
    recall,
    lastBackup: backedUpAt && { at: backedUpAt },
    lastSleep: sleep && present({ startedAt: sleep.startedAt, endedAt: sleep.endedAt }),
    storeBytes: folder === undefined ? undefined : await folderBytes(folder),
  });
}

async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = entries.map(async (entry) => {
    // The engine may remove a file between the listing and the look at it.
    const found = entry.isFile() ? await stat(join(entry.parentPath, entry.name)).catch(() => undefined) : undefined;
    return found?.size ?? 0;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
