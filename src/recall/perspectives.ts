/**
 * Two agents side by side: what both hold, what only one of them does, and where they are opposed.
 * This is the view of the owner of the space. No agent may get it, because it tells each what
 * the other believes. It reads only, and changes nothing in what either recalls.
 */
import { InvalidArgumentError, throwIfCancelled } from '../domain/errors.ts';
import { checked } from '../domain/input.ts';
import { Perspective } from '../domain/belief.ts';
import { hydrate } from './constellation.ts';
import { type Opposition, oppositions } from './opposition.ts';
import {
  type HeldMemory,
  type OpposedPair,
  type Perspectives,
  type PerspectivesOptions,
  perspectivesSchema,
} from './perspectives-value.ts';
import { namesMeant } from '../recall-index/name-matcher.ts';
import { rank } from './rank.ts';
import type { Believer, RecalledMemory } from './recall-options.ts';
import { type RecallParts, prepare } from './recall.ts';
import { strengthOf } from './believer-view.ts';
import { View } from './view.ts';

/** Memories of each agent that are looked at, the best first. */
const depth = 200;
/** How many of a list are answered when a call does not say. */
const defaultLimit = 10;

/** One agent, and what comes up for it. */
interface Side {
  readonly view: View;
  /** How much a memory counts, 0..1, by its id. */
  readonly scores: ReadonlyMap<string, number>;
  readonly notices: readonly string[];
}

type Sides = readonly [Side, Side];

/**
 * Compares what two agents hold.
 *
 * @throws {InvalidArgumentError} when an option breaks a rule.
 * @throws {NotFoundError} when the space has other agents, and one of the two is none of them.
 */
export async function perspectives(parts: RecallParts, options: PerspectivesOptions): Promise<Perspectives> {
  const { agents, topic, limit = defaultLimit, signal: cancel } = checked('perspectives', perspectivesSchema, options);
  throwIfCancelled('perspectives', cancel);
  await parts.follow();
  const [first, second] = [
    await parts.agents.existing('perspectives', agents[0]),
    await parts.agents.existing('perspectives', agents[1]),
  ];
  if (first === second) throw sameAgent(agents);
  const about = topic === undefined ? [] : namedIn(parts, [first, second], topic);
  const sides: Sides = [
    await sideOf(parts, first, { topic, about }, cancel),
    await sideOf(parts, second, { topic, about }, cancel),
  ];
  const found = divided(sides);
  // Of a topic in words only what came up is about it.
  const isWhole = topic === undefined || about.length > 0;
  const opposed = await oppositions(
    parts,
    [
      { view: sides[0].view, own: found.first, all: isWhole ? onlyIn(sides[0].view, sides[1].view) : found.first },
      { view: sides[1].view, own: found.second, all: isWhole ? onlyIn(sides[1].view, sides[0].view) : found.second },
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

function sameAgent(agents: readonly [string, string]): InvalidArgumentError {
  const [one, other] = agents.map((name) => JSON.stringify(name));
  const message = `perspectives: "agents" must be two different agents, got ${one} and ${other}, which are names of one.`;
  return new InvalidArgumentError('INVALID_ARGUMENT', message, { details: { option: 'agents' } });
}

/** What the two are compared about. */
interface Subject {
  readonly topic: string | undefined;
  /** Ids of whom or what the topic names: then nothing else is shown. */
  readonly about: readonly string[];
}

/** The ids of whom a topic names, as either of two agents knows them. */
function namedIn({ index }: RecallParts, agents: readonly string[], topic: string): readonly string[] {
  const { names } = index.memories;
  const found = agents.flatMap((agent) =>
    namesMeant(index.namesOf(new Perspective(agent).believers), topic).flatMap(({ entities }) => entities),
  );
  return [...new Set(found)].map((entity) => names.text(entity));
}

/** What comes up for an agent: what recall finds for a topic, else what it believes most strongly. */
async function sideOf(
  parts: RecallParts,
  agent: string,
  { topic, about }: Subject,
  cancel: AbortSignal | undefined,
): Promise<Side> {
  const perspective = new Perspective(agent);
  if (topic === undefined) {
    const view = new View(parts.index, perspective, { at: parts.clock().getTime() });
    return { view, scores: strongest(view, depth), notices: [] };
  }
  const asked = { query: topic, limit: depth, ...(about.length === 0 ? {} : { about, minRelevance: 0 }) };
  const { query, view, answer } = await prepare(parts, perspective, 'perspectives', asked, cancel);
  const { opponentsOf: _, ...plain } = query;
  const scores = new Map(rank(view, plain).hits.map(({ id, score }) => [id, score]));
  return { view, scores, notices: answer.notices };
}

/**
 * What came up, by who holds it, what counts most first. Whether both hold a memory is asked of
 * what they see, not of what came up for them: either may rank it too low.
 */
function divided([one, other]: Sides): Readonly<Record<'shared' | 'first' | 'second', readonly string[]>> {
  const worth = (id: string): number => Math.max(one.scores.get(id) ?? 0, other.scores.get(id) ?? 0);
  const ids = [...new Set([...one.scores.keys(), ...other.scores.keys()])].sort(
    (left, right) => worth(right) - worth(left) || one.view.index.memories.compareIdsWritten(left, right),
  );
  return {
    shared: ids.filter((id) => one.view.sees(id) && other.view.sees(id)),
    first: ids.filter((id) => !other.view.sees(id)),
    second: ids.filter((id) => !one.view.sees(id)),
  };
}

/** Memories with everybody through whom one of the two sees them. */
async function read(
  parts: RecallParts,
  sides: Sides,
  ids: readonly string[],
): Promise<ReadonlyMap<string, HeldMemory>> {
  const held = new Map<string, HeldMemory>();
  for (const { view } of sides) {
    const hits = ids
      .filter((id) => view.sees(id))
      .map((id) => {
        const seenThrough = view.beliefsIn(id).filter(({ isSeen }) => isSeen);
        return { id, score: 0, relevance: 0, signals: [], grounds: [], seenThrough };
      });
    for (const memory of await hydrate(parts.ledger, view, hits)) {
      held.set(memory.id, joined(held.get(memory.id), memory, view.perspective.agent));
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

/** The strongest memories in view with their effective strengths; of equals those that are believed since later. */
function strongest({ index, moment, byBeliever }: View, most: number): ReadonlyMap<string, number> {
  const found = new Map<string, { readonly strength: number; readonly since: number }>();
  for (const { believer, isVisible } of byBeliever) {
    for (let document = 0; document < believer.documents; document++) {
      if (!isVisible(document)) continue;
      const id = index.memories.idOf(believer.rowOf.get(document));
      const strength = strengthOf(believer, document, moment);
      if (strength > (found.get(id)?.strength ?? -1)) {
        found.set(id, { strength, since: believer.since.get(document) });
      }
    }
  }
  const order = [...found].sort(
    ([oneId, one], [otherId, other]) =>
      other.strength - one.strength || other.since - one.since || index.memories.compareIdsWritten(oneId, otherId),
  );
  return new Map(order.slice(0, most).map(([id, { strength }]) => [id, strength]));
}

/** The ids of what is inside one view and not seen in another, what came first first. */
function onlyIn(view: View, other: View): readonly string[] {
  const { memories } = view.index;
  return view
    .rows()
    .filter((row) => !other.isVisible(row))
    .map((row) => memories.idOf(row));
}
