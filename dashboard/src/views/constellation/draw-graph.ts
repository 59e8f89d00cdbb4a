/** Draws a graph with sigma: what is drawn how, what is highlighted, and what the pointer does. Knows nothing of the address. */
import { MultiGraph } from 'graphology';
import Sigma from 'sigma';
import type { Settings } from 'sigma/settings';
import type { CameraState } from 'sigma/types';
import { drawDiscNodeLabel, EdgeLineProgram } from 'sigma/rendering';
import type { Graph } from './graph-in-view.ts';
import {
  type DrawnEdge,
  type DrawnGraph,
  type DrawnNode,
  type Highlight,
  hover,
  type Look,
  nearOf,
  reducersFor,
} from './highlight.ts';
import { countTies } from './layout-matrices.ts';
import { opacityOf, radiusOf, scaleFor } from './node-look.ts';
import type { Palette } from './palette.ts';
import { prefersStillness } from './prefers-stillness.ts';
import type { Place } from './start-positions.ts';

/** A picture of a graph. */
export interface GraphPicture {
  /** Places the nodes: x, then y, in the order of the nodes. */
  place(positions: Float32Array): void;
  show(look: Look): void;
  /** Brings a node to the middle. */
  centre(id: string): void;
  /** More than 1 is nearer. */
  zoom(factor: number): void;
  whole(): void;
  /** From where it is looked at now. */
  camera(): CameraState;
  /** Takes it away. */
  remove(): void;
}

interface DrawOptions {
  /** Where the nodes stand, in their order. */
  readonly places: readonly Place[];
  readonly look: Look;
  /** From where it is looked at. @default the whole of it */
  readonly camera: CameraState | undefined;
  /** A node was clicked on; undefined where there was none. */
  readonly onChoose: (id: string | undefined) => void;
}

/** Characters of a label that stand beside its node. */
const labelCharacters = 28;
/** Edges beyond which they are not drawn while the picture moves. */
const manyEdges = 3_000;

/** Draws a graph into an element. */
export function drawGraph(element: HTMLElement, graph: Graph, options: DrawOptions): GraphPicture {
  const { look, camera, places, onChoose } = options;
  const drawn = drawnGraph(graph, places);
  const highlight: Highlight = { look, near: nearOf(drawn, look.chosen) };
  const isLarge = drawn.size > manyEdges;
  const sigma = new Sigma<DrawnNode, DrawnEdge>(drawn, element, {
    hideEdgesOnMove: isLarge,
    hideLabelsOnMove: isLarge,
    defaultEdgeType: 'line',
    edgeProgramClasses: { line: EdgeLineProgram },
    labelFont: 'system-ui, sans-serif',
    labelSize: 13,
    labelRenderedSizeThreshold: 5,
    labelDensity: 0.5,
    labelGridCellSize: 160,
    stagePadding: 40,
    minCameraRatio: 0.01,
    maxCameraRatio: 3,
    // Where the page was laid out without room for it, it is drawn once there is some.
    allowInvalidContainer: true,
    ...wordsIn(look.palette),
    ...reducersFor(drawn, highlight),
  });
  if (camera !== undefined) sigma.getCamera().setState(camera);
  sigma.on('clickNode', ({ node }) => onChoose(node));
  sigma.on('clickStage', () => onChoose(undefined));
  sigma.on('enterNode', ({ node }) => hover(sigma, highlight, node));
  sigma.on('leaveNode', () => hover(sigma, highlight, undefined));
  const duration = prefersStillness() ? 1 : 300;
  return {
    place: (positions) => {
      let at = 0;
      drawn.updateEachNodeAttributes(
        (_, attributes) => {
          const [x = 0, y = 0] = [positions[at], positions[at + 1]];
          at += 2;
          return Object.assign(attributes, { x, y });
        },
        { attributes: ['x', 'y'] },
      );
    },
    show: (next) => {
      if (next === highlight.look) return;
      highlight.look = next;
      highlight.near = nearOf(drawn, next.chosen);
      // Draws everything anew.
      sigma.setSettings(wordsIn(next.palette));
    },
    centre: (id) => {
      // Until it is drawn again, nodes are where they were or nowhere.
      sigma.once('afterRender', () => {
        const place = sigma.getNodeDisplayData(id);
        if (place === undefined) return;
        const ratio = Math.min(sigma.getCamera().ratio, 0.4);
        void sigma.getCamera().animate({ x: place.x, y: place.y, ratio }, { duration });
      });
      sigma.scheduleRender();
    },
    zoom: (factor) => void sigma.getCamera().animatedZoom({ factor, duration }),
    whole: () => void sigma.getCamera().animatedReset({ duration }),
    camera: () => sigma.getCamera().getState(),
    remove: () => sigma.kill(),
  };
}

function drawnGraph(graph: Graph, places: readonly Place[]): DrawnGraph {
  const { nodes, edges } = graph;
  const ties = countTies(graph);
  const scale = scaleFor(nodes.length);
  const drawn = new MultiGraph<DrawnNode, DrawnEdge>();
  nodes.forEach((node, at) => {
    drawn.addNode(node.id, {
      x: places[at]?.x ?? 0,
      y: places[at]?.y ?? 0,
      kind: node.kind,
      label: shortLabel(node.label),
      size: radiusOf(node, ties.get(node.id) ?? 0) * scale,
      opacity: opacityOf(node),
    });
  });
  for (const { kind, from, to } of edges) drawn.addEdge(from, to, { kind });
  return drawn;
}

/** The first words of a label. */
function shortLabel(label: string): string {
  if (label.length <= labelCharacters) return label;
  const end = label.lastIndexOf(' ', labelCharacters);
  return `${label.slice(0, end > 0 ? end : labelCharacters)} …`;
}

/** How the words of a picture are written. */
function wordsIn({ ink, raised }: Palette): Partial<Settings<DrawnNode, DrawnEdge>> {
  return {
    labelColor: { color: ink },
    defaultDrawNodeLabel: (context, data, settings) => {
      // Other nodes and edges lie behind the words.
      context.font = `${settings.labelWeight} ${settings.labelSize}px ${settings.labelFont}`;
      context.strokeStyle = raised;
      context.lineWidth = 3;
      context.strokeText(data.label ?? '', data.x + data.size + 3, data.y + settings.labelSize / 3);
      drawDiscNodeLabel(context, data, settings);
    },
    defaultDrawNodeHover: (context, data, settings) => {
      const label = data.label ?? '';
      context.font = `600 ${settings.labelSize}px ${settings.labelFont}`;
      const width = context.measureText(label).width + data.size + 12;
      context.fillStyle = raised;
      context.strokeStyle = ink;
      context.lineWidth = 1;
      context.beginPath();
      context.roundRect(data.x - data.size - 4, data.y - 13, width + data.size, 26, 8);
      context.fill();
      context.stroke();
      drawDiscNodeLabel(context, data, { ...settings, labelWeight: '600' });
    },
  };
}
