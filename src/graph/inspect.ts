/**
 * Everything about one memory or one entity, for the owner of the space: all records of it, of every believer.
 * It reads only, and counts as no access to a memory.
 */
import { believerName } from '../domain/audience.ts';
import { authority, effectiveStrength } from '../domain/belief.ts';
import { NotFoundError, throwIfCancelled } from '../domain/errors.ts';
import { checked } from '../domain/input.ts';
import { present } from '../domain/values.ts';
import { type Belief, type EntityMerge, type Follows, type LinkKind, type Memory, isFact } from '../domain/records.ts';
import type { Undo } from '../domain/upkeep-records.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import { beliefState, oldestFirst, successionsOf, whyMemory } from '../recall/why.ts';
import type { WhyMemory } from '../recall/why-value.ts';
import {
  type InspectOptions,
  type InspectedBelief,
  type InspectedFollow,
  type InspectedLink,
  type InspectedMemory,
  type InspectedMention,
  type InspectedMerge,
  type InspectedRelation,
  type Inspection,
  inspectSchema,
} from './inspection-value.ts';
import { maxMentionedIn } from './defaults.ts';
import type { OverviewParts } from './memory-graph.ts';
import { relationsTold } from './edges.ts';

const nothing: Omit<Inspection, 'id'> = {
  mentionedIn: [],
  beliefs: [],
  supersedes: [],
  supersededBy: [],
  supports: [],
  contradicts: [],
  derivedFrom: [],
  derived: [],
  mentions: [],
  follows: [],
  followedBy: [],
};

/** What tells of ids that are no memory's and no entity's. */
const elsewhere: Readonly<Record<string, string>> = {
  agent: 'Ask stats or perspectives about agents.',
  session: 'Ask digest or navigate about sessions.',
};

/**
 * Tells everything about a memory or an entity.
 *
 * @throws {InvalidArgumentError} when an option breaks a rule.
 * @throws {NotFoundError} when neither a memory nor an entity has the id.
 */
export async function inspect(parts: OverviewParts, options: InspectOptions): Promise<Inspection> {
  const { id, signal } = checked('inspect', inspectSchema, options);
  throwIfCancelled('inspect', signal);
  await parts.follow();
  const found = id.startsWith('entity:') ? await inspectedEntity(parts, id) : await inspectedMemory(parts, id);
  throwIfCancelled('inspect', signal);
  if (found !== undefined) return { id, ...nothing, ...found };
  const [table = ''] = id.split(':');
  const message = `inspect: "id" must be that of a memory or an entity of the space, got "${id}".`;
  const hint = elsewhere[table] ?? 'Look it up with graph or search.';
  throw new NotFoundError('NOT_FOUND', message, { details: { id }, hint });
}

async function inspectedEntity(
  { index, ledger }: OverviewParts,
  id: string,
): Promise<Pick<Inspection, 'entity' | 'mentionedIn'> | undefined> {
  const [entity] = await ledger.records('entity', [id]);
  if (entity === undefined) return undefined;
  const rows = rowsOf(index, id);
  const latest = rows.slice(0, maxMentionedIn).map((row) => index.memories.idOf(row));
  const merges = (await ledger.list('entity_merge')).filter(({ from, to }) => from === id || to === id);
  const relations = relationsOf(index, rows, id);
  const ends = [...merges, ...relations].flatMap(({ from, to }) => [from, to]);
  const names = new Map((await ledger.records('entity', [...new Set(ends)])).map((one) => [one.id, one.name]));
  const nameOf = (end: string): string => names.get(end) ?? end;
  const { nameKey: _, ...kept } = entity;
  return {
    entity: {
      ...kept,
      memories: rows.length,
      merges: merges.length === 0 ? [] : mergesWithUndo(merges, await ledger.list('undo'), nameOf),
      relations: relations.map((edge) => ({ ...edge, fromName: nameOf(edge.from), toName: nameOf(edge.to) })),
    },
    mentionedIn: (await ledger.memories(latest)).map(whyMemory),
  };
}

/** The rows of the memories that mention an entity, are about it or relate it, what was written last first. */
function rowsOf(index: RecallIndex, id: string): readonly number[] {
  const { memories } = index;
  const number = memories.names.find(id);
  const rows = new Set<number>();
  for (const believer of index.believers()) {
    for (const document of believer.documentsOf(number)) rows.add(believer.rowOf.get(document));
  }
  return [...rows].sort((one, other) => memories.compareWritten(other, one));
}

/** Each relation once, however many memories tell it. */
function relationsOf(
  { memories }: RecallIndex,
  rows: readonly number[],
  id: string,
): readonly Omit<InspectedRelation, 'fromName' | 'toName'>[] {
  const relations = rows.flatMap((row) => relationsTold(memories, row));
  const own = relations.filter(({ from, to }) => from === id || to === id);
  const byWords = new Map(own.map((relation) => [`${relation.from} ${relation.predicate} ${relation.to}`, relation]));
  return [...byWords.values()];
}

/** Merges with the id of the last operation that made each. */
function mergesWithUndo(
  merges: readonly EntityMerge[],
  operations: readonly Undo[],
  nameOf: (id: string) => string,
): readonly InspectedMerge[] {
  const latest = [...operations].sort((one, other) => other.at.getTime() - one.at.getTime());
  return merges
    .map((merge) => {
      const { believer, from, to } = merge;
      const operation = latest.find(({ changes }) =>
        changes.some(
          ({ table, record }) =>
            table === 'entity_merge' &&
            record['believer'] === believer &&
            record['from'] === from &&
            record['to'] === to,
        ),
      );
      const names: readonly [string, string] = [nameOf(from), nameOf(to)];
      return { ...merge, believer: believerName(believer), names, ...present({ id: operation?.id }) };
    })
    .sort((one, other) => one.at.getTime() - other.at.getTime());
}

async function inspectedMemory(parts: OverviewParts, id: string): Promise<Partial<Omit<Inspection, 'id'>> | undefined> {
  const { index, ledger } = parts;
  const [memory] = index.has(id) ? await ledger.memories([id]) : [];
  if (memory === undefined) return undefined;
  const now = parts.clock().getTime();
  const believers = Array.from(index.believers(), ({ agent }) => agent).sort();
  const beliefs = await ledger.beliefs(believers.map((agent) => ({ agent, memory: id })));
  const supersedes = await ledger.edgesAround('supersedes', [id]);
  const derivations = await ledger.edgesAround('derived_from', [id]);
  const follows = isFact(memory) ? [] : await ledger.edgesAround('follows', [id]);
  const links = index.links.at(index.memories.row(id)).map((edge) => index.link(edge));
  const ends = [
    ...[...supersedes, ...follows].flatMap(({ from, to }) => [from, to]),
    ...derivations.flatMap(({ fact, observation }) => [fact, observation]),
    ...links.flatMap(({ one, other }) => [one, other]),
  ];
  const others = new Set(ends.filter((end) => end !== id));
  const found = new Map((await ledger.memories([...others])).map((other) => [other.id, whyMemory(other)]));
  const compare = (one: string, other: string): number => index.memories.compareIdsWritten(one, other);
  const told = (ids: readonly string[]): readonly WhyMemory[] =>
    oldestFirst(
      [...new Set(ids)].flatMap((other) => found.get(other) ?? []),
      compare,
    );
  const linked = (kind: LinkKind): readonly InspectedLink[] =>
    links.flatMap(({ kind: known, one, other, believer, state, similarity, rule }) => {
      const partner = found.get(one === id ? other : one);
      return known !== kind || partner === undefined
        ? []
        : [{ memory: partner, believer: believerName(believer), state, similarity, rule }];
    });
  return {
    memory: memoryWithAuthority(memory, now),
    beliefs: beliefs.map((belief) => inspectedBelief(belief, now)),
    supersedes: successionsOf(supersedes, found, { end: 'to', id, compare }),
    supersededBy: successionsOf(supersedes, found, { end: 'from', id, compare }),
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

function memoryWithAuthority(memory: Memory, now: number): InspectedMemory {
  const { importance, accesses, recordedAt, lastAccessedAt } = memory;
  const createdAt = recordedAt.getTime();
  const standing = present({ importance, accesses, createdAt, at: now, lastAccessedAt: lastAccessedAt?.getTime() });
  if (!isFact(memory)) {
    const { givenEmbedding: _vector, ...kept } = memory;
    return { ...kept, authority: authority(standing) };
  }
  const { contentKey: _key, givenEmbedding: _vector, ...kept } = memory;
  return { ...kept, type: 'fact', authority: authority(standing) };
}

function inspectedBelief({ memory: _, past = [], ...belief }: Belief, now: number): InspectedBelief {
  const effective = effectiveStrength({ ...belief, reinforcedAt: belief.reinforcedAt.getTime() }, now);
  return {
    ...belief,
    agent: believerName(belief.agent),
    state: beliefState(belief, effective),
    effective,
    past: past.map(({ since, until }) => ({ since, until })),
  };
}

async function mentionsIn({ ledger }: OverviewParts, id: string): Promise<readonly InspectedMention[]> {
  const { mentions } = await ledger.edges([id]);
  const mentioned = mentions.map(({ entity }) => entity);
  const entities = await ledger.records('entity', mentioned);
  return mentions.flatMap(({ entity, surfaces }) => {
    const known = entities.find((one) => one.id === entity);
    return known === undefined ? [] : [{ id: entity, name: known.name, type: known.type, surfaces }];
  });
}

async function sessionOf({ ledger }: OverviewParts, memory: Memory): Promise<Pick<Inspection, 'session'>> {
  if (isFact(memory) || memory.session === undefined) return {};
  const [session] = await ledger.records('session', [memory.session]);
  if (session === undefined) return {};
  return { session: present({ id: session.id, goal: session.goal }) };
}

/** The edges at whose one end another memory is found. */
function followsAt(
  end: 'from' | 'to',
  edges: readonly Follows[],
  found: ReadonlyMap<string, WhyMemory>,
): readonly InspectedFollow[] {
  return edges.flatMap((edge) => {
    const memory = found.get(edge[end]);
    return memory === undefined ? [] : [present({ memory, type: edge.type, reason: edge.reason })];
  });
}
