/** What the verbs of a space answer, from the wire. */
import { z } from 'zod';
import type { AmbientStats } from '../ambient/ambient-counts.ts';
import { silences } from '../ambient/ambient-options.ts';
import type { Latency } from '../domain/recent-durations.ts';
import type { SleepStepReport } from '../domain/records.ts';
import { factKinds, importFormats, sleepStepNames, undoKinds } from '../domain/vocabulary.ts';
import type { HeldMemory, OpposedPair, Perspectives } from '../recall/perspectives-value.ts';
import type { RecallStats } from '../recall/recall.ts';
import { memoryTypeNames } from '../recall/recall-options.ts';
import type { SleepReport } from '../sleep/sleep-step.ts';
import type { ImportReport, RefusedLine } from '../care/import.ts';
import type { SpaceHash } from '../care/space-hash.ts';
import type { BackfillCount, MigrationReport } from '../care/backfill.ts';
import type { Backup } from '../care/backup-file.ts';
import type { DoctorReport, Finding } from '../care/doctor.ts';
import type { EntityMergeReport, MergedEntity } from '../care/merge-options.ts';
import type { PurgeReport } from '../care/purge.ts';
import type { ReindexResult } from '../care/reindex.ts';
import type { RestoreReport } from '../care/restore.ts';
import type { Blast, OtherBelief, ReachedBelief, ReachedCorrection, RollbackReport } from '../care/rollback-options.ts';
import type { SpaceStats } from '../care/stats.ts';
import type { KeptRecord, UndoableOperation, UndoReport } from '../care/undo.ts';
import { byName, count, number, recordOf, type Shape, wireDate, words, yes } from '../domain/result.ts';
import { believer } from './recall-results.ts';
import { provenance } from './remember-results.ts';

const held = recordOf<HeldMemory>({
  id: words,
  type: z.enum(memoryTypeNames),
  content: words,
  kind: z.enum(factKinds).exactOptional(),
  believers: z.array(believer),
  supersededFor: z.array(words).exactOptional(),
});

/** What `perspectives` answers. */
export const perspectives: z.ZodType<Perspectives> = recordOf<Perspectives>({
  agents: z.tuple([words, words]),
  topic: words.exactOptional(),
  shared: z.array(held),
  only: byName(z.array(held)),
  opposed: z.array(
    recordOf<OpposedPair>({
      one: held,
      other: held,
      rule: words,
      similarity: number,
      state: z.enum(['potential', 'confirmed']),
    }),
  ),
  notices: z.array(words),
});

const latency = recordOf<Latency>({ p50: number, p95: number });

const ambientStats = recordOf<AmbientStats>({
  messages: count,
  share: number,
  silence: z.record(z.enum(silences), count),
  names: count,
  latencyMs: latency.exactOptional(),
  tokens: number,
});

const recallStats = recordOf<RecallStats>({
  calls: count,
  empty: count,
  latencyMs: latency.exactOptional(),
});

/** What `stats` answers. */
export const spaceStats: z.ZodType<SpaceStats> = recordOf<SpaceStats>({
  space: words,
  seq: count,
  records: byName(count),
  agents: z.array(recordOf<SpaceStats['agents'][number]>({ name: words, believes: count })),
  index: recordOf<SpaceStats['index']>({ memories: count, vectors: count, pendingVectors: count, vocabulary: count }),
  embedder: recordOf<SpaceStats['embedder']>({ model: words, dimension: count, missing: count }),
  ambient: ambientStats,
  recall: recallStats,
  lastBackup: recordOf<NonNullable<SpaceStats['lastBackup']>>({ at: wireDate }).exactOptional(),
  lastSleep: recordOf<NonNullable<SpaceStats['lastSleep']>>({
    startedAt: wireDate,
    endedAt: wireDate.exactOptional(),
  }).exactOptional(),
  storeBytes: count.exactOptional(),
});

/** What `doctor` answers. */
export const doctorReport: z.ZodType<DoctorReport> = recordOf<DoctorReport>({
  ok: yes,
  findings: z.array(
    recordOf<Finding>({
      check: z.enum(['engine', 'schema', 'sequence', 'change log', 'index', 'vectors', 'permissions', 'disk']),
      level: z.enum(['ok', 'warning', 'error']),
      message: words,
      remedy: words.exactOptional(),
    }),
  ),
});

/** What `reindex` answers. */
export const reindexResult: z.ZodType<ReindexResult> = recordOf<ReindexResult>({
  model: words,
  embedded: count,
  remaining: count,
});

/** What `migrate` answers. */
export const migrationReport: z.ZodType<MigrationReport> = recordOf<MigrationReport>({
  dryRun: yes,
  memories: count,
  changed: count,
  unchanged: count,
  counts: z.array(
    recordOf<BackfillCount>({ what: words, of: count.exactOptional(), before: count, changed: count, after: count }),
  ),
  backup: recordOf<Backup>({ file: words, lines: count, hash: words }).exactOptional(),
});

/** What one step of sleep did. */
export const sleepStep: z.ZodType<SleepStepReport> = recordOf<SleepStepReport>({
  step: z.enum(sleepStepNames),
  lookedAt: count,
  changed: count,
  counts: byName(count),
});

/** What `sleep` answers. */
export const sleepReport: z.ZodType<SleepReport> = recordOf<SleepReport>({ dryRun: yes, steps: z.array(sleepStep) });

const reachedBelief = recordOf<ReachedBelief>({
  agent: words,
  memory: words,
  content: words,
  how: z.enum(['asserted', 'derived']),
  since: wireDate,
  provenance,
  withdrawnAt: wireDate.exactOptional(),
});
const reachedCorrection = recordOf<ReachedCorrection>({ believer: words, from: words, to: words, at: wireDate });
const otherBelief = recordOf<OtherBelief>({ agent: words, memory: words });

/** What `blast` answers. */
export const blast: z.ZodType<Blast> = recordOf<Blast>({
  source: words,
  beliefs: z.array(reachedBelief),
  corrections: z.array(reachedCorrection),
  others: z.array(otherBelief),
});

/** What `rollback` answers. */
export const rollbackReport: z.ZodType<RollbackReport> = recordOf<RollbackReport>({
  dryRun: yes,
  id: words.exactOptional(),
  beliefs: z.array(reachedBelief),
  corrections: z.array(reachedCorrection),
  links: count,
  others: z.array(otherBelief),
  seq: count,
});

const mergedEntity = recordOf<MergedEntity>({ id: words, name: words });

/** What `mergeEntities` answers. */
export const entityMergeReport: z.ZodType<EntityMergeReport> = recordOf<EntityMergeReport>({
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
  recordOf<UndoableOperation>({ ...undoShape, undoneAt: wireDate.exactOptional(), changes: count }),
);

/** What `undo` answers. */
export const undoReport: z.ZodType<UndoReport> = recordOf<UndoReport>({
  ...undoShape,
  dryRun: yes,
  undone: count,
  kept: z.array(
    recordOf<KeptRecord>({
      table: words,
      record: byName(z.unknown()),
      because: z.enum(['changed', 'gone']),
    }),
  ),
  seq: count,
});

/** What `import` answers. */
export const importReport: z.ZodType<ImportReport> = recordOf<ImportReport>({
  format: z.enum(importFormats),
  lines: count,
  stored: count,
  merged: count,
  forgotten: count,
  skipped: count,
  refused: z.array(recordOf<RefusedLine>({ line: count, reason: words })),
});

const hashShape: Shape<SpaceHash> = { hash: words, records: count };

/** What `hash` answers. */
export const spaceHash: z.ZodType<SpaceHash> = recordOf<SpaceHash>(hashShape);

/** What `restore` answers. */
export const restoreReport: z.ZodType<RestoreReport> = recordOf<RestoreReport>({ ...hashShape, file: words });

/** What `purge` answers. */
export const purgeReport: z.ZodType<PurgeReport> = recordOf<PurgeReport>({ rows: count, left: z.array(words) });
