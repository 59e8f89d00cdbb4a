/** What the way through the hub costs: recall over MCP against recall in the process, and a cold `madeleine mcp`. */
import { Madeleine } from '../../index.ts';
import { startHub } from '../hub/start-hub.ts';
import { killHub } from './doors-writes.ts';
import { StdioClient } from './stdio-client.ts';
import { type Percentiles, percentiles } from './timed-recall.ts';
import { ZipfMemories } from './zipf-memories.ts';

/** What is measured. */
export interface DoorsTimingOptions {
  /** The store, which must be fresh; the library's own, with the same memories, lies beside it. */
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
  /** `recall` of the library on its own store, each question right after it was asked over MCP. */
  readonly libraryMs: Percentiles;
  /** From the start of `madeleine mcp` to the answer of its first recall, with a hub that runs. */
  readonly coldMs: Percentiles;
}

const agent = 'lisa';
const batch = 100;
/** Questions that are asked first and not counted: processes that have just started are still being compiled. */
const warmUpCount = 50;

/** Measures it. */
export async function doorsTiming(options: DoorsTimingOptions): Promise<DoorsTimingResult> {
  const { at, embedder, memories, queries, starts, onProgress } = options;
  const source = new ZipfMemories(1);
  const contents = [...source.memories(0, memories)].map(({ content }) => content);
  const asked = Array.from({ length: queries }, (_, place) => source.query(contents[place % memories] ?? ''));
  await startHub(at, { embedder });
  const flags = ['--at', at, '--agent', agent];
  const client = await StdioClient.start(flags);
  const memory = await Madeleine.open({ at: `${at}-alone`, embedder });
  const own = memory.agent(agent);
  for (const [place, content] of contents.entries()) {
    await client.call('add_memory', { content });
    await own.observe({ content });
    if (place % batch === 0) onProgress?.('filling', place, memories);
  }
  const recalls = [
    (query: string) => client.call('recall_memory', { query }),
    (query: string) => own.recall({ query }),
  ] as const;
  await timedInTurn(asked.slice(0, warmUpCount), recalls);
  const [mcpMs, libraryMs] = await timedInTurn(asked, recalls);
  await memory.close();
  await client.close();
  const [coldMs] = await timedInTurn(asked.slice(0, starts), [
    async (query) => {
      const fresh = await StdioClient.start(flags);
      await fresh.call('recall_memory', { query });
      // Its end is not what is measured.
      void fresh.close();
    },
  ]);
  await killHub(at);
  return { embedder, memories, queries, mcpMs, libraryMs, coldMs };
}

type Asked = (query: string) => Promise<unknown>;

/** The times of some calls, of each query one after the other, so that a machine that slows down slows them all. */
async function timedInTurn<const Calls extends readonly Asked[]>(
  asked: readonly string[],
  calls: Calls,
): Promise<{ readonly [Place in keyof Calls]: Percentiles }> {
  const times = calls.map((): number[] => []);
  for (const query of asked) {
    for (const [place, call] of calls.entries()) {
      const start = performance.now();
      await call(query);
      times[place]?.push(performance.now() - start);
    }
  }
  return times.map(percentiles) as { readonly [Place in keyof Calls]: Percentiles };
}
