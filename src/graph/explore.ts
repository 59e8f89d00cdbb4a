/**
 * What lies around some names in one perspective: names -> nodes -> walk -> choice -> what they say -> clusters.
 * It reads only, and being looked at is no use: nothing is reinforced.
 */
import { throwIfCancelled } from '../domain/errors.ts';
import { type Checked, checked } from '../domain/input.ts';
import type { Perspective } from '../domain/perspective.ts';
import { onOneLine, shorten } from '../language/shorten.ts';
import { isDerivedFor } from '../recall/derivations-in-view.ts';
import { hydrateIds } from '../recall/hydrate.ts';
import type { RecalledMemory } from '../recall/recall-options.ts';
import { type RecallParts, earlier } from '../recall/recall.ts';
import { Surroundings } from '../recall/surroundings.ts';
import { type Anchor, anchorsOf } from './anchors.ts';
import { chooseNodes, pathTo } from './choose-nodes.ts';
import { type ClusterNode, clustersOf } from './clusters.ts';
import { type GraphEdge, edgeWords, stepWords } from './edges.ts';
import type { ExploredNode } from './exploration-value.ts';
import { Exploration } from './exploration.ts';
import {
  defaultDepth,
  defaultNodes,
  labelCharacters,
  mostFromOther,
  pathLabelCharacters,
  walkWeights,
} from './explore-defaults.ts';
import { type ExploreOptions, exploreSchema } from './explore-options.ts';
import { Graph, type GraphNode, type Step } from './graph.ts';
import { contributions } from './node-score.ts';
import { Sight } from './sight.ts';
import { type WalkedNode, walk } from './walk.ts';

/** What an exploration looks at. */
interface View {
  readonly graph: Graph;
  readonly surroundings: Surroundings;
  readonly anchors: readonly Anchor[];
  readonly derivations: (nodes: readonly GraphNode[]) => Promise<ReadonlyMap<string, readonly Step[]>>;
}

/**
 * Explores what a perspective knows around some names.
 *
 * @throws {InvalidArgumentError} when an option breaks a rule.
 */
export async function explore(
  parts: RecallParts,
  perspective: Perspective,
  options: ExploreOptions,
): Promise<Exploration> {
  const { signal, ...asked } = checked('explore', exploreSchema, options);
  throwIfCancelled('explore', signal);
  await parts.follow();
  const { depth = defaultDepth, nodes: most = defaultNodes, serendipity = 0, seed = 1 } = asked;
  const view = await viewOf(parts, perspective, asked);
  const from = typeof asked.from === 'string' ? [asked.from] : asked.from;
  const seeds = from.map((name) => ({ name, nodes: nodesOf(view.graph, name) }));
  const distinct = new Map(seeds.flatMap(({ nodes }) => nodes).map((node) => [node.id, node]));
  const found = await walk([...distinct.values()], { ...view, depth, signal });
  const { nodes, byChance } = chooseNodes(found, { nodes: most, serendipity, seed });
  const memories = await read(parts, perspective, view, nodes);
  const explored = exploredNodes(nodes, memories, byChance);
  const edges = edgesBetween(view.graph, nodes, await view.derivations(nodes));
  return new Exploration({
    agent: perspective.agent,
    from,
    unknown: seeds.filter(({ nodes: named }) => named.length === 0).map(({ name }) => name),
    depth,
    nodes: explored,
    edges,
    clusters: clustersOf(clusterNodes(explored, memories), edges, namesAsked(explored)),
    total: found.length,
  });
}

async function viewOf(
  parts: RecallParts,
  perspective: Perspective,
  asked: Pick<Checked<ExploreOptions>, 'asOf' | 'validAt' | 'anchors'>,
): Promise<View> {
  const { ledger, index, clock } = parts;
  const { asOf, validAt, anchors } = asked;
  const at = clock().getTime();
  const moment = asOf === undefined ? { at } : { at, ...(await earlier(parts, perspective, asOf, validAt)) };
  const filter = validAt === undefined ? {} : { validAt: validAt.getTime() };
  const graph = new Graph(new Sight(index, perspective, moment, filter));
  const surroundings = new Surroundings(index, perspective, moment);
  const sources = { ledger, perspective, surroundings, graph };
  return {
    graph,
    surroundings,
    anchors: anchorsOf(index, { agent: perspective.agent, moment, asked: anchors, settled: parts.anchors }),
    derivations: (nodes) => derivationSteps(sources, nodes),
  };
}

/** The nodes that an id or a name stands for in the perspective. */
function nodesOf(graph: Graph, name: string): readonly GraphNode[] {
  if (/^(?:fact|observation):/.test(name)) return some(graph.memory(name));
  return /^(?:entity|agent):/.test(name) ? some(graph.entity(name)) : graph.named(name);
}

function some(node: GraphNode | undefined): readonly GraphNode[] {
  return node === undefined ? [] : [node];
}

/** What the chosen memories say, and one memory more for each entity, for its name as this perspective knows it. */
async function read(
  parts: RecallParts,
  perspective: Perspective,
  { graph, surroundings }: View,
  nodes: readonly WalkedNode[],
): Promise<readonly RecalledMemory[]> {
  const ids = nodes.flatMap(({ id, slot, entities = [] }) => (slot === undefined ? graph.tellingOf(entities) : [id]));
  return hydrateIds(parts, perspective, [...new Set(ids)], surroundings);
}

/** The names of entities and agents that were asked for. */
function namesAsked(explored: readonly ExploredNode[]): readonly string[] {
  return explored.flatMap(({ depth, kind, label }) =>
    depth > 0 || kind === 'fact' || kind === 'observation' ? [] : [label],
  );
}

/** All but what was asked for, as clusters see it. */
function clusterNodes(explored: readonly ExploredNode[], memories: readonly RecalledMemory[]): readonly ClusterNode[] {
  const concepts = new Map(memories.map((memory) => [memory.id, memory.concepts]));
  return explored
    .filter(({ depth }) => depth > 0)
    .map(({ id, kind, label }) => {
      const own = kind === 'fact' || kind === 'observation' ? concepts.get(id) : undefined;
      return own === undefined ? { id, name: label } : { id, concepts: own };
    });
}

/** What derivations are looked up in. */
export interface DerivationSources {
  readonly ledger: RecallParts['ledger'];
  readonly perspective: Perspective;
  readonly surroundings: Surroundings;
  readonly graph: Graph;
}

/** By the id of each memory the steps to what it is derived from and to what is derived from it, as far as both are in view. */
async function derivationSteps(
  { ledger, perspective, surroundings, graph }: DerivationSources,
  nodes: readonly GraphNode[],
): Promise<ReadonlyMap<string, readonly Step[]>> {
  const memories = nodes.filter(({ slot }) => slot !== undefined).map(({ id }) => id);
  const steps = new Map<string, Step[]>(memories.map((id) => [id, []]));
  for (const derived of await ledger.edgesAround('derived_from', memories)) {
    const { fact, observation, at } = derived;
    if (at !== undefined && at.getTime() > surroundings.at) continue;
    const [from, to] = [graph.memory(fact), graph.memory(observation)];
    if (from === undefined || to === undefined || !isDerivedFor(perspective, surroundings, derived)) continue;
    const edge: GraphEdge = { kind: 'derivedFrom', from: fact, to: observation, words: edgeWords.derivedFrom };
    steps.get(fact)?.push({ edge, to });
    steps.get(observation)?.push({ edge, to: from });
  }
  return steps;
}

/** Entities that fewer memories speak of together are so by chance, or by the one memory that is shown. */
const fewestTogether = 2;

/** Each edge once, in the order of the nodes; then the entities that several memories in view speak of together. */
function edgesBetween(
  graph: Graph,
  nodes: readonly GraphNode[],
  derivations: ReadonlyMap<string, readonly Step[]>,
): readonly GraphEdge[] {
  const chosen = new Set(nodes.map(({ id }) => id));
  const edges = new Map<string, GraphEdge>();
  for (const node of nodes) {
    for (const { edge, to } of [...graph.steps(node, mostFromOther), ...(derivations.get(node.id) ?? [])]) {
      if (!chosen.has(to.id)) continue;
      const key = `${edge.from} ${edge.words} ${edge.to}`;
      if (edge.kind !== 'relates') edges.set(key, edge);
      // Both of its ends lead along a relation: it is counted from where it starts.
      else if (edge.from === node.id) edges.set(key, { ...edge, times: (edges.get(key)?.times ?? 0) + 1 });
    }
  }
  return [...edges.values(), ...mentionedTogether(graph, nodes)];
}

function mentionedTogether(graph: Graph, nodes: readonly GraphNode[]): readonly GraphEdge[] {
  const spokenOf = new Map<number, string[]>();
  const counts = new Map<string, { readonly from: string; readonly to: string; times: number }>();
  for (const { id, entities = [] } of nodes) {
    for (const slot of graph.sight.slotsOf(entities, mostFromOther)) {
      const others = spokenOf.get(slot) ?? [];
      for (const from of others) {
        const pair = counts.get(`${from} ${id}`) ?? { from, to: id, times: 0 };
        pair.times += 1;
        counts.set(`${from} ${id}`, pair);
      }
      spokenOf.set(slot, [...others, id]);
    }
  }
  return [...counts.values()]
    .filter(({ times }) => times >= fewestTogether)
    .map((pair) => ({ kind: 'mentionedWith', words: edgeWords.mentionedWith, ...pair }));
}

/** The nodes in their order, with what `memories` say of them. */
function exploredNodes(
  nodes: readonly WalkedNode[],
  memories: readonly RecalledMemory[],
  byChance: ReadonlySet<string>,
): readonly ExploredNode[] {
  const said = new Map(memories.map((memory) => [memory.id, memory]));
  const named = new Map(memories.flatMap(({ entities }) => entities).map((entity) => [entity.id, entity]));
  const shown = new Map(nodes.map((node) => [node.id, shownAs(node, said.get(node.id), named.get(node.id))]));
  const inPath = ({ id }: WalkedNode): string => {
    const { kind, label } = shown.get(id) as Shown;
    return kind === 'fact' || kind === 'observation' ? `“${shorten(label, pathLabelCharacters)}”` : label;
  };
  return nodes.map((node) => ({
    id: node.id,
    ...(shown.get(node.id) as Shown),
    score: node.score,
    signals: contributions(node.values, walkWeights),
    depth: node.depth,
    path: pathTo(node)
      .map((at) => (at.via === undefined ? inPath(at) : stepWords(at.via.edge, at.id, inPath(at))))
      .join(', '),
    ...(byChance.has(node.id) ? { byChance: true } : {}),
  }));
}

type Shown = Omit<ExploredNode, 'id' | 'score' | 'signals' | 'depth' | 'path' | 'byChance'>;

function shownAs(
  { id, key }: WalkedNode,
  memory: RecalledMemory | undefined,
  entity: RecalledMemory['entities'][number] | undefined,
): Shown {
  if (memory !== undefined) {
    const { type, content, occurredAt, speaker, superseded } = memory;
    return {
      ...(type === 'fact' ? { kind: 'fact' } : { kind: 'observation', type }),
      label: shorten(onOneLine(content), labelCharacters),
      occurredAt,
      ...(speaker === undefined ? {} : { speaker }),
      ...(superseded === undefined ? {} : { superseded }),
    };
  }
  const [table, name = key] = id.split(/:(.*)/s);
  if (table === 'agent') return { kind: 'agent', label: onOneLine(name) };
  const { name: label = key, type } = entity ?? {};
  return { kind: 'entity', ...(type === undefined ? {} : { type }), label: onOneLine(label) };
}
