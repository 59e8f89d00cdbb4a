/** What the long calls of a whole space take, which files go in and out of, and the rules for it. */
import { z } from 'zod';
import { type ImportFormat, importFormats } from '../domain/vocabulary.ts';
import { type LongCallOptions, watch } from '../domain/call-options.ts';
import { type Checked, date, flag, identifier, oneOf, signal, text } from '../domain/input.ts';
import { type LanguageModelOptions, languageModelSchema } from '../sleep/language-model.ts';

/** What `import` takes. */
export interface ImportOptions extends LongCallOptions {
  /** The path of the file. */
  readonly file: string;
  /** @default found out from the file */
  readonly format?: ImportFormat;
  /** Who remembers what is imported; a file of our own export says so itself. @default 'system' */
  readonly agent?: string;
  /** Whether a bad line ends the import (what came before it stays) or is left out. @default 'stop' */
  readonly onError?: 'stop' | 'skip';
}

/** What `migrate` takes. */
export interface MigrateOptions extends LongCallOptions {
  /** Counts what would change, and changes nothing. @default false */
  readonly dryRun?: boolean;
  /**
   * The file to back the space up in; it must be a new one.
   * @default a file beside the store, named after it, the space and the time
   */
  readonly backup?: string;
}

/** What `export` and `hash` take. */
export interface ExportOptions extends LongCallOptions {
  /** Shows what was known and believed at this time, as far as the records tell. @default now */
  readonly asOf?: Date | string;
  /** Shows what was so at this time: facts that were valid then, and what had happened. @default whatever is known */
  readonly validAt?: Date | string;
}

/** What `backup` and `restore` take. */
export interface BackupOptions extends LongCallOptions {
  /** The path of the backup's file. */
  readonly file: string;
}

/** What `sleep` takes. */
export interface SleepOptions extends LongCallOptions {
  /** Counts what would change, and changes nothing. @default false */
  readonly dryRun?: boolean;
  /**
   * Reads observations and judges conflicts with a language model of the AI SDK, on a dry run too.
   * @default that which the memory was opened with, else the rules
   */
  readonly languageModel?: LanguageModelOptions;
}

/** The rules of {@link ImportOptions}. */
export const importSchema: z.ZodType<Checked<ImportOptions>> = z.strictObject({
  file: text(4096),
  format: oneOf(importFormats).optional(),
  agent: identifier().optional(),
  onError: oneOf(['stop', 'skip']).optional(),
  onProgress: watch,
  signal,
});

/** The rules of {@link MigrateOptions}. */
export const migrateSchema: z.ZodType<Checked<MigrateOptions>> = z.strictObject({
  dryRun: flag.optional(),
  backup: text(4096).optional(),
  onProgress: watch,
  signal,
});

/** The rules of {@link ExportOptions}. */
export const exportSchema: z.ZodType<Checked<ExportOptions>> = z.strictObject({
  asOf: date.optional(),
  validAt: date.optional(),
  onProgress: watch,
  signal,
});

/** The rules of {@link BackupOptions}. */
export const backupSchema: z.ZodType<Checked<BackupOptions>> = z.strictObject({
  file: text(4096),
  onProgress: watch,
  signal,
});

/** The rules of {@link SleepOptions}. */
export const sleepSchema: z.ZodType<Checked<SleepOptions>> = z.strictObject({
  dryRun: flag.optional(),
  languageModel: languageModelSchema.optional(),
  onProgress: watch,
  signal,
});
