/**
 * Looks a space over: the store's files, the change log, the index against the ledger, vectors,
 * room on the disk. It changes nothing; each finding says how to mend it.
 */
import { z } from 'zod';
import { type Fields, list, record, words, yes } from '../domain/result.ts';
import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Link, LinkKind, TableName, TableRecords, tables } from '../domain/records.ts';
import type { CoActivatedPair } from '../recall-index/edge-tables.ts';
import type { IndexedFollow, IndexedLink } from '../recall-index/entry.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import { indexedBelief, indexedFollow, indexedLinks } from '../remember/index-change.ts';
import type { Writer } from '../remember/writer.ts';
import { commitHash } from '../store/ledger-write.ts';
import type { Database } from '../store/database.ts';
import type { Ledger } from '../store/ledger.ts';
import { history, latestVersion } from '../store/migrate.ts';

const findingFields = {
  check: z.enum(['engine', 'schema', 'sequence', 'change log', 'index', 'vectors', 'permissions', 'disk']),
  level: z.enum(['ok', 'warning', 'error']),
  message: words,
  /** How to mend it. */
  remedy: words.exactOptional(),
};
/** One thing that was looked at. */
export interface Finding extends Fields<typeof findingFields> {}

/** The rules of {@link Finding}. */
export const findingRules: z.ZodType<Finding> = record(findingFields);

const doctorReportFields = {
  /** Whether nothing is an error. */
  ok: yes,
  findings: list(findingRules),
};
/** What the doctor found. */
export interface DoctorReport extends Fields<typeof doctorReportFields> {}

/** The rules of {@link DoctorReport}. */
export const doctorReportRules: z.ZodType<DoctorReport> = record(doctorReportFields);

/** Less free room than this is a warning, in bytes: the engine needs room to compact its files. */
const scarceBytes = 1024 ** 3;
/** Mode bits of the group and of others. */
const othersBits = 0o077;

/** Looks a space over. */
export async function examine(database: Database, writer: Writer): Promise<DoctorReport> {
  await writer.follow();
  const { ledger, index, embedder } = writer.parts;
  const findings: Finding[] = [
    { check: 'engine', level: 'ok', message: `The engine answers: ${await database.version()}.` },
    { check: 'schema', level: 'ok', message: `Schema version ${ledger.meta.version} of ${latestVersion(history)}.` },
    checkSequence(ledger),
    await checkChangeLog(ledger),
    await writer.exclusive(() => checkIndex(ledger, index)),
    checkVectors(index, embedder.model, embedder.dimension),
  ];
  if (database.folder !== undefined) {
    findings.push(await checkPermissions(database.folder), await checkDisk(database.folder));
  }
  return { ok: findings.every(({ level }) => level !== 'error'), findings };
}

function checkSequence(ledger: Ledger): Finding {
  const { acknowledgedSeq: acknowledged, head } = ledger;
  if (acknowledged === undefined)
    return { check: 'sequence', level: 'ok', message: `Write ${head.seq} is the last; the server keeps it.` };
  if (acknowledged <= head.seq) {
    return {
      check: 'sequence',
      level: 'ok',
      message: `Write ${head.seq} is the last, and every acknowledged write is there.`,
    };
  }
  return {
    check: 'sequence',
    level: 'error',
    message: `The store ends at write ${head.seq}, but write ${acknowledged} was acknowledged.`,
    remedy: 'Restore a backup.',
  };
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
      return {
        check: 'change log',
        level: 'error',
        message: `The change log breaks at write ${seq}.`,
        remedy: 'Restore a backup.',
      };
    }
  }
  if (seq === head.seq && hash === head.hash) {
    return { check: 'change log', level: 'ok', message: `The change log is whole: ${seq} writes.` };
  }
  return {
    check: 'change log',
    level: 'error',
    message: `The change log ends at write ${seq}, the head at ${head.seq}.`,
    remedy: 'Restore a backup.',
  };
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
  stale += Object.values(index.stats().believers).reduce((sum, count) => sum + count, 0) - beliefs;
  const extra = index.size - (memories - missing);
  const pairs = await staleIn(ledger, index, 'co_activated');
  let staleLink = 0;
  for (const name of ['supports', 'contradicts', 'follows'] as const) staleLink += await staleIn(ledger, index, name);
  if (missing + stale + extra + pairs + staleLink === 0) {
    return { check: 'index', level: 'ok', message: `The index holds exactly the ${memories} memories of the ledger.` };
  }
  return {
    check: 'index',
    level: 'error',
    message: `The index lacks ${missing} memories, has ${extra} too many, ${stale} stale beliefs, ${pairs} stale co-activations and ${staleLink} stale links.`,
    remedy: 'Remove the folder "index" in the store; it is rebuilt at the next opening.',
  };
}

/** The tables of edges between memories that the index holds. */
type IndexedEdgeName = {
  [N in TableName]: (typeof tables)[N] extends { readonly indexed: true; readonly touches: readonly ['from', 'to'] }
    ? N
    : never;
}[TableName];

/** What names an edge in a comparison, and what must be equal in the ledger and the index. */
type Compared = readonly [key: string, value: string];

/** How the edges of a table are compared. */
interface Comparison<T> {
  readonly inIndex: (index: RecallIndex) => Iterable<Compared>;
  /** Undefined for an edge that the index leaves out. */
  readonly inLedger: (edge: T, index: RecallIndex) => Compared | undefined;
}

const comparisons: { readonly [N in IndexedEdgeName]: Comparison<TableRecords[N]> } = {
  co_activated: {
    inIndex: (index) => Array.from(index.coActivation.pairs(), comparedPair),
    inLedger: ({ agent, from, to, count, lastAt }, { memories }) =>
      comparedPair({ agent, one: memories.row(from), other: memories.row(to), count, lastAt: lastAt.getTime() }),
  },
  supports: comparisonOfLinks('supports'),
  contradicts: comparisonOfLinks('contradicts'),
  follows: {
    inIndex: ({ memories: { ids }, thoughts }) =>
      Array.from(thoughts.edges(), ({ from, to, type }) =>
        comparedFollow({ from: ids[from] ?? '', to: ids[to] ?? '', type }),
      ),
    // The index has no edge from an observation to itself, whatever a file says.
    inLedger: (edge) => (edge.from === edge.to ? undefined : comparedFollow(indexedFollow(edge))),
  },
};

/** Counts the edges of a table that only one of the two has, or that they have differently. */
async function staleIn<N extends IndexedEdgeName>(ledger: Ledger, index: RecallIndex, name: N): Promise<number> {
  const { inIndex, inLedger }: Comparison<TableRecords[N]> = comparisons[name];
  const left = new Map(inIndex(index));
  let stale = 0;
  for await (const edge of ledger.all(name)) {
    const [key, value] = inLedger(edge, index) ?? [];
    if (key === undefined) continue;
    if (left.get(key) !== value) stale += 1;
    left.delete(key);
  }
  return stale + left.size;
}

function comparedPair({ agent, one, other, count, lastAt }: CoActivatedPair): Compared {
  return [JSON.stringify([agent, Math.min(one, other), Math.max(one, other)]), `${count} ${lastAt}`];
}

function comparisonOfLinks(kind: LinkKind): Comparison<Link> {
  return {
    inIndex: (index) =>
      [...index.links.edges()].filter((edge) => edge.kind === kind).map((edge) => comparedLink(index.link(edge))),
    inLedger: (link) => indexedLinks({ [kind]: [link] }).map(comparedLink)[0],
  };
}

function comparedFollow({ from, to, type }: IndexedFollow): Compared {
  return [JSON.stringify([from, to, type]), ''];
}

function comparedLink({ believer, kind, one, other, similarity, state, rule }: IndexedLink): Compared {
  return [JSON.stringify([believer, kind, one, other, similarity, state, rule]), ''];
}

function checkVectors(index: RecallIndex, model: string, dimension: number): Finding {
  if (dimension === 0) return { check: 'vectors', level: 'ok', message: 'No embedder is chosen: recall is lexical.' };
  const missing = index.size - index.stats().vectors;
  if (missing === 0) return { check: 'vectors', level: 'ok', message: `Every memory has a vector of ${model}.` };
  return {
    check: 'vectors',
    level: 'warning',
    message: `${missing} of ${index.size} memories have no vector of ${model}.`,
    remedy: 'Run reindex.',
  };
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
    return { check: 'permissions', level: 'ok', message: 'Only its owner can read the store.' };
  }
  return {
    check: 'permissions',
    level: 'warning',
    message: `Others can look into ${open.length} folders of the store, ${open[0]} first.`,
    remedy: 'Take the rights of the group and of others away (chmod -R go= on the folder).',
  };
}

async function checkDisk(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const message = `${(free / 1024 ** 3).toFixed(1)} GB are free on the store's disk.`;
  if (free >= scarceBytes) return { check: 'disk', level: 'ok', message };
  return {
    check: 'disk',
    level: 'warning',
    message,
    remedy: 'Free some space; the store needs room to compact its files.',
  };
}
