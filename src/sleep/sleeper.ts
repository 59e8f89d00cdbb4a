/**
 * Sleep: one pass over a space that turns what happened into what is known, and lets go of what is
 * forgotten. Owns the order of the steps, the progress and the report; what a step does is its own.
 *
 *   lease -> promote -> link -> resolve -> merge -> archive -> report      each in small transactions
 */
import { setImmediate } from 'node:timers/promises';
import { ConflictError, throwIfCancelled } from '../domain/errors.ts';
import type { OnProgress } from '../domain/progress.ts';
import type { SleepStepReport } from '../domain/records.ts';
import type { Writer } from '../remember/writer.ts';
import { archive } from './archive.ts';
import { link } from './link.ts';
import { mergeAlike } from './merge-alike.ts';
import { promote } from './promote.ts';
import { resolve } from './resolve.ts';
import { lastSleep, SleepLease } from './sleep-lease.ts';
import type { SleepReport } from './sleep-report.ts';
import type { HandledBatch, SleepStep, SleepWork } from './sleep-step.ts';
import type { LanguageModelOptions } from './language-model.ts';
import { readWithModel } from './read-with-model.ts';

/** How a sleep is watched and stopped. */
export interface SleepWatch {
  readonly dryRun: boolean;
  /** Reads claims and judges conflicts. @default that of the settings */
  readonly languageModel: LanguageModelOptions | undefined;
  readonly onProgress: OnProgress | undefined;
  readonly signal: AbortSignal | undefined;
}

/** How a space sleeps where a sleep does not say. */
export interface SleepSettings {
  /** Reads claims and judges conflicts. @default the rules */
  readonly languageModel: LanguageModelOptions | undefined;
  /** Hears of failures that do not end a sleep. */
  readonly onError: (error: unknown) => void;
}

/** In their order. */
const steps: readonly SleepStep[] = [promote, link, resolve, mergeAlike, archive];

/** The sleep of one space. */
export class Sleeper {
  readonly #writer: Writer;
  readonly #settings: SleepSettings;
  #isAsleep = false;

  constructor(writer: Writer, settings: SleepSettings) {
    this.#writer = writer;
    this.#settings = settings;
  }

  /**
   * Takes every step. What one process does at a time no other does.
   *
   * @throws {ConflictError} when the space is asleep already.
   * @throws {CancelledError} when the signal fires; what was changed stays.
   */
  async sleep(watch: SleepWatch): Promise<SleepReport> {
    if (watch.dryRun) {
      const steps: SleepStepReport[] = [];
      await this.#take(watch, undefined, steps);
      return { dryRun: true, steps };
    }
    if (this.#isAsleep) {
      throw new ConflictError(
        'CONFLICT',
        'sleep: a space sleeps once at a time, and this one does; wait until it is done.',
      );
    }
    this.#isAsleep = true;
    try {
      return { dryRun: false, steps: await this.#sleep(watch) };
    } finally {
      this.#isAsleep = false;
    }
  }

  async #sleep(watch: SleepWatch): Promise<readonly SleepStepReport[]> {
    const lease = await SleepLease.take(this.#writer, 'promote');
    const reports: SleepStepReport[] = [];
    let isDone = false;
    try {
      await this.#take(watch, lease, reports);
      isDone = true;
      return reports;
    } finally {
      await lease.end(isDone, reports);
    }
  }

  /** Takes the steps; `reports` gets what each of them does as it goes on, so that it is known of a sleep that is broken off too. */
  async #take(
    { dryRun, languageModel, onProgress, signal }: SleepWatch,
    lease: SleepLease | undefined,
    reports: SleepStepReport[],
  ): Promise<void> {
    await this.#writer.follow();
    const last = lease === undefined ? await lastSleep(this.#writer.parts.ledger) : undefined;
    const { onError } = this.#settings;
    const model = languageModel ?? this.#settings.languageModel;
    const readers = model && (await readWithModel(this.#writer, model, onError));
    for (const [place, step] of steps.entries()) {
      throwIfCancelled('sleep', signal);
      await lease?.enter(step.name);
      const { linkedTo } = lease ?? last ?? {};
      const work: SleepWork = {
        writer: this.#writer,
        dryRun,
        signal,
        ...(linkedTo === undefined ? {} : { linkedTo }),
        ...readers,
      };
      onProgress?.({ task: 'sleep', step: step.name, done: 0, unit: 'records' });
      const { total, batches } = await step.begin(work);
      let report: SleepStepReport = { step: step.name, lookedAt: 0, changed: 0, counts: {} };
      reports[place] = report;
      for await (const batch of batches) {
        report = added(report, batch);
        reports[place] = report;
        await lease?.keep(batch.linkedTo);
        onProgress?.({ task: 'sleep', step: step.name, done: report.lookedAt, total, unit: 'records' });
        throwIfCancelled('sleep', signal);
        // Whoever waits for an answer gets it before the next batch begins.
        await setImmediate();
      }
    }
  }
}

function added(report: SleepStepReport, { changed, counts = {}, lookedAt }: HandledBatch): SleepStepReport {
  const sums = { ...report.counts };
  for (const [what, count] of Object.entries(counts)) sums[what] = (sums[what] ?? 0) + count;
  return { ...report, lookedAt: report.lookedAt + lookedAt, changed: report.changed + changed, counts: sums };
}
