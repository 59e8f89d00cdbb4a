/** The files beside a store in which the durability test's children note what was acknowledged and what was verified. */
import { fsyncSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** The notes of one store; `folder` holds them. */
export class DurableNotes {
  #folder;
  #file;

  constructor(folder) {
    this.#folder = folder;
    this.#file = openSync(join(folder, 'acknowledged.ndjson'), 'a');
  }

  /** Notes an acknowledged call; it lies on the disk when this returns. */
  acknowledge(line) {
    // A line that a kill cut off ends here, and so spoils no other.
    writeSync(this.#file, `\n${JSON.stringify(line)}\n`);
    fsyncSync(this.#file);
  }

  /** Every acknowledged call so far. */
  acknowledged() {
    return linesOf(join(this.#folder, 'acknowledged.ndjson'));
  }

  /** How far the store was verified: lines of acknowledged calls, and the sequence number. */
  verified() {
    return linesOf(join(this.#folder, 'verified.json'))[0] ?? { lines: 0, seq: 0, hash: '' };
  }

  /** Notes how far the store was verified. */
  noteVerified(verified) {
    const draft = join(this.#folder, 'verified.draft');
    writeFileSync(draft, JSON.stringify(verified));
    renameSync(draft, join(this.#folder, 'verified.json'));
  }
}

function linesOf(path) {
  try {
    return readFileSync(path, 'utf8').split('\n').flatMap(parsed);
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

function parsed(line) {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}
