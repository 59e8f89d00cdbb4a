/**
 * Where the nodes stand before the layout begins: memories around those who believe them, by session, so that the
 * picture can be read before it has settled. The same graph always starts the same way.
 */
import type { Graph, GraphNode } from './graph-in-view.ts';

/** A place in the picture. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Room between neighbours of a spiral, in the units of the layout. */
const spacing = 12;
/** Turns of a sunflower: neighbours of a spiral never line up. */
const goldenAngle = Math.PI * (3 - Math.sqrt(5));

/** The place of each node, in the order of the nodes. */
export function startPositions(graph: Graph): readonly Place[] {
  return amidNeighbours(graph, placeMemories(graph));
}

/** The place of each node, in the order of the nodes; one that has none stands amid those that it is tied to. */
export function amidNeighbours(graph: Graph, places: ReadonlyMap<string, Place>): readonly Place[] {
  const around = sumsOfNeighbours(graph, places);
  return graph.nodes.map(({ id }, turn) => {
    const { x, y, count } = around.get(id) ?? { x: 0, y: 0, count: 1 };
    // Aside of the middle, for two nodes in one place would never part.
    return places.get(id) ?? onSpiral({ x: x / count, y: y / count }, turn % 7);
  });
}

/** The memories, each group on a spiral of its own. */
function placeMemories({ nodes, edges }: Graph): Map<string, Place> {
  const sessions = new Map<string, string>();
  for (const { kind, from, to } of edges) if (kind === 'BELONGS_TO') sessions.set(from, to);
  const groups = new Map<string, Map<string, string[]>>();
  for (const node of nodes) {
    if (node.agents === undefined) continue;
    const ofAgent = sure(groups, agentOf(node), () => new Map<string, string[]>());
    sure(ofAgent, sessions.get(node.id) ?? '', () => []).push(node.id);
  }
  const places = new Map<string, Place>();
  for (const [agent, centre] of agentCentres(groups)) {
    const ofAgent = inOrder(groups.get(agent) ?? new Map<string, string[]>());
    ofAgent.forEach(([, ids], turn) => {
      const middle = onSpiral(centre, turn, roomOf(ofAgent.map(([, one]) => one.length)));
      ids.forEach((id, place) => {
        places.set(id, onSpiral(middle, place));
      });
    });
  }
  return places;
}

/** The agents, each with room for its groups, around a middle. */
function agentCentres(groups: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>): [string, Place][] {
  const agents = inOrder(groups).map(([agent, ofAgent]) => {
    const sizes = [...ofAgent.values()].map(({ length }) => length);
    return { agent, radius: roomOf(sizes) * Math.sqrt(sizes.length) };
  });
  const round = agents.reduce((sum, { radius }) => sum + radius, 0);
  const ring = agents.length > 1 ? (1.2 * round) / Math.PI : 0;
  let before = 0;
  return agents.map(({ agent, radius }) => {
    const angle = (2 * Math.PI * (before + radius / 2)) / round;
    before += radius;
    return [agent, { x: ring * Math.cos(angle), y: ring * Math.sin(angle) }];
  });
}

/** For what has no place: the places of what it is tied to. */
function sumsOfNeighbours(
  { edges }: Graph,
  places: ReadonlyMap<string, Place>,
): Map<string, { x: number; y: number; count: number }> {
  const sums = new Map<string, { x: number; y: number; count: number }>();
  const add = (id: string, place: Place | undefined): void => {
    if (place === undefined || places.has(id)) return;
    const sum = sure(sums, id, () => ({ x: 0, y: 0, count: 0 }));
    sum.x += place.x;
    sum.y += place.y;
    sum.count += 1;
  };
  for (const { from, to } of edges) {
    add(from, places.get(to));
    add(to, places.get(from));
  }
  return sums;
}

/** Whose a memory is: an agent's before what every agent may recall. */
function agentOf({ agents = [] }: GraphNode): string {
  return agents.find((agent) => agent !== 'system') ?? 'system';
}

/** How far apart groups of these sizes stand. */
function roomOf(sizes: readonly number[]): number {
  return 2.2 * spacing * Math.sqrt(Math.max(...sizes));
}

function onSpiral({ x, y }: Place, turn: number, room: number = spacing): Place {
  const radius = room * Math.sqrt(turn);
  return { x: x + radius * Math.cos(turn * goldenAngle), y: y + radius * Math.sin(turn * goldenAngle) };
}

function inOrder<Value>(map: ReadonlyMap<string, Value>): [string, Value][] {
  return [...map].sort(([one], [other]) => (one < other ? -1 : 1));
}

function sure<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}
