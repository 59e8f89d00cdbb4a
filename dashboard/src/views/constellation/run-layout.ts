/** Starts the layout in a worker, and tells where the nodes are while it moves them. */
import { startWorker } from '../../trusted.ts';
import type { LayoutMatrices } from './layout-matrices.ts';
import type { LayoutReport, LayoutTask } from './layout-worker.ts';
import workerAddress from './layout-worker.ts?worker&url';

/** Steps after which nobody waits any longer. */
const mostSteps = 300;

/**
 * Lays a graph out; the matrices go to the worker and are empty from then on.
 *
 * @returns what ends it before its time.
 */
export function runLayout(matrices: LayoutMatrices, onReport: (report: LayoutReport) => void): () => void {
  const worker = startWorker(workerAddress);
  worker.addEventListener('message', ({ data }: MessageEvent<LayoutReport>) => {
    onReport(data);
    if (data.isSettled) worker.terminate();
  });
  // Drawing many nodes anew takes a while, in which nothing else can be done.
  const task: LayoutTask = { ...matrices, steps: mostSteps, everyMs: 250 + matrices.nodes.length / 100 };
  worker.postMessage(task, { transfer: [matrices.nodes.buffer, matrices.edges.buffer] });
  return () => worker.terminate();
}
