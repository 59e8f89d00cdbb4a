/**
 * Moves nodes until they have settled, beside the thread that draws them. It ends when it is terminated. The package's own
 * worker is made from text, which the policy of the page refuses; this one is a module of the page.
 */
import iterate from 'graphology-layout-forceatlas2/iterate.js';
import partOnce from 'graphology-layout-noverlap/iterate.js';
import { type LayoutMatrices, movement, positionsIn, roomIn, withPositions } from './layout-matrices.ts';

/** What is to be laid out, and how long at most. */
export interface LayoutTask extends LayoutMatrices {
  /** Steps after which it ends, settled or not. */
  readonly steps: number;
  /** Milliseconds between two reports. */
  readonly everyMs: number;
}

/** Where the nodes are. */
export interface LayoutReport {
  /** x, then y, in the order of the nodes. */
  readonly positions: Float32Array<ArrayBuffer>;
  readonly isSettled: boolean;
}

/** Steps after which it is looked whether the nodes still move. */
const round = 10;
/** The mean way of a node in a round, as a share of the breadth, below which nobody sees it move. */
const stillness = 0.003;

/** Steps in which stars that cover each other part, at most. */
const mostPartings = 60;

addEventListener('message', ({ data }: MessageEvent<LayoutTask>) => settle(data));

function settle({ nodes, edges, steps, everyMs }: LayoutTask): void {
  const settings = settingsFor(nodes.length / 10);
  let before = positionsIn(nodes);
  let reportedAt = performance.now();
  for (let step = 1; step <= steps; step += 1) {
    iterate(settings, nodes, edges);
    if (step % round !== 0) continue;
    const positions = positionsIn(nodes);
    const isStill = movement(before, positions) < stillness;
    before = positions;
    if (isStill) break;
    if (performance.now() - reportedAt > everyMs) {
      report({ positions: positions.slice(), isSettled: false });
      reportedAt = performance.now();
    }
  }
  report({ positions: parted(nodes), isSettled: true });
}

/** Where the nodes are once none covers another any more. */
function parted(nodes: Float32Array): Float32Array<ArrayBuffer> {
  const room = roomIn(nodes);
  const gridSize = Math.max(1, Math.min(80, Math.round(Math.sqrt(room.length / 3 / 4))));
  for (let step = 0; step < mostPartings; step += 1) {
    if (partOnce({ margin: 0, ratio: 1, expansion: 1.1, gridSize, speed: 3 }, room).converged) break;
  }
  return withPositions(nodes, room);
}

function report(told: LayoutReport): void {
  postMessage(told, { transfer: [told.positions.buffer] });
}

function settingsFor(nodes: number): Parameters<typeof iterate>[0] {
  return {
    linLogMode: false,
    outboundAttractionDistribution: false,
    adjustSizes: false,
    edgeWeightInfluence: 1,
    scalingRatio: 10,
    strongGravityMode: true,
    gravity: 0.05,
    slowDown: 1 + Math.log(nodes + 1),
    // Exact forces cost the square of the nodes.
    barnesHutOptimize: nodes > 500,
    // Coarser than the package's own 0.5, which takes much longer and looks no different.
    barnesHutTheta: 1.2,
  };
}
