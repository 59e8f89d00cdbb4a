/**
 * Moves nodes until they have settled, beside the thread that draws them. It ends when it is terminated. The package's own
 * worker is made from text, which the policy of the page refuses; this one is a module of the page.
 */
import iterate from 'graphology-layout-forceatlas2/iterate.js';
import { type LayoutMatrices, movement, positionsIn } from './layout-matrices.ts';

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
  report({ positions: positionsIn(nodes), isSettled: true });
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
