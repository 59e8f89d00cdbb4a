/** What the long calls of a whole space take, which files go in and out of, and the rules for it. */
import { z } from 'zod';
import { exportFormats, importFormats } from '../domain/vocabulary.ts';
import {
  agentNameRule,
  callFields,
  type CallOptions,
  longCallFields,
  type LongCallOptions,
} from '../domain/call-options.ts';
import { type Checked, checked, date, flag, type Given, oneOf, text } from '../domain/input.ts';
import { checkImportFile } from '../care/import.ts';
import { systemAgent } from '../domain/records.ts';
import { languageModelSchema } from '../sleep/language-model.ts';

const importFields = {
  /** The path of the file, or of a folder of transcripts or notes. */
  file: text(4096),
  /** @default found out from the file */
  format: oneOf(importFormats).optional(),
  /**
   * Who remembers what is imported. A file of our own export says so itself; for any other, give either this or
   * `universal`.
   */
  agent: agentNameRule.optional(),
  /** Whether what is imported is universal: every agent may recall it. @default false */
  universal: flag.optional(),
  /** Whether a bad line ends the import (what came before it stays) or is left out. @default 'stop' */
  onError: oneOf(['stop', 'skip']).optional(),
  /** Says what would be stored, by session and kind, and stores nothing. @default false */
  dryRun: flag.optional(),
};
/** What `import` takes. */
export interface ImportOptions extends Given<typeof importFields>, LongCallOptions {}
export const importSchema: z.ZodType<Checked<ImportOptions>> = z
  .strictObject({ ...importFields, ...longCallFields })
  .refine(({ agent, universal }) => agent === undefined || universal !== true, {
    path: ['universal'],
    error: 'must be left out where "agent" says who remembers it',
  });

/**
 * Reads a file as `import` does, up to the first part that can be stored, and stores nothing: for a door that makes no
 * store for what is refused.
 *
 * @param options - those of `import`.
 * @throws {InvalidArgumentError} when an option breaks a rule, or the file is refused before anything in it is stored.
 */
export async function checkImport(options: object): Promise<void> {
  const { agent, universal = false, onProgress: _told, ...asked } = checked('import', importSchema, options);
  await checkImportFile({ ...asked, agent: universal ? systemAgent : agent });
}

const doctorFields = {
  /** Reads every record, and finds each again by every key of the engine. @default false */
  deep: flag.optional(),
};
/** What `doctor` takes. */
export interface DoctorOptions extends Given<typeof doctorFields>, CallOptions {}

/** The rules of {@link DoctorOptions}. */
export const doctorSchema: z.ZodType<Checked<DoctorOptions>> = z.strictObject({ ...doctorFields, ...callFields });

const migrateFields = {
  /** Counts what would change, and changes nothing. @default false */
  dryRun: flag.optional(),
  /**
   * The file to back the space up in; it must be a new one.
   * @default a file beside the store, named after it, the space and the time
   */
  backup: text(4096).optional(),
};
/** What `migrate` takes. */
export interface MigrateOptions extends Given<typeof migrateFields>, LongCallOptions {}
export const migrateSchema: z.ZodType<Checked<MigrateOptions>> = z.strictObject({
  ...migrateFields,
  ...longCallFields,
});

const momentFields = {
  /** Shows what was known and believed at this time, as far as the records show it. @default now */
  asOf: date.optional(),
  /** Shows what was so at this time: facts that were valid then, and what had happened. @default whatever is known */
  validAt: date.optional(),
};
/** What `hash` takes. */
export interface HashOptions extends Given<typeof momentFields>, LongCallOptions {}
export const hashSchema: z.ZodType<Checked<HashOptions>> = z.strictObject({ ...momentFields, ...longCallFields });

const exportFields = {
  ...momentFields,
  /** Our own lines, which alone hold everything, Markdown for people, or what mem0 takes. @default 'ndjson' */
  format: oneOf(exportFormats).optional(),
};
/** What `export` takes. */
export interface ExportOptions extends Given<typeof exportFields>, LongCallOptions {}
export const exportSchema: z.ZodType<Checked<ExportOptions>> = z.strictObject({ ...exportFields, ...longCallFields });

const backupFields = {
  /** The path of the backup's file. */
  file: text(4096),
};
/** What `backup` and `restore` take. */
export interface BackupOptions extends Given<typeof backupFields>, LongCallOptions {}
export const backupSchema: z.ZodType<Checked<BackupOptions>> = z.strictObject({ ...backupFields, ...longCallFields });

const sleepFields = {
  /** Counts what would change, and changes nothing. @default false */
  dryRun: flag.optional(),
  /**
   * Reads observations and judges conflicts with a language model of the AI SDK, on a dry run too.
   * @default that which the memory was opened with, else the rules
   */
  languageModel: languageModelSchema.optional(),
};
/** What `sleep` takes. */
export interface SleepOptions extends Given<typeof sleepFields>, LongCallOptions {}
export const sleepSchema: z.ZodType<Checked<SleepOptions>> = z.strictObject({ ...sleepFields, ...longCallFields });
