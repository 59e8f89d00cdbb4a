/** Cuts a stream of bytes into lines. Owns the bytes of a line that has not ended yet, and no more of them than a line may have. */

/** A line is either read whole or too long; of the latter nothing is kept. */
export type Line = string | undefined;

const newline = 0x0a;

/** The lines of a stream, as its bytes come in. */
export class MessageLines {
  readonly #mostBytes: number;
  #pieces: Buffer[] = [];
  #bytes = 0;

  /** @param mostBytes - what a line may have, its end aside. */
  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** The lines that these bytes end, undefined for each that is too long. */
  *read(chunk: Buffer): Generator<Line> {
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      this.#keep(chunk.subarray(from, end));
      from = end + 1;
      yield this.rest();
    }
    this.#keep(chunk.subarray(from));
  }

  /** What came since the last end of a line; '' for nothing. */
  rest(): Line {
    const isTooLong = this.#bytes > this.#mostBytes;
    const line = isTooLong ? undefined : Buffer.concat(this.#pieces).toString('utf8').trim();
    this.#pieces = [];
    this.#bytes = 0;
    return line;
  }

  #keep(piece: Buffer): void {
    this.#bytes += piece.length;
    if (this.#bytes > this.#mostBytes) this.#pieces = [];
    else if (piece.length > 0) this.#pieces.push(piece);
  }
}
