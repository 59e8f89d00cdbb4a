/**
 * Who may sleep: the record of the last sleep, held by one process at a time until it is done or
 * its lease ends. It also keeps how far a sleep that was broken off had come.
 */
import { ConflictError } from '../domain/errors.ts';
import type { SleepStepName } from '../domain/records.ts';
import type { SleepRun, SleepStepReport } from '../domain/upkeep-records.ts';
import type { Writer } from '../remember/writer.ts';
import type { LedgerReader } from '../store/ledger-reader.ts';
import type { LedgerWrite } from '../store/codec.ts';
import { pastSleepWrite } from '../remember/past-sleeps.ts';

/** How long others keep off after the last sign of life: longer than a batch takes, even one that a language model reads in several goes. */
const leaseMs = 600_000;
const id = 'sleep_run:last';

/** The record of the last sleep of a space, if there ever was one. */
export async function lastSleep(ledger: LedgerReader): Promise<SleepRun | undefined> {
  return (await ledger.records('sleep_run', [id]))[0];
}

/** The right to sleep. */
export class SleepLease {
  readonly #writer: Writer;
  #run: SleepRun;

  private constructor(writer: Writer, run: SleepRun) {
    this.#writer = writer;
    this.#run = run;
  }

  /**
   * Takes the lease. One that was left by a process that is gone counts until it ends, unless
   * nobody but us can have the store.
   *
   * @throws {ConflictError} when somebody else sleeps.
   */
  static async take(writer: Writer, step: SleepStepName): Promise<SleepLease> {
    const { clock, ledger, newId } = writer.parts;
    return writer.exclusive(async () => {
      const last = await lastSleep(ledger);
      const startedAt = clock();
      if (last !== undefined && ledger.shared && last.leaseUntil > startedAt) throw asleep(last.startedAt);
      const leaseUntil = new Date(startedAt.getTime() + leaseMs);
      const linkedTo = last?.linkedTo === undefined ? {} : { linkedTo: last.linkedTo };
      const run: SleepRun = { id, holder: newId(), startedAt, leaseUntil, step, ...linkedTo };
      await writer.commit(
        last === undefined ? { insert: { sleep_run: [run] } } : patchOf({ ...run, endedAt: undefined }),
      );
      return new SleepLease(writer, run);
    });
  }

  /** The position of the last memory whose links were looked for. */
  get linkedTo(): number | undefined {
    return this.#run.linkedTo;
  }

  /** Notes that a step begins. */
  async enter(step: SleepStepName): Promise<void> {
    if (step !== this.#run.step) await this.#note({ step });
  }

  /** A sign of life after a batch. It is written now and then: what is lost with a crash is looked at again. */
  async keep(linkedTo: number | undefined): Promise<void> {
    if (linkedTo !== undefined) this.#run = { ...this.#run, linkedTo };
    const left = this.#run.leaseUntil.getTime() - this.#writer.parts.clock().getTime();
    if (left < leaseMs / 2) await this.#note({});
  }

  /** Gives the lease back and keeps what the sleep did; one that was not done has no end. */
  async end(isDone: boolean, steps: readonly SleepStepReport[]): Promise<void> {
    const { clock, ledger, newId } = this.#writer.parts;
    const endedAt = clock();
    const { startedAt } = this.#run;
    const past = { id: `past_sleep:${newId()}`, startedAt, endedAt, steps };
    await this.#note(
      { leaseUntil: endedAt, ...(isDone ? { endedAt } : {}) },
      await pastSleepWrite(ledger, isDone ? past : { ...past, brokenOff: true }),
    );
  }

  /** Writes the record, prolonged, and `more` with it, as long as nobody has taken the lease over. */
  async #note(set: Partial<SleepRun>, more: LedgerWrite = {}): Promise<void> {
    const writer = this.#writer;
    await writer.exclusive(async () => {
      const last = await lastSleep(writer.parts.ledger);
      if (last?.holder !== this.#run.holder) throw asleep(last?.startedAt ?? this.#run.startedAt);
      const leaseUntil = new Date(writer.parts.clock().getTime() + leaseMs);
      this.#run = { ...this.#run, leaseUntil, ...set };
      const { linkedTo } = this.#run;
      const patch = patchOf({ leaseUntil, ...(linkedTo === undefined ? {} : { linkedTo }), ...set });
      await writer.commit({ ...more, ...patch });
    });
  }
}

function patchOf(set: { readonly [K in keyof SleepRun]?: SleepRun[K] | undefined }): LedgerWrite {
  return { patches: [{ table: 'sleep_run', record: { id }, set }] };
}

function asleep(since: Date): ConflictError {
  return new ConflictError(
    'CONFLICT',
    `sleep: a space sleeps once at a time, and this one has since ${since.toISOString()}; wait until it is done.`,
  );
}
