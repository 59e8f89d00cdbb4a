/**
 * How long does it take to find the known names in a message? An agent learns synthetic names, is asked which of them
 * messages say, and goes on learning in between.
 */
import type { Command } from 'commander';
import { type AgentMemory, Madeleine } from 'madeleine';
import { runs, wholeNumber } from '../command-line.ts';
import { table } from '../print.ts';
import { type SeededRandom, seededRandom } from '../seeded-random.ts';
import { type Percentiles, percentiles, rounded } from '../statistics.ts';

interface NamesFlags {
  readonly names?: number;
  readonly characters?: number;
  readonly seed?: number;
}

/** Adds `names`: how fast known names are found in messages. */
export function addNames(program: Command, signal: AbortSignal): void {
  const command = program
    .command('names')
    .summary('how fast known names are found in messages')
    .description(
      'Teaches synthetic names to one agent in a temporary store, then finds them in synthetic messages, and again right after more were learned.',
    )
    .option('--names <count>', 'how many names to learn (default: 100000)', wholeNumber('names', '--names'))
    .option('--characters <count>', 'the length of a message (default: 2000)', wholeNumber('names', '--characters'))
    .option('--seed <number>', 'the seed of names and messages (default: 1)', wholeNumber('names', '--seed'));
  runs<NamesFlags>(command, signal, async ({ names = 100_000, characters = 2_000, seed = 1 }, context) => {
    if (names < 1 || names > 1_000_000) throw context.refusal(`"--names" must be 1-1000000, got ${names}`);
    if (characters < 1 || characters > 10_000)
      throw context.refusal(`"--characters" must be 1-10000, got ${characters}`);
    const onProgress = (done: number, total: number): void => context.show('learning', done, total);
    const result = await namesBench({ names, characters, seed, folder: context.folder, onProgress, signal });
    await context.print(result, () => render(result));
  });
}

function render(result: NamesBenchResult): readonly string[] {
  const times = (name: string, { p50, p95 }: Percentiles): readonly string[] => [name, p50.toFixed(2), p95.toFixed(2)];
  return [
    `${result.names.toLocaleString('en')} names, messages of ${result.characters.toLocaleString('en')} characters with ${result.found} names on average`,
    '',
    ...table(
      ['ms', 'p50', 'p95'],
      [
        times('finding the names in a message', result.matchMs),
        times('finding them right after a new name', result.afterWriteMs),
        times('remembering a new name', result.writeMs),
      ],
      [1, 2],
    ),
    `first finding after opening again: ${result.firstMs.toFixed(2)} ms`,
  ];
}

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

const consonants = [
  'b',
  'br',
  'c',
  'ch',
  'd',
  'f',
  'g',
  'h',
  'k',
  'l',
  'm',
  'n',
  'p',
  'r',
  's',
  'st',
  't',
  'tr',
  'v',
  'z',
];
const vowels = ['a', 'ai', 'e', 'i', 'o', 'ou', 'u'];
const everyday =
  'about after all because before but came could day down each even first for from get give good have here how into just know last like long look made make many more most much new now of on one only other out over people said see she some take tell than that the their them then there these they thing think this time to two use very want was way well went were what when which who will with work would year you';
/** Given names, of which every fourth name in a store begins with one. */
const givenNames = 2_000;
/** The first ideograph, and how many after it are used. */
const [ideograph, ideographs] = [0x4e00, 3_000];
/** One word in so many of a message is a name. */
const wordsToAName = 10;

/**
 * A source of names as a long memory has them (people, things of one word, works of three, files, Chinese names), and of
 * messages that say some of them among everyday words. The same seed makes the same.
 */
class SyntheticNames {
  readonly names: readonly string[];
  readonly #random: SeededRandom;
  readonly #words: readonly string[] = everyday.split(' ');

  /** So many distinct names. */
  constructor(seed: number, count: number) {
    this.#random = seededRandom(seed);
    const given = Array.from({ length: givenNames }, () => this.#word());
    const names = new Set<string>();
    while (names.size < count) names.add(this.#name(given));
    this.names = [...names];
  }

  /** A name that none of the others is. */
  unheard(): string {
    return `${this.#word()} ${this.#word()}quist`;
  }

  /** A message of so many characters in everyday words, some names among them. */
  message(characters: number): string {
    let text = '';
    while (text.length < characters) {
      text += this.#random.below(wordsToAName) === 0 ? this.#pick(this.names) : this.#pick(this.#words);
      text += this.#random.below(12) === 0 ? '. ' : ' ';
    }
    return text.slice(0, characters);
  }

  #name(given: readonly string[]): string {
    const kind = this.#random.next();
    if (kind < 0.4) return `${this.#pick(given)} ${this.#word()}`;
    if (kind < 0.65) return this.#word();
    if (kind < 0.75) return `The ${this.#word()} ${this.#word()}`;
    if (kind < 0.9) return `src/${this.#word().toLowerCase()}/${this.#word().toLowerCase()}.ts`;
    const characters = Array.from(
      { length: 2 + this.#random.below(3) },
      () => ideograph + this.#random.below(ideographs),
    );
    return String.fromCharCode(...characters);
  }

  #word(): string {
    const syllables = Array.from(
      { length: 2 + this.#random.below(3) },
      () => this.#pick(consonants) + this.#pick(vowels),
    );
    const word = syllables.join('');
    return word.charAt(0).toUpperCase() + word.slice(1);
  }

  #pick(list: readonly string[]): string {
    return list[this.#random.below(list.length)] as string;
  }
}
