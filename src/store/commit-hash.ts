/** Ties each commit to all commits before it. */
import { createHash } from 'node:crypto';
import type { Change } from './change.ts';

/**
 * The hash of a commit: 64 hexadecimal digits, made from the hash before it, its sequence number,
 * its moment and what it touched. Two histories that part never meet again.
 */
export function commitHash(before: string, { seq, at, touched }: Omit<Change, 'hash'>): string {
  const said = [before, seq, at.toISOString(), ...touched].join('\n');
  return createHash('sha256').update(said).digest('hex');
}
