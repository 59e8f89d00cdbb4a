/**
 * Does what felt alike come first? Pairs of memories in the same words felt opposite: does the one that felt as one feels
 * now come first, and does recall without a mood stay what it was?
 */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Command, Option } from 'commander';
import {
  type AgentMemory,
  type Embedder,
  InvalidArgumentError,
  Madeleine,
  type Mood,
  type ProfileName,
  quadrant,
  quadrantMoods,
  type RecalledMemory,
} from 'madeleine';
import { decimal, profileOption, runs, wholeNumber } from '../command-line.ts';
import { counted, percent, table } from '../print.ts';
import { rounded } from '../statistics.ts';

interface MoodFlags {
  readonly data: string;
  readonly profile?: readonly string[];
  readonly emotionWeight: number;
  readonly candidateMultiplier: number;
}

/** Adds `mood`: does what felt alike come first. */
export function addMood(program: Command, signal: AbortSignal): void {
  const command = program
    .command('mood')
    .summary('does what felt alike come first')
    .description(
      'Remembers pairs of memories in the same words that felt opposite, asks in the mood of each, and counts how often the one that felt alike comes first; and whether a neutral mood changes nothing.',
    )
    .requiredOption('--data <file>', 'a JSON file of pairs, such as bench/data/mood-pairs.json')
    .addOption(profileOption('--profile <name>', 'the profile to ask with'))
    .addOption(
      new Option('--emotion-weight <number>', 'the share of the mood in the score, 0 to 1')
        .argParser(decimal('mood', '--emotion-weight'))
        .env('MADELEINE_RETRIEVAL__EMOTION_WEIGHT')
        .default(0.3),
    )
    .addOption(
      new Option('--candidate-multiplier <number>', 'how many times the limit the mood puts in order, 1 to 5')
        .argParser(wholeNumber('mood', '--candidate-multiplier'))
        .env('MADELEINE_RETRIEVAL__CANDIDATE_MULTIPLIER')
        .default(2),
    );
  runs<MoodFlags>(command, signal, async (flags, context) => {
    const { data: file, profile: names = ['balanced'], emotionWeight, candidateMultiplier } = flags;
    const profile = context.oneProfile(names);
    await context.withEmbedder(async (embedder, embedderName) => {
      const onProgress = (done: number, total: number): void => context.show('asking', done, total);
      const asked = { file, profile, emotionWeight, candidateMultiplier, embedder, embedderName };
      const result = await moodBench({ ...asked, folder: context.folder, onProgress, signal });
      await context.print(result, () => rendered(result));
    });
  });
}

function rendered(result: MoodBenchResult): readonly string[] {
  const { data, memories, questions, embedder, profile, emotionWeight, candidateMultiplier } = result;
  return [
    `${data}: ${counted(memories, 'memory', 'memories')}, ${counted(questions, 'question')}, embedder ${embedder}, profile ${profile}, weight ${emotionWeight}, multiplier ${candidateMultiplier}`,
    '',
    ...table(
      ['share of questions', '%'],
      [
        ['the memory of the mood comes first', percent(result.congruentFirst)],
        ['the same without a mood', percent(result.withoutMood)],
        ['the same with moods inferred from the texts', percent(result.congruentFirstInferred)],
        ['a neutral mood or a weight of 0 changes nothing', percent(result.neutralIdentical)],
      ],
      [1],
    ),
  ];
}

/** Something that happened and how it felt. */
export interface FeltText {
  readonly content: string;
  readonly mood: Mood;
}

/** Two memories that a query finds alike and that felt unlike. */
export interface MoodPair {
  readonly query: string;
  readonly one: FeltText;
  readonly other: FeltText;
}

/** What to measure. */
export interface MoodBenchOptions {
  /** A JSON file with an array of {@link MoodPair}. */
  readonly file: string;
  /** An empty folder for the store. */
  readonly folder: string;
  readonly embedder: Embedder;
  /** What the embedder is called in the results. */
  readonly embedderName: string;
  readonly profile: ProfileName;
  readonly emotionWeight: number;
  readonly candidateMultiplier: number;
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/** The figures; shares are 0..1 of all questions, two a pair: one in the mood of each memory. */
export interface MoodBenchResult {
  readonly data: string;
  readonly embedder: string;
  readonly profile: ProfileName;
  readonly emotionWeight: number;
  readonly candidateMultiplier: number;
  readonly memories: number;
  readonly questions: number;
  /** The memory of the mood asked in comes first of all. */
  readonly congruentFirst: number;
  /** The same without a mood: what words alone make of it. */
  readonly withoutMood: number;
  /** The same where moods were inferred from the texts. */
  readonly congruentFirstInferred: number;
  /** Questions whose answer with a neutral mood, and with a mood of weight 0, is that without a mood: ids, scores and signals. */
  readonly neutralIdentical: number;
}

/** Runs the bench. */
export async function moodBench(options: MoodBenchOptions): Promise<MoodBenchResult> {
  const pairs = await readMoodPairs(options.file);
  const questions = pairs.flatMap((pair) => [
    { query: pair.query, wanted: pair.one },
    { query: pair.query, wanted: pair.other },
  ]);
  let done = 0;
  const advance = (): void => options.onProgress?.(++done, 4 * questions.length);
  const asked = { ...options, questions, advance };
  const given = await inSpace(options, 'given', pairs, (agent) => askGiven(agent, asked));
  const inferred = await inSpace(options, 'inferred', pairs, (agent) => congruent(agent, asked));
  const share = (count: number): number => rounded(count / Math.max(1, questions.length), 4);
  const { embedderName, profile, emotionWeight, candidateMultiplier } = options;
  return {
    data: basename(options.file),
    embedder: embedderName,
    profile,
    emotionWeight,
    candidateMultiplier,
    memories: 2 * pairs.length,
    questions: questions.length,
    congruentFirst: share(given.congruent),
    withoutMood: share(given.plain),
    congruentFirstInferred: share(inferred),
    neutralIdentical: share(given.identical),
  };
}

/**
 * Reads pairs and checks them.
 *
 * @throws {InvalidArgumentError} when the file cannot be read or holds something else.
 */
export async function readMoodPairs(file: string): Promise<readonly MoodPair[]> {
  let pairs: unknown;
  try {
    pairs = JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    throw new InvalidArgumentError('INVALID_ARGUMENT', `mood: "--data" must be a JSON file, got "${file}".`, { cause });
  }
  if (Array.isArray(pairs) && pairs.length > 0 && pairs.every(isPair)) return pairs;
  const rule = 'must be a list of { query, one, other } with { content, mood: { valence, arousal } } in each';
  throw new InvalidArgumentError('INVALID_ARGUMENT', `mood: "--data" ${rule}, got something else in "${file}".`);
}

interface Asking extends MoodBenchOptions {
  readonly questions: readonly { readonly query: string; readonly wanted: FeltText }[];
  readonly advance: () => void;
}

async function inSpace<T>(
  { folder, embedder, emotionWeight, candidateMultiplier, profile, signal }: MoodBenchOptions,
  space: 'given' | 'inferred',
  pairs: readonly MoodPair[],
  work: (agent: AgentMemory) => Promise<T>,
): Promise<T> {
  // Time stands still, so that no memory is older in one answer than in the one that it is compared with.
  const at = new Date();
  const shared = { emotionWeight, candidateMultiplier, profile, clock: () => at, ...(signal ? { signal } : {}) };
  const memory = await Madeleine.open({ at: folder, space, embedder, inferMood: space === 'inferred', ...shared });
  try {
    const agent = memory.agent('bench');
    const texts = pairs.flatMap(({ one, other }) => [one, other]);
    for (let from = 0; from < texts.length; from += 500) {
      const batch = texts.slice(from, from + 500);
      const observations = batch.map(({ content, mood }) => ({ content, ...(space === 'given' ? { mood } : {}) }));
      await agent.observeMany({ observations, ...(signal ? { signal } : {}) });
    }
    return await work(agent);
  } finally {
    await memory.close();
  }
}

/** Where moods are given: with a mood, without one, and with those that must change nothing. */
async function askGiven(
  agent: AgentMemory,
  asking: Asking,
): Promise<{ congruent: number; plain: number; identical: number }> {
  const counts = { congruent: await congruent(agent, asking), plain: 0, identical: 0 };
  const { questions, advance, signal } = asking;
  for (const { query, wanted } of questions) {
    const options = { query, ...(signal ? { signal } : {}) };
    const { memories } = await agent.search(options);
    if (memories[0]?.content === wanted.content) counts.plain++;
    const neutral = await agent.search({ ...options, mood: quadrantMoods.neutral });
    const weightless = await agent.search({ ...options, mood: wanted.mood, emotionWeight: 0 });
    if ([neutral, weightless].every((other) => isSameRanking(memories, other.memories))) counts.identical++;
    advance();
    advance();
  }
  return counts;
}

/** How often the memory comes first that felt as the asker feels: the middle of its quadrant, not its own mood. */
async function congruent(agent: AgentMemory, { questions, advance, signal }: Asking): Promise<number> {
  let count = 0;
  for (const { query, wanted } of questions) {
    const mood = quadrantMoods[quadrant(wanted.mood)];
    const { memories } = await agent.search({ query, mood, ...(signal ? { signal } : {}) });
    if (memories[0]?.content === wanted.content) count++;
    advance();
  }
  return count;
}

function isSameRanking(one: readonly RecalledMemory[], other: readonly RecalledMemory[]): boolean {
  const ranking = (memories: readonly RecalledMemory[]): unknown =>
    memories.map(({ id, score, signals }) => ({ id, score, signals }));
  return isDeepStrictEqual(ranking(one), ranking(other));
}

function isPair(value: unknown): value is MoodPair {
  const { query, one, other } = (value ?? {}) as Partial<MoodPair>;
  return typeof query === 'string' && isFelt(one) && isFelt(other);
}

function isFelt(value: unknown): value is FeltText {
  const { content, mood } = (value ?? {}) as Partial<FeltText>;
  return typeof content === 'string' && typeof mood?.valence === 'number' && typeof mood.arousal === 'number';
}
