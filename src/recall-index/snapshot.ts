/**
 * A snapshot of the recall index as one file, so that opening need not read the whole ledger. A
 * file that is damaged, foreign, or of another format is as good as none: the index is then built
 * from the ledger again.
 *
 *   magic (8) | format (4) | length of meta (4) | length of rows (8) | SHA-256 of all that follows (32) | meta | rows
 *
 * It holds rows only (memories, edges, vectors, beliefs); lexicons, timelines and names are made from
 * them while loading. Forgotten memories and words that only they used are left out.
 */
import { createHash } from 'node:crypto';
import { chmod, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { type IndexRows, fillRows, rowsOf } from './index-rows.ts';
import type { RecallIndexOptions } from './entry.ts';
import { RecallIndex } from './recall-index.ts';

/** What a snapshot says of itself. */
export interface SnapshotMeta {
  /** The id of the space. */
  readonly space: string;
  /** The last change that it holds. */
  readonly seq: number;
  /** The hash of the change log at that change. */
  readonly hash: string;
  /** The model of its vectors; '' for none. */
  readonly model: string;
}

/** The name of the file within the folder. */
export const snapshotFile = 'recall-index.snapshot';

/** Changed whenever the rows, the way terms are made, or the traits of texts change. */
const format = 41;
const magic = Buffer.from('MADELIDX', 'latin1');
const headerBytes = 56;
const sumAt = 24;
const sumBytes = 32;

/** Writes a snapshot in place of the last one: all of it or nothing, readable by the owner only. */
export async function saveSnapshot(index: RecallIndex, folder: string, meta: SnapshotMeta): Promise<void> {
  const { seq } = index;
  const rows = serialize(rowsOf(index));
  const said = Buffer.from(JSON.stringify({ ...meta, seq }), 'utf8');
  const header = Buffer.alloc(headerBytes);
  magic.copy(header);
  header.writeUInt32LE(format, 8);
  header.writeUInt32LE(said.length, 12);
  header.writeBigUInt64LE(BigInt(rows.length), 16);
  createHash('sha256').update(said).update(rows).digest().copy(header, sumAt);
  const path = join(folder, snapshotFile);
  const draft = `${path}.${process.pid}.draft`;
  try {
    await writeDurably(draft, [header, said, rows]);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(folder);
  await removeGraphFiles(folder);
}

/** What the snapshot in a folder says of itself, unchecked but for its header; undefined for none. */
export async function readSnapshotMeta(folder: string): Promise<SnapshotMeta | undefined> {
  try {
    const file = await open(join(folder, snapshotFile), 'r');
    try {
      const header = Buffer.alloc(headerBytes);
      await file.read(header, 0, headerBytes, 0);
      if (!isOurs(header)) return undefined;
      const said = Buffer.alloc(Math.min(header.readUInt32LE(12), 1_048_576));
      await file.read(said, 0, said.length, headerBytes);
      return metaOf(said);
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}

/** The index of a snapshot whose meta agrees with all that is expected; undefined when there is no such snapshot. */
export async function loadSnapshot(
  folder: string,
  expected: Partial<SnapshotMeta>,
  options: RecallIndexOptions = {},
): Promise<RecallIndex | undefined> {
  try {
    const { bytes, release } = await readReleasable(join(folder, snapshotFile));
    try {
      return indexIn(bytes, expected, options);
    } finally {
      release();
    }
  } catch {
    // Whatever is wrong with the file, the ledger has everything.
    return undefined;
  }
}

function indexIn(bytes: Buffer, expected: Partial<SnapshotMeta>, options: RecallIndexOptions): RecallIndex | undefined {
  const header = bytes.subarray(0, headerBytes);
  if (!isOurs(header)) return undefined;
  const rowsFrom = headerBytes + header.readUInt32LE(12);
  if (BigInt(bytes.length) !== BigInt(rowsFrom) + header.readBigUInt64LE(16)) return undefined;
  const sum = createHash('sha256').update(bytes.subarray(headerBytes)).digest();
  if (!sum.equals(header.subarray(sumAt, sumAt + sumBytes))) return undefined;
  const said = bytes.subarray(headerBytes, rowsFrom);
  const meta = metaOf(said);
  if (meta === undefined || !agrees(meta, expected)) return undefined;
  const index = new RecallIndex(options);
  fillRows(index, deserialize(bytes.subarray(rowsFrom)) as IndexRows);
  return index.seq === meta.seq ? index : undefined;
}

/**
 * A file and what gives its memory back. Left as garbage it stays for hundreds of recalls: 160 MB
 * at 100,000 memories. What was deserialized looks into it, and is empty afterwards; the index copies all of it.
 */
async function readReleasable(path: string): Promise<{ readonly bytes: Buffer; release(): void }> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const buffer = new ArrayBuffer(size, { maxByteLength: size });
    const bytes = Buffer.from(buffer, 0, size);
    for (let at = 0; at < size; ) {
      const { bytesRead } = await file.read(bytes, at, size - at, at);
      if (bytesRead === 0) break;
      at += bytesRead;
    }
    return { bytes, release: () => buffer.resize(0) };
  } finally {
    await file.close();
  }
}

function isOurs(header: Buffer): boolean {
  return header.length === headerBytes && header.subarray(0, 8).equals(magic) && header.readUInt32LE(8) === format;
}

function metaOf(said: Buffer): SnapshotMeta | undefined {
  const meta = JSON.parse(said.toString('utf8')) as Partial<SnapshotMeta>;
  const { space, seq, hash, model } = meta;
  if (typeof space !== 'string' || typeof hash !== 'string' || typeof model !== 'string') return undefined;
  return typeof seq === 'number' ? { space, seq, hash, model } : undefined;
}

function agrees(meta: SnapshotMeta, expected: Partial<SnapshotMeta>): boolean {
  return (['space', 'seq', 'hash', 'model'] as const).every(
    (key) => expected[key] === undefined || expected[key] === meta[key],
  );
}

async function writeDurably(path: string, parts: readonly Buffer[]): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    for (const part of parts) await file.writeFile(part);
    await file.sync();
  } finally {
    await file.close();
  }
  await chmod(path, 0o600);
}

/** Makes the renaming durable where folders can be synced. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch {
    // Some systems sync no folders; the file itself is safe.
  }
}

/** Removes the files of vector graphs that versions before format 12 kept beside the snapshot: they may hold what was forgotten. */
async function removeGraphFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (/^recall-index\..*\.graph(-draft)?$/u.test(name)) await rm(join(folder, name), { force: true });
  }
}
