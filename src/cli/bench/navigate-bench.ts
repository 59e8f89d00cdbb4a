/** The bench of navigation: how long it takes to think a long chain, to walk it from anywhere, and to tell it. */
import { Madeleine } from '../../index.ts';
import { longChain, thoughtsPerRound } from './long-chain.ts';
import { seededRandom } from './seeded-random.ts';
import { type Percentiles, percentiles } from './timed-recall.ts';

/** What to measure. */
export interface NavigateBenchOptions {
  /** Thoughts of the chain, a multiple of ten; a tenth of them begin branches, a tenth are revisions. */
  readonly thoughts: number;
  /** An empty folder for the store. */
  readonly folder: string;
  readonly onProgress?: (task: string, done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/** What was measured, in milliseconds. */
export interface NavigateBenchResult {
  /** How many thoughts the walked chain has. */
  readonly thoughts: number;
  readonly branches: number;
  readonly revisions: number;
  /** Of each thought, stored durably. */
  readonly thinkMs: Percentiles;
  /** Of walks from thoughts drawn by chance. */
  readonly navigateMs: Percentiles;
  readonly walks: number;
  readonly textMs: Percentiles;
  readonly mermaidMs: Percentiles;
}

/** How often the chain is walked. */
const walks = 200;
const space = 'thoughts';

/** Thinks a chain and walks it. */
export async function navigateBench(options: NavigateBenchOptions): Promise<NavigateBenchResult> {
  const { folder, thoughts, onProgress, signal } = options;
  const cancel = signal === undefined ? {} : { signal };
  const memory = await Madeleine.open({ at: folder, space, embedder: 'none', ...cancel });
  try {
    const agent = memory.agent('thinker');
    const times: Record<'think' | 'navigate' | 'text' | 'mermaid', number[]> = {
      think: [],
      navigate: [],
      text: [],
      mermaid: [],
    };
    const ids: string[] = [];
    for (const thought of longChain(thoughts / thoughtsPerRound)) {
      const start = performance.now();
      ids.push((await agent.think({ ...thought, ...cancel })).id);
      times.think.push(performance.now() - start);
      onProgress?.('thinking', ids.length, thoughts);
    }
    const random = seededRandom(1);
    let chain = await agent.navigate({ id: ids[0] as string, ...cancel });
    for (let walk = 1; walk <= walks; walk++) {
      const start = performance.now();
      chain = await agent.navigate({ id: ids[random.below(ids.length)] as string, ...cancel });
      const walked = performance.now();
      chain.toText();
      const told = performance.now();
      chain.toMermaid();
      times.navigate.push(walked - start);
      times.text.push(told - walked);
      times.mermaid.push(performance.now() - told);
      onProgress?.('walking', walk, walks);
    }
    const alternatives = chain.forks.flatMap((fork) => fork.alternatives);
    return {
      thoughts: chain.total,
      branches: alternatives.filter(({ type }) => type === 'branch').length,
      revisions: chain.revisions.length,
      thinkMs: percentiles(times.think),
      navigateMs: percentiles(times.navigate),
      walks,
      textMs: percentiles(times.text),
      mermaidMs: percentiles(times.mermaid),
    };
  } finally {
    await memory.close();
  }
}
