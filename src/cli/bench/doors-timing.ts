/** What the way through the hub costs: recall over MCP against recall in the process, and a cold `madeleine mcp`. */
import { Madeleine } from '../../index.ts';
import { startHub } from '../hub/start-hub.ts';
import { killHub } from './doors-writes.ts';
import { StdioClient } from './stdio-client.ts';
import { type Percentiles, percentiles } from './timed-recall.ts';
import { ZipfMemories } from './zipf-memories.ts';

/** What is measured. */
export interface DoorsTimingOptions {
  /** The store, which must be fresh. */
  readonly at: string;
  readonly embedder: 'minilm' | 'none';
  readonly memories: number;
  readonly queries: number;
  /** Times that `madeleine mcp` is started. */
  readonly starts: number;
  readonly onProgress?: (task: string, done: number, total: number) => void;
}

/** What it took. */
export interface DoorsTimingResult {
  readonly embedder: string;
  readonly memories: number;
  readonly queries: number;
  /** `recall_memory` over standard input and output, through the hub. */
  readonly mcpMs: Percentiles;
  /** `recall` of the library, on the same store. */
  readonly libraryMs: Percentiles;
  /** From the start of `madeleine mcp` to the answer of its first recall, with a hub that runs. */
  readonly coldMs: Percentiles;
}

const agent = 'lisa';
const batch = 100;

/** Measures it. */
export async function doorsTiming(options: DoorsTimingOptions): Promise<DoorsTimingResult> {
  const { at, embedder, memories, queries, starts, onProgress } = options;
  const source = new ZipfMemories(1);
  const contents = [...source.memories(0, memories)].map(({ content }) => content);
  const asked = Array.from({ length: queries }, (_, place) => source.query(contents[place % memories] ?? ''));
  await startHub(at, { embedder });
  const flags = ['--at', at, '--agent', agent];
  const client = await StdioClient.start(flags);
  for (const [place, content] of contents.entries()) {
    await client.call('add_memory', { content });
    if (place % batch === 0) onProgress?.('filling', place, memories);
  }
  const mcp = await timed(asked, (query) => client.call('recall_memory', { query }));
  await client.close();
  const cold = await timed(asked.slice(0, starts), async (query) => {
    const fresh = await StdioClient.start(flags);
    await fresh.call('recall_memory', { query });
    // Its end is not what is measured.
    void fresh.close();
  });
  await killHub(at);
  return {
    embedder,
    memories,
    queries,
    mcpMs: mcp,
    libraryMs: await inProcess(at, embedder, asked),
    coldMs: cold,
  };
}

async function inProcess(at: string, embedder: 'minilm' | 'none', asked: readonly string[]): Promise<Percentiles> {
  const memory = await Madeleine.open({ at, embedder });
  const times = await timed(asked, (query) => memory.agent(agent).recall({ query }));
  await memory.close();
  return times;
}

/** The times of a call for each query; the first one, which loads what is loaded once, is called before. */
async function timed(asked: readonly string[], call: (query: string) => Promise<unknown>): Promise<Percentiles> {
  await call(asked[0] ?? '');
  const times: number[] = [];
  for (const query of asked) {
    const start = performance.now();
    await call(query);
    times.push(performance.now() - start);
  }
  return percentiles(times);
}
