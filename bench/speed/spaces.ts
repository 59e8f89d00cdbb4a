/**
 * How many small spaces does one process serve? Each is made and filled, the ones used longest ago are put away as a hub
 * does, and then spaces are called by chance: most have to be opened again.
 */
import { join } from 'node:path';
import { type Embedder, Madeleine } from 'madeleine';
import type { BenchContext } from '../command-line.ts';
import { hubSpaces } from '../internals.ts';
import { resultsSideBySide } from '../print.ts';
import { folderMb, residentMb } from '../reopen.ts';
import { seededRandom } from '../seeded-random.ts';
import { type Percentiles, percentiles, rounded } from '../statistics.ts';
import { ZipfMemories } from '../synthetic.ts';

/** What to measure. */
export interface SpacesBenchOptions {
  readonly spaces: number;
  /** How many memories each space holds. */
  readonly memories: number;
  /** How many spaces stay open. */
  readonly open: number;
  readonly seed: number;
  readonly embedder: Embedder;
}

/** The figures. */
export interface SpacesBenchResult {
  readonly spaces: number;
  readonly memories: number;
  readonly open: number;
  /** Making a space and filling it. */
  readonly makeMs: Percentiles;
  /** A recall in a space that was put away: opening included. */
  readonly awayMs: Percentiles;
  /** The same in a space that is open. */
  readonly openMs: Percentiles;
  /** Of this process, at the end. */
  readonly rssMb: number;
  readonly storeMb: number;
  readonly storeKbPerSpace: number;
}

const calls = 300;

/** Fills the spaces and calls them. */
export async function spacesBench(asked: SpacesBenchOptions, context: BenchContext): Promise<SpacesBenchResult> {
  const { spaces: count, memories, open: most, seed, embedder } = asked;
  const at = join(context.folder, `spaces-${count}`);
  const source = new ZipfMemories(seed);
  const random = seededRandom(seed);
  const open = (space: string): Promise<Madeleine> => Madeleine.open({ at, space, embedder });
  const spaces = await hubSpaces({ open, most });
  const makeMs: number[] = [];
  const queries: string[] = [];
  for (let place = 0; place < count; place += 1) {
    context.signal.throwIfAborted();
    const observations = [...source.memories(place * memories, memories)];
    const start = performance.now();
    const memory = await spaces.memory(`s${place}`);
    await memory.agent('bench').observeMany({ observations });
    makeMs.push(performance.now() - start);
    queries.push(source.query(observations[0]?.content ?? ''));
    context.show('filling', place + 1, count);
  }
  const recall = async (place: number): Promise<number> => {
    const start = performance.now();
    const memory = await spaces.memory(`s${place}`);
    await memory.agent('bench').search({ query: queries[place] ?? '' });
    return performance.now() - start;
  };
  const awayMs: number[] = [];
  const openMs: number[] = [];
  const lately: number[] = Array.from({ length: most }, (_, place) => count - 1 - place);
  for (let call = 0; call < calls; call += 1) {
    const place = random.below(count);
    if (!lately.slice(-most).includes(place)) awayMs.push(await recall(place));
    openMs.push(await recall(place));
    lately.push(place);
  }
  const rssMb = residentMb();
  await spaces.close();
  const storeMb = await folderMb(at);
  return {
    spaces: count,
    memories,
    open: most,
    makeMs: percentiles(makeMs),
    awayMs: percentiles(awayMs),
    openMs: percentiles(openMs),
    rssMb,
    storeMb,
    storeKbPerSpace: rounded((storeMb * 1024) / count, 1),
  };
}

/** The figures as text. */
export function renderSpaces(results: readonly SpacesBenchResult[]): readonly string[] {
  const times = ({ p50, p95 }: Percentiles): string => `${p50.toFixed(1)} / ${p95.toFixed(1)}`;
  return resultsSideBySide(results, [
    ['spaces', (result) => result.spaces.toLocaleString('en')],
    ['memories in each', (result) => `${result.memories}`],
    ['open at once', (result) => `${result.open}`],
    ['make and fill p50 / p95 ms', (result) => times(result.makeMs)],
    ['search in one put away', (result) => times(result.awayMs)],
    ['search in an open one', (result) => times(result.openMs)],
    ['resident MiB', (result) => `${result.rssMb}`],
    ['store MiB', (result) => `${result.storeMb}`],
    ['store KiB per space', (result) => `${result.storeKbPerSpace}`],
  ]);
}
