/** The verbs of a space's memory as they go over a wire: they are for whoever owns the space. */
import { z } from 'zod';
import {
  backupSchema,
  callSchema,
  exportSchema,
  importSchema,
  longCallSchema,
  migrateSchema,
  sleepSchema,
} from '../call-options.ts';
import { perspectivesSchema } from '../recall/perspectives.ts';
import { blastSchema } from '../upkeep/blast.ts';
import { forgetSchema } from '../upkeep/forget-options.ts';
import { rollbackSchema } from '../upkeep/rollback-options.ts';
import { undoSchema } from '../upkeep/undo.ts';
import type { SpaceVerbs } from './space-verbs.ts';
import type { Answered, Verb } from './verb.ts';
import { fileName, wireInput } from './wire-input.ts';

/** What of a space's memory is no verb that goes over a wire. */
type AtHome = 'at' | 'space' | 'embedder' | 'agent' | 'close' | typeof Symbol.asyncDispose;

/** The verbs of a space's memory by name; one without a row does not compile. */
export type SpaceVerbTable = {
  readonly [Name in Exclude<keyof SpaceVerbs, AtHome>]: Verb<
    Name extends 'backup' ? string : Answered<SpaceVerbs[Name]>
  >;
};

const unchecked = z.any();

/** The verbs of a space's memory. */
export const spaceVerbs: SpaceVerbTable = {
  perspectives: {
    path: 'perspectives',
    access: 'admin',
    form: 'json',
    summary: 'Compares two agents: what both hold, what only one does, and where they are opposed.',
    repeatable: true,
    input: wireInput(perspectivesSchema),
    result: unchecked,
  },
  stats: {
    path: 'stats',
    access: 'admin',
    form: 'json',
    summary: 'Tells what the space holds, in numbers.',
    repeatable: true,
    input: wireInput(callSchema),
    result: unchecked,
  },
  changes: {
    path: 'changes',
    access: 'admin',
    form: 'events',
    summary: 'Tells of every commit, whoever it concerns, from now on.',
    repeatable: true,
    input: wireInput(callSchema),
    result: unchecked,
  },
  doctor: {
    path: 'doctor',
    access: 'admin',
    form: 'json',
    summary: 'Looks the space over and changes nothing.',
    repeatable: true,
    input: wireInput(callSchema),
    result: unchecked,
  },
  reindex: {
    path: 'reindex',
    access: 'admin',
    form: 'long',
    summary: 'Gives every memory a vector of the embedder in use.',
    repeatable: true,
    input: wireInput(longCallSchema),
    result: unchecked,
  },
  migrate: {
    path: 'migrate',
    access: 'admin',
    form: 'long',
    summary: 'Gives memories of an older version what this one would have written of them.',
    repeatable: true,
    input: wireInput(migrateSchema, { backup: undefined }),
    result: unchecked,
  },
  sleep: {
    path: 'sleep',
    access: 'admin',
    form: 'long',
    summary: 'Makes one pass over the space: facts, links, conflicts, entities, what has faded.',
    repeatable: true,
    input: wireInput(sleepSchema, { languageModel: undefined }),
    result: unchecked,
  },
  blast: {
    path: 'blast',
    access: 'admin',
    form: 'json',
    summary: 'Tells what came from a source, and what was derived from that.',
    repeatable: true,
    subject: 'source',
    input: wireInput(blastSchema),
    result: unchecked,
  },
  rollback: {
    path: 'rollback',
    access: 'admin',
    form: 'json',
    summary: 'Takes back what was learned from a source, by an agent or since a time.',
    repeatable: false,
    input: wireInput(rollbackSchema),
    result: unchecked,
  },
  undoable: {
    path: 'undoable',
    access: 'admin',
    form: 'json',
    summary: 'Lists what can be undone or was, the latest first.',
    repeatable: true,
    input: wireInput(callSchema),
    result: unchecked,
  },
  undo: {
    path: 'undo',
    access: 'admin',
    form: 'json',
    summary: 'Undoes a rollback or a merge of entities.',
    repeatable: false,
    subject: 'id',
    input: wireInput(undoSchema),
    result: unchecked,
  },
  forget: {
    path: 'forget',
    access: 'admin',
    form: 'json',
    summary: 'Forgets for everybody, for good.',
    repeatable: false,
    input: wireInput(forgetSchema),
    result: unchecked,
  },
  import: {
    path: 'import',
    access: 'admin',
    form: 'upload',
    summary: 'Imports a file: a LoCoMo dataset, the memory.jsonl of the official MCP memory server, or our own export.',
    repeatable: true,
    input: wireInput(importSchema, { file: fileName }),
    result: unchecked,
  },
  export: {
    path: 'export',
    access: 'admin',
    form: 'download',
    summary: 'Exports the whole space as NDJSON, vectors left out.',
    repeatable: true,
    input: wireInput(exportSchema),
    result: unchecked,
  },
  hash: {
    path: 'hash',
    access: 'admin',
    form: 'long',
    summary: 'Tells the canonical hash of what the space knows.',
    repeatable: true,
    input: wireInput(exportSchema),
    result: unchecked,
  },
  backup: {
    path: 'backup',
    access: 'admin',
    form: 'download',
    summary: 'Backs the space up in a file that shows one moment.',
    repeatable: true,
    input: wireInput(backupSchema, { file: undefined }),
    result: unchecked,
  },
  restore: {
    path: 'restore',
    access: 'admin',
    form: 'upload',
    summary: 'Restores a backup into this space, which must be empty.',
    repeatable: false,
    input: wireInput(backupSchema, { file: fileName }),
    result: unchecked,
  },
  purge: {
    path: 'purge',
    access: 'admin',
    form: 'long',
    summary: 'Takes what was forgotten off the disk.',
    repeatable: true,
    input: wireInput(longCallSchema),
    result: unchecked,
  },
};
