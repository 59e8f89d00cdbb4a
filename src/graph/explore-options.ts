/** What `explore` takes, and the rules that its options are checked against. */
import { z } from 'zod';
import { type Checked, date, type Given, integerIn, listOf, numberIn, signal, text } from '../domain/input.ts';

const from = z.union([text(512), listOf(text(512), 'names', 1, 10)], { error: 'must be a name or a list of names' });

const exploreFields = {
  /** Names or ids of entities, ids of memories, or `agent:NAME`: one, or 1-10 of them. */
  from,
  /** Steps to go at most: 1-4. @default 2 */
  depth: integerIn(1, 4).optional(),
  /** Nodes to answer at most: 10-100. @default 30 */
  nodes: integerIn(10, 100).optional(),
  /** The share of nodes that are drawn by chance instead of by their score: 0-0.5. @default 0 */
  serendipity: numberIn(0, 0.5).optional(),
  /** The same seed draws the same nodes. @default 1 */
  seed: integerIn(0, 2 ** 31 - 1).optional(),
  /** Themes by which nodes count for more, at most 16; `[]` for none. @default what the memory was opened with for the agent, else the key terms that its own memories have most */
  anchors: listOf(text(512), 'themes', 0, 16).optional(),
  /** Walks through what was believed then. @default now */
  asOf: date.optional(),
  /** Walks through what was so at this time: facts that were valid then, and what had happened by then. @default any time */
  validAt: date.optional(),
  signal,
};
/** What `explore` takes. */
export interface ExploreOptions extends Given<typeof exploreFields> {}

/** The rules for {@link ExploreOptions}. */
export const exploreSchema: z.ZodType<Checked<ExploreOptions>> = z.strictObject(exploreFields);
