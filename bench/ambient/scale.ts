/** How long does ambient memory take by size? Synthetic memories of one agent, and messages that name things. */
import { Madeleine } from 'madeleine';
import { fillInBatches } from '../fill-in-batches.ts';
import { benchAgent, benchSpace } from '../recall/ask.ts';
import { type Percentiles, percentiles, rounded } from '../statistics.ts';
import { NamedMemories } from '../synthetic.ts';
import { mostTokens } from './figures.ts';

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
    const surface = (message: string) => agent.ambient({ message });
    const recall = (query: string) => agent.recall({ query, attention: false });
    await askAll(short.slice(0, warmUpCount), surface, signal);
    const said = await askAll(short, surface, signal);
    const long = await askAll(
      contents.map(() => source.longMessage(contents)),
      surface,
      signal,
    );
    const all = [...said, ...long];
    await askAll(short.slice(0, warmUpCount), recall, signal);
    const recalled = await askAll(short, recall, signal);
    return {
      memories: count,
      entities: (await memory.stats()).records['entity'] ?? 0,
      messages: all.length,
      withContext: rounded(all.filter(({ answer }) => answer.tokens > 0).length / all.length, 4),
      overBudget: all.filter(({ answer }) => answer.tokens > mostTokens).length,
      latencyMs: percentiles(said.map(({ ms }) => ms)),
      longLatencyMs: percentiles(long.map(({ ms }) => ms)),
      recallMs: percentiles(recalled.map(({ ms }) => ms)),
    };
  } finally {
    await memory.close();
  }
}

interface Answered<Answer> {
  readonly ms: number;
  readonly answer: Answer;
}

/** Asks for one message after another. */
async function askAll<Answer>(
  messages: readonly string[],
  ask: (message: string) => Promise<Answer>,
  signal: AbortSignal | undefined,
): Promise<readonly Answered<Answer>[]> {
  const answered: Answered<Answer>[] = [];
  for (const message of messages) {
    signal?.throwIfAborted();
    const start = performance.now();
    const answer = await ask(message);
    answered.push({ ms: performance.now() - start, answer });
  }
  return answered;
}
