/**
 * The bench of names: an agent learns synthetic names, is asked which of them messages say, and goes on
 * learning in between. Measures through the public API only.
 */
import { type AgentMemory, Madeleine } from '../../index.ts';
import { SyntheticNames } from './synthetic-names.ts';
import { type Percentiles, percentiles, rounded } from './timed-recall.ts';

/** What to measure. */
export interface NamesBenchOptions {
  /** How many names one agent learns. */
  readonly names: number;
  /** Characters of a message. */
  readonly characters: number;
  readonly seed: number;
  /** An empty folder for the store. */
  readonly folder: string;
  readonly onProgress: (done: number, total: number) => void;
  readonly signal: AbortSignal;
}

/** The figures of one size. */
export interface NamesBenchResult {
  readonly names: number;
  readonly characters: number;
  /** Names found in a message, on average. */
  readonly found: number;
  /** Finding the names in a message. */
  readonly matchMs: Percentiles;
  /** The first finding after a memory with a new name was remembered; the new name must be among those found. */
  readonly afterWriteMs: Percentiles;
  /** Remembering that memory, the engine's transaction included. */
  readonly writeMs: Percentiles;
  /** Finding the first names after the store was opened again from its snapshot. */
  readonly firstMs: number;
}

const [agent, space] = ['bench', 'bench'];
/** As many names as a memory of the bench has, and as many memories as a transaction. */
const [namesInMemory, memoriesInBatch] = [20, 100];
const [messageCount, warmUpCount, writeCount] = [500, 100, 100];

/** Runs the bench for one number of names. */
export async function namesBench(options: NamesBenchOptions): Promise<NamesBenchResult> {
  const { names, characters, seed, folder, signal } = options;
  const source = new SyntheticNames(seed, names);
  const open = (): Promise<Madeleine> => Madeleine.open({ at: folder, space, embedder: 'none', signal });
  const message = (): string => source.message(characters);
  const filled = await open();
  try {
    const bench = filled.agent(agent);
    await learn(bench, source.names, options);
    for (let i = 0; i < warmUpCount; i++) await timed(bench, message());
    const matches = await inTurn(messageCount, () => timed(bench, message()));
    const writes = await inTurn(writeCount, () => writeAndFind(bench, source.unheard(), message()));
    await filled.close();
    const again = await open();
    const firstMs = rounded((await timed(again.agent(agent), message())).ms, 2);
    await again.close();
    return {
      names,
      characters,
      found: rounded(matches.reduce((sum, { found }) => sum + found.length, 0) / messageCount, 1),
      matchMs: percentiles(matches.map(({ ms }) => ms)),
      afterWriteMs: percentiles(writes.map(({ afterMs }) => afterMs)),
      writeMs: percentiles(writes.map(({ writeMs }) => writeMs)),
      firstMs,
    };
  } finally {
    await filled.close();
  }
}

/** Remembers memories that do nothing but mention the names. */
async function learn(
  bench: AgentMemory,
  names: readonly string[],
  { onProgress, signal }: NamesBenchOptions,
): Promise<void> {
  const inBatch = namesInMemory * memoriesInBatch;
  for (let first = 0; first < names.length; first += inBatch) {
    const batch = names.slice(first, first + inBatch);
    const observations = Array.from({ length: Math.ceil(batch.length / namesInMemory) }, (_, memory) => ({
      content: `note ${first + memory}`,
      entities: batch.slice(memory * namesInMemory, (memory + 1) * namesInMemory),
    }));
    await bench.observeMany({ observations, signal });
    onProgress(Math.min(names.length, first + inBatch), names.length);
  }
}

/** Finds the names in a message. */
async function timed(
  bench: AgentMemory,
  message: string,
): Promise<{ readonly ms: number; readonly found: readonly string[] }> {
  const start = performance.now();
  const names = await bench.namesIn({ message });
  return { ms: performance.now() - start, found: names.map(({ name }) => name) };
}

/** Remembers a memory with a new name, then finds it in a message. */
async function writeAndFind(
  bench: AgentMemory,
  name: string,
  message: string,
): Promise<{ readonly writeMs: number; readonly afterMs: number }> {
  const start = performance.now();
  await bench.observe({ content: `note of ${name}`, entities: [name] });
  const writeMs = performance.now() - start;
  const { ms, found } = await timed(bench, `${name} ${message}`);
  if (found[0] !== name) throw new Error(`bench names: "${name}" was written and not found`);
  return { writeMs, afterMs: ms };
}

/** Does something so many times, one after the other. */
async function inTurn<T>(count: number, act: () => Promise<T>): Promise<readonly T[]> {
  const results: T[] = [];
  for (let i = 0; i < count; i++) results.push(await act());
  return results;
}
