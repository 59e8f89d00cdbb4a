/**
 * A graph as the layout reads it: ten numbers for a node (x, y, forces, mass, size) and three for an edge (its ends and
 * its pull), as the matrices of graphology-layout-forceatlas2. No markup, so that it can be tested without a browser.
 */
import { edgeLooks } from './edge-kinds.ts';
import type { Graph, GraphEdge } from './graph-in-view.ts';
import type { Place } from './start-positions.ts';

/** Numbers of a node, and of an edge. */
const nodeWidth = 10;
const edgeWidth = 3;
const massAt = 6;
const sizeAt = 8;
const fixedAt = 9;
/** How many pixels broad a whole picture is, about: what a star takes in pixels is a share of that. */
const pictureBreadth = 900;
/** Pixels around a star that no other takes. */
const roomAround = 3;

/** What the layout reads and moves. */
export interface LayoutMatrices {
  readonly nodes: Float32Array<ArrayBuffer>;
  readonly edges: Float32Array<ArrayBuffer>;
}

/** Where a node starts. */
export interface StartPlace extends Place {
  /** Whether it stays there. */
  readonly isFixed?: boolean;
}

/**
 * The matrices of a graph whose nodes stand somewhere.
 *
 * @param radii - how large the star of each node is drawn, in pixels.
 */
export function layoutMatrices(
  graph: Graph,
  places: readonly StartPlace[],
  radii: (place: number) => number = () => 1,
): LayoutMatrices {
  const nodes = new Float32Array(graph.nodes.length * nodeWidth);
  const offsets = new Map<string, number>();
  graph.nodes.forEach(({ id }, place) => {
    const { x = 0, y = 0, isFixed = false } = places[place] ?? {};
    // Forces of now and before, mass, convergence, size, whether it is fixed.
    nodes.set([x, y, 0, 0, 0, 0, 1, 1, radii(place), Number(isFixed)], place * nodeWidth);
    offsets.set(id, place * nodeWidth);
  });
  const edges = new Float32Array(graph.edges.length * edgeWidth);
  const ties = countTies(graph);
  graph.edges.forEach((edge, place) => {
    const [source = 0, target = 0] = [offsets.get(edge.from), offsets.get(edge.to)];
    const pull = pullOf(edge, ties);
    edges.set([source, target, pull], place * edgeWidth);
    for (const end of [source, target]) nodes[end + massAt] = (nodes[end + massAt] ?? 0) + pull;
  });
  return { nodes, edges };
}

/** How many edges each node has. */
function countTies({ edges }: Graph): ReadonlyMap<string, number> {
  const ties = new Map<string, number>();
  for (const edge of edges) for (const end of [edge.from, edge.to]) ties.set(end, (ties.get(end) ?? 0) + 1);
  return ties;
}

/**
 * How strongly an edge draws its ends together. What much is tied to says little of each, so that its edges draw less:
 * without that, the few names that everything mentions pull the picture into one ball. Believers are to be what
 * memories gather around, so that theirs do not.
 */
function pullOf({ kind, from, to, weight = 1 }: GraphEdge, ties: ReadonlyMap<string, number>): number {
  const busiest = kind === 'BELIEVES' ? 1 : Math.max(ties.get(from) ?? 1, ties.get(to) ?? 1);
  return (edgeLooks[kind].pull * (0.5 + weight / 2)) / Math.sqrt(busiest);
}

/** The x and y of each node. */
export function positionsIn(nodes: Float32Array): Float32Array<ArrayBuffer> {
  const positions = new Float32Array((nodes.length / nodeWidth) * 2);
  for (let place = 0; place < positions.length / 2; place += 1) {
    positions[2 * place] = nodes[place * nodeWidth] ?? 0;
    positions[2 * place + 1] = nodes[place * nodeWidth + 1] ?? 0;
  }
  return positions;
}

/** How far nodes went on average, as a share of the breadth of the picture. */
export function movement(before: Float32Array, after: Float32Array): number {
  let far = 0;
  let least = Infinity;
  let most = -Infinity;
  for (let place = 0; place < after.length; place += 2) {
    const [x = 0, y = 0] = [after[place], after[place + 1]];
    far += Math.hypot(x - (before[place] ?? 0), y - (before[place + 1] ?? 0));
    least = Math.min(least, x);
    most = Math.max(most, x);
  }
  return far === 0 ? 0 : far / (after.length / 2) / Math.max(most - least, Number.EPSILON);
}

/** Three numbers for each node, x, y and how much room it takes, in the units of the layout. */
export function roomIn(nodes: Float32Array): Float32Array<ArrayBuffer> {
  const positions = positionsIn(nodes);
  const unit = breadthOf(positions) / pictureBreadth;
  const room = new Float32Array((nodes.length / nodeWidth) * 3);
  for (let place = 0; place < room.length / 3; place += 1) {
    const size = nodes[place * nodeWidth + sizeAt] ?? 0;
    room.set([positions[2 * place] ?? 0, positions[2 * place + 1] ?? 0, (size + roomAround) * unit], place * 3);
  }
  return room;
}

/** The x and y of each node as they came out; what is fixed stays. */
export function withPositions(nodes: Float32Array, room: Float32Array): Float32Array<ArrayBuffer> {
  const positions = positionsIn(nodes);
  for (let place = 0; place < room.length / 3; place += 1) {
    if (nodes[place * nodeWidth + fixedAt] === 1) continue;
    positions.set([room[3 * place] ?? 0, room[3 * place + 1] ?? 0], 2 * place);
  }
  return positions;
}

function breadthOf(positions: Float32Array): number {
  let [least, most] = [Infinity, -Infinity];
  for (const one of positions) {
    least = Math.min(least, one);
    most = Math.max(most, one);
  }
  return most > least ? most - least : 1;
}
