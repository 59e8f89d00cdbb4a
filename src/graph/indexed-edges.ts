/** The edges of a graph that the recall index has: from its memories to each other, and to what they speak of. */
import { countLeft, worthOfCount } from '../domain/co-activation.ts';
import { type GraphScope, isInScope } from './graph-scope.ts';
import type { MemoryGraphEdge } from './memory-graph-value.ts';
import type { ShownMemory } from './shown-memories.ts';

/** These edges; one may lead to a memory, an agent, an entity or a session that the graph does not show. */
export function indexedEdges(scope: GraphScope): readonly MemoryGraphEdge[] {
  const relations = new Map<string, MemoryGraphEdge>();
  const edges = scope.memories.flatMap((memory) => {
    for (const edge of relationsOf(scope, memory)) relations.set(`${edge.from} ${edge.words} ${edge.to}`, edge);
    return [...beliefsIn(memory), ...spokenOf(scope, memory), ...followed(scope, memory), ...linksOf(scope, memory)];
  });
  return [...edges, ...relations.values(), ...recalledTogether(scope)];
}

function beliefsIn({ id, beliefs }: ShownMemory): readonly MemoryGraphEdge[] {
  return beliefs.map(({ agent, strength }) => ({ kind: 'BELIEVES', from: `agent:${agent}`, to: id, weight: strength }));
}

/** Whom and what a memory mentions and is about, and the session that it belongs to. */
function spokenOf({ index }: GraphScope, { id, slot }: ShownMemory): readonly MemoryGraphEdge[] {
  const { about, mentions, names, session, sessions } = index.memories;
  // Of an entity and its surface by turns, once for every surface.
  const mentioned = new Set(mentions[slot]?.filter((_, place) => place % 2 === 0));
  const belongsTo = session.values[slot] as number;
  return [
    ...Array.from(mentioned, (name): MemoryGraphEdge => ({ kind: 'MENTIONS', from: id, to: names.text(name) })),
    ...(about[slot] ?? []).map((name): MemoryGraphEdge => ({ kind: 'ABOUT', from: id, to: names.text(name) })),
    ...(belongsTo < 0 ? [] : [{ kind: 'BELONGS_TO' as const, from: id, to: sessions.text(belongsTo) }]),
  ];
}

function relationsOf({ index }: GraphScope, { slot }: ShownMemory): readonly MemoryGraphEdge[] {
  const { names } = index.memories;
  return index.memories.relationsIn(slot).map(({ from, predicate, to }) => ({
    kind: 'RELATES',
    from: names.text(from),
    to: names.text(to),
    words: predicate,
  }));
}

function followed({ index }: GraphScope, { id, slot }: ShownMemory): readonly MemoryGraphEdge[] {
  const { memories, thoughts } = index;
  return thoughts
    .before(slot)
    .map(({ to, type }) => ({ kind: 'FOLLOWS', from: id, to: memories.ids[to] as string, words: type }));
}

/** The supports and contradictions of which this is the newer memory. */
function linksOf(scope: GraphScope, { id, slot }: ShownMemory): readonly MemoryGraphEdge[] {
  const { links, memories } = scope.index;
  return links
    .at(slot)
    .filter(({ one, state, believer }) => one === slot && state !== 'dismissed' && isInScope(scope, believer))
    .map(({ kind, other, similarity, state, believer }) => ({
      kind: kind === 'supports' ? 'SUPPORTS' : 'CONTRADICTS',
      from: id,
      to: memories.ids[other] as string,
      weight: similarity,
      words: state,
      believer,
    }));
}

function recalledTogether(scope: GraphScope): readonly MemoryGraphEdge[] {
  const { coActivation, memories } = scope.index;
  return [...coActivation.pairs()]
    .filter(({ agent }) => isInScope(scope, agent))
    .map(({ agent, one, other, count, lastAt }) => ({
      kind: 'CO_ACTIVATED',
      from: memories.ids[one] as string,
      to: memories.ids[other] as string,
      weight: worthOfCount(countLeft({ count, lastAt }, scope.at)),
      believer: agent,
    }));
}
