/**
 * The graphs of believers as files beside the snapshot, which names each with its length and sum:
 * a file that is missing or another than the snapshot says is as good as none, and its graph is
 * built again while the exact search answers.
 *
 *   recall-index.<first half of the sum>.graph      one for each believer that has a graph
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecallIndex } from './recall-index.ts';

/** A graph's file as the snapshot knows it. */
export interface GraphFile {
  readonly agent: string;
  readonly name: string;
  readonly bytes: number;
  /** SHA-256, in hexadecimal. */
  readonly sum: string;
}

/** A file that was written and has no name of its own yet. */
export interface GraphDraft {
  readonly agent: string;
  readonly path: string;
}

const ending = '.graph';
const beginning = 'recall-index.';

/** Writes the graphs as they stand, in the same turn as the rows that they belong to. */
export function draftGraphs(index: RecallIndex, folder: string): readonly GraphDraft[] {
  const drafts: GraphDraft[] = [];
  for (const believer of index.believers()) {
    const graph = index.graphs.of(believer);
    if (graph === undefined || graph.size === 0) continue;
    const path = join(folder, `${beginning}${process.pid}-${drafts.length}.graph-draft`);
    graph.save(path);
    drafts.push({ agent: believer.agent, path });
  }
  return drafts;
}

/** Makes drafts durable, readable by the owner only, and named after their content. */
export async function nameGraphs(drafts: readonly GraphDraft[], folder: string): Promise<readonly GraphFile[]> {
  const files: GraphFile[] = [];
  for (const { agent, path } of drafts) {
    await chmod(path, 0o600);
    const file = await open(path, 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    const sum = await sumOf(path);
    const name = `${beginning}${sum.slice(0, 32)}${ending}`;
    files.push({ agent, name, bytes: (await stat(path)).size, sum });
    await rename(path, join(folder, name));
  }
  return files;
}

/** Reads the graphs that a snapshot names into its index, which has none yet. */
export async function adoptGraphs(
  index: RecallIndex,
  folder: string,
  files: readonly GraphFile[],
  keysOf: (agent: string) => Int32Array | undefined,
): Promise<void> {
  for (const { agent, name, bytes, sum } of files) {
    const believer = index.believer(agent);
    const keys = keysOf(agent);
    if (believer === undefined || keys === undefined) continue;
    try {
      const path = join(folder, name);
      if ((await stat(path)).size !== bytes || (await sumOf(path)) !== sum) continue;
      index.graphs.adopt(believer, path, keys);
    } catch {
      // Whatever is wrong with the file, the vectors are there to build it from.
    }
  }
}

/** Removes the files of graphs that the snapshot does not name, drafts of this process included. */
export async function removeGraphs(folder: string, keep: readonly GraphFile[]): Promise<void> {
  const kept = new Set(keep.map(({ name }) => name));
  for (const name of await readdir(folder)) {
    const isOurs = name.startsWith(beginning) && (name.endsWith(ending) || name.endsWith('.graph-draft'));
    if (isOurs && !kept.has(name)) await rm(join(folder, name), { force: true });
  }
}

/** The files that a snapshot's description names; none where it names none that could be. */
export function graphFilesOf(said: unknown): readonly GraphFile[] {
  const { graphs } = said as { readonly graphs?: unknown };
  if (!Array.isArray(graphs)) return [];
  return (graphs as readonly Partial<GraphFile>[]).flatMap(({ agent, name, bytes, sum }) =>
    typeof agent === 'string' && typeof name === 'string' && typeof bytes === 'number' && typeof sum === 'string'
      ? [{ agent, name, bytes, sum }]
      : [],
  );
}

async function sumOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1_048_576 })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
