/** A memory with everything that hangs on it: beliefs, successions, links, derivations, mentions, its session and its chain. */
import { authority } from '../domain/authority.ts';
import { effectiveStrength } from '../domain/belief-strength.ts';
import { type Belief, type Follows, isFact, type LinkKind, type Memory } from '../domain/records.ts';
import { beliefState } from '../recall/belief-state.ts';
import { successionsOf } from '../recall/successions.ts';
import { oldestFirst, whyMemory } from '../recall/why-memory.ts';
import type { WhyMemory } from '../recall/why-value.ts';
import type {
  InspectedBelief,
  InspectedFollow,
  InspectedLink,
  InspectedMemory,
  InspectedMention,
  Inspection,
} from './inspection-value.ts';
import type { OverviewParts } from './overview-parts.ts';

/** Everything about the memory of an id; nothing where there is none. */
export async function inspectedMemory(
  parts: OverviewParts,
  id: string,
): Promise<Partial<Omit<Inspection, 'id'>> | undefined> {
  const { index, ledger } = parts;
  const [memory] = index.has(id) ? await ledger.memories([id]) : [];
  if (memory === undefined) return undefined;
  const at = parts.clock().getTime();
  const believers = Array.from(index.believers(), ({ agent }) => agent).sort();
  const beliefs = await ledger.beliefs(believers.map((agent) => ({ agent, memory: id })));
  const supersedes = await ledger.supersedes([id]);
  const derivations = await ledger.derivationsAround([id]);
  const follows = isFact(memory) ? [] : await ledger.follows([id]);
  const links = index.links.at(index.memories.slot(id)).map((edge) => index.link(edge));
  const ends = [
    ...[...supersedes, ...follows].flatMap(({ from, to }) => [from, to]),
    ...derivations.flatMap(({ fact, observation }) => [fact, observation]),
    ...links.flatMap(({ one, other }) => [one, other]),
  ];
  const others = new Set(ends.filter((end) => end !== id));
  const found = new Map((await ledger.memories([...others])).map((other) => [other.id, whyMemory(other)]));
  const told = (ids: readonly string[]): readonly WhyMemory[] =>
    oldestFirst([...new Set(ids)].flatMap((other) => found.get(other) ?? []));
  const linked = (kind: LinkKind): readonly InspectedLink[] =>
    links.flatMap(({ kind: known, one, other, believer, state, similarity, rule }) => {
      const partner = found.get(one === id ? other : one);
      return known !== kind || partner === undefined ? [] : [{ memory: partner, believer, state, similarity, rule }];
    });
  return {
    memory: memoryWithAuthority(memory, at),
    beliefs: beliefs.map((belief) => inspectedBelief(belief, at)),
    supersedes: successionsOf(supersedes, found, 'to', id),
    supersededBy: successionsOf(supersedes, found, 'from', id),
    supports: linked('supports'),
    contradicts: linked('contradicts'),
    derivedFrom: told(derivations.filter(({ fact }) => fact === id).map(({ observation }) => observation)),
    derived: told(derivations.filter(({ observation }) => observation === id).map(({ fact }) => fact)),
    mentions: await mentionsIn(parts, id),
    ...(await sessionOf(parts, memory)),
    follows: followsAt('to', follows, found),
    followedBy: followsAt('from', follows, found),
  };
}

function memoryWithAuthority(memory: Memory, at: number): InspectedMemory {
  const { importance, accesses, recordedAt, lastAccessedAt } = memory;
  const standing = {
    importance,
    accesses,
    createdAt: recordedAt.getTime(),
    at,
    ...(lastAccessedAt === undefined ? {} : { lastAccessedAt: lastAccessedAt.getTime() }),
  };
  if (!isFact(memory)) return { ...memory, authority: authority(standing) };
  const { contentKey: _, ...kept } = memory;
  return { ...kept, type: 'fact', authority: authority(standing) };
}

function inspectedBelief({ memory: _, past = [], ...belief }: Belief, at: number): InspectedBelief {
  const effective = effectiveStrength({ ...belief, reinforcedAt: belief.reinforcedAt.getTime() }, at);
  return {
    ...belief,
    state: beliefState(belief, effective),
    effective,
    past: past.map(({ since, until }) => ({ since, until })),
  };
}

async function mentionsIn({ ledger }: OverviewParts, id: string): Promise<readonly InspectedMention[]> {
  const { mentions } = await ledger.edges([id]);
  const entities = await ledger.records(
    'entity',
    mentions.map(({ entity }) => entity),
  );
  return mentions.flatMap(({ entity, surfaces }) => {
    const known = entities.find((one) => one.id === entity);
    return known === undefined ? [] : [{ id: entity, name: known.name, type: known.type, surfaces }];
  });
}

async function sessionOf({ ledger }: OverviewParts, memory: Memory): Promise<Pick<Inspection, 'session'>> {
  if (isFact(memory) || memory.session === undefined) return {};
  const [session] = await ledger.records('session', [memory.session]);
  if (session === undefined) return {};
  const { id, goal } = session;
  return { session: { id, ...(goal === undefined ? {} : { goal }) } };
}

/** The edges at whose one end another memory is found. */
function followsAt(
  end: 'from' | 'to',
  edges: readonly Follows[],
  found: ReadonlyMap<string, WhyMemory>,
): readonly InspectedFollow[] {
  return edges.flatMap((edge) => {
    const memory = found.get(edge[end]);
    const { type, reason } = edge;
    return memory === undefined ? [] : [{ memory, type, ...(reason === undefined ? {} : { reason }) }];
  });
}
