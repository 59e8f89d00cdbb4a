/** The commits of a space, as its change log and its head tell of them. */
import { createHash } from 'node:crypto';

/** The last commit of a space. */
export interface Head {
  readonly seq: number;
  /** A hash over every commit so far. */
  readonly hash: string;
}

/** One entry of the change log. */
export interface Change {
  readonly seq: number;
  readonly hash: string;
  readonly at: Date;
  readonly touched: readonly string[];
}

/**
 * The hash of a commit: 64 hexadecimal digits, made from the hash before it, its sequence number,
 * its moment and what it touched. Two histories that part never meet again.
 */
export function commitHash(before: string, { seq, at, touched }: Omit<Change, 'hash'>): string {
  const said = [before, seq, at.toISOString(), ...touched].join('\n');
  return createHash('sha256').update(said).digest('hex');
}
