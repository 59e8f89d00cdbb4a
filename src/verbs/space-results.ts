/** What the verbs of a space answer, from the wire. */
import { z } from 'zod';
import type { AmbientStats } from '../ambient/ambient-counts.ts';
import { silences } from '../ambient/ambient-value.ts';
import type { Latency } from '../domain/recent-durations.ts';
import type { SleepStepReport } from '../domain/records.ts';
import { factKinds, importFormats, sleepStepNames, undoKinds } from '../domain/vocabulary.ts';
import type { HeldMemory, OpposedPair, Perspectives } from '../recall/perspectives-value.ts';
import type { RecallStats } from '../recall/recall-counts.ts';
import { memoryTypeNames } from '../recall/recall-options.ts';
import type { SleepReport } from '../sleep/sleep-report.ts';
import type { ImportReport, RefusedLine } from '../care/import.ts';
import type { SpaceHash } from '../care/space-hash.ts';
import type { MigrationReport } from '../care/backfill.ts';
import type { BackfillCount } from '../care/backfill-step.ts';
import type { Backup } from '../care/backup-file.ts';
import type { DoctorReport, Finding } from '../care/doctor.ts';
import type { EntityMergeReport, MergedEntity } from '../care/merge-options.ts';
import type { PurgeReport } from '../care/purge.ts';
import type { ReindexResult } from '../care/reindex.ts';
import type { RestoreReport } from '../care/restore.ts';
import type { Blast, OtherBelief, ReachedBelief, ReachedCorrection, RollbackReport } from '../care/rollback-options.ts';
import type { SpaceStats } from '../care/stats.ts';
import type { KeptRecord, UndoableOperation, UndoReport } from '../care/undo.ts';
import { byName, count, number, record, type Shape, wireDate, words, yes } from './record.ts';
import { believer } from './recall-results.ts';
import { provenance } from './remember-results.ts';

const held = record<HeldMemory>({
  id: words,
  type: z.enum(memoryTypeNames),
  content: words,
  kind: z.enum(factKinds).exactOptional(),
  believers: z.array(believer),
  supersededFor: z.array(words).exactOptional(),
});

/** What `perspectives` answers. */
export const perspectives: z.ZodType<Perspectives> = record<Perspectives>({
  agents: z.tuple([words, words]),
  topic: words.exactOptional(),
  shared: z.array(held),
  only: byName(z.array(held)),
  opposed: z.array(
    record<OpposedPair>({
      one: held,
      other: held,
      rule: words,
      similarity: number,
      state: z.enum(['potential', 'confirmed']),
    }),
  ),
  notices: z.array(words),
});

const latency = record<Latency>({ p50: number, p95: number });

const ambientStats = record<AmbientStats>({
  messages: count,
  share: number,
  silence: z.record(z.enum(silences), count),
  names: count,
  latencyMs: latency.exactOptional(),
  tokens: number,
});

const recallStats = record<RecallStats>({
  calls: count,
  empty: count,
  latencyMs: latency.exactOptional(),
});

/** What `stats` answers. */
export const spaceStats: z.ZodType<SpaceStats> = record<SpaceStats>({
  space: words,
  seq: count,
  records: byName(count),
  agents: z.array(record<SpaceStats['agents'][number]>({ name: words, believes: count })),
  index: record<SpaceStats['index']>({ memories: count, vectors: count, pendingVectors: count, vocabulary: count }),
  embedder: record<SpaceStats['embedder']>({ model: words, dimension: count, missing: count }),
  ambient: ambientStats,
  recall: recallStats,
  lastBackup: record<NonNullable<SpaceStats['lastBackup']>>({ at: wireDate }).exactOptional(),
  lastSleep: record<NonNullable<SpaceStats['lastSleep']>>({
    startedAt: wireDate,
    endedAt: wireDate.exactOptional(),
  }).exactOptional(),
  storeBytes: count.exactOptional(),
});

/** What `doctor` answers. */
export const doctorReport: z.ZodType<DoctorReport> = record<DoctorReport>({
  ok: yes,
  findings: z.array(
    record<Finding>({
      check: z.enum(['engine', 'schema', 'sequence', 'change log', 'index', 'vectors', 'permissions', 'disk']),
      level: z.enum(['ok', 'warning', 'error']),
      message: words,
      remedy: words.exactOptional(),
    }),
  ),
});

/** What `reindex` answers. */
export const reindexResult: z.ZodType<ReindexResult> = record<ReindexResult>({
  model: words,
  embedded: count,
  remaining: count,
});

/** What `migrate` answers. */
export const migrationReport: z.ZodType<MigrationReport> = record<MigrationReport>({
  dryRun: yes,
  memories: count,
  changed: count,
  unchanged: count,
  counts: z.array(
    record<BackfillCount>({ what: words, of: count.exactOptional(), before: count, changed: count, after: count }),
  ),
  backup: record<Backup>({ file: words, lines: count, hash: words }).exactOptional(),
});

/** What one step of sleep did. */
export const sleepStep: z.ZodType<SleepStepReport> = record<SleepStepReport>({
  step: z.enum(sleepStepNames),
  lookedAt: count,
  changed: count,
  counts: byName(count),
});

/** What `sleep` answers. */
export const sleepReport: z.ZodType<SleepReport> = record<SleepReport>({ dryRun: yes, steps: z.array(sleepStep) });

const reachedBelief = record<ReachedBelief>({
  agent: words,
  memory: words,
  content: words,
  how: z.enum(['asserted', 'derived']),
  since: wireDate,
  provenance,
  withdrawnAt: wireDate.exactOptional(),
});
const reachedCorrection = record<ReachedCorrection>({ believer: words, from: words, to: words, at: wireDate });
const otherBelief = record<OtherBelief>({ agent: words, memory: words });

/** What `blast` answers. */
export const blast: z.ZodType<Blast> = record<Blast>({
  source: words,
  beliefs: z.array(reachedBelief),
  corrections: z.array(reachedCorrection),
  others: z.array(otherBelief),
});

/** What `rollback` answers. */
export const rollbackReport: z.ZodType<RollbackReport> = record<RollbackReport>({
  dryRun: yes,
  id: words.exactOptional(),
  beliefs: z.array(reachedBelief),
  corrections: z.array(reachedCorrection),
  links: count,
  others: z.array(otherBelief),
  seq: count,
});

const mergedEntity = record<MergedEntity>({ id: words, name: words });

/** What `mergeEntities` answers. */
export const entityMergeReport: z.ZodType<EntityMergeReport> = record<EntityMergeReport>({
  dryRun: yes,
  undo: words.exactOptional(),
  from: mergedEntity,
  into: mergedEntity,
  believer: words,
  memories: count,
  seq: count,
});

const undoShape: Shape<Pick<UndoReport, 'id' | 'kind' | 'what' | 'at'>> = {
  id: words,
  kind: z.enum(undoKinds),
  what: words,
  at: wireDate,
};

/** What `undoable` answers. */
export const undoableOperations: z.ZodType<readonly UndoableOperation[]> = z.array(
  record<UndoableOperation>({ ...undoShape, undoneAt: wireDate.exactOptional(), changes: count }),
);

/** What `undo` answers. */
export const undoReport: z.ZodType<UndoReport> = record<UndoReport>({
  ...undoShape,
  dryRun: yes,
  undone: count,
  kept: z.array(
    record<KeptRecord>({
      table: words,
      record: byName(z.unknown()),
      because: z.enum(['changed', 'gone']),
    }),
  ),
  seq: count,
});

/** What `import` answers. */
export const importReport: z.ZodType<ImportReport> = record<ImportReport>({
  format: z.enum(importFormats),
  lines: count,
  stored: count,
  merged: count,
  forgotten: count,
  skipped: count,
  refused: z.array(record<RefusedLine>({ line: count, reason: words })),
});

const hashShape: Shape<SpaceHash> = { hash: words, records: count };

/** What `hash` answers. */
export const spaceHash: z.ZodType<SpaceHash> = record<SpaceHash>(hashShape);

/** What `restore` answers. */
export const restoreReport: z.ZodType<RestoreReport> = record<RestoreReport>({ ...hashShape, file: words });

/** What `purge` answers. */
export const purgeReport: z.ZodType<PurgeReport> = record<PurgeReport>({ rows: count, left: z.array(words) });
