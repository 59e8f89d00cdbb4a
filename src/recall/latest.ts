/** `latest`: what a perspective learned last. */
import { z } from 'zod';
import { talkField } from '../domain/audience.ts';
import { throwIfCancelled } from '../domain/errors.ts';
import { idIn } from '../domain/values.ts';
import {
  type Checked,
  checked,
  flag,
  type Given,
  identifier,
  integerIn,
  listOf,
  maxTags,
  oneOf,
  recordKey,
  signal,
} from '../domain/input.ts';
import type { Perspective } from '../domain/belief.ts';
import { hydrateIds } from './constellation.ts';
import type { RecallParts } from './recall.ts';
import { memoryTypeNames, type RecalledMemory } from './recall-options.ts';
import { View } from './view.ts';

const latestFields = {
  /** 1-200. @default 20 */
  limit: integerIn(1, 200).optional(),
  /** How many to leave out first, for pages: 0-10,000. @default 0 */
  offset: integerIn(0, 10_000).optional(),
  /** Keys or ids of sessions; at most 100. @default all of them */
  sessions: listOf(recordKey(), 'session ids', 1, 100).optional(),
  /** @default all of them */
  types: listOf(oneOf(memoryTypeNames), 'types', 1, memoryTypeNames.length).optional(),
  /** Only what has one of these tags; at most 32. @default all of them */
  tags: listOf(identifier(), 'tags', 1, maxTags).optional(),
  /** Whether to list what has faded or is archived too. @default false */
  archived: flag.optional(),
  ...talkField,
  signal,
};
/** What `latest` takes. */
export interface LatestOptions extends Given<typeof latestFields> {}

/** The rules for {@link LatestOptions}. */
export const latestSchema: z.ZodType<Checked<LatestOptions>> = z.strictObject(latestFields);

/** How many memories to answer when a call does not say. */
const defaultLimit = 20;

/**
 * The memories of a perspective, learned last first, each once; it counts from when its first believer
 * in view has it. Of equals the one written last comes first.
 */
export async function latest(
  parts: RecallParts,
  perspective: Perspective,
  options: LatestOptions,
): Promise<readonly RecalledMemory[]> {
  const {
    archived = false,
    limit = defaultLimit,
    offset = 0,
    sessions,
    types,
    tags,
    signal: cancel,
  } = checked('latest', latestSchema, options);
  throwIfCancelled('latest', cancel);
  await parts.follow();
  const { index } = parts;
  const moment = { at: parts.clock().getTime(), archived };
  const filter = {
    ...(sessions === undefined ? {} : { sessions: sessions.map((session) => idIn('session', session)) }),
    ...(types === undefined ? {} : { types }),
    ...(tags === undefined ? {} : { tags }),
  };
  const view = new View(index, perspective, moment, filter);
  const { memories } = index;
  const last = [...view.learned()]
    .sort(([one, since], [other, otherSince]) => otherSince - since || view.compareStated(other, one))
    .slice(offset, offset + limit)
    .map(([row]) => memories.idOf(row));
  return hydrateIds(parts.ledger, view, last);
}
