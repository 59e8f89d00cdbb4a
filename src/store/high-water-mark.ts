/**
 * The mark of each space: its last acknowledged sequence number. The engine opens a log that was cut off and says
 * nothing. A store that is behind its mark has lost writes.
 *
 * It lies in two places, `marks/SPACE` in the store and `marks/SPACE` in the ledger's folder. Both are with the system
 * before a write is acknowledged, which a killed process survives. The first is on the disk a quarter of a second later
 * at the latest, the second after a close. So after a power cut a mark may be behind: the ledger is on the disk by
 * itself, and only a cut of its log within that time goes unnoticed. The higher of the two counts. Each has a checksum;
 * a mark that is damaged is none.
 */
import { createHash } from 'node:crypto';
import { constants, writeSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Digits of a checksum and of a number. */
const [sumWidth, width] = [8, 19];

/** How long a mark may wait for the disk, in milliseconds: to sync it with each write would double the syncs. */
const syncWithinMs = 250;

/** The name of the folder with marks, in a store and in a ledger. */
export const marksFolder = 'marks';

/** The mark of one space. */
export class HighWaterMark {
  readonly #file: FileHandle;
  #second: FileHandle;
  #seq: number;
  /** The sync that is to come. */
  #waiting: NodeJS.Timeout | undefined;
  /** Whether the last sync failed: the next write waits for another, and fails where that does. */
  #isBehind = false;

  private constructor(file: FileHandle, second: FileHandle, seq: number) {
    this.#file = file;
    this.#second = second;
    this.#seq = seq;
  }

  /** Opens the mark of a space, made where it is missing, and brings it to a sequence number. */
  static async open(store: string, ledger: string, space: string, seq: number): Promise<HighWaterMark> {
    const [file, second] = await Promise.all([store, ledger].map((folder) => openMark(folder, space)));
    // Both are there: one for each folder.
    const mark = new HighWaterMark(file!, second!, seq);
    if ((await markedSeq([store], space)) !== seq || (await markedSeq([ledger], space)) !== seq) {
      await mark.note(seq);
      await mark.#sync();
    }
    return mark;
  }

  /** The sequence number that was acknowledged last. */
  get seq(): number {
    return this.#seq;
  }

  /**
   * Notes a sequence number; it is with the system when this settles, and soon on the disk. Written at once: so few bytes
   * go to the system's cache in less time than another thread needs to begin.
   */
  async note(seq: number): Promise<void> {
    const line = Buffer.from(lineOf(seq), 'ascii');
    for (const { fd } of [this.#file, this.#second]) writeSync(fd, line, 0, line.length, 0);
    this.#seq = seq;
    if (this.#isBehind) await this.#sync();
    else this.#waiting ??= setTimeout(() => void this.#sync().catch(() => undefined), syncWithinMs).unref();
  }

  async #sync(): Promise<void> {
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    try {
      await this.#file.datasync();
      this.#isBehind = false;
    } catch (error) {
      this.#isBehind = true;
      throw error;
    }
  }

  /** Goes on beside another ledger. */
  async moveTo(ledger: string, space: string, seq: number): Promise<void> {
    const before = this.#second;
    this.#second = await openMark(ledger, space);
    await before.close();
    await this.note(seq);
    await this.#sync();
  }

  async close(): Promise<void> {
    await Promise.all([this.#sync(), this.#second.datasync()]).catch(() => undefined);
    await Promise.all([this.#file.close(), this.#second.close()]);
  }
}

/** The sequence number that was acknowledged last, by the marks in some folders; undefined where all are missing or damaged. */
export async function markedSeq(folders: readonly string[], space: string): Promise<number | undefined> {
  const lines = await Promise.all(
    folders.map((folder) => readFile(join(folder, marksFolder, space), 'latin1').catch(() => '')),
  );
  const marked = lines.map(seqOf).filter((seq) => seq !== undefined);
  return marked.length === 0 ? undefined : Math.max(...marked);
}

/** The spaces that have a mark in some folders. */
export async function markedSpaces(folders: readonly string[]): Promise<readonly string[]> {
  const names = await Promise.all(folders.map((folder) => readdir(join(folder, marksFolder)).catch(() => [])));
  return [...new Set(names.flat())].sort();
}

/** The spaces of a store in a folder to which something was written, in order. */
export async function writtenSpaces(store: string): Promise<readonly string[]> {
  const spaces = await markedSpaces([store]);
  const seqs = await Promise.all(spaces.map((space) => markedSeq([store], space)));
  return spaces.filter((_, at) => seqs[at] !== 0);
}

async function openMark(folder: string, space: string): Promise<FileHandle> {
  const path = join(folder, marksFolder, space);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
}

function lineOf(seq: number): string {
  const digits = String(seq).padStart(width, '0');
  return `${sumOf(digits)} ${digits}\n`;
}

function sumOf(digits: string): string {
  return createHash('sha256').update(digits).digest('hex').slice(0, sumWidth);
}

function seqOf(line: string): number | undefined {
  // As it was written before it had a checksum.
  const [, sum, digits] = /^(?:([\da-f]{8}) )?(\d{19})\n$/.exec(line) ?? [];
  return digits === undefined || (sum !== undefined && sum !== sumOf(digits)) ? undefined : Number(digits);
}
