/**
 * Takes what was forgotten off the disk: writes the store anew without it, goes on with that, and
 * removes the old files and every snapshot of an index. Owns what of a store may hold forgotten
 * text beside the ledger; the rebuild is the store's.
 */
import type { z } from 'zod';
import { count, type Fields, list, record, words } from '../domain/result.ts';
import { open, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Ledger } from '../store/ledger.ts';
import type { IndexKeeper } from './index-keeper.ts';

const purgeReportFields = {
  /** Rows that were written anew, of all spaces of the store, with their change logs. */
  rows: count,
  /**
   * Files that were left alone and may hold what was forgotten: exports and backups beside the store, and what lies in
   * its folder and is not its own.
   */
  left: list(words),
};
/** What a purge did. */
export interface PurgeReport extends Fields<typeof purgeReportFields> {}
export const purgeReportRules: z.ZodType<PurgeReport> = record(purgeReportFields);

/** What a purge works on. */
export interface PurgeParts {
  readonly ledger: Ledger;
  readonly keeper: IndexKeeper;
  /** The store's folder; a server has none. */
  readonly folder: string | undefined;
}

/** How a purge is watched and stopped. */
export interface PurgeRun {
  /** Called again and again with the rows that are done. */
  readonly onProgress: (rows: number) => void;
  readonly signal: AbortSignal;
}

/** What a store makes in its folder itself. */
const ownFile =
  /^(ledger(-\d+)?|ledger-in-use|marks|index|owner|unfinished-[\da-f]{16}|hub\.json|hub\.token|hub-tokens)$/;

/** Writes the whole store anew. */
export async function purge({ ledger, keeper, folder }: PurgeParts, run: PurgeRun): Promise<PurgeReport> {
  let rows = 0;
  await ledger.exclusive(() =>
    ledger.rebuild({
      operation: 'purge',
      // Before the swap, so that no snapshot outlives the ledger that it was made from.
      finish: () => keeper.discard(),
      onProgress: (done) => {
        rows = done;
        run.onProgress(done);
      },
      signal: run.signal,
    }),
  );
  return { rows, left: folder === undefined ? [] : await leftNear(folder) };
}

async function leftNear(folder: string): Promise<readonly string[]> {
  const within = (await readdir(folder)).filter((name) => !ownFile.test(name)).map((name) => join(folder, name));
  const beside: string[] = [];
  for (const entry of await readdir(dirname(folder), { withFileTypes: true })) {
    const path = join(dirname(folder), entry.name);
    const isNamedSo = entry.name.startsWith(`${basename(folder)}-`) && entry.name.includes('.ndjson');
    if (isNamedSo || (entry.isFile() && (await isExport(path)))) beside.push(path);
  }
  return [...within, ...beside].sort();
}

/** How each export and each backup begins. */
const beginning = '{"record":"header","format":"madeleine"';

async function isExport(path: string): Promise<boolean> {
  const handle = await open(path).catch(() => undefined);
  const { buffer, bytesRead = 0 } = (await handle?.read({ length: beginning.length }).catch(() => undefined)) ?? {};
  await handle?.close();
  return buffer?.toString('utf8', 0, bytesRead) === beginning;
}
