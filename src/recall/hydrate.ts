/** From ids to whole results, in one round trip; what another agent holds of a memory stays out. */
import { groupBy } from '../domain/group-by.ts';
import { type Belief, type Memory, type Mention, type Supersedes, isFact, systemAgent } from '../domain/records.ts';
import { isInForce, standing } from '../domain/supersession.ts';
import { foldName } from '../language/fold.ts';
import type { WholeMemories } from '../store/ledger-reader.ts';
import type { Ledger } from '../store/ledger.ts';
import type { Superseded } from './memory-link.ts';
import type { RankHit } from './rank.ts';
import type { Believer, RecalledMemory } from './recall-options.ts';
import type { ThoughtPlace } from './thought-place.ts';
import type { IndexedPlace, View } from './view.ts';

/** The results of some hits, in their order. */
export async function hydrate(
  ledger: Ledger,
  view: View,
  hits: readonly RankHit[],
): Promise<readonly RecalledMemory[]> {
  const pairs = hits.flatMap(({ id, seenThrough }) => seenThrough.map(({ agent }) => ({ agent, memory: id })));
  const ids = hits.map(({ id }) => id);
  const places = new Map(ids.map((id) => [id, view.placeInChain(id)]));
  const edges = [...places.values()].flatMap(({ edge }) => edge ?? []);
  const { memories, believes, mentions, entities, supersedes, follows } = await ledger.wholeMemories(ids, pairs, edges);
  const reasons = new Map(follows.map(({ from, reason }) => [from, reason]));
  const byId = new Map(memories.map((memory) => [memory.id, memory]));
  const beliefsIn = groupBy(believes, ({ memory }) => memory);
  const mentionsIn = groupBy(mentions, ({ memory }) => memory);
  const corrections = supersedes.filter(({ believer }) => view.believers.includes(believer));
  const asKnown = knownEntities(view, entities);
  return hits.flatMap((hit) => {
    const memory = byId.get(hit.id);
    if (memory === undefined) return [];
    const believers = believersOf(hit, beliefsIn.get(hit.id) ?? []);
    const links = view.linksOf(hit.id);
    const thought = thoughtOf(places.get(hit.id) ?? {}, reasons.get(hit.id));
    const superseded = supersededOf(memory, corrections, view);
    return [
      {
        ...recalled(hit, memory, believers, asKnown(mentionsIn.get(hit.id) ?? [])),
        ...(links.length === 0 ? {} : { links }),
        ...(superseded === undefined ? {} : { superseded }),
        ...(thought === undefined ? {} : { thought }),
      },
    ];
  });
}

/** What a memory is in a chain of thought, if it is in one. */
function thoughtOf({ edge, revisedBy }: IndexedPlace, reason: string | undefined): ThoughtPlace | undefined {
  if (edge === undefined && revisedBy === undefined) return undefined;
  return {
    ...(edge === undefined ? {} : { type: edge.type, of: edge.to, ...(reason === undefined ? {} : { reason }) }),
    ...(revisedBy === undefined ? {} : { revisedBy }),
  };
}

/** Whether those who see an observation may know who recorded it: what an agent recorded for itself is not another's to know, though both believe it. */
export function isRecorderTold(recorder: string, believers: readonly { readonly agent: string }[]): boolean {
  return believers.some(({ agent }) => agent === recorder || agent === systemAgent);
}

/** Some memories in view, in their order, that were not ranked: their scores are 0. */
export async function hydrateIds(
  ledger: Ledger,
  view: View,
  ids: readonly string[],
): Promise<readonly RecalledMemory[]> {
  const hits = ids.map((id) => {
    const seenThrough = view.beliefsIn(id).filter(({ isSeen }) => isSeen);
    return { id, score: 0, signals: [], seenThrough };
  });
  return hydrate(ledger, view, hits);
}

function believersOf(hit: RankHit, beliefs: readonly Belief[]): readonly Believer[] {
  return hit.seenThrough.flatMap(({ agent, strength }) => {
    const belief = beliefs.find((candidate) => candidate.agent === agent);
    if (belief === undefined) return [];
    const { confidence, since, permanent, provenance } = belief;
    return [{ agent, strength, confidence, since, permanent, provenance }];
  });
}

/**
 * Tells the entities of a memory as a perspective knows them: by their own name and type where a memory
 * in view calls them so, else by the name that this memory uses, since the rest is others' to say.
 */
export function knownEntities(
  { index, believers }: View,
  entities: WholeMemories['entities'],
): (mentions: readonly Mention[]) => RecalledMemory['entities'] {
  const named = new Map(entities.map((entity) => [entity.id, entity]));
  return (mentions) =>
    mentions.flatMap(({ entity, surfaces: [surface, ...others] }) => {
      const known = named.get(entity);
      if (known === undefined) return [];
      const { id, name, type, nameKey } = known;
      if (surface === undefined || [surface, ...others].some((form) => foldName(form) === nameKey))
        return [{ id, name, type }];
      const isCalled = index.entitiesNamed(believers, name).includes(id);
      return [isCalled ? { id, name, type } : { id, name: surface, type: 'other' as const }];
    });
}

function recalled(
  { id, score, signals }: RankHit,
  memory: Memory,
  believers: readonly Believer[],
  entities: RecalledMemory['entities'],
): RecalledMemory {
  const { content, concepts, importance, mood, moodInferred, domain, topic, ring, knowledgeType } = memory;
  const shared = {
    ...(mood === undefined
      ? {}
      : { mood, moodSource: moodInferred === true ? ('inferred' as const) : ('given' as const) }),
    ...(domain === undefined ? {} : { domain }),
    ...(topic === undefined ? {} : { topic }),
    ...(ring === undefined ? {} : { ring }),
    ...(knowledgeType === undefined ? {} : { knowledgeType }),
  };
  if (isFact(memory)) {
    const { kind, title, validFrom, validTo } = memory;
    const since = believers[0]?.since ?? memory.recordedAt;
    return {
      id,
      type: 'fact',
      content,
      kind,
      title,
      score,
      signals,
      believers,
      occurredAt: validFrom ?? since,
      entities,
      concepts,
      importance,
      ...shared,
      ...(validFrom === undefined ? {} : { validFrom }),
      ...(validTo === undefined ? {} : { validTo }),
    };
  }
  const { type, occurredAt, agent, session, speaker, branchId, thoughtNumber } = memory;
  return {
    id,
    type,
    content,
    score,
    signals,
    believers,
    occurredAt,
    ...(isRecorderTold(agent, believers) ? { recordedBy: agent } : {}),
    entities,
    concepts,
    importance,
    ...shared,
    ...(session === undefined ? {} : { session }),
    ...(speaker === undefined ? {} : { speaker }),
    ...(branchId === undefined ? {} : { branchId }),
    ...(thoughtNumber === undefined ? {} : { thoughtNumber }),
  };
}

/**
 * Since when a memory does not hold: since something took its place, the agent's own word before
 * that of `system` and then the first, or else since the end of its validity. A correction counts
 * while somebody in view believes what it put there, faded or not, and that of `system` only where
 * the agent does not hold the old fact itself.
 */
export function supersededOf(memory: Memory, edges: readonly Supersedes[], view: View): Superseded | undefined {
  const { agent } = view.perspective;
  const known = standing(edges, view.time);
  const holdsItself = view.beliefsIn(memory.id).some((belief) => belief.agent === agent && belief.isSeen);
  const isHeld = (id: string): boolean => view.beliefsIn(id).some(({ state }) => state === 'held');
  const [first] = known
    .filter((edge) => edge.to === memory.id && isInForce(edge, known) && isHeld(edge.from))
    .filter(({ believer }) => believer === agent || !holdsItself)
    .sort(
      (one, other) =>
        Number(other.believer === agent) - Number(one.believer === agent) || one.at.getTime() - other.at.getTime(),
    );
  if (first !== undefined) {
    const { from, at, reason } = first;
    return { ...(view.sees(from) ? { by: from } : {}), at, ...(reason === undefined ? {} : { reason }) };
  }
  const end = isFact(memory) ? memory.validTo : undefined;
  return end === undefined || end.getTime() > view.time ? undefined : { at: end };
}

/** The memories in their order, but each that was superseded after what took its place, if that is among them. */
export function behindWhatSuperseded(memories: readonly RecalledMemory[]): readonly RecalledMemory[] {
  const byId = new Map(memories.map((memory) => [memory.id, memory]));
  const placed = new Set<RecalledMemory>();
  const ordered: RecalledMemory[] = [];
  for (const memory of memories) {
    const waiting: RecalledMemory[] = [];
    let next: RecalledMemory | undefined = memory;
    // Believers may have put two facts in each other's place.
    while (next !== undefined && !placed.has(next)) {
      placed.add(next);
      waiting.push(next);
      next = next.superseded?.by === undefined ? undefined : byId.get(next.superseded.by);
    }
    ordered.push(...waiting.reverse());
  }
  return ordered;
}
