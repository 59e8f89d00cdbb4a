/** What a memory is in a chain of thought, as far as a perspective sees it. */
import { type Fields, record, words } from '../domain/result.ts';
import { z } from 'zod';
import type { Follows } from '../domain/records.ts';
import { followTypes } from '../domain/vocabulary.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import type { FollowEdge } from '../recall-index/thought-table.ts';

const thoughtPlaceFields = {
  /** How it follows `of`; with it missing where the thought begins its chain. */
  type: z.enum(followTypes).exactOptional(),
  /** The id of the thought that it goes on from, branches off from or takes the place of. */
  of: words.exactOptional(),
  reason: words.exactOptional(),
  /** The id of the latest thought that revises it. */
  revisedBy: words.exactOptional(),
};
/** Of a thought: what it goes on from, and what revised it. */
export interface ThoughtPlace extends Fields<typeof thoughtPlaceFields> {}

/** The rules of {@link ThoughtPlace}. */
export const thoughtPlaceRules: z.ZodType<ThoughtPlace> = record(thoughtPlaceFields);

/** The place of a thought as the index has it, without the reason. */
export interface IndexedPlace {
  readonly edge?: Follows;
  readonly revisedBy?: string;
}

type Known = Pick<RecallIndex, 'memories' | 'thoughts'>;

/** What the memory of an id is in a chain; empty where it is in none. */
export function placeOf(index: Known, sees: (id: string) => boolean, id: string): IndexedPlace {
  const { ids } = index.memories;
  const slot = index.memories.slot(id);
  if (slot < 0) return {};
  const [edge] = edgesBefore(index, sees, slot);
  const [reviser] = index.thoughts
    .after(slot)
    .filter(({ from, type }) => type === 'revision' && sees(ids[from] as string))
    .sort((one, other) => later(index, one.from, other.from));
  return {
    ...(edge === undefined ? {} : { edge: { from: id, to: ids[edge.to] as string, type: edge.type } }),
    ...(reviser === undefined ? {} : { revisedBy: ids[reviser.from] as string }),
  };
}

/**
 * What an observation in view follows, the first being what it goes on from: what it is next to or
 * branches off from before what it revises, the latest of equals.
 */
export function edgesBefore(index: Known, sees: (id: string) => boolean, slot: number): readonly FollowEdge[] {
  return index.thoughts
    .before(slot)
    .filter(({ to }) => sees(index.memories.ids[to] as string))
    .toSorted(
      (one, other) =>
        Number(one.type === 'revision') - Number(other.type === 'revision') || later(index, one.to, other.to),
    );
}

/** Below 0 where what lies in the first slot was written later. */
function later({ memories }: Known, one: number, other: number): number {
  const { values: position } = memories.position;
  return (position[other] as number) - (position[one] as number);
}
