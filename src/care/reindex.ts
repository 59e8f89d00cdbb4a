/**
 * Gives every memory a vector of the model in use. One transaction a batch, so it can be stopped
 * at any time; started again, it goes on with what is missing.
 */
import type { z } from 'zod';
import { count, type Fields, record, words } from '../domain/result.ts';
import { throwIfCancelled, UnsupportedError } from '../domain/errors.ts';
import { embedMemories } from '../embed/check-vectors.ts';
import { embeddedMemory } from '../remember/embedded.ts';
import type { Writer } from '../remember/writer.ts';

const reindexResultFields = {
  /** The model in use. */
  model: words,
  /** Memories that got a vector now. */
  embedded: count,
  /** Memories that still have none. */
  remaining: count,
};
/** What reindexing did. */
export interface ReindexResult extends Fields<typeof reindexResultFields> {}
export const reindexResultRules: z.ZodType<ReindexResult> = record(reindexResultFields);

/** How reindexing is watched and stopped. */
export interface ReindexRun {
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/** Memories that are embedded and written in one go. */
const batchSize = 64;

/** Embeds every memory that has no vector of the model in use. */
export async function reindex(writer: Writer, run: ReindexRun): Promise<ReindexResult> {
  const { embedder, index } = writer.parts;
  if (embedder.dimension === 0) {
    throw new UnsupportedError(
      'UNSUPPORTED',
      'reindex: the embedder "none" makes no vectors; open the memory with another embedder.',
    );
  }
  // What other processes have embedded meanwhile is not embedded again.
  await writer.follow();
  const ids = index.vectorlessIds();
  let embedded = 0;
  for (let at = 0; at < ids.length; at += batchSize) {
    throwIfCancelled('reindex', run.signal);
    embedded += await embedBatch(writer, ids.slice(at, at + batchSize), run.signal);
    run.onProgress?.(Math.min(at + batchSize, ids.length), ids.length);
  }
  return { model: embedder.model, embedded, remaining: index.vectorlessIds().length };
}

async function embedBatch(writer: Writer, ids: readonly string[], signal: AbortSignal | undefined): Promise<number> {
  const { embedder, ledger } = writer.parts;
  const memories = await ledger.memories(ids);
  const vectors = await embedMemories('reindex', embedder, memories.map(embeddedMemory), signal);
  return writer.exclusive(async () => {
    const there = new Map((await ledger.embeddings(ids)).map(({ memory, model }) => [memory, model]));
    const made = memories.flatMap(({ id }, at) => {
      const vector = vectors[at];
      if (vector === undefined || there.get(id) === embedder.model) return [];
      return [{ memory: id, model: embedder.model, vector }];
    });
    if (made.length === 0) return 0;
    await writer.commit({
      insert: { embedding: made.filter(({ memory }) => !there.has(memory)) },
      patches: made
        .filter(({ memory }) => there.has(memory))
        .map(({ memory, model, vector }) => ({ table: 'embedding', record: { memory }, set: { model, vector } })),
    });
    return made.length;
  });
}
