/**
 * Gives every memory the vectors of the model in use. One transaction a batch, so it can be stopped
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
  /** Memories that got a vector now, or vectors of their words. */
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

/** Embeds every memory that has no vector of the model in use, then those that have one without those of their words. */
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
  const tokenless = embedder.embedWithTokens === undefined ? [] : index.tokenlessIds();
  const vectorless = index.vectorlessIds();
  const total = vectorless.length + tokenless.length;
  let [done, embedded] = [0, 0];
  for (const ids of [...batchesOf(vectorless), ...batchesOf(tokenless)]) {
    throwIfCancelled('reindex', run.signal);
    const made = await embedBatch(writer, ids, run.signal);
    embedded += made;
    done += ids.length;
    // The engine that runs here gives no vectors of words.
    if (made === 0 && done > vectorless.length) break;
    run.onProgress?.(done, total);
  }
  return { model: embedder.model, embedded, remaining: index.vectorlessIds().length };
}

function batchesOf(ids: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(ids.length / batchSize);
  return Array.from({ length: count }, (_, at) => ids.slice(at * batchSize, (at + 1) * batchSize));
}

async function embedBatch(writer: Writer, ids: readonly string[], signal: AbortSignal | undefined): Promise<number> {
  const { embedder, ledger } = writer.parts;
  const memories = await ledger.memories(ids);
  const vectors = await embedMemories('reindex', embedder, memories.map(embeddedMemory), signal);
  return writer.exclusive(async () => {
    const there = new Map((await ledger.embeddings(ids)).map((held) => [held.memory, held]));
    const made = memories.flatMap(({ id }, at) => {
      const [held, now] = [there.get(id), vectors[at]];
      const isKnown = held?.model === embedder.model && (held.tokens !== undefined || now?.tokens === undefined);
      return now === undefined || isKnown ? [] : [{ memory: id, ...now }];
    });
    if (made.length === 0) return 0;
    await writer.commit({
      insert: { embedding: made.filter(({ memory }) => !there.has(memory)) },
      patches: made
        .filter(({ memory }) => there.has(memory))
        .map(({ memory, ...set }) => ({ table: 'embedding', record: { memory }, set: { tokens: undefined, ...set } })),
    });
    return made.length;
  });
}
