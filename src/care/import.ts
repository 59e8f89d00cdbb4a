/**
 * Imports a file or a folder: reads it, gathers its lines into batches and hands them to its target,
 * one transaction a batch. Owns what happens with a bad line; how things are stored is the target's, and what a
 * format looks like `import-formats.ts` says.
 *
 * Every line has the same ids each time, so importing again stores nothing and an import that was
 * broken off goes on when it is started again.
 */
import { z } from 'zod';
import { count, type Fields, list, record, wireDate, words } from '../domain/result.ts';
import { systemAgent } from '../domain/records.ts';
import { type ImportFormat, importFormats } from '../domain/vocabulary.ts';
import { type ErrorCode, InvalidArgumentError, MadeleineError, throwIfCancelled } from '../domain/errors.ts';
import { present } from '../domain/values.ts';
import { formatRows } from './import-formats.ts';
import { type ImportInput, itemsOf, openInput } from './import-input.ts';
import type { ImportContent, ImportItem, ImportOutcome, ImportPlace, ImportTarget } from './import-item.ts';
import { checkingTarget } from './import-target.ts';

/** What to import and how. */
export interface ImportFileOptions {
  /** A file, or a folder of files of one format. */
  readonly file: string;
  /** Found out from the file when left out. */
  readonly format?: ImportFormat;
  /** Who remembers what is imported; a file of our own export says so itself. */
  readonly agent: string | undefined;
  /** Whether a bad line ends the import (what came before it stays) or is left out. @default 'stop' */
  readonly onError?: 'stop' | 'skip';
  /** Whether the target only tells what it would store; the report then says what was found. @default false */
  readonly dryRun?: boolean;
  /** Called again and again with the bytes that are done and the bytes of the file. */
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

const refusedLineFields = {
  /** 1 for the first line; in a file that is one JSON value the number of the turn or element. */
  line: count,
  reason: words,
  /** The name of the file. */
  source: words,
};

/** A line that was left out, and why. */
export interface RefusedLine extends Fields<typeof refusedLineFields> {}
export const refusedLineRules: z.ZodType<RefusedLine> = record(refusedLineFields);

const foundPartsFields = {
  /** A kind of record: `observation`, `fact`, `entity`, ... */
  kind: words,
  /** The session that they belong to; missing for what belongs to none. */
  session: words.exactOptional(),
  /** How many would be stored. */
  stored: count,
  /** When the first and the last of them happened; missing where the file does not tell. */
  from: wireDate.exactOptional(),
  to: wireDate.exactOptional(),
};

/** What a dry run found of one kind in one session. */
export interface FoundParts extends Fields<typeof foundPartsFields> {}
export const foundPartsRules: z.ZodType<FoundParts> = record(foundPartsFields);

const importReportFields = {
  format: z.enum(importFormats),
  /** What `lines` counts: lines of the file, or turns or elements of a file that is one JSON value. */
  unit: z.enum(['line', 'turn', 'element']),
  /** Lines, turns or elements that were read. */
  lines: count,
  /** Parts that are new. A line may have several parts, an entity's observations for one. */
  stored: count,
  /** Parts that were there already and have another end of validity now. */
  updated: count,
  /** Other parts that were there already. */
  merged: count,
  /** Parts that stay out because they were forgotten here. */
  forgotten: count,
  /** Lines that were left out because they are refused. */
  skipped: count,
  /** The first 1,000 of them. */
  refused: list(refusedLineRules),
  /** On a dry run: what would be stored, by session and kind, the first 1,000 of them. Nothing was. */
  found: list(foundPartsRules).exactOptional(),
};

/** What an import did, or on a dry run would do. */
export interface ImportReport extends Fields<typeof importReportFields> {}
export const importReportRules: z.ZodType<ImportReport> = record(importReportFields);

/** Parts in one transaction: at 250 a batch costs what single writes of five do (engine-facts.md), and a stop waits little. */
export const partsInBatch = 250;

/** Lines after which progress is told even when nothing is stored. */
const linesBetweenReports = 1_000;

/** Refused lines that a report lists, and kinds and sessions of a dry run; all are counted. */
const maxRefusedListed = 1_000;

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
  const [input, run] = await begin(target, options);
  for await (const item of itemsOf(input, options.signal)) await run.take(item);
  await run.flush();
  return run.report();
}

/**
 * Reads a file as an import does, up to the first part that can be stored, and stores nothing.
 *
 * @throws what {@link importFile} throws before it has stored anything.
 */
export async function checkImportFile(options: ImportFileOptions): Promise<void> {
  const [input, run] = await begin(checkingTarget, options);
  for await (const item of itemsOf(input, options.signal)) {
    await run.take(item);
    await run.flush();
    if (run.report().stored > 0) break;
  }
}

async function begin(target: ImportTarget, options: ImportFileOptions): Promise<readonly [ImportInput, ImportRun]> {
  const input = await openInput(options.file, options.format, options.signal);
  const { agent = formatRows[input.format].namesBelievers === true ? systemAgent : undefined } = options;
  if (agent === undefined) throw withoutAgent(input.format);
  return [input, new ImportRun(target, { ...options, agent }, input)];
}

/** What imports of several files of one format did together; there is at least one. */
export function joinReports([first, ...others]: readonly ImportReport[]): ImportReport | undefined {
  if (first === undefined) return undefined;
  const sum = { ...first };
  for (const other of others) {
    for (const name of ['lines', 'stored', 'updated', 'merged', 'forgotten', 'skipped'] as const)
      sum[name] += other[name];
    sum.refused = [...sum.refused, ...other.refused].slice(0, maxRefusedListed);
    if (other.found !== undefined) sum.found = [...(sum.found ?? []), ...other.found].slice(0, maxRefusedListed);
  }
  return sum;
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
  readonly #counts = { stored: 0, updated: 0, merged: 0, forgotten: 0 };
  #skipped = 0;
  readonly #refused: RefusedLine[] = [];
  readonly #found = new Map<string, FoundParts>();

  constructor(target: ImportTarget, options: SettledImport, { format, total }: ImportInput) {
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
      this.#refuse(item, item.reason);
      return;
    }
    // A call takes parts of one kind.
    if (this.#batch[0] !== undefined && this.#batch[0].kind !== item.kind) await this.flush();
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
      unit: formatRows[this.#format].unit,
      lines: this.#lines,
      ...this.#counts,
      skipped: this.#skipped,
      refused: this.#refused,
      ...(this.#options.dryRun === true ? { found: [...this.#found.values()] } : {}),
    };
  }

  /** Stores a batch; when a line of it is at fault, halves the batch until that line stands alone. */
  async #store(batch: readonly ContentItem[]): Promise<void> {
    const [first] = batch;
    if (first === undefined) return;
    throwIfCancelled('import', this.#options.signal);
    try {
      const outcomes = await this.#send(batch);
      for (const { outcome } of outcomes) this.#counts[outcome] += 1;
      let taken = 0;
      for (const item of this.#options.dryRun === true ? batch : []) {
        this.#find(item, outcomes.slice(taken, taken + item.parts.length));
        taken += item.parts.length;
      }
    } catch (error) {
      if (!(error instanceof MadeleineError) || !faultsOfLines.has(error.code)) throw error;
      if (batch.length === 1) {
        this.#refuse(first, error.message.replace(/\.$/, ''), error);
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
    const observations = batch.flatMap((item) => (item.kind === 'observations' ? item.parts : []));
    if (kind === 'observations') return this.#target.observeMany(agent, observations, signal);
    const beliefs = batch.flatMap((item) => (item.kind === 'beliefs' ? item.parts : []));
    if (kind === 'beliefs') return this.#target.believeMany(agent, beliefs, signal);
    const records = batch.flatMap((item) => (item.kind === 'records' ? item.parts : []));
    return this.#target.restore(records, signal);
  }

  /** Counts what a dry run would store, by kind and session. */
  #find(item: ContentItem, outcomes: readonly ImportOutcome[]): void {
    for (const [index, part] of item.parts.entries()) {
      const kind = 'record' in part ? part.record : item.kind === 'beliefs' ? 'fact' : 'observation';
      const session = 'session' in part ? part.session : undefined;
      const at = 'occurredAt' in part ? part.occurredAt : undefined;
      const key = JSON.stringify([kind, session]);
      const known = this.#found.get(key);
      if (known === undefined && this.#found.size >= maxRefusedListed) continue;
      const isNew = outcomes[index]?.outcome === 'stored' ? 1 : 0;
      const from = earliest(known?.from, at);
      const to = latest(known?.to, at);
      this.#found.set(key, present({ kind, session, stored: (known?.stored ?? 0) + isNew, from, to }));
    }
  }

  #refuse({ line, source }: ImportPlace, reason: string, cause?: unknown): void {
    this.#skipped += 1;
    if (this.#refused.length < maxRefusedListed) this.#refused.push({ line, reason, source });
    if (this.#options.onError === 'skip') return;
    throw new InvalidArgumentError(
      'IMPORT_LINE',
      `import: ${formatRows[this.#format].unit} ${line} of "${source}" is refused: ${reason}.`,
      { cause, details: { line, source, reason, stored: this.#counts.stored, merged: this.#counts.merged } },
    );
  }
}

function earliest(one: Date | undefined, other: Date | undefined): Date | undefined {
  return one === undefined || (other !== undefined && other < one) ? other : one;
}

function latest(one: Date | undefined, other: Date | undefined): Date | undefined {
  return one === undefined || (other !== undefined && other > one) ? other : one;
}
