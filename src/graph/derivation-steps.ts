/** The steps along DERIVED_FROM, which only the ledger holds: one statement for all nodes of a level. */
import type { Perspective } from '../domain/perspective.ts';
import { isDerivedFor } from '../recall/derivations-in-view.ts';
import type { RecallParts } from '../recall/recall.ts';
import type { Surroundings } from '../recall/surroundings.ts';
import { edgeWords, type GraphEdge } from './edges.ts';
import type { Graph, GraphNode, Step } from './graph.ts';

/** What derivations are looked up in. */
export interface DerivationSources {
  readonly ledger: RecallParts['ledger'];
  readonly perspective: Perspective;
  readonly surroundings: Surroundings;
  readonly graph: Graph;
}

/** By the id of each memory the steps to what it is derived from and to what is derived from it, as far as both are in view. */
export async function derivationSteps(
  { ledger, perspective, surroundings, graph }: DerivationSources,
  nodes: readonly GraphNode[],
): Promise<ReadonlyMap<string, readonly Step[]>> {
  const memories = nodes.filter(({ slot }) => slot !== undefined).map(({ id }) => id);
  const steps = new Map<string, Step[]>(memories.map((id) => [id, []]));
  for (const derived of await ledger.derivationsAround(memories)) {
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
