/**
 * A space as a graph, for its owner: memories, who believes them, what they mention and how they relate to each other.
 * It reads only, and counts as no access to a memory.
 *
 *   index -> memories by what they count -> edges (index, ledger, computed) -> what they lead to -> labels
 */
import { agentOf, believerName } from '../domain/audience.ts';
import { archiveThreshold, countLeft, isInForce, Perspective, standing, worthOfCount } from '../domain/belief.ts';
import { throwIfCancelled } from '../domain/errors.ts';
import { groupBy, present } from '../domain/values.ts';
import { checked } from '../domain/input.ts';
import { type Supersedes, systemAgent } from '../domain/records.ts';
import { type Domain, factKinds, knowledgeTypes, rings } from '../domain/vocabulary.ts';
import type { Clock } from '../domain/time.ts';
import { onOneLine, shorten } from '../language/sentences.ts';
import { memoryTypes } from '../recall-index/memory-table.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import type { LedgerReader, MemoryLabel } from '../store/ledger-reader.ts';
import { computedEdges } from './computed-edges.ts';
import { defaultMemories, defaultPerMemory, labelLength, maxComputedEdges } from './defaults.ts';
import {
  type MemoryGraph,
  type MemoryGraphEdge,
  type MemoryGraphNode,
  type MemoryGraphOptions,
  memoryGraphSchema,
  noticesOf,
} from './memory-graph-value.ts';
import type { KnownAgents } from '../remember/known-agents.ts';
import { type ShownMemory, shownMemories } from './shown-memories.ts';
import { namedIn, relationsTold } from './edges.ts';

/**
 * Draws the graph of a space.
 *
 * @throws {InvalidArgumentError} when an option breaks a rule.
 */
export async function memoryGraph(parts: OverviewParts, options: MemoryGraphOptions): Promise<MemoryGraph> {
  const asked = checked('graph', memoryGraphSchema, options);
  const { agents, limit = defaultMemories, minStrength = archiveThreshold, signal } = asked;
  const { computed = [], perMemory = defaultPerMemory } = asked;
  throwIfCancelled('graph', signal);
  await parts.follow();
  const { index, ledger } = parts;
  const at = parts.clock();
  const now = at.getTime();
  const meant = agents?.map((agent) => parts.agents.spelled(agent));
  const believers = meant === undefined ? {} : { believers: new Set([...meant, systemAgent]) };
  const found = shownMemories(index, { ...asked, ...believers, minStrength }, now);
  const scope: GraphScope = { index, now, memories: found.slice(0, limit), ...believers };
  const recorded = await ledgerEdges(ledger, scope);
  throwIfCancelled('graph', signal);
  const memories = await memoryNodes(ledger, scope, recorded.superseded);
  throwIfCancelled('graph', signal);
  const most = Math.max(1, Math.min(perMemory, Math.floor(maxComputedEdges / memories.length)));
  const ids = new Set(memories.map(({ id }) => id));
  const reached = [
    ...indexedEdges(scope),
    ...recorded.edges,
    ...computedEdges(index.memories.cognitive, scope.memories, computed, most),
  ].filter(({ from, to }) => isReached(from, ids) && isReached(to, ids));
  const nodes = [...memories, ...(await nodesAround(ledger, reached))];
  const shown = new Set(nodes.map(({ id }) => id));
  return {
    at,
    nodes,
    edges: reached.filter(({ from, to }) => shown.has(from) && shown.has(to)),
    total: found.length,
    notices: noticesOf(found.length, limit, computed.length === 0 ? perMemory : most, perMemory),
  };
}

/** Whether an edge may lead there: to a memory only where it is one of those that are shown. */
function isReached(id: string, memories: ReadonlySet<string>): boolean {
  return memories.has(id) || !(id.startsWith('observation:') || id.startsWith('fact:'));
}

/** These edges, and what they say of memories that are shown. */
interface LedgerEdges {
  readonly edges: readonly MemoryGraphEdge[];
  /** Ids of the memories that something took the place of, for everybody who believes them. */
  readonly superseded: ReadonlySet<string>;
}

/** Reads these edges; one may lead to a memory that the graph does not show. */
async function ledgerEdges(ledger: LedgerReader, scope: GraphScope): Promise<LedgerEdges> {
  const known = standing(await ledger.list('supersedes'), scope.now).filter(({ believer }) =>
    isInScope(scope, believer),
  );
  const derived = (await ledger.derivationEnds()).filter(({ believer }) => isInScope(scope, believer));
  return {
    edges: [
      ...known.map(({ from, to, believer }) =>
        present({ kind: 'SUPERSEDES' as const, from, to, believer: believerName(believer) }),
      ),
      ...derived.map(({ fact: from, observation: to, believer }) => {
        return present({ kind: 'DERIVED_FROM' as const, from, to, believer: believer && believerName(believer) });
      }),
    ],
    superseded: supersededAmong(scope, known),
  };
}

/** A correction counts while its believer still has what it put there, and only for this believer. */
function supersededAmong({ index, memories }: GraphScope, known: readonly Supersedes[]): ReadonlySet<string> {
  const to = groupBy(known, (edge) => edge.to);
  const from = groupBy(known, (edge) => edge.from);
  const isThere = (agent: string, id: string): boolean => index.isHeld(new Perspective(agent).believers, id);
  const isSupersededFor = (id: string, agent: string): boolean =>
    (to.get(id) ?? []).some(
      (edge) => edge.believer === agent && isInForce(edge, from.get(id) ?? []) && isThere(agent, edge.from),
    );
  const superseded = memories.filter(({ id, beliefs }) => beliefs.every(({ agent }) => isSupersededFor(id, agent)));
  return new Set(superseded.map(({ id }) => id));
}

// The edges of a graph that the recall index has: from its memories to each other, and to what they speak of.

/** These edges; one may lead to a memory, an agent, an entity or a session that the graph does not show. */
function indexedEdges(scope: GraphScope): readonly MemoryGraphEdge[] {
  const relations = new Map<string, MemoryGraphEdge>();
  const edges = scope.memories.flatMap((memory) => {
    for (const edge of relationsOf(scope, memory)) relations.set(`${edge.from} ${edge.words} ${edge.to}`, edge);
    return [...beliefsIn(memory), ...spokenOf(scope, memory), ...followed(scope, memory), ...linksOf(scope, memory)];
  });
  return [...edges, ...relations.values(), ...recalledTogether(scope)];
}

function beliefsIn({ id, beliefs }: ShownMemory): readonly MemoryGraphEdge[] {
  return beliefs.map(({ agent, strength }) => ({
    kind: 'BELIEVES',
    from: `agent:${believerName(agent)}`,
    to: id,
    weight: strength,
  }));
}

/** Whom and what a memory mentions and is about, and the session that it belongs to. */
function spokenOf({ index }: GraphScope, { id, row }: ShownMemory): readonly MemoryGraphEdge[] {
  const { names, session, sessions } = index.memories;
  const { about, mentioned } = namedIn(index.memories, row);
  const belongsTo = session.get(row);
  return [
    ...mentioned.map((name): MemoryGraphEdge => ({ kind: 'MENTIONS', from: id, to: names.text(name) })),
    ...about.map((name): MemoryGraphEdge => ({ kind: 'ABOUT', from: id, to: names.text(name) })),
    ...(belongsTo < 0 ? [] : [{ kind: 'BELONGS_TO' as const, from: id, to: sessions.text(belongsTo) }]),
  ];
}

function relationsOf({ index }: GraphScope, { row }: ShownMemory): readonly MemoryGraphEdge[] {
  return relationsTold(index.memories, row).map(({ from, predicate, to }) => {
    return { kind: 'RELATES', from, to, words: predicate };
  });
}

function followed({ index }: GraphScope, { id, row }: ShownMemory): readonly MemoryGraphEdge[] {
  const { memories, thoughts } = index;
  return thoughts
    .before(row)
    .map(({ to, type }) => ({ kind: 'FOLLOWS', from: id, to: memories.idOf(to), words: type }));
}

/** The supports and contradictions of which this is the newer memory. */
function linksOf(scope: GraphScope, { id, row }: ShownMemory): readonly MemoryGraphEdge[] {
  const { links, memories } = scope.index;
  return links
    .at(row)
    .filter(({ one, state, believer }) => one === row && state !== 'dismissed' && isInScope(scope, believer))
    .map(({ kind, other, similarity, state, believer }) => ({
      kind: kind === 'supports' ? 'SUPPORTS' : 'CONTRADICTS',
      from: id,
      to: memories.idOf(other),
      weight: similarity,
      words: state,
      believer: believerName(believer),
    }));
}

function recalledTogether(scope: GraphScope): readonly MemoryGraphEdge[] {
  const { coActivation, memories } = scope.index;
  return [...coActivation.pairs()]
    .filter(({ agent }) => isInScope(scope, agent))
    .map(({ agent, one, other, count, lastAt }) => ({
      kind: 'CO_ACTIVATED',
      from: memories.idOf(one),
      to: memories.idOf(other),
      weight: worthOfCount(countLeft({ count, lastAt }, scope.now)),
      believer: believerName(agent),
    }));
}

// The nodes of a graph: its memories, and the agents, entities and sessions that their edges lead to.

/** The memories of a graph as nodes, in their order; those that the ledger does not have are left out. */
async function memoryNodes(
  ledger: LedgerReader,
  { index, memories }: GraphScope,
  superseded: ReadonlySet<string>,
): Promise<readonly MemoryGraphNode[]> {
  const labels = await ledger.labels(memories.map(({ id }) => id));
  return memories.flatMap((memory, position) => {
    const label = labels[position];
    return label === undefined ? [] : [memoryNode(index, memory, label, superseded.has(memory.id))];
  });
}

function memoryNode(
  { memories }: RecallIndex,
  { id, row, beliefs, strength, authority, learnedAt }: ShownMemory,
  { content, topic }: MemoryLabel,
  isSuperseded: boolean,
): MemoryGraphNode {
  const { cognitive, domain, domains } = memories;
  const occurredAt = memories.occurredAt.get(row);
  const memoryType = memoryTypes[memories.type.get(row)]!;
  const isFact = memoryType === 'fact';
  // The position of a value in its list is kept as one more, since 0 stands for none.
  const factKind = factKinds[cognitive.kind.get(row) - 1];
  const type = isFact ? factKind : memoryType;
  const ring = rings[cognitive.ring.get(row) - 1];
  const knowledgeType = knowledgeTypes[cognitive.knowledgeType.get(row) - 1];
  const area = domain.get(row);
  return present({
    id,
    kind: isFact ? 'fact' : memoryType === 'thought' ? 'thought' : 'observation',
    label: labelOf(content),
    type,
    authority,
    strength,
    agents: beliefs.map(({ agent }) => believerName(agent)),
    at: new Date(learnedAt),
    occurredAt: Number.isFinite(occurredAt) ? new Date(occurredAt) : undefined,
    importance: cognitive.importance.get(row),
    superseded: isSuperseded || undefined,
    permanent: beliefs.some(({ permanent }) => permanent) || undefined,
    domain: area < 0 ? undefined : (domains.text(area) as Domain),
    topic,
    ring,
    knowledgeType,
  });
}

/** The agents, entities and sessions at the ends of some edges, each once. */
async function nodesAround(
  ledger: LedgerReader,
  edges: readonly MemoryGraphEdge[],
): Promise<readonly MemoryGraphNode[]> {
  const ids = new Set<string>();
  for (const { from, to } of edges) ids.add(from).add(to);
  const of = (table: string): readonly string[] => [...ids].filter((id) => id.startsWith(`${table}:`));
  const entities = await ledger.records('entity', of('entity'));
  const sessions = await ledger.records('session', of('session'));
  return [
    ...of('agent').map((id): MemoryGraphNode => ({ id, kind: 'agent', label: labelOf(id.slice('agent:'.length)) })),
    ...entities.map(({ id, name, type }): MemoryGraphNode => ({ id, kind: 'entity', label: labelOf(name), type })),
    ...sessions.map(({ id, goal, startedAt }): MemoryGraphNode => {
      return { id, kind: 'session', label: labelOf(goal ?? id.slice('session:'.length)), at: startedAt };
    }),
  ];
}

function labelOf(text: string): string {
  // A text may be long, and only its beginning is shown.
  return shorten(onOneLine(text.slice(0, 10 * labelLength)), labelLength);
}

/** What a graph is drawn of: some memories, and whose beliefs, links and derivations count. */
interface GraphScope {
  readonly index: RecallIndex;
  /** In milliseconds since 1970. */
  readonly now: number;
  readonly memories: readonly ShownMemory[];
  /** Names; missing where everybody's count. */
  readonly believers?: ReadonlySet<string>;
}

/** Whether what is so for a believer belongs to the graph. */
function isInScope({ believers }: GraphScope, believer: string | undefined): boolean {
  return believers === undefined || believer === undefined || believers.has(agentOf(believer));
}

/** What an overview is read from. */
export interface OverviewParts {
  readonly agents: KnownAgents;
  readonly index: RecallIndex;
  readonly ledger: LedgerReader;
  readonly clock: Clock;
  /** Takes in what other processes have written. */
  readonly follow: () => Promise<number>;
}
