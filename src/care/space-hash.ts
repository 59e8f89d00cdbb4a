/**
 * The canonical hash of what a space knows: equal for spaces that hold the same records, whatever
 * the order in which they were written or are read, the batches, the index and the model of the
 * vectors. It covers every line of our own export but the header, and so no vector and no position.
 */
import type { z } from 'zod';
import { count, type Fields, record, words } from '../domain/result.ts';
import { createHash } from 'node:crypto';

/** What the rules of a result that holds this one begin with. */
export const spaceHashFields = {
  /** SHA-256 over the sorted SHA-256 of the records: 64 hexadecimal digits. */
  hash: words,
  /** The records that it covers. */
  records: count,
};
/** What a space's hash says. */
export interface SpaceHash extends Fields<typeof spaceHashFields> {}
export const spaceHashRules: z.ZodType<SpaceHash> = record(spaceHashFields);

/** Gathers the hash of records, which may come in any order. */
export class SpaceHasher {
  readonly #sums: string[] = [];

  /** Takes in a line of our own export, with or without its end; a header says nothing of what a space knows. */
  add(line: string): void {
    const record = JSON.parse(line) as { readonly record: string };
    if (record.record !== 'header') this.#sums.push(sha256(canonical(record)));
  }

  /** The hash of all that was taken in. */
  result(): SpaceHash {
    return { hash: sha256(this.#sums.sort().join('\n')), records: this.#sums.length };
  }
}

/** A JSON value as text in which the order of an object's fields does not show. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_field, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
