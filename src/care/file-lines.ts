/**
 * Reads a text file line by line without ever holding more of it than one line. A line ends at
 * "\n" or "\r\n" and nowhere else (JSON strings may hold U+2028), must be UTF-8, and has a
 * greatest length, so that neither a file of a gigabyte nor a line of one fills the memory.
 */
import { createReadStream } from 'node:fs';
import { TextDecoder } from 'node:util';
import { throwIfCancelled } from '../domain/errors.ts';

/** The longest line that is read, in bytes: far above 100,000 characters of content, escaped. */
export const maxLineBytes: number = 16 * 1024 * 1024;

/** One line of a file, or the reason why it cannot be read. */
export interface FileLine {
  /** 1 for the first line. */
  readonly number: number;
  /** The line without its end; empty when there is a problem. */
  readonly text: string;
  /** Why the line cannot be read, e.g. that it is not UTF-8. */
  readonly problem?: string;
  /** Bytes of the file up to and with this line. */
  readonly bytesRead: number;
}

/** Collects the bytes of one line, which may come in several chunks, and lets go of what is too long. */
class PendingLine {
  #parts: Buffer[] = [];
  #length = 0;
  #overlong = false;

  get isEmpty(): boolean {
    return this.#length === 0 && !this.#overlong;
  }

  add(part: Buffer): void {
    this.#length += part.length;
    if (this.#length > maxLineBytes) {
      this.#overlong = true;
      this.#parts = [];
    } else {
      this.#parts.push(part);
    }
  }

  take(number: number, bytesRead: number, decoder: TextDecoder): FileLine {
    const bytes = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts);
    const overlong = this.#overlong;
    this.#parts = [];
    this.#length = 0;
    this.#overlong = false;
    if (overlong) {
      return { number, text: '', problem: `a line has at most ${maxLineBytes} bytes`, bytesRead };
    }
    try {
      const text = decoder.decode(bytes);
      return { number, text: text.endsWith('\r') ? text.slice(0, -1) : text, bytesRead };
    } catch {
      return { number, text: '', problem: 'a line must be UTF-8', bytesRead };
    }
  }
}

/**
 * The lines of a file, empty ones included; the last one needs no end. A byte order mark at the
 * start is dropped.
 *
 * @throws {CancelledError} when the signal fires.
 */
export async function* fileLines(file: string, signal?: AbortSignal): AsyncGenerator<FileLine> {
  // Every line is decoded on its own, so each must keep a mark inside the file and only the first may lose one.
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const line = new PendingLine();
  let number = 0;
  let offset = 0;
  const take = (bytesRead: number): FileLine => {
    number += 1;
    const taken = line.take(number, bytesRead, decoder);
    return number === 1 && taken.text.startsWith('\uFEFF') ? { ...taken, text: taken.text.slice(1) } : taken;
  };
  for await (const data of createReadStream(file, { highWaterMark: 256 * 1024 })) {
    const chunk = data as Buffer;
    let start = 0;
    for (let end = chunk.indexOf(10, start); end !== -1; end = chunk.indexOf(10, start)) {
      throwIfCancelled('import', signal);
      line.add(chunk.subarray(start, end));
      yield take(offset + end + 1);
      start = end + 1;
    }
    if (start < chunk.length) line.add(Buffer.from(chunk.subarray(start)));
    offset += chunk.length;
    throwIfCancelled('import', signal);
  }
  if (!line.isEmpty) yield take(offset);
}
