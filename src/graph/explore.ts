/**
 * What lies around some names in one perspective: names -> nodes -> walk -> choice -> what they say -> clusters.
 * It reads only, and being looked at is no use: nothing is reinforced.
 */
import { throwIfCancelled } from '../domain/errors.ts';
import { type Checked, checked } from '../domain/input.ts';
import type { Perspective } from '../domain/belief.ts';
import { present } from '../domain/values.ts';
import { onOneLine, shorten } from '../language/sentences.ts';
import { ambiguitiesOf } from '../recall/ambiguous-names.ts';
import { hydrateIds } from '../recall/constellation.ts';
import type { RecalledMemory } from '../recall/recall-options.ts';
import { type RecallParts, earlier } from '../recall/recall.ts';
import { type Anchor, anchorsOf, contributions } from './node-score.ts';
import { type WalkedNode, chooseNodes, pathTo, walk } from './walk.ts';
import { type ClusterNode, clustersOf } from './clusters.ts';
import type { GraphEdge } from './edges.ts';
import { type ExploreOptions, type ExploredNode, exploreSchema } from './exploration-value.ts';
import { Exploration } from './exploration.ts';
import {
  defaultDepth,
  defaultNodes,
  labelCharacters,
  maxFromOther,
  pathLabelCharacters,
  walkWeights,
} from './defaults.ts';
import { Graph, type GraphNode, type Step } from './graph.ts';
import { sayings, stepWords } from './graph-words.ts';
import { View } from '../recall/view.ts';
import type { Ledger } from '../store/ledger.ts';

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
  const { graph, anchors } = await graphOf(parts, perspective, asked);
  const from = typeof asked.from === 'string' ? [asked.from] : asked.from;
  const seeds = from.map((name) => ({ name, nodes: graph.nodesOf(name) }));
  const distinct = new Map(seeds.flatMap(({ nodes }) => nodes).map((node) => [node.id, node]));
  const found = await walk([...distinct.values()], { graph, anchors, depth, signal });
  const { nodes, byChance } = chooseNodes(found, { nodes: most, serendipity, seed });
  const memories = await read(parts.ledger, graph, nodes);
  const explored = exploredNodes(nodes, memories, byChance);
  const edges = edgesBetween(graph, nodes, await graph.derivations(nodes));
  const notices = await ambiguitiesOf(parts, perspective.believers, from);
  const namesAsked = explored.flatMap(({ depth: steps, kind, label }) => (steps > 0 || isMemory(kind) ? [] : [label]));
  return new Exploration({
    agent: perspective.agent,
    from,
    unknown: seeds.filter(({ nodes: named }) => named.length === 0).map(({ name }) => name),
    depth,
    nodes: explored,
    edges,
    clusters: clustersOf(clusterNodes(explored, memories), edges, namesAsked),
    total: found.length,
    ...(notices.length === 0 ? {} : { notices }),
  });
}

/** What an exploration walks through, and what its nodes are measured by. */
async function graphOf(
  parts: RecallParts,
  perspective: Perspective,
  { asOf, validAt, anchors }: Pick<Checked<ExploreOptions>, 'asOf' | 'validAt' | 'anchors'>,
): Promise<{ readonly graph: Graph; readonly anchors: readonly Anchor[] }> {
  const { ledger, index, clock } = parts;
  const at = clock().getTime();
  const moment = asOf === undefined ? { at } : { at, ...(await earlier(parts, perspective, asOf, validAt)) };
  const filter = validAt === undefined ? {} : { validAt: validAt.getTime() };
  const view = new View(index, perspective, moment, filter);
  return {
    graph: new Graph({ ledger, view }),
    anchors: anchorsOf(index, { perspective, moment, asked: anchors, settled: parts.anchors }),
  };
}

/** What the chosen memories say, and one memory more for each entity, for its name as this perspective knows it. */
async function read(ledger: Ledger, graph: Graph, nodes: readonly WalkedNode[]): Promise<readonly RecalledMemory[]> {
  const ids = nodes.flatMap(({ id, row, entities = [] }) => (row === undefined ? graph.tellingOf(entities) : [id]));
  return hydrateIds(ledger, graph.view, [...new Set(ids)]);
}

/** All but what was asked for, as clusters see it. */
function clusterNodes(explored: readonly ExploredNode[], memories: readonly RecalledMemory[]): readonly ClusterNode[] {
  const concepts = new Map(memories.map((memory) => [memory.id, memory.concepts]));
  return explored
    .filter(({ depth }) => depth > 0)
    .map(({ id, kind, label }) => {
      const own = isMemory(kind) ? concepts.get(id) : undefined;
      return own === undefined ? { id, name: label } : { id, concepts: own };
    });
}

/** Entities that fewer memories speak of together are so by chance, or by the one memory that is shown. */
const minTogether = 2;

/** Each edge once, in the order of the nodes; then the entities that several memories in view speak of together. */
function edgesBetween(
  graph: Graph,
  nodes: readonly GraphNode[],
  derivations: ReadonlyMap<string, readonly Step[]>,
): readonly GraphEdge[] {
  const chosen = new Set(nodes.map(({ id }) => id));
  const edges = new Map<string, GraphEdge>();
  for (const node of nodes) {
    for (const { edge, to } of [...graph.steps(node, maxFromOther), ...(derivations.get(node.id) ?? [])]) {
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
    for (const row of graph.view.rowsOf(entities, maxFromOther)) {
      const others = spokenOf.get(row) ?? [];
      for (const from of others) {
        const pair = counts.get(`${from} ${id}`) ?? { from, to: id, times: 0 };
        pair.times += 1;
        counts.set(`${from} ${id}`, pair);
      }
      spokenOf.set(row, [...others, id]);
    }
  }
  return [...counts.values()]
    .filter(({ times }) => times >= minTogether)
    .map((pair) => ({ kind: 'mentionedWith', words: sayings.mentionedWith.words, ...pair }));
}

/** The nodes in their order, with what `memories` say of them. */
function exploredNodes(
  nodes: readonly WalkedNode[],
  memories: readonly RecalledMemory[],
  byChance: ReadonlySet<string>,
): readonly ExploredNode[] {
  const said = new Map(memories.map((memory) => [memory.id, memory]));
  const named = new Map(memories.flatMap(({ entities }) => entities).map((entity) => [entity.id, entity]));
  const shown = nodes.map((node) => ({ node, as: shownAs(node, said.get(node.id), named.get(node.id)) }));
  const labels = new Map(
    shown.map(({ node, as: { kind, label } }) => {
      return [node.id, isMemory(kind) ? `“${shorten(label, pathLabelCharacters)}”` : label];
    }),
  );
  const inPath = ({ id }: WalkedNode): string => labels.get(id) ?? id;
  return shown.map(({ node, as }) => ({
    id: node.id,
    ...as,
    score: node.score,
    signals: contributions(node.values, walkWeights),
    depth: node.depth,
    path: pathTo(node)
      .map((at) => (at.via === undefined ? inPath(at) : stepWords(at.via.edge, at.id, inPath(at))))
      .join(', '),
    ...present({ byChance: byChance.has(node.id) || undefined }),
  }));
}

function isMemory(kind: ExploredNode['kind']): boolean {
  return kind === 'fact' || kind === 'observation';
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
      ...present({ speaker, superseded }),
    };
  }
  const [table, name = key] = id.split(/:(.*)/s);
  if (table === 'agent') return { kind: 'agent', label: onOneLine(name) };
  const { name: label = key, type } = entity ?? {};
  return present({ kind: 'entity', type, label: onOneLine(label) });
}
