/**
 * What lies around some names in one perspective: names -> nodes -> walk -> choice -> what they say -> clusters.
 * It reads only, and being looked at is no use: nothing is reinforced.
 */
import { throwIfCancelled } from '../domain/errors.ts';
import { type Checked, checked } from '../domain/input.ts';
import type { Perspective } from '../domain/perspective.ts';
import { hydrateIds } from '../recall/hydrate.ts';
import { earlier, type RecallParts } from '../recall/recall.ts';
import type { RecalledMemory } from '../recall/recall-options.ts';
import { Surroundings } from '../recall/surroundings.ts';
import { type Anchor, anchorsOf } from './anchors.ts';
import { chooseNodes } from './choose-nodes.ts';
import { type ClusterNode, clustersOf } from './clusters.ts';
import { defaultDepth, defaultNodes } from './explore-defaults.ts';
import { derivationSteps } from './derivation-steps.ts';
import { edgesBetween } from './edges-between.ts';
import { Exploration } from './exploration.ts';
import type { ExploredNode } from './exploration-value.ts';
import { type ExploreOptions, exploreSchema } from './explore-options.ts';
import { exploredNodes } from './explored-nodes.ts';
import { Graph, type GraphNode, type Step } from './graph.ts';
import { Sight } from './sight.ts';
import { walk, type WalkedNode } from './walk.ts';

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
