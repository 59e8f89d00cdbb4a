/** What stands out in a picture: the node that was chosen, the one under the pointer, and what both are tied to. */
import type { MultiGraph } from 'graphology';
import type Sigma from 'sigma';
import type { Settings } from 'sigma/settings';
import type { NodeKind } from '../../components/kinds.ts';
import type { EdgeKind } from './edge-kinds.ts';
import type { Hidden } from './graph-question.ts';
import { type Palette, translucent } from './palette.ts';

/** What a node carries for drawing. */
export interface DrawnNode {
  readonly x: number;
  readonly y: number;
  readonly kind: NodeKind;
  readonly label: string;
  /** Its radius in pixels. */
  readonly size: number;
  /** 0..1. */
  readonly opacity: number;
}

/** What an edge carries for drawing. */
export interface DrawnEdge {
  readonly kind: EdgeKind;
}

/** A graph as it is drawn. */
export type DrawnGraph = MultiGraph<DrawnNode, DrawnEdge>;

/** What changes in a picture while its graph stays. */
export interface Look {
  readonly palette: Palette;
  readonly hidden: Hidden;
  /** The node that was chosen: it, what it is tied to and the edges between stand out. */
  readonly chosen: string | undefined;
}

/** What stands out now. */
export interface Highlight {
  look: Look;
  hovered?: string | undefined;
  /** What was chosen and what it is tied to; empty while nothing is. */
  near: ReadonlySet<string>;
}

type Reducers = Pick<Settings<DrawnNode, DrawnEdge>, 'nodeReducer' | 'edgeReducer'>;

/** How many nodes around a chosen one may all bear their labels. */
const fewNeighbours = 16;
/** Opacity of the nodes that stand back. */
const farOpacity = 0.1;
/** Opacity of edges, at least and at most, and how many of them are drawn with the most. */
const edgeOpacities = { least: 0.04, most: 0.4, few: 150 } as const;

/** A node and all that it is tied to; nothing where there is no such node. */
export function nearOf(graph: DrawnGraph, id: string | undefined): ReadonlySet<string> {
  return new Set(id !== undefined && graph.hasNode(id) ? [id, ...graph.neighbors(id)] : []);
}

/** How each node and edge is drawn, by what stands out. */
export function reducersFor(graph: DrawnGraph, highlight: Highlight): Reducers {
  const { least, most, few } = edgeOpacities;
  // Many lines one over the other are as dark as one.
  const edgeOpacity = Math.max(least, Math.min(most, most * Math.sqrt(few / Math.max(1, graph.size))));
  return {
    nodeReducer: (id, node) => {
      const { look, hovered, near } = highlight;
      const isFar = near.size > 0 && !near.has(id) && id !== hovered;
      const isNamed = near.size === 0 ? node.kind === 'agent' : near.has(id) && near.size <= fewNeighbours;
      return {
        ...node,
        label: isFar ? null : node.label,
        color: translucent(look.palette.kinds[node.kind], isFar ? farOpacity : node.opacity),
        hidden: look.hidden.nodes.has(node.kind),
        forceLabel: isNamed,
        highlighted: id === look.chosen,
      };
    },
    edgeReducer: (id, { kind }) => {
      const { look, hovered, near } = highlight;
      const ends = graph.extremities(id);
      const touches = (end: string | undefined): boolean => end !== undefined && ends.includes(end);
      const standsOut = touches(hovered) || touches(look.chosen);
      const isHidden = look.hidden.edges.has(kind) || (near.size > 0 && !standsOut);
      if (isHidden) return { hidden: true };
      // Everything is believed by somebody: those edges would cover the others.
      const opacity = kind === 'BELIEVES' ? edgeOpacity / 2 : edgeOpacity;
      return { color: standsOut ? translucent(look.palette.accent, 0.8) : translucent(look.palette.edge, opacity) };
    },
  };
}

/** Lets the node under the pointer and its edges stand out; undefined when there is none any more. */
export function hover(sigma: Sigma<DrawnNode, DrawnEdge>, highlight: Highlight, id: string | undefined): void {
  const graph = sigma.getGraph();
  const touched = [highlight.hovered, id].filter((one): one is string => one !== undefined && graph.hasNode(one));
  highlight.hovered = id;
  // No more than these changes, and a large graph takes long to look at.
  sigma.refresh({
    partialGraph: { nodes: touched, edges: [...new Set(touched.flatMap((one) => graph.edges(one)))] },
    skipIndexation: true,
    schedule: true,
  });
}
