/** What stands out in a sky: the node that was chosen, the one under the pointer, and what both are tied to. */
import type { MultiGraph } from 'graphology';
import type Sigma from 'sigma';
import type { Settings } from 'sigma/settings';
import type { NodeKind } from '../../components/kinds.ts';
import { type EdgeKind, markedKinds } from './edge-kinds.ts';
import type { Hidden } from './graph-question.ts';
import { opacityOf } from './node-look.ts';
import { type Palette, translucent } from './palette.ts';
import type { Sky } from './sky.ts';

/** What a node carries for drawing. */
export interface DrawnNode {
  readonly x: number;
  readonly y: number;
  readonly kind: NodeKind;
  readonly label: string;
  /** Its radius in pixels. */
  readonly size: number;
  /** 0..1: how strongly it is believed now; missing where it is no memory. */
  readonly strength?: number;
}

/** What an edge carries for drawing. */
export interface DrawnEdge {
  readonly kind: EdgeKind;
  readonly type: 'line' | 'arc';
}

/** A graph as it is drawn. */
export type DrawnGraph = MultiGraph<DrawnNode, DrawnEdge>;

/** What changes in a picture while its graph stays. */
export interface Look {
  readonly palette: Palette;
  readonly hidden: Hidden;
  /** Which part of the graph stands in this sky. */
  readonly sky: Sky;
  /** The node that was chosen: it, what it is tied to and the edges between stand out. */
  readonly chosen: string | undefined;
}

/** What stands out now. */
export interface Highlight {
  look: Look;
  hovered?: string | undefined;
  /** What is chosen or under the pointer, and what it is tied to; empty while nothing is. */
  near: ReadonlySet<string>;
}

type Reducers = Pick<Settings<DrawnNode, DrawnEdge>, 'nodeReducer' | 'edgeReducer'>;

/** Opacity of the nodes that stand back, as a share of their own. */
const farOpacity = 0.12;
/** Opacity of edges, at least and at most, and how many of them are drawn with the most. */
const edgeOpacities = { least: 0.03, most: 0.3, few: 150 } as const;
/** Edges beyond which only those under the pointer are drawn anew: looking at all of them takes too long. */
const manyEdges = 20_000;

/** A node and all that it is tied to in the sky; nothing where there is no such node. */
export function nearOf(graph: DrawnGraph, id: string | undefined, { sky, hidden }: Look): ReadonlySet<string> {
  if (id === undefined || !graph.hasNode(id) || !sky.shown.has(id)) return new Set();
  const near = new Set([id]);
  graph.forEachEdge(id, (_, { kind }, from, to) => {
    const other = from === id ? to : from;
    if (!hidden.edges.has(kind) && isShown(graph, other, sky, hidden)) near.add(other);
  });
  return near;
}

/** Whether a node stands in the sky. */
export function isShown(graph: DrawnGraph, id: string, { shown }: Sky, { nodes }: Hidden): boolean {
  return shown.has(id) && !nodes.has(graph.getNodeAttribute(id, 'kind'));
}

/** How each node and edge is drawn, by what stands out. */
export function reducersFor(graph: DrawnGraph, highlight: Highlight): Reducers {
  const { least, most, few } = edgeOpacities;
  // Many lines one over the other are as bright as one.
  const edgeOpacity = Math.max(least, Math.min(most, most * Math.sqrt(few / Math.max(1, graph.size))));
  return {
    nodeReducer: (id, node) => {
      const { look, near, hovered } = highlight;
      if (!isShown(graph, id, look.sky, look.hidden)) return { ...node, hidden: true };
      const isFar = near.size > 0 && !near.has(id);
      const opacity = opacityOf(node.strength, look.sky.replaced.has(id)) * (isFar ? farOpacity : 1);
      return {
        ...node,
        color: translucent(look.palette.kinds[node.kind], opacity),
        zIndex: isFar ? 0 : 1,
        highlighted: id === look.chosen && hovered === undefined,
      };
    },
    edgeReducer: (id, { kind, type }) => {
      const { look, near, hovered } = highlight;
      const { palette, hidden, sky } = look;
      const [from, to] = graph.extremities(id);
      const isGone = hidden.edges.has(kind) || !isShown(graph, from, sky, hidden) || !isShown(graph, to, sky, hidden);
      const focus = hovered ?? look.chosen;
      const touches = from === focus || to === focus;
      if (isGone || (near.size > 0 && !touches)) return { hidden: true };
      const mark = markedKinds.find((one) => one === kind);
      if (mark !== undefined) {
        return { type, size: 2.4, color: translucent(palette.marks[mark], touches ? 1 : 0.75), zIndex: 2 };
      }
      if (touches) return { type, size: 1.2, color: translucent(palette.accent, 0.6), zIndex: 1 };
      // Everything is believed by somebody: those edges would cover the others.
      return { type, size: 0.8, color: translucent(palette.edge, kind === 'BELIEVES' ? edgeOpacity / 3 : edgeOpacity) };
    },
  };
}

/** Lets the node under the pointer and what it is tied to stand out; undefined when there is none any more. */
export function hover(sigma: Sigma<DrawnNode, DrawnEdge>, highlight: Highlight, id: string | undefined): void {
  const graph = sigma.getGraph();
  const before = highlight.hovered;
  highlight.hovered = id;
  highlight.near = nearOf(graph as DrawnGraph, id ?? highlight.look.chosen, highlight.look);
  if (graph.size <= manyEdges) {
    sigma.refresh({ skipIndexation: true, schedule: true });
    return;
  }
  const touched = [before, id].filter((one): one is string => one !== undefined && graph.hasNode(one));
  sigma.refresh({
    partialGraph: { nodes: touched, edges: [...new Set(touched.flatMap((one) => graph.edges(one)))] },
    skipIndexation: true,
    schedule: true,
  });
}
