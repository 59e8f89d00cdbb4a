/**
 * Writes records as the lines of our own export. Owns the form of the lines; which records there
 * are, in `transferOrder`, is for whoever reads the ledger.
 */
import type { SpaceHash } from './space-hash.ts';
import type { TransferHeader, TransferRecordName } from './transfer-record.ts';

/** What only the ledger knows and gives anew. */
const ledgerOnly: ReadonlySet<string> = new Set(['position', 'nameKey']);

/** The first line of an export, with its end. */
export function headerLine(header: Omit<TransferHeader, 'format' | 'version'>): string {
  return `${JSON.stringify({ record: 'header', format: 'madeleine', version: 1, ...header })}\n`;
}

/** The line of one record of the ledger, with its end. Dates are ISO 8601 in UTC. */
export function recordLine(name: TransferRecordName, record: object): string {
  const fields = Object.entries(record).filter(([field, value]) => value !== undefined && !ledgerOnly.has(field));
  return `${JSON.stringify({ record: name, ...Object.fromEntries(fields) })}\n`;
}

/** The last line of a backup, with its end: what all the records before it must come to. */
export function endLine({ records, hash }: SpaceHash): string {
  return `${JSON.stringify({ record: 'end', records, hash })}\n`;
}
