/**
 * Looks a space over: the store's files, the change log, the index against the ledger, vectors,
 * room on the disk. It changes nothing; each finding says how to mend it.
 */
import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { CoActivatedPair } from '../recall-index/co-activation.ts';
import type { IndexedFollow, IndexedLink } from '../recall-index/entry.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import { indexedBelief, indexedFollow, indexedLinks } from '../remember/index-change.ts';
import type { Writer } from '../remember/writer.ts';
import { commitHash } from '../store/commit-hash.ts';
import type { Database } from '../store/database.ts';
import type { Ledger } from '../store/ledger.ts';
import { history, latestVersion } from '../store/migrate.ts';

/** One thing that was looked at. */
export interface Finding {
  readonly check: 'engine' | 'schema' | 'sequence' | 'change log' | 'index' | 'vectors' | 'permissions' | 'disk';
  readonly level: 'ok' | 'warning' | 'error';
  readonly message: string;
  /** How to mend it. */
  readonly remedy?: string;
}

/** What the doctor found. */
export interface DoctorReport {
  /** Whether nothing is an error. */
  readonly ok: boolean;
  readonly findings: readonly Finding[];
}

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
  const pairs = await stalePairs(ledger, index);
  const staleLink = await staleLinks(ledger, index);
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

async function stalePairs(ledger: Ledger, index: RecallIndex): Promise<number> {
  const left = new Map([...index.coActivation.pairs()].map((pair) => [pairKey(pair), pair]));
  let stale = 0;
  for await (const { agent, from, to, count, lastAt } of ledger.all('co_activated')) {
    const key = pairKey({ agent, one: index.memories.slot(from), other: index.memories.slot(to) });
    const known = left.get(key);
    if (known?.count !== count || known.lastAt !== lastAt.getTime()) stale += 1;
    left.delete(key);
  }
  return stale + left.size;
}

function pairKey({ agent, one, other }: Pick<CoActivatedPair, 'agent' | 'one' | 'other'>): string {
  return JSON.stringify([agent, Math.min(one, other), Math.max(one, other)]);
}

/** Counts the edges between memories that only one of the two has, or that they have differently. */
async function staleLinks(ledger: Ledger, index: RecallIndex): Promise<number> {
  const { ids } = index.memories;
  const known = new Set([...index.links.edges()].map((edge) => linkText(index.link(edge))));
  for (const { from, to, type } of index.thoughts.edges()) {
    known.add(followText({ from: ids[from] as string, to: ids[to] as string, type }));
  }
  let staleLink = 0;
  for (const table of ['supports', 'contradicts'] as const) {
    for await (const link of ledger.all(table)) {
      for (const said of indexedLinks({ [table]: [link] })) if (!known.delete(linkText(said))) staleLink += 1;
    }
  }
  for await (const follow of ledger.all('follows')) {
    // The index has no edge from an observation to itself, whatever a file says.
    if (follow.from !== follow.to && !known.delete(followText(indexedFollow(follow)))) staleLink += 1;
  }
  return staleLink + known.size;
}

function followText({ from, to, type }: IndexedFollow): string {
  return JSON.stringify([from, to, type]);
}

function linkText({ believer, kind, one, other, similarity, state, rule }: IndexedLink): string {
  return JSON.stringify([believer, kind, one, other, similarity, state, rule]);
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
