/** How long does it take to think a long chain, to walk it from anywhere, and to tell it? */
import type { Command } from 'commander';
import { Madeleine, type ThinkOptions } from 'madeleine';
import { runs, type ShowProgress, wholeNumber } from '../command-line.ts';
import { table } from '../print.ts';
import { seededRandom } from '../seeded-random.ts';
import { type Percentiles, percentiles } from '../statistics.ts';

const defaultThoughts = 1_000;
const mostThoughts = 100_000;

/** Adds `navigate`: how long walking a chain of thought takes. */
export function addNavigate(program: Command, signal: AbortSignal): void {
  const command = program
    .command('navigate')
    .summary('how long walking a chain of thought takes')
    .description(
      'Thinks a long chain in a temporary store, a tenth of it beginning branches and a tenth revisions, and walks it from thoughts drawn by chance.',
    )
    .option(
      '--thoughts <count>',
      `how many thoughts, in tens (default: ${defaultThoughts})`,
      wholeNumber('navigate', '--thoughts'),
    );
  runs<{ readonly thoughts?: number }>(command, signal, async ({ thoughts = defaultThoughts }, context) => {
    if (thoughts < thoughtsPerRound || thoughts > mostThoughts || thoughts % thoughtsPerRound !== 0)
      throw context.refusal(`"--thoughts" must be a multiple of ten, 10-${mostThoughts}, got ${thoughts}`);
    const { folder, show: onProgress } = context;
    const result = await navigateBench({ thoughts, folder, onProgress, signal });
    await context.print(result, () => rendered(result));
  });
}

function rendered(result: NavigateBenchResult): readonly string[] {
  const { thoughts, branches, revisions, walks, thinkMs, navigateMs, textMs, mermaidMs } = result;
  const row = (name: string, { p50, p95 }: Percentiles): readonly string[] => [name, p50.toFixed(2), p95.toFixed(2)];
  return [
    `${thoughts.toLocaleString('en')} thoughts, ${branches} branches, ${revisions} revisions, ${walks} walks`,
    '',
    ...table(
      ['', 'p50 ms', 'p95 ms'],
      [row('think', thinkMs), row('navigate', navigateMs), row('as text', textMs), row('as Mermaid', mermaidMs)],
      [1, 2],
    ),
  ];
}

/** What to measure. */
export interface NavigateBenchOptions {
  /** Thoughts of the chain, a multiple of ten; a tenth of them begin branches, a tenth are revisions. */
  readonly thoughts: number;
  /** An empty folder for the store. */
  readonly folder: string;
  readonly onProgress?: ShowProgress;
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

/** Thoughts to a round, in which there is one branch and one revision. */
const thoughtsPerRound = 10;

/**
 * The thoughts of a chain as long as one likes, the same each time, each with a key of its own and in the order in which
 * they are thought. Of every ten thoughts seven go straight on, two are on a branch off the fourth of them, and the last
 * revises the seventh and is gone on from.
 */
export function* longChain(rounds: number): Generator<ThinkOptions & { readonly id: string }> {
  let last: string | undefined;
  for (let round = 1; round <= rounds; round++) {
    const keyOf = (place: string): string => `r${round}-${place}`;
    for (let step = 1; step <= 7; step++) {
      const id = keyOf(`${step}`);
      const thought = `Round ${round}, step ${step}: the lantern on pier ${round * 7 + step} is lit before the tide turns.`;
      yield { id, thought, ...(last === undefined ? { thoughtNumber: 1 } : { follows: last }) };
      last = idOf(id);
    }
    const branchId = `way-${round}`;
    yield {
      id: keyOf('branch'),
      thought: `Round ${round}: or leave pier ${round} dark and ring a bell.`,
      branchFromThought: idOf(keyOf('4')),
      branchId,
      reason: 'a bell needs no oil',
    };
    yield {
      id: keyOf('branch-end'),
      thought: `Round ${round}: a bell is not heard in a storm.`,
      follows: idOf(keyOf('branch')),
    };
    yield {
      id: keyOf('revision'),
      thought: `Round ${round}: the last lantern is lit after the tide has turned.`,
      revisesThought: last as string,
      reason: 'the tide was early',
    };
    last = idOf(keyOf('revision'));
  }
}

function idOf(key: string): string {
  return `observation:${key}`;
}
