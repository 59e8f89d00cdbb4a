/** What the calls of a whole space take, and the rules that their options are checked against. */
import { z } from 'zod';
import { type Checked, date, flag, identifier, oneOf, signal, text } from './input.ts';
import type { OnProgress } from './progress.ts';
import { type LanguageModelOptions, languageModelSchema } from '../sleep/language-model.ts';
import { type ImportFormat, importFormats } from './vocabulary.ts';

/** What can be passed to any call that only waits. */
export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** How a long call is watched and stopped. */
export interface LongCallOptions extends CallOptions {
  readonly onProgress?: OnProgress;
}

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

const watch = z.custom<OnProgress>((value) => typeof value === 'function', { error: 'must be a function' }).optional();

/** The rules of an agent's name, by which its memory is asked for. */
export const agentSchema: z.ZodType<{ readonly name: string }> = z.strictObject({ name: identifier() });

/** The rules of {@link CallOptions}. */
export const callSchema: z.ZodType<Checked<CallOptions>> = z.strictObject({ signal });

/** The rules of {@link LongCallOptions}. */
export const longCallSchema: z.ZodType<Checked<LongCallOptions>> = z.strictObject({ onProgress: watch, signal });

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
