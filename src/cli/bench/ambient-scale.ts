/** How long ambient memory takes by size: synthetic memories of one agent, and messages that name things. */
import { type AgentMemory, Madeleine } from '../../index.ts';
import { mostTokens } from './ambient-figures.ts';
import { fillInBatches } from './fill-in-batches.ts';
import { NamedMemories } from './named-memories.ts';
import { benchAgent, benchSpace } from './run-recall.ts';
import { type Percentiles, percentiles, rounded } from './timed-recall.ts';

/** What to measure. */
export interface AmbientScaleOptions {
  readonly memories: number;
  readonly seed: number;
  /** An empty folder for the store. */
  readonly folder: string;
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/** The figures of one size. */
export interface AmbientScaleResult {
  readonly memories: number;
  /** Entities in the store, speakers and places too. */
  readonly entities: number;
  readonly messages: number;
  /** Messages for which something surfaced, 0..1. */
  readonly withContext: number;
  /** What surfaced in more than the tokens that are allowed. */
  readonly overBudget: number;
  /** Of messages of a sentence or two. */
  readonly latencyMs: Percentiles;
  /** Of messages of 2,000 characters. */
  readonly longLatencyMs: Percentiles;
  /** Of recall without vectors, asked with the messages of a sentence or two. */
  readonly recallMs: Percentiles;
}

const messageCount = 200;
/** Messages that are said first and not counted: a process that has just started is still being compiled. */
const warmUpCount = 50;

/** Runs the bench for one size. */
export async function ambientScale(options: AmbientScaleOptions): Promise<AmbientScaleResult> {
  const { memories: count, folder, signal } = options;
  const source = new NamedMemories(options.seed);
  const memory = await Madeleine.open({ at: folder, space: benchSpace, embedder: 'none' });
  try {
    const agent = memory.agent(benchAgent);
    const contents = await fillInBatches({ ...options, agent, source, kept: messageCount });
    const short = contents.map((content) => source.message(content));
    await sayAll(agent, short.slice(0, warmUpCount), signal);
    const said = await sayAll(agent, short, signal);
    const long = await sayAll(
      agent,
      contents.map(() => source.longMessage(contents)),
      signal,
    );
    const all = [...said, ...long];
    return {
      memories: count,
      entities: (await memory.stats()).records['entity'] ?? 0,
      messages: all.length,
      withContext: rounded(all.filter(({ tokens }) => tokens > 0).length / all.length, 4),
      overBudget: all.filter(({ tokens }) => tokens > mostTokens).length,
      latencyMs: percentiles(said.map(({ ms }) => ms)),
      longLatencyMs: percentiles(long.map(({ ms }) => ms)),
      recallMs: percentiles(await recallAll(agent, short, signal)),
    };
  } finally {
    await memory.close();
  }
}

interface Said {
  readonly ms: number;
  readonly tokens: number;
}

async function sayAll(
  agent: AgentMemory,
  messages: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly Said[]> {
  const said: Said[] = [];
  for (const message of messages) {
    signal?.throwIfAborted();
    const start = performance.now();
    const { tokens } = await agent.ambient({ message });
    said.push({ ms: performance.now() - start, tokens });
  }
  return said;
}

async function recallAll(
  agent: AgentMemory,
  messages: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly number[]> {
  const taken: number[] = [];
  for (const query of [...messages.slice(0, warmUpCount), ...messages]) {
    signal?.throwIfAborted();
    const start = performance.now();
    await agent.recall({ query, attention: false });
    taken.push(performance.now() - start);
  }
  return taken.slice(-messages.length);
}
