/**
 * Imports a file: reads it, gathers its lines into batches and hands them to its target,
 * one transaction a batch. Owns what happens with a bad line; how things are stored is the target's.
 *
 * Every line has the same ids each time, so importing again stores nothing and an import that was
 * broken off goes on when it is started again.
 */
import { z } from 'zod';
import { count, type Fields, list, record, words } from '../domain/result.ts';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { systemAgent } from '../domain/records.ts';
import { type ImportFormat, importFormats } from '../domain/vocabulary.ts';
import { type ErrorCode, InvalidArgumentError, MadeleineError, messageOf, throwIfCancelled } from '../domain/errors.ts';
import { fileLines } from './file-lines.ts';
import type {
  ImportContent,
  ImportItem,
  ImportOutcome,
  ImportTarget,
  ImportedBelief,
  ImportedObservation,
} from './import-item.ts';
import { readLocomo } from './read-locomo.ts';
import { readMcpMemory } from './read-mcp-memory.ts';
import { readNdjson } from './read-ndjson.ts';
import type { TransferRecord } from './transfer-record.ts';

/** What to import and how. */
export interface ImportFileOptions {
  readonly file: string;
  /** Found out from the file when left out. */
  readonly format?: ImportFormat;
  /** Who remembers what is imported; a file of our own export says so itself. */
  readonly agent: string | undefined;
  /** Whether a bad line ends the import (what came before it stays) or is left out. @default 'stop' */
  readonly onError?: 'stop' | 'skip';
  /** Called again and again with the bytes that are done and the bytes of the file. */
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

const refusedLineFields = {
  /** 1 for the first line; in a LoCoMo file the number of the turn. */
  line: count,
  reason: words,
};

/** A line that was left out, and why. */
export interface RefusedLine extends Fields<typeof refusedLineFields> {}
export const refusedLineRules: z.ZodType<RefusedLine> = record(refusedLineFields);

const importReportFields = {
  format: z.enum(importFormats),
  /** Lines (or elements) that were read. */
  lines: count,
  /** Parts that are new. A line may have several parts, an entity's observations for one. */
  stored: count,
  /** Parts that were there already. */
  merged: count,
  /** Parts that stay out because they were forgotten here. */
  forgotten: count,
  /** Lines that were left out because they are refused. */
  skipped: count,
  /** The first 1,000 of them. */
  refused: list(refusedLineRules),
};

/** What an import did. */
export interface ImportReport extends Fields<typeof importReportFields> {}
export const importReportRules: z.ZodType<ImportReport> = record(importReportFields);

/** Parts in one transaction: at 250 a batch costs what single writes of five do (engine-facts.md), and a stop waits little. */
export const partsInBatch = 250;

/** Lines after which progress is told even when nothing is stored. */
const linesBetweenReports = 1_000;

/** Refused lines that a report lists; all are counted. */
export const maxRefusedListed = 1_000;

/** The errors that speak of a line and not of the store. */
const faultsOfLines: ReadonlySet<ErrorCode> = new Set(['INVALID_ARGUMENT', 'NOT_FOUND', 'CONFLICT']);

type ContentItem = Extract<ImportItem, ImportContent>;

/**
 * Imports a file into a target.
 *
 * @throws {InvalidArgumentError} IMPORT_LINE at the first bad line, unless such lines are skipped;
 * INVALID_ARGUMENT when the file cannot be read or its format is unknown.
 * @throws {CancelledError} when the signal fires; the batches before it stay.
 */
export async function importFile(target: ImportTarget, options: ImportFileOptions): Promise<ImportReport> {
  const total = await sizeOf(options.file);
  const format = options.format ?? (await detectFormat(options.file, options.signal));
  const { agent } = options;
  if (agent === undefined && format !== 'ndjson') throw withoutAgent(format);
  const run = new ImportRun(target, { ...options, agent: agent ?? systemAgent }, format, total);
  for await (const item of readItems(format, options)) await run.take(item);
  await run.flush();
  return run.report();
}

/** A file of another system does not say whose it is, and nothing becomes universal by an oversight. */
function withoutAgent(format: ImportFormat): InvalidArgumentError {
  const rule = 'must say who remembers it, or "universal" that every agent may recall it';
  const message = `import: "agent" ${rule}; a file of the format ${format} does not. Pass one of the two.`;
  return new InvalidArgumentError('INVALID_ARGUMENT', message, { details: { option: 'agent', rule, format } });
}

/** An import whose believer is settled. */
interface SettledImport extends ImportFileOptions {
  readonly agent: string;
}

/** One import under way: the batch that is being gathered and the counts so far. */
class ImportRun {
  readonly #target: ImportTarget;
  readonly #options: SettledImport;
  readonly #format: ImportFormat;
  readonly #total: number;
  #batch: ContentItem[] = [];
  #parts = 0;
  #lines = 0;
  #bytesRead = 0;
  #stored = 0;
  #merged = 0;
  #forgotten = 0;
  #skipped = 0;
  readonly #refused: RefusedLine[] = [];

  constructor(target: ImportTarget, options: SettledImport, format: ImportFormat, total: number) {
    this.#target = target;
    this.#options = options;
    this.#format = format;
    this.#total = total;
  }

  async take(item: ImportItem): Promise<void> {
    this.#lines += 1;
    this.#bytesRead = item.bytesRead;
    if (this.#lines % linesBetweenReports === 0) this.#report();
    if (item.kind === 'nothing') return;
    if (item.kind === 'refused') {
      // What came before a bad line is stored before the import stops at it.
      if (this.#options.onError !== 'skip') await this.flush();
      this.#refuse(item.line, item.reason);
      return;
    }
    this.#batch.push(item);
    this.#parts += item.parts.length;
    if (this.#parts >= partsInBatch) await this.flush();
  }

  async flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    this.#parts = 0;
    await this.#store(batch);
    this.#report();
  }

  #report(): void {
    this.#options.onProgress?.(this.#bytesRead, this.#total);
  }

  report(): ImportReport {
    return {
      format: this.#format,
      lines: this.#lines,
      stored: this.#stored,
      merged: this.#merged,
      forgotten: this.#forgotten,
      skipped: this.#skipped,
      refused: this.#refused,
    };
  }

  /** Stores a batch; when a line of it is at fault, halves the batch until that line stands alone. */
  async #store(batch: readonly ContentItem[]): Promise<void> {
    const [first] = batch;
    if (first === undefined) return;
    throwIfCancelled('import', this.#options.signal);
    try {
      for (const { outcome } of await this.#send(batch)) {
        if (outcome === 'stored') this.#stored += 1;
        else if (outcome === 'merged') this.#merged += 1;
        else this.#forgotten += 1;
      }
    } catch (error) {
      if (!(error instanceof MadeleineError) || !faultsOfLines.has(error.code)) throw error;
      if (batch.length === 1) {
        this.#refuse(first.line, error.message.replace(/\.$/, ''), error);
        return;
      }
      const middle = Math.ceil(batch.length / 2);
      await this.#store(batch.slice(0, middle));
      await this.#store(batch.slice(middle));
    }
  }

  #send(batch: readonly ContentItem[]): Promise<readonly ImportOutcome[]> {
    const { agent, signal } = this.#options;
    const kind = batch[0]?.kind;
    // A format makes items of one kind only, so a batch has one kind.
    if (kind === 'observations') {
      return this.#target.observeMany(agent, partsOf(batch, 'observations') as ImportedObservation[], signal);
    }
    if (kind === 'beliefs') {
      return this.#target.believeMany(agent, partsOf(batch, 'beliefs') as ImportedBelief[], signal);
    }
    return this.#target.restore(partsOf(batch, 'records') as TransferRecord[], signal);
  }

  #refuse(line: number, reason: string, cause?: unknown): void {
    this.#skipped += 1;
    if (this.#refused.length < maxRefusedListed) this.#refused.push({ line, reason });
    if (this.#options.onError === 'skip') return;
    const element = this.#format === 'locomo' ? 'turn' : 'line';
    throw new InvalidArgumentError(
      'IMPORT_LINE',
      `import: ${element} ${line} of "${basename(this.#options.file)}" is refused: ${reason}.`,
      { cause, details: { line, reason, stored: this.#stored, merged: this.#merged } },
    );
  }
}

function partsOf(batch: readonly ContentItem[], kind: ContentItem['kind']): readonly unknown[] {
  return batch.flatMap((item) => (item.kind === kind ? [...item.parts] : []));
}

async function* readItems(format: ImportFormat, options: ImportFileOptions): AsyncGenerator<ImportItem> {
  const { file, signal } = options;
  const source = basename(file);
  if (format === 'ndjson') yield* readNdjson(file, signal);
  else if (format === 'mcp-memory') yield* readMcpMemory(file, source, signal);
  else yield* locomoItems(await readFile(file, 'utf8'), source);
}

function* locomoItems(text: string, source: string): Generator<ImportItem> {
  const turns = readLocomo(text, source).flatMap((conversation) => conversation.turns);
  const bytes = Buffer.byteLength(text);
  for (const [index, turn] of turns.entries()) {
    // The file was read whole, so its bytes are spread evenly over its turns.
    const place = { line: index + 1, bytesRead: Math.round((bytes * (index + 1)) / turns.length) };
    if ('refused' in turn) yield { ...place, kind: 'refused', reason: turn.refused };
    else yield { ...place, kind: 'observations', parts: [turn.observation] };
  }
}

async function sizeOf(file: string): Promise<number> {
  try {
    const found = await stat(file);
    if (found.isFile()) return found.size;
  } catch (cause) {
    throw new InvalidArgumentError('INVALID_ARGUMENT', `import: cannot read "${file}": ${messageOf(cause)}.`, {
      cause,
    });
  }
  throw new InvalidArgumentError('INVALID_ARGUMENT', `import: "${file}" must be a file.`, { details: { file } });
}

/** Lines that are looked at before a file counts as unknown. */
const linesLookedAt = 20;

/**
 * The format of a file, by its first line that holds anything.
 *
 * @throws {InvalidArgumentError} when it is none that can be imported.
 */
export async function detectFormat(file: string, signal?: AbortSignal): Promise<ImportFormat> {
  for await (const line of fileLines(file, signal)) {
    if (line.problem === undefined && line.text.trim() === '' && line.number < linesLookedAt) continue;
    const format = line.problem === undefined ? formatOfLine(line.text) : undefined;
    if (format !== undefined) return format;
    break;
  }
  throw new InvalidArgumentError(
    'INVALID_ARGUMENT',
    `import: cannot tell the format of "${file}" from its beginning; name it: ${importFormats.join(', ')}.`,
    { details: { file } },
  );
}

/** The format that a first line speaks of; undefined when it speaks of none. */
export function formatOfLine(line: string): ImportFormat | undefined {
  const start = line.trimStart();
  if (start.startsWith('[')) return 'locomo';
  if (!start.startsWith('{')) return undefined;
  try {
    const value = JSON.parse(line) as Record<string, unknown>;
    if (typeof value['record'] === 'string') return 'ndjson';
    if (value['type'] === 'entity' || value['type'] === 'relation') return 'mcp-memory';
    return 'conversation' in value ? 'locomo' : undefined;
  } catch {
    // A line that is no JSON by itself begins a value that goes on: one conversation, printed over several lines.
    return start === '{' || start.includes('"sample_id"') ? 'locomo' : undefined;
  }
}
