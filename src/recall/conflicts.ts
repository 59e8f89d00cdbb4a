/** `conflicts`: the contradictions in a perspective, to be judged. Reads only. */
import { count, type Fields, listOrNone, number, record, words } from '../domain/result.ts';
import { z } from 'zod';
import { talkField } from '../domain/audience.ts';
import { throwIfCancelled } from '../domain/errors.ts';
import { type Checked, checked, type Given, integerIn, oneOf, signal } from '../domain/input.ts';
import type { Perspective } from '../domain/belief.ts';
import { linkStates } from '../domain/vocabulary.ts';
import type { IndexedLink } from '../recall-index/entry.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import { hydrateIds } from './constellation.ts';
import type { RecallParts } from './recall.ts';
import { recalledMemoryRules } from './recall-options.ts';
import { supersededOf } from './replacement.ts';
import { View } from './view.ts';

const conflictsFields = {
  /** What has become of them: `potential` ones wait to be judged and neither was superseded, `dismissed` ones are shown nowhere else. @default 'potential' */
  state: oneOf(linkStates).optional(),
  /** 1-200. @default 20 */
  limit: integerIn(1, 200).optional(),
  ...talkField,
  signal,
};
/** What `conflicts` takes. */
export interface ConflictsOptions extends Given<typeof conflictsFields> {}

/** The rules for {@link ConflictsOptions}. */
export const conflictsSchema: z.ZodType<Checked<ConflictsOptions>> = z.strictObject(conflictsFields);

const conflictFields = {
  /** The newer one. */
  one: recalledMemoryRules,
  other: recalledMemoryRules,
  /** The rule that found it, or the agent that stated it. */
  rule: words,
  /** 0..1. */
  similarity: number,
  state: z.enum(linkStates),
};
/** Two memories in view that contradict each other, as far as the perspective knows. */
export interface Conflict extends Fields<typeof conflictFields> {}
export const conflictRules: z.ZodType<Conflict> = record(conflictFields);

const conflictsResultFields = {
  /** The more similar first; equals as they were learned. */
  conflicts: listOrNone(conflictRules),
  /** How many there are, those beyond the limit included. */
  total: count,
};
/** What `conflicts` answers. */
export interface ConflictsResult extends Fields<typeof conflictsResultFields> {}
export const conflictsResultRules: z.ZodType<ConflictsResult> = record(conflictsResultFields);

/** How many conflicts to answer when a call does not say. */
const defaultLimit = 20;

/** The contradictions of a state between memories in view, each once. */
export async function conflicts(
  parts: RecallParts,
  perspective: Perspective,
  options: ConflictsOptions,
): Promise<ConflictsResult> {
  const { state = 'potential', limit = defaultLimit, signal: cancel } = checked('conflicts', conflictsSchema, options);
  throwIfCancelled('conflicts', cancel);
  await parts.follow();
  const { index } = parts;
  const view = new View(index, perspective, { at: parts.clock().getTime() });
  const seen = contradictions(index, perspective).filter(
    (link) => link.state === state && view.sees(link.one) && view.sees(link.other),
  );
  const isOver = state === 'potential' ? await supersededAmong(parts, view, seen) : new Set<string>();
  const found = seen
    .filter(({ one, other }) => !isOver.has(one) && !isOver.has(other))
    .sort(
      (one, other) =>
        other.similarity - one.similarity ||
        view.compareIdsLearned(one.one, other.one) ||
        view.compareIdsLearned(one.other, other.other),
    );
  const shown = found.slice(0, limit);
  const ids = [...new Set(shown.flatMap(({ one, other }) => [one, other]))];
  const memories = new Map((await hydrateIds(parts.ledger, view, ids)).map((memory) => [memory.id, memory]));
  return {
    conflicts: shown.flatMap(({ one, other, rule, similarity }) => {
      const [newer, older] = [memories.get(one), memories.get(other)];
      return newer === undefined || older === undefined ? [] : [{ one: newer, other: older, rule, similarity, state }];
    }),
    total: found.length,
  };
}

/** The ids of ends of links that something took the place of: there is nothing left to judge. */
async function supersededAmong(
  { ledger }: RecallParts,
  view: View,
  links: readonly IndexedLink[],
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(links.flatMap(({ one, other }) => [one, other]))];
  const [memories, edges] = await Promise.all([ledger.memories(ids), ledger.edgesAround('supersedes', ids)]);
  const corrections = edges.filter(({ believer }) => view.believers.includes(believer));
  const over = memories.filter((memory) => supersededOf(memory, corrections, view) !== undefined);
  return new Set(over.map(({ id }) => id));
}

/** Every contradiction that a perspective knows, as the agent itself has judged it or else `system`. */
function contradictions(index: RecallIndex, { believers }: Perspective): IndexedLink[] {
  const { links } = index;
  return [...links.rows()].flatMap((row) =>
    links
      .of(believers, row)
      // An edge lies with both of its memories.
      .filter((edge) => edge.kind === 'contradicts' && edge.one === row)
      .map((edge) => index.link(edge)),
  );
}
