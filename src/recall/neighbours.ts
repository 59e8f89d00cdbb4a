/**
 * `neighbours`: the memories in a perspective that mean most nearly what one of them says, computed from the vectors of
 * the index. No record holds neighbours. An edge between two memories would go stale with the model, would cost more
 * than both vectors, and would tell one agent what another holds. Reads only.
 */
import { z } from 'zod';
import { talkField } from '../domain/audience.ts';
import type { Perspective } from '../domain/belief.ts';
import { ConflictError, NotFoundError, throwIfCancelled } from '../domain/errors.ts';
import { type Checked, checked, flag, type Given, integerIn, numberIn, recordKey, signal } from '../domain/input.ts';
import { type Fields, number, record } from '../domain/result.ts';
import { hydrateIds } from './constellation.ts';
import { defaultMinSimilarity } from './defaults.ts';
import type { RecallParts } from './recall.ts';
import { recalledMemoryRules } from './recall-options.ts';
import { nearestRows } from './semantic-scores.ts';
import { View } from './view.ts';

const neighboursFields = {
  /** `observation:KEY` or `fact:KEY`, in view. */
  id: recordKey(),
  /** 1-200. @default 10 */
  limit: integerIn(1, 200).optional(),
  /** The least cosine of their vectors, 0 to 1. @default 0.6 */
  minSimilarity: numberIn(0, 1).optional(),
  /** Whether to list what has faded or is archived too. @default false */
  archived: flag.optional(),
  ...talkField,
  signal,
};
/** What `neighbours` takes. */
export interface NeighboursOptions extends Given<typeof neighboursFields> {}

/** The rules for {@link NeighboursOptions}. */
export const neighboursSchema: z.ZodType<Checked<NeighboursOptions>> = z.strictObject(neighboursFields);

const neighbourFields = {
  /** The cosine of both vectors, which the index keeps in 8 bits: within 0.005 of the exact one. */
  similarity: number,
  memory: recalledMemoryRules,
};
/** A memory near another. */
export interface Neighbour extends Fields<typeof neighbourFields> {}

/** The rules of {@link Neighbour}. */
export const neighbourRules: z.ZodType<Neighbour> = record(neighbourFields);

/** How many neighbours to answer when a call does not say. */
const defaultLimit = 10;

/** The neighbours of a memory, the nearest first; equals as they were learned. */
export async function neighbours(
  parts: RecallParts,
  perspective: Perspective,
  options: NeighboursOptions,
): Promise<readonly Neighbour[]> {
  const asked = checked('neighbours', neighboursSchema, options);
  const { id, archived = false, limit = defaultLimit, minSimilarity = defaultMinSimilarity, signal: cancel } = asked;
  throwIfCancelled('neighbours', cancel);
  await parts.follow();
  const { memories, vectors } = parts.index;
  const view = new View(parts.index, perspective, { at: parts.clock().getTime(), archived });
  if (!view.sees(id)) {
    const message = `neighbours: no memory "${id}" is in ${perspective.agent}'s view; look it up with search.`;
    throw new NotFoundError('NOT_FOUND', message, { details: { id } });
  }
  const vector = vectors.vectorAt(memories.row(id));
  if (vector === undefined) {
    const message = `neighbours: "${id}" has no vector of ${parts.embedder.model}; open the memory with an embedder and run reindex.`;
    throw new ConflictError('EMBEDDER_MISMATCH', message, { details: { id } });
  }
  const own = memories.row(id);
  const near = nearestRows(view, vector, { least: minSimilarity, limit, mayBe: (row) => row !== own }).map(
    ({ row, similarity }) => ({ id: memories.idOf(row), similarity }),
  );
  const ids = near.map((one) => one.id);
  const found = new Map((await hydrateIds(parts.ledger, view, ids)).map((memory) => [memory.id, memory]));
  return near.flatMap(({ id: other, similarity }) => {
    const memory = found.get(other);
    return memory === undefined ? [] : [{ similarity, memory }];
  });
}
