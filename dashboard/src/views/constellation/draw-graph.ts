/** Draws a sky with sigma: what is drawn how, what is highlighted, and what the pointer does. Knows nothing of the address. */
import EdgeCurveProgram from '@sigma/edge-curve';
import { MultiGraph } from 'graphology';
import Sigma from 'sigma';
import type { Settings } from 'sigma/settings';
import type { CameraState } from 'sigma/types';
import { EdgeLineProgram } from 'sigma/rendering';
import { cameraOn, type Covered } from './camera.ts';
import { drawBox, labelWriter } from './draw-labels.ts';
import { markedKinds } from './edge-kinds.ts';
import type { Graph } from './graph-in-view.ts';
import {
  type DrawnEdge,
  type DrawnGraph,
  type DrawnNode,
  type Highlight,
  hover,
  isShown,
  type Look,
  nearOf,
  reducersFor,
} from './highlight.ts';
import { radiiIn } from './node-look.ts';
import type { Palette } from './palette.ts';
import type { PlacedLabel } from './place-labels.ts';
import { prefersStillness } from './prefers-stillness.ts';
import { starProgram } from './star-program.ts';
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
  /** Brings all that is shown into view, at once or gently. */
  seeAll(isAtOnce?: boolean): void;
  /** From where it is looked at now, and from where it is to be. */
  camera(): CameraState;
  lookFrom(camera: CameraState): void;
  /** What is seen now, for a file: the layers, as they lie one over the other. */
  frame(): SkyFrame;
  /** Takes it away. */
  remove(): void;
}

/** What is seen of a sky at a moment. */
export interface SkyFrame {
  readonly width: number;
  readonly height: number;
  readonly layers: readonly HTMLCanvasElement[];
  readonly stars: readonly { readonly id: string; readonly x: number; readonly y: number; readonly radius: number }[];
  readonly labels: readonly PlacedLabel[];
}

interface DrawOptions {
  /** Where the nodes stand, in their order. */
  readonly places: readonly Place[];
  readonly look: Look;
  /** Whether nothing floats over it. */
  readonly isSmall: boolean;
  /** From where it is looked at. @default the whole of it */
  readonly camera: CameraState | undefined;
  /** A node was clicked on; undefined where there was none. */
  readonly onChoose: (id: string | undefined) => void;
  /** A node was clicked on twice. */
  readonly onExpand: (id: string) => void;
  /** It is looked at from elsewhere. */
  readonly onCamera: (camera: CameraState) => void;
}

/** Edges beyond which they are not drawn while the picture moves. */
const manyEdges = 3_000;
/** Nodes beyond which stars have no halos. */
const manyNodes = 3_000;
/** Pixels from which the tools stand at the left. */
const panelFrom = 700;
/** Milliseconds in which a second click follows, if one does. */
const doubleClickMs = 260;

/** Draws a graph into an element. */
export function drawGraph(element: HTMLElement, graph: Graph, options: DrawOptions): GraphPicture {
  const { look, camera, places, isSmall, onChoose, onExpand, onCamera } = options;
  const drawn = drawnGraph(graph, places, sizeFor(element));
  const highlight: Highlight = { look, near: nearOf(drawn, look.chosen, look) };
  const sigma = new Sigma<DrawnNode, DrawnEdge>(drawn, element, {
    ...settingsFor(drawn, look.palette),
    ...reducersFor(drawn, highlight),
  });
  const writeLabels = labelWriter(sigma, drawn, highlight);
  let labels: readonly PlacedLabel[] = [];
  let isMoving = false;
  sigma.on('afterRender', () => {
    labels = isMoving && drawn.size > manyEdges ? [] : writeLabels();
  });
  if (camera !== undefined) sigma.getCamera().setState(camera);
  sigma.getCamera().on('updated', onCamera);
  sigma.on('moveBody', () => {
    isMoving = sigma.getMouseCaptor().isMoving;
  });
  const stop = listen(sigma, { highlight, onChoose, onExpand });
  const duration = prefersStillness() ? 1 : 350;
  const seeAll = (isAtOnce = false): void => {
    sigma.once('afterRender', () => {
      const shown = drawn
        .filterNodes((id) => isShown(drawn, id, highlight.look.sky, highlight.look.hidden))
        .flatMap((id) => sigma.getNodeDisplayData(id) ?? []);
      const next = cameraOn(sigma, shown, coveredIn(element, isSmall));
      if (isAtOnce) sigma.getCamera().setState(next);
      else void sigma.getCamera().animate(next, { duration });
    });
    sigma.scheduleRender();
  };
  if (camera === undefined) seeAll(true);
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
      highlight.near = nearOf(drawn, next.chosen, next);
      sigma.refresh({ skipIndexation: true, schedule: true });
    },
    centre: (id) => {
      // Until it is drawn again, nodes are where they were or nowhere.
      sigma.once('afterRender', () => {
        const place = sigma.getNodeDisplayData(id);
        if (place === undefined) return;
        const ratio = Math.min(sigma.getCamera().ratio, 0.6);
        void sigma.getCamera().animate({ x: place.x, y: place.y, ratio }, { duration });
      });
      sigma.scheduleRender();
    },
    zoom: (factor) => void sigma.getCamera().animatedZoom({ factor, duration }),
    seeAll,
    camera: () => sigma.getCamera().getState(),
    lookFrom: (state) => void sigma.getCamera().setState(state),
    frame: () => frameOf(sigma, drawn, highlight, () => labels),
    remove: () => {
      stop();
      sigma.kill();
    },
  };
}

/** What the tools that float over a picture leave of it free; names need some room too. */
function coveredIn(element: HTMLElement, isSmall: boolean): Covered {
  if (isSmall) return { left: 50, right: 90, top: 20, bottom: 20 };
  const { width } = element.getBoundingClientRect();
  const isWide = width >= panelFrom;
  return { left: isWide ? 190 : 40, right: isWide ? 130 : 80, top: isWide ? 40 : 130, bottom: 120 };
}

interface Listening {
  readonly highlight: Highlight;
  readonly onChoose: DrawOptions['onChoose'];
  readonly onExpand: DrawOptions['onExpand'];
}

function listen(sigma: Sigma<DrawnNode, DrawnEdge>, { highlight, onChoose, onExpand }: Listening): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  sigma.on('clickNode', ({ node }) => {
    clearTimeout(waiting);
    // What opens beside the picture moves it: a second click would miss its star.
    waiting = setTimeout(() => onChoose(node), doubleClickMs);
  });
  sigma.on('doubleClickNode', ({ node, preventSigmaDefault }) => {
    preventSigmaDefault();
    clearTimeout(waiting);
    onExpand(node);
  });
  sigma.on('clickStage', () => onChoose(undefined));
  sigma.on('enterNode', ({ node }) => hover(sigma, highlight, node));
  sigma.on('leaveNode', () => hover(sigma, highlight, undefined));
  return () => clearTimeout(waiting);
}

function settingsFor(drawn: DrawnGraph, palette: Palette): Partial<Settings<DrawnNode, DrawnEdge>> {
  return {
    hideEdgesOnMove: drawn.size > manyEdges,
    zIndex: true,
    defaultEdgeType: 'line',
    edgeProgramClasses: { line: EdgeLineProgram, arc: EdgeCurveProgram },
    defaultNodeType: 'star',
    nodeProgramClasses: {
      star: starProgram({ isNight: palette.isNight, reach: drawn.order > manyNodes ? 1.6 : 3.4 }),
    },
    // Names are written by this picture itself: no two of them may meet.
    renderLabels: false,
    labelFont: 'system-ui, sans-serif',
    labelSize: 13,
    minEdgeThickness: 0.7,
    stagePadding: 60,
    minCameraRatio: 0.01,
    maxCameraRatio: 3,
    // Where the page was laid out without room for it, it is drawn once there is some.
    allowInvalidContainer: true,
    defaultDrawNodeHover: (context, data) => drawBox(context, data, palette),
  };
}

/** How much smaller stars are where there is less room. */
function sizeFor(element: HTMLElement): number {
  const { width } = element.getBoundingClientRect();
  return Math.max(0.6, Math.min(1, width / panelFrom));
}

function drawnGraph(graph: Graph, places: readonly Place[], scale: number): DrawnGraph {
  const { nodes, edges } = graph;
  const radii = radiiIn(graph);
  const drawn = new MultiGraph<DrawnNode, DrawnEdge>();
  nodes.forEach((node, at) => {
    const { strength } = node;
    drawn.addNode(node.id, {
      x: places[at]?.x ?? 0,
      y: places[at]?.y ?? 0,
      kind: node.kind,
      label: node.label,
      size: (radii[at] ?? 1) * scale,
      ...(strength === undefined ? {} : { strength }),
    });
  });
  for (const { kind, from, to } of edges) {
    drawn.addEdge(from, to, { kind, type: markedKinds.some((one) => one === kind) ? 'arc' : 'line' });
  }
  return drawn;
}

function frameOf(
  sigma: Sigma<DrawnNode, DrawnEdge>,
  drawn: DrawnGraph,
  { look }: Highlight,
  labels: () => readonly PlacedLabel[],
): SkyFrame {
  // What WebGL has drawn can be read until the browser shows it, and no longer.
  sigma.refresh({ skipIndexation: true });
  const canvases = sigma.getCanvases();
  const names = ['edges', 'nodes', 'labels', 'hovers', 'hoverNodes'];
  return {
    ...sigma.getDimensions(),
    layers: names.flatMap((name) => canvases[name] ?? []),
    stars: drawn
      .filterNodes((id) => isShown(drawn, id, look.sky, look.hidden))
      .flatMap((id) => {
        const data = sigma.getNodeDisplayData(id);
        if (data === undefined) return [];
        return [{ id, ...sigma.framedGraphToViewport(data), radius: sigma.scaleSize(data.size) }];
      }),
    labels: labels(),
  };
}
