/** The groups of a large graph, as soon as they are found. */
import { useEffect, useState } from 'preact/hooks';
import { startWorker } from '../../trusted.ts';
import workerAddress from './community-worker.ts?worker&url';
import { type Community, communitiesOf, manyMemories, tiesIn } from './communities.ts';
import type { Graph } from './graph-in-view.ts';
import { isMemory } from './sky.ts';

/** Nothing of a small graph; none of a large one until they are found. */
export function useCommunities(graph: Graph): readonly Community[] | undefined {
  const isLarge = graph.nodes.filter(isMemory).length > manyMemories;
  const [found, setFound] = useState<{ readonly of: Graph; readonly groups: readonly Community[] }>();
  useEffect(() => {
    if (!isLarge) return undefined;
    const worker = startWorker(workerAddress);
    worker.addEventListener('message', ({ data }: MessageEvent<Int32Array>) => {
      setFound({ of: graph, groups: communitiesOf(graph, data) });
      worker.terminate();
    });
    const ties = tiesIn(graph);
    worker.postMessage({ nodes: graph.nodes.length, ties }, { transfer: [ties.buffer] });
    return () => worker.terminate();
  }, [graph, isLarge]);
  if (!isLarge) return undefined;
  return found?.of === graph ? found.groups : [];
}
