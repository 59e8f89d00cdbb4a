/**
 * Two agents side by side: what both hold, what only one of them does, and where they are opposed.
 * This is the view of whoever owns the space: no agent may be given it, since it tells each what
 * the other believes. It reads only, and changes nothing in what either recalls.
 */
import { z } from 'zod';
import { throwIfCancelled } from '../domain/errors.ts';
import { type Checked, checked, identifier, integerIn, listOf, signal, text } from '../domain/input.ts';
import { Perspective } from '../domain/perspective.ts';
import { hydrate } from './hydrate.ts';
import { type Opposition, oppositions } from './oppositions.ts';
import type { HeldMemory, OpposedPair, Perspectives, PerspectivesOptions } from './perspectives-value.ts';
import { rank } from './rank.ts';
import { prepare, type RecallParts } from './recall.ts';
import type { Believer, RecalledMemory } from './recall-options.ts';
import { strongest } from './strongest.ts';
import { Surroundings } from './surroundings.ts';

/** Memories of each agent that are looked at, the best first. */
const depth = 200;
/** How many of a list are answered when a call does not say. */
const defaultLimit = 10;

/** The rules for {@link PerspectivesOptions}. */
export const perspectivesSchema: z.ZodType<Checked<PerspectivesOptions>> = z.strictObject({
  agents: listOf(identifier(), 'agents', 0, 2).refine((names) => new Set(names).size === 2, {
    error: 'must be two different agents',
  }) as unknown as z.ZodType<PerspectivesOptions['agents']>,
  topic: text(10_000).optional(),
  limit: integerIn(1, 100).optional(),
  signal,
});

/** One agent, and what comes up for it. */
interface Side {
  readonly perspective: Perspective;
  readonly surroundings: Surroundings;
  /** How much a memory counts, 0..1, by its id. */
  readonly scores: ReadonlyMap<string, number>;
  readonly notices: readonly string[];
}

type Sides = readonly [Side, Side];

/**
 * Compares what two agents hold.
 *
 * @throws {InvalidArgumentError} when an option breaks a rule.
 */
export async function perspectives(parts: RecallParts, options: PerspectivesOptions): Promise<Perspectives> {
  const { agents, topic, limit = defaultLimit, signal: cancel } = checked('perspectives', perspectivesSchema, options);
  throwIfCancelled('perspectives', cancel);
  await parts.follow();
  const [first, second] = agents;
  const sides: Sides = [await sideOf(parts, first, topic, cancel), await sideOf(parts, second, topic, cancel)];
  const found = divided(sides);
  const opposed = await oppositions(
    parts,
    [
      { surroundings: sides[0].surroundings, own: found.first },
      { surroundings: sides[1].surroundings, own: found.second },
    ],
    depth,
  );
  throwIfCancelled('perspectives', cancel);
  const shown = [found.shared, found.first, found.second].map((ids) => ids.slice(0, limit));
  const ids = [...new Set([...shown.flat(), ...opposed.flatMap(({ one, other }) => [one, other])])];
  const held = await read(parts, sides, ids);
  const listed = (list: readonly string[] = []): readonly HeldMemory[] => list.flatMap((id) => held.get(id) ?? []);
  return {
    agents: [first, second],
    ...(topic === undefined ? {} : { topic }),
    shared: listed(shown[0]),
    only: Object.fromEntries([
      [first, listed(shown[1])],
      [second, listed(shown[2])],
    ]),
    opposed: opposed.flatMap((pair) => pairOf(pair, held, first, second)).slice(0, limit),
    notices: [...new Set(sides.flatMap(({ notices }) => notices))],
  };
}

/** What comes up for an agent: what recall finds for a topic, else what it believes most strongly. */
async function sideOf(
  parts: RecallParts,
  agent: string,
  topic: string | undefined,
  cancel: AbortSignal | undefined,
): Promise<Side> {
  const perspective = new Perspective(agent);
  if (topic === undefined) {
    const moment = { at: parts.clock().getTime() };
    const scores = strongest(parts.index, perspective, moment, depth);
    return { perspective, surroundings: new Surroundings(parts.index, perspective, moment), scores, notices: [] };
  }
  const asked = { query: topic, limit: depth };
  const { query, surroundings, answer } = await prepare(parts, perspective, 'perspectives', asked, cancel);
  const { opponentsOf: _, ...plain } = query;
  const scores = new Map(rank(parts.index, perspective, plain).hits.map(({ id, score }) => [id, score]));
  return { perspective, surroundings, scores, notices: answer.notices };
}

/**
 * What came up, by who holds it, what counts most first. Whether both hold a memory is asked of
 * what they see, not of what came up for them: either may rank it too low.
 */
function divided([one, other]: Sides): Readonly<Record<'shared' | 'first' | 'second', readonly string[]>> {
  const worth = (id: string): number => Math.max(one.scores.get(id) ?? 0, other.scores.get(id) ?? 0);
  const ids = [...new Set([...one.scores.keys(), ...other.scores.keys()])].sort(
    (left, right) => worth(right) - worth(left) || (left < right ? -1 : 1),
  );
  return {
    shared: ids.filter((id) => one.surroundings.sees(id) && other.surroundings.sees(id)),
    first: ids.filter((id) => !other.surroundings.sees(id)),
    second: ids.filter((id) => !one.surroundings.sees(id)),
  };
}

/** Memories with everybody through whom one of the two sees them. */
async function read(
  parts: RecallParts,
  sides: Sides,
  ids: readonly string[],
): Promise<ReadonlyMap<string, HeldMemory>> {
  const held = new Map<string, HeldMemory>();
  for (const { perspective, surroundings } of sides) {
    const hits = ids
      .filter((id) => surroundings.sees(id))
      .map((id) => {
        const seenThrough = surroundings.beliefsIn(id).filter(({ isSeen }) => isSeen);
        return { id, score: 0, signals: [], seenThrough };
      });
    for (const memory of await hydrate(parts, perspective, hits, surroundings)) {
      held.set(memory.id, joined(held.get(memory.id), memory, perspective.agent));
    }
  }
  return held;
}

/** What one side sees of a memory, beside what the other does. */
function joined(known: HeldMemory | undefined, memory: RecalledMemory, agent: string): HeldMemory {
  const { id, type, content, kind, superseded } = memory;
  const byName = new Map<string, Believer>();
  for (const believer of [...(known?.believers ?? []), ...memory.believers]) byName.set(believer.agent, believer);
  const supersededFor = [...(known?.supersededFor ?? []), ...(superseded === undefined ? [] : [agent])];
  return {
    id,
    type,
    content,
    ...(kind === undefined ? {} : { kind }),
    believers: [...byName.values()],
    ...(supersededFor.length === 0 ? {} : { supersededFor }),
  };
}

/** A pair with its memories; none where another fact has taken the place of one for its agent. */
function pairOf(
  { one, other, rule, similarity, state }: Opposition,
  held: ReadonlyMap<string, HeldMemory>,
  first: string,
  second: string,
): readonly OpposedPair[] {
  const [left, right] = [held.get(one), held.get(other)];
  if (left === undefined || right === undefined) return [];
  if (left.supersededFor?.includes(first) === true || right.supersededFor?.includes(second) === true) return [];
  return [{ one: left, other: right, rule, similarity, state }];
}
