/** The verbs of a space's memory as they go over a wire: they are for the owner of the space. */
import { queryResultRules, querySchema } from '../care/query.ts';
import { impactSchema } from '../care/reach.ts';
import { purgeReportRules } from '../care/purge.ts';
import { restoreReportRules } from '../care/restore.ts';
import { spaceHashRules } from '../care/space-hash.ts';
import { importReportRules } from '../care/import.ts';
import { sleepReportRules } from '../sleep/sleep-step.ts';
import { migrationReportRules } from '../care/backfill.ts';
import { reindexResultRules } from '../care/reindex.ts';
import { doctorReportRules } from '../care/doctor.ts';
import { sharingPolicyRules, sharingSchema } from '../remember/sharing.ts';
import { changeRules } from '../remember/change-feed.ts';
import { spaceStatsRules } from '../care/stats.ts';
import { memoryGraphRules, memoryGraphSchema } from '../graph/memory-graph-value.ts';
import { timelineRules, timelineSchema } from '../graph/timeline-value.ts';
import { perspectivesRules, perspectivesSchema } from '../recall/perspectives-value.ts';
import { z } from 'zod';
import { callSchema, longCallSchema } from '../domain/call-options.ts';
import {
  backupSchema,
  doctorSchema,
  exportSchema,
  hashSchema,
  importSchema,
  migrateSchema,
  sleepSchema,
} from './long-call-options.ts';
import { inspectionRules, inspectSchema } from '../graph/inspection-value.ts';

import { forgetReportRules, forgetSchema } from '../care/forget-options.ts';
import { entityMergeReportRules, mergeEntitiesSchema } from '../care/merge-options.ts';
import { impactRules, rollbackReportRules, rollbackSchema } from '../care/rollback-options.ts';
import { undoableOperationRules, undoReportRules, undoSchema } from '../care/undo.ts';
import { list, words } from '../domain/result.ts';
import type { SpaceVerbs } from './space-verbs.ts';
import { type Answered, type Verb, verbTable } from './verb.ts';

/** The verbs of a space's memory by name, but for what does not go over a wire; one without a row does not compile. */
export type SpaceVerbTable = {
  readonly [Name in Exclude<
    keyof SpaceVerbs,
    'at' | 'space' | 'embedder' | 'agent' | 'close' | typeof Symbol.asyncDispose
  >]: Verb<Name extends 'backup' ? string : Answered<SpaceVerbs[Name]>>;
};

/** The name of a file, which lies in no folder. */
const fileName = z
  .string({ error: 'must be a string' })
  .regex(/^(?!\.{1,2}$)[^/\\\p{Cc}]{1,255}$/u, { error: 'must be the name of a file, without a folder' });

/** The verbs of a space's memory. */
export const spaceVerbs = verbTable<SpaceVerbTable>({
  perspectives: {
    access: 'admin',
    summary: 'Compares two agents: what both hold, what only one does, and where they are opposed.',
    options: perspectivesSchema,
    result: perspectivesRules,
    commandLine: { arguments: ['one', 'other', 'topic'] },
  },
  timeline: {
    access: 'admin',
    summary: 'Tells what became of beliefs over time, and what the last sleeps did.',
    options: timelineSchema,
    result: timelineRules,
  },
  graph: {
    access: 'admin',
    summary: 'Draws the space as a graph: what counts most, who believes it, and how it hangs together.',
    options: memoryGraphSchema,
    result: memoryGraphRules,
    commandLine: { flags: { agents: 'believer', types: 'type' } },
  },
  inspect: {
    access: 'admin',
    summary: 'Tells everything about one memory or one entity, of all believers.',
    options: inspectSchema,
    result: inspectionRules,
    commandLine: { arguments: ['id'] },
  },
  query: {
    access: 'admin',
    summary: 'Answers a query in SurrealQL over the records, which only reads.',
    subject: 'sql',
    options: querySchema,
    result: queryResultRules,
    commandLine: { arguments: ['sql'] },
  },
  stats: {
    access: 'admin',
    summary: 'Tells what the space holds, in numbers.',
    options: callSchema,
    result: spaceStatsRules,
  },
  changes: {
    access: 'admin',
    form: 'events',
    summary: 'Tells of every commit from now on, of all agents.',
    options: callSchema,
    result: changeRules,
  },
  doctor: {
    access: 'admin',
    summary: 'Looks the space over and changes nothing.',
    options: doctorSchema,
    result: doctorReportRules,
  },
  reindex: {
    access: 'admin',
    form: 'long',
    summary: 'Gives every memory a vector of the embedder in use.',
    options: longCallSchema,
    result: reindexResultRules,
  },
  migrate: {
    access: 'admin',
    form: 'long',
    summary: 'Gives memories of an older version what this one would have written of them.',
    options: migrateSchema,
    wire: { backup: undefined },
    result: migrationReportRules,
  },
  sleep: {
    access: 'admin',
    form: 'long',
    summary: 'Makes one pass over the space: facts, links, conflicts, entities, what has faded.',
    options: sleepSchema,
    wire: { languageModel: undefined },
    result: sleepReportRules,
  },
  sharing: {
    access: 'admin',
    summary: 'Tells or sets who gets what no call has shared.',
    options: sharingSchema,
    result: sharingPolicyRules,
    commandLine: { arguments: ['preset'] },
  },
  impact: {
    access: 'admin',
    summary: 'Tells what came from a source, and what was derived from that.',
    subject: 'source',
    options: impactSchema,
    result: impactRules,
    commandLine: { arguments: ['source'] },
  },
  rollback: {
    access: 'admin',
    summary: 'Takes back what was learned from a source, by an agent or since a time.',
    repeatable: false,
    options: rollbackSchema,
    result: rollbackReportRules,
  },
  mergeEntities: {
    access: 'admin',
    summary: 'Says that two entities are one, for one believer or for everybody.',
    repeatable: false,
    options: mergeEntitiesSchema,
    result: entityMergeReportRules,
    commandLine: { arguments: ['from', 'into'] },
  },
  undoable: {
    access: 'admin',
    summary: 'Lists what can be undone or was, the latest first.',
    options: callSchema,
    result: list(undoableOperationRules),
  },
  undo: {
    access: 'admin',
    summary: 'Undoes a rollback or a merge of entities.',
    repeatable: false,
    subject: 'id',
    options: undoSchema,
    result: undoReportRules,
    commandLine: { arguments: ['id'] },
  },
  forget: {
    access: 'admin',
    summary: 'Forgets for everybody, for good.',
    repeatable: false,
    options: forgetSchema,
    result: forgetReportRules,
  },
  import: {
    access: 'admin',
    form: 'upload',
    summary: 'Imports a file: our own export, conversations, transcripts, or the memory of another system.',
    options: importSchema,
    wire: { file: fileName },
    result: importReportRules,
    commandLine: { arguments: ['file'] },
  },
  export: {
    access: 'admin',
    form: 'download',
    summary: 'Exports the whole space as NDJSON, or what is believed as Markdown or for mem0.',
    options: exportSchema,
    result: words,
  },
  hash: {
    access: 'admin',
    form: 'long',
    summary: 'Tells the canonical hash of what the space knows.',
    options: hashSchema,
    result: spaceHashRules,
  },
  backup: {
    access: 'admin',
    form: 'download',
    summary: 'Backs the space up in a file that shows one moment.',
    options: backupSchema,
    wire: { file: undefined },
    result: words,
    commandLine: { arguments: ['file'] },
  },
  restore: {
    access: 'admin',
    form: 'upload',
    summary: 'Restores a backup into this space, which must be empty.',
    repeatable: false,
    options: backupSchema,
    wire: { file: fileName },
    result: restoreReportRules,
    commandLine: { arguments: ['file'] },
  },
  purge: {
    access: 'admin',
    form: 'long',
    summary: 'Takes what was forgotten off the disk.',
    options: longCallSchema,
    result: purgeReportRules,
  },
});
