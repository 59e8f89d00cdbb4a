/**
 * Looks a space over: the store's files, the change log, the index against the ledger, vectors,
 * room on the disk. It changes nothing; each finding says how to mend it.
 */
import { z } from 'zod';
import { MadeleineError } from '../domain/errors.ts';
import { type Fields, list, record, words, yes } from '../domain/result.ts';
import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { textsIn } from '../domain/field.ts';
import { tables } from '../domain/records.ts';
import { type IndexedEdgeName, indexedEdgeNames } from '../recall-index/entry.ts';
import { EdgeTables } from '../recall-index/edge-tables.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import { indexedBelief } from '../remember/index-change.ts';
import type { Writer } from '../remember/writer.ts';
import { commitHash } from '../store/codec.ts';
import type { Database } from '../store/database.ts';
import type { Ledger } from '../store/ledger.ts';
import { history, latestVersion } from '../store/migrate.ts';

const findingFields = {
  check: z.enum(['engine', 'schema', 'sequence', 'records', 'change log', 'index', 'vectors', 'permissions', 'disk']),
  level: z.enum(['ok', 'warning', 'error']),
  message: words,
  /** How to mend it. */
  remedy: words.exactOptional(),
};
/** One thing that was looked at. */
export interface Finding extends Fields<typeof findingFields> {}
export const findingRules: z.ZodType<Finding> = record(findingFields);

const doctorReportFields = {
  /** Whether nothing is an error. */
  ok: yes,
  findings: list(findingRules),
};
/** What the doctor found. */
export interface DoctorReport extends Fields<typeof doctorReportFields> {}
export const doctorReportRules: z.ZodType<DoctorReport> = record(doctorReportFields);

type Check = Finding['check'];

function ok(check: Check, message: string): Finding {
  return { check, level: 'ok', message };
}

function warning(check: Check, message: string, remedy: string): Finding {
  return { check, level: 'warning', message, remedy };
}

function error(check: Check, message: string, remedy: string): Finding {
  return { check, level: 'error', message, remedy };
}

/** Less free room than this is a warning, in bytes: the engine needs room to compact its files. */
const scarceBytes = 1024 ** 3;
/** Mode bits of the group and of others. */
const othersBits = 0o077;

/** Looks a space over. */
export async function examine(database: Database, writer: Writer, deep = false): Promise<DoctorReport> {
  const { ledger, index, embedder } = writer.parts;
  const findings: Finding[] = [
    ok('engine', `The engine answers: ${await database.version()}.`),
    ok('schema', `Schema version ${ledger.meta.version} of ${latestVersion(history)}.`),
    checkSequence(ledger),
    await readable('records', () => checkRecords(writer, deep)),
    await readable('change log', () => checkChangeLog(ledger)),
    await readable('index', () => writer.exclusive(() => checkIndex(ledger, index))),
    checkVectors(index, embedder.model, embedder.dimension),
  ];
  if (database.folder !== undefined) {
    findings.push(await checkPermissions(database.folder), await checkDisk(database.folder));
  }
  return { ok: findings.every(({ level }) => level !== 'error'), findings };
}

function checkSequence(ledger: Ledger): Finding {
  const { acknowledgedSeq: acknowledged, head } = ledger;
  if (acknowledged === undefined) return ok('sequence', `Write ${head.seq} is the last; the server keeps it.`);
  if (acknowledged <= head.seq) {
    return ok('sequence', `Write ${head.seq} is the last, and every acknowledged write is there.`);
  }
  return error(
    'sequence',
    `The store ends at write ${head.seq}, but write ${acknowledged} was acknowledged.`,
    'Restore a backup.',
  );
}

/** What to do with a store that has lost records. What is left of it must not be built upon. */
const restore = 'Write nothing more, keep the folder "index", and restore a backup into another folder.';

/** What a check finds, or that it could not read what it checks. */
async function readable(check: Check, run: () => Promise<Finding>): Promise<Finding> {
  try {
    return await run();
  } catch (thrown) {
    if (!(thrown instanceof MadeleineError) || thrown.code !== 'STORE_CORRUPT') throw thrown;
    const [said = ''] = thrown.message.replace('store: ', '').split(';');
    return error(check, `${said.charAt(0).toUpperCase()}${said.slice(1)}; a file of the store is damaged.`, restore);
  }
}

/** Holds every table to what the ledger counts of it. */
async function checkRecords(writer: Writer, deep: boolean): Promise<Finding> {
  await writer.follow();
  const { ledger } = writer.parts;
  await writer.exclusive(() => (deep ? ledger.verifyDeeply() : ledger.verify()));
  const how = deep ? 'read, and found by every key' : 'there';
  return ok('records', `Every record that the ledger counts is ${how}.`);
}

/** Recomputes the hash of every commit from the one before it. */
async function checkChangeLog(ledger: Ledger): Promise<Finding> {
  let hash = '';
  let seq = 0;
  const { head } = ledger;
  for await (const change of ledger.changesAfter(0)) {
    if (change.seq > head.seq) break;
    seq += 1;
    hash = commitHash(hash, { ...change, seq });
    if (change.seq !== seq || change.hash !== hash) {
      return error('change log', `The change log breaks at write ${seq}.`, 'Restore a backup.');
    }
  }
  if (seq === head.seq && hash === head.hash) {
    return ok('change log', `The change log is whole: ${seq} writes.`);
  }
  return error('change log', `The change log ends at write ${seq}, the head at ${head.seq}.`, 'Restore a backup.');
}

/** Compares every memory, belief and co-activation of the ledger with the index. */
async function checkIndex(ledger: Ledger, index: RecallIndex): Promise<Finding> {
  let missing = 0;
  let memories = 0;
  for (const table of ['observation', 'fact'] as const) {
    for await (const { id } of ledger.all(table)) {
      memories += 1;
      if (!index.has(id)) missing += 1;
    }
  }
  let stale = 0;
  let beliefs = 0;
  for await (const belief of ledger.all('believes')) {
    const known = index.beliefOf(belief.agent, belief.memory);
    if (known !== undefined) beliefs += 1;
    if (!isDeepStrictEqual(known, indexedBelief(belief))) stale += 1;
  }
  // A belief that the index alone has would show an agent what it does not believe.
  for (const { count } of index.believers()) stale += count;
  stale -= beliefs;
  const extra = index.size - (memories - missing);
  let pairs = 0;
  let staleLink = 0;
  for (const name of indexedEdgeNames) {
    const staleEdges = await staleIn(ledger, index, name);
    if (name === 'co_activated') pairs += staleEdges;
    else staleLink += staleEdges;
  }
  if (missing + stale + extra + pairs + staleLink === 0) {
    return ok('index', `The index holds exactly the ${memories} memories of the ledger.`);
  }
  return error(
    'index',
    `The index lacks ${missing} memories, has ${extra} too many, ${stale} stale beliefs, ${pairs} stale co-activations and ${staleLink} stale links.`,
    'Remove the folder "index" in the store; it is rebuilt at the next opening.',
  );
}

/**
 * Counts the edges of a table that only one of the two has, or that they have differently. A link that they have
 * differently counts twice, a pair of which they have another count once.
 */
async function staleIn<N extends IndexedEdgeName>(ledger: Ledger, index: RecallIndex, name: N): Promise<number> {
  // What the index would hold of these edges.
  const anew = new EdgeTables();
  let stale = 0;
  for await (const edge of ledger.all(name)) {
    const [from = -1, to = -1] = textsIn(edge, ['from', 'to']).map((id) => index.memories.row(id));
    if (from < 0 || to < 0) stale += 1;
    else anew.put(name, { ...edge, from, to });
  }
  const left = new Map(index.edges.all(name).map((edge) => compared(name, edge)));
  for (const [key, value] of anew.all(name).map((edge) => compared(name, edge))) {
    if (left.get(key) !== value) stale += 1;
    left.delete(key);
  }
  return stale + left.size;
}

/** What names an edge in a comparison, and what must be equal in the ledger and the index. */
function compared(name: IndexedEdgeName, edge: object): readonly [key: string, value: string] {
  const fields = Object.entries(edge).sort(([one], [other]) => (one < other ? -1 : 1));
  const naming: ReadonlySet<string> = new Set(tables[name].key);
  const isKey = ([field]: readonly [string, unknown]): boolean => name !== 'co_activated' || naming.has(field);
  return [JSON.stringify(fields.filter(isKey)), JSON.stringify(fields.filter((field) => !isKey(field)))];
}

function checkVectors(index: RecallIndex, model: string, dimension: number): Finding {
  if (dimension === 0) return ok('vectors', 'No embedder is chosen: recall is lexical.');
  const missing = index.size - index.vectors.count;
  if (missing === 0) return ok('vectors', `Every memory has a vector of ${model}.`);
  return warning('vectors', `${missing} of ${index.size} memories have no vector of ${model}.`, 'Run reindex.');
}

async function checkPermissions(folder: string): Promise<Finding> {
  const open: string[] = [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const path of [folder, ...entries.map((entry) => join(entry.parentPath, entry.name))]) {
    // What lies in a private folder is private, whatever its own mode says; the folder is what counts.
    const found = await stat(path).catch(() => undefined);
    if (found?.isDirectory() === true && (found.mode & othersBits) !== 0) open.push(path);
  }
  if (open.length === 0 || process.platform === 'win32') {
    return ok('permissions', 'Only its owner can read the store.');
  }
  return warning(
    'permissions',
    `Others can look into ${open.length} folders of the store, ${open[0]} first.`,
    'Take the rights of the group and of others away (chmod -R go= on the folder).',
  );
}

async function checkDisk(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const message = `${(free / 1024 ** 3).toFixed(1)} GB are free on the store's disk.`;
  if (free >= scarceBytes) return ok('disk', message);
  return warning('disk', message, 'Free some space; the store needs room to compact its files.');
}
