/** The verbs of a space's memory as they go over a wire: they are for whoever owns the space. */
import { callSchema, longCallSchema } from '../domain/call-options.ts';
import { backupSchema, exportSchema, importSchema, migrateSchema, sleepSchema } from './long-call-options.ts';
import { inspectSchema } from '../graph/inspection-value.ts';
import { memoryGraphSchema } from '../graph/memory-graph-options.ts';
import { timelineSchema } from '../graph/timeline-options.ts';
import { perspectivesSchema } from '../recall/perspectives.ts';
import { blastSchema } from '../care/blast.ts';
import { forgetSchema } from '../care/forget-options.ts';
import { mergeEntitiesSchema } from '../care/merge-options.ts';
import { rollbackSchema } from '../care/rollback-options.ts';
import { undoSchema } from '../care/undo.ts';
import { inspection, memoryGraph } from './overview-results.ts';
import { words } from './record.ts';
import { forgetReport } from './remember-results.ts';
import {
  blast,
  doctorReport,
  entityMergeReport,
  importReport,
  migrationReport,
  perspectives,
  purgeReport,
  reindexResult,
  restoreReport,
  rollbackReport,
  sleepReport,
  spaceHash,
  spaceStats,
  undoableOperations,
  undoReport,
} from './space-results.ts';
import { timeline } from './timeline-results.ts';
import { change } from './view-results.ts';
import type { SpaceVerbs } from './space-verbs.ts';
import type { Answered, Verb } from './verb.ts';
import { fileName, wireInput } from './wire-input.ts';

/** The verbs of a space's memory by name, but for what does not go over a wire; one without a row does not compile. */
export type SpaceVerbTable = {
  readonly [Name in Exclude<
    keyof SpaceVerbs,
    'at' | 'space' | 'embedder' | 'agent' | 'close' | typeof Symbol.asyncDispose
  >]: Verb<Name extends 'backup' ? string : Answered<SpaceVerbs[Name]>>;
};

/** The verbs of a space's memory. */
export const spaceVerbs: SpaceVerbTable = {
  perspectives: {
    path: 'perspectives',
    access: 'admin',
    form: 'json',
    summary: 'Compares two agents: what both hold, what only one does, and where they are opposed.',
    repeatable: true,
    input: wireInput(perspectivesSchema),
    result: perspectives,
  },
  timeline: {
    path: 'timeline',
    access: 'admin',
    form: 'json',
    summary: 'Tells what became of beliefs over time, and what the last sleeps did.',
    repeatable: true,
    input: wireInput(timelineSchema),
    result: timeline,
  },
  graph: {
    path: 'graph',
    access: 'admin',
    form: 'json',
    summary: 'Draws the space as a graph: what counts most, who believes it, and how it hangs together.',
    repeatable: true,
    input: wireInput(memoryGraphSchema),
    result: memoryGraph,
  },
  inspect: {
    path: 'inspect',
    access: 'admin',
    form: 'json',
    summary: 'Tells everything about one memory or one entity, whoever believes it.',
    repeatable: true,
    input: wireInput(inspectSchema),
    result: inspection,
  },
  stats: {
    path: 'stats',
    access: 'admin',
    form: 'json',
    summary: 'Tells what the space holds, in numbers.',
    repeatable: true,
    input: wireInput(callSchema),
    result: spaceStats,
  },
  changes: {
    path: 'changes',
    access: 'admin',
    form: 'events',
    summary: 'Tells of every commit, whoever it concerns, from now on.',
    repeatable: true,
    input: wireInput(callSchema),
    result: change,
  },
  doctor: {
    path: 'doctor',
    access: 'admin',
    form: 'json',
    summary: 'Looks the space over and changes nothing.',
    repeatable: true,
    input: wireInput(callSchema),
    result: doctorReport,
  },
  reindex: {
    path: 'reindex',
    access: 'admin',
    form: 'long',
    summary: 'Gives every memory a vector of the embedder in use.',
    repeatable: true,
    input: wireInput(longCallSchema),
    result: reindexResult,
  },
  migrate: {
    path: 'migrate',
    access: 'admin',
    form: 'long',
    summary: 'Gives memories of an older version what this one would have written of them.',
    repeatable: true,
    input: wireInput(migrateSchema, { backup: undefined }),
    result: migrationReport,
  },
  sleep: {
    path: 'sleep',
    access: 'admin',
    form: 'long',
    summary: 'Makes one pass over the space: facts, links, conflicts, entities, what has faded.',
    repeatable: true,
    input: wireInput(sleepSchema, { languageModel: undefined }),
    result: sleepReport,
  },
  blast: {
    path: 'blast',
    access: 'admin',
    form: 'json',
    summary: 'Tells what came from a source, and what was derived from that.',
    repeatable: true,
    subject: 'source',
    input: wireInput(blastSchema),
    result: blast,
  },
  rollback: {
    path: 'rollback',
    access: 'admin',
    form: 'json',
    summary: 'Takes back what was learned from a source, by an agent or since a time.',
    repeatable: false,
    input: wireInput(rollbackSchema),
    result: rollbackReport,
  },
  mergeEntities: {
    path: 'merge-entities',
    access: 'admin',
    form: 'json',
    summary: 'Says that two entities are one, for one believer or for everybody.',
    repeatable: false,
    input: wireInput(mergeEntitiesSchema),
    result: entityMergeReport,
  },
  undoable: {
    path: 'undoable',
    access: 'admin',
    form: 'json',
    summary: 'Lists what can be undone or was, the latest first.',
    repeatable: true,
    input: wireInput(callSchema),
    result: undoableOperations,
  },
  undo: {
    path: 'undo',
    access: 'admin',
    form: 'json',
    summary: 'Undoes a rollback or a merge of entities.',
    repeatable: false,
    subject: 'id',
    input: wireInput(undoSchema),
    result: undoReport,
  },
  forget: {
    path: 'forget',
    access: 'admin',
    form: 'json',
    summary: 'Forgets for everybody, for good.',
    repeatable: false,
    input: wireInput(forgetSchema),
    result: forgetReport,
  },
  import: {
    path: 'import',
    access: 'admin',
    form: 'upload',
    summary: 'Imports a file: a LoCoMo dataset, the memory.jsonl of the official MCP memory server, or our own export.',
    repeatable: true,
    input: wireInput(importSchema, { file: fileName }),
    result: importReport,
  },
  export: {
    path: 'export',
    access: 'admin',
    form: 'download',
    summary: 'Exports the whole space as NDJSON, vectors left out.',
    repeatable: true,
    input: wireInput(exportSchema),
    result: words,
  },
  hash: {
    path: 'hash',
    access: 'admin',
    form: 'long',
    summary: 'Tells the canonical hash of what the space knows.',
    repeatable: true,
    input: wireInput(exportSchema),
    result: spaceHash,
  },
  backup: {
    path: 'backup',
    access: 'admin',
    form: 'download',
    summary: 'Backs the space up in a file that shows one moment.',
    repeatable: true,
    input: wireInput(backupSchema, { file: undefined }),
    result: words,
  },
  restore: {
    path: 'restore',
    access: 'admin',
    form: 'upload',
    summary: 'Restores a backup into this space, which must be empty.',
    repeatable: false,
    input: wireInput(backupSchema, { file: fileName }),
    result: restoreReport,
  },
  purge: {
    path: 'purge',
    access: 'admin',
    form: 'long',
    summary: 'Takes what was forgotten off the disk.',
    repeatable: true,
    input: wireInput(longCallSchema),
    result: purgeReport,
  },
};
