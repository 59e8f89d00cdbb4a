/** What a space holds, in numbers. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AmbientStats } from '../ambient/ambient-counts.ts';
import type { SleepRun } from '../domain/records.ts';
import type { RecallStats } from '../recall/recall.ts';
import type { Writer } from '../remember/writer.ts';

/** What a space holds. */
export interface SpaceStats {
  readonly space: string;
  /** Commits so far. */
  readonly seq: number;
  /** Rows by table. */
  readonly records: Readonly<Record<string, number>>;
  /** Every believer, with the memories that it has held. */
  readonly agents: readonly { readonly name: string; readonly believes: number }[];
  readonly index: {
    readonly memories: number;
    readonly vectors: number;
    /** Always 0: recall compares a vector as soon as it is stored. Versions that searched graphs counted what waited for one. */
    readonly pendingVectors: number;
    /** Distinct terms. */
    readonly vocabulary: number;
  };
  readonly embedder: {
    readonly model: string;
    readonly dimension: number;
    /** Memories without a vector of this model; `reindex` gives them one. */
    readonly missing: number;
  };
  /** How ambient memory has done since the space was opened here. */
  readonly ambient: AmbientStats;
  /** How recall has done since the space was opened here. */
  readonly recall: RecallStats;
  /** The last backup: the moment that it shows. Missing where none was made since the space was new or restored. */
  readonly lastBackup?: { readonly at: Date };
  /** The last sleep; without an end it is under way, or was broken off. */
  readonly lastSleep?: { readonly startedAt: Date; readonly endedAt?: Date };
  /** Bytes on the disk of an embedded store, with all its spaces. */
  readonly storeBytes?: number;
}

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
  const { memories, vectors, vocabulary, believers } = index.stats();
  const backedUpAt = await ledger.backedUpAt();
  const agents = Object.entries(believers).map(([name, believes]) => ({ name, believes }));
  return {
    space,
    seq: ledger.head.seq,
    records: await ledger.counts(),
    agents: agents.sort((one, other) => (one.name < other.name ? -1 : 1)),
    index: { memories, vectors, pendingVectors: 0, vocabulary },
    embedder: {
      model: embedder.model,
      dimension: embedder.dimension,
      missing: embedder.dimension === 0 ? 0 : memories - vectors,
    },
    ambient,
    recall,
    ...(backedUpAt === undefined ? {} : { lastBackup: { at: backedUpAt } }),
    ...(sleep === undefined ? {} : { lastSleep: toldSleep(sleep) }),
    ...(folder === undefined ? {} : { storeBytes: await folderBytes(folder) }),
  };
}

function toldSleep({ startedAt, endedAt }: SleepRun): NonNullable<SpaceStats['lastSleep']> {
  return { startedAt, ...(endedAt === undefined ? {} : { endedAt }) };
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
