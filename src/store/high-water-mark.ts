/**
 * The last acknowledged sequence number of a space, in a small file beside the store. The engine
 * opens a log that was cut off without a word; a store that is behind this mark has lost writes.
 */
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

const width = 20;

/** The mark of one space. */
export class HighWaterMark {
  readonly #file: FileHandle;
  #seq: number;

  private constructor(file: FileHandle, seq: number) {
    this.#file = file;
    this.#seq = seq;
  }

  /** Opens the mark, made at 0 where it is missing. */
  static async open(path: string): Promise<HighWaterMark> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    const written = await file.read(Buffer.alloc(width), 0, width, 0);
    const text = written.buffer.subarray(0, written.bytesRead).toString('ascii').trim();
    return new HighWaterMark(file, /^\d+$/.test(text) ? Number(text) : 0);
  }

  /** The sequence number that was acknowledged last. */
  get seq(): number {
    return this.#seq;
  }

  /** Notes a sequence number; it lies on the disk when this settles. */
  async note(seq: number): Promise<void> {
    await this.#file.write(`${String(seq).padStart(width - 1, '0')}\n`, 0, 'ascii');
    await this.#file.datasync();
    this.#seq = seq;
  }

  /** Closes the file. */
  async close(): Promise<void> {
    await this.#file.close();
  }
}
