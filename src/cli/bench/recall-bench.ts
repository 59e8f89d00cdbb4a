/**
 * The bench of recall: turns of LoCoMo conversations are remembered, one space for each
 * conversation, and its questions are asked. Measures through the public API only.
 */
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  type AgentMemory,
  InvalidArgumentError,
  type LocomoConversation,
  type LocomoQuestion,
  Madeleine,
  type ProfileName,
  readLocomo,
} from '../../index.ts';
import { folderMb, residentMb } from './folder-size.ts';
import { deepestRank, meanMetrics, type RankingMetrics, rankingMetrics } from './ranking-metrics.ts';
import { onCopy, reopen } from './reopen.ts';
import { type Percentiles, percentiles, rounded, timedRecall } from './timed-recall.ts';
import { twoAtATime } from './two-at-a-time.ts';
import type { TimingEmbedder } from './timing-embedder.ts';

/** What to measure. */
export interface RecallBenchOptions {
  /** A file in LoCoMo's format. */
  readonly file: string;
  readonly profiles: readonly ProfileName[];
  readonly embedder: TimingEmbedder;
  /** What the embedder is called in the results. */
  readonly embedderName: string;
  /** An empty folder for the stores. */
  readonly folder: string;
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/** The figures of one profile; shares are 0..1. */
export interface RecallBenchResult {
  readonly data: string;
  readonly profile: ProfileName;
  readonly embedder: string;
  readonly memories: number;
  /** Questions that were asked: those with evidence. */
  readonly questions: number;
  /** Means over the questions of categories 1 to 4. */
  readonly micro: RankingMetrics;
  /** Means of the five categories' means. */
  readonly macro: RankingMetrics;
  readonly categories: Readonly<Record<string, RankingMetrics>>;
  readonly ingestPerSecond: number;
  /** Without the embedding of the query. */
  readonly recallMs: Percentiles;
  readonly embedMs: Percentiles;
  /** Mean over the stores, each opened for the first time after the bench in a process of its own, without the embedder's model. */
  readonly openMs: number;
  readonly rssMb: number;
  /** All stores together. */
  readonly storeMb: number;
}

/** The figures of each profile, and what was left out. */
export interface RecallBenchReport {
  readonly results: readonly RecallBenchResult[];
  readonly withoutEvidence: number;
  readonly unresolvedEvidence: number;
}

interface Asked {
  readonly category: number;
  readonly metrics: RankingMetrics;
  readonly recallMs: number;
  readonly embedMs?: number;
}

const agentName = 'bench';
const space = 'bench';
const turnsInBatch = 250;

/** Runs the bench. */
export async function recallBench(options: RecallBenchOptions): Promise<RecallBenchReport> {
  const { file, profiles, embedder, folder, signal } = options;
  const conversations = readLocomo(await readData(file), basename(file));
  const questions = conversations.flatMap((conversation) => conversation.questions);
  const total =
    conversations.reduce((sum, { turns }) => sum + turns.length, 0) + answerable(questions).length * profiles.length;
  const asked = new Map<ProfileName, Asked[]>(profiles.map((profile) => [profile, []]));
  let memories = 0;
  let ingestMs = 0;
  let done = 0;
  const advance = (count: number): void => {
    done += count;
    options.onProgress?.(done, total);
  };
  await embedder.warmUp();
  for (const [index, conversation] of conversations.entries()) {
    const memory = await Madeleine.open({
      at: join(folder, `${index}`),
      space,
      embedder,
      ...(signal ? { signal } : {}),
    });
    try {
      const agent = memory.agent(agentName);
      const start = performance.now();
      const turnsById = await remember(agent, conversation, { advance, signal });
      ingestMs += performance.now() - start;
      memories += turnsById.size;
      for (const profile of profiles) {
        for (const question of answerable(conversation.questions)) {
          asked.get(profile)?.push(await ask(agent, embedder, { question, profile, turnsById, signal }));
          advance(1);
        }
      }
    } finally {
      await memory.close();
    }
  }
  const rssMb = residentMb();
  const storeMb = await folderMb(folder);
  const openMs = await meanOpenMs(options, conversations.length);
  const shared = { memories, ingestPerSecond: rounded((memories / ingestMs) * 1000, 1), openMs, rssMb, storeMb };
  return {
    results: profiles.map((profile) =>
      summed(basename(file), profile, options.embedderName, asked.get(profile) ?? [], shared),
    ),
    withoutEvidence: questions.filter((question) => question.evidence.length === 0).length,
    unresolvedEvidence: questions.reduce((sum, question) => sum + question.unresolved.length, 0),
  };
}

async function readData(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new InvalidArgumentError('INVALID_ARGUMENT', `recall: cannot read "${file}" (${code}).`, { cause });
  }
}

function answerable(questions: readonly LocomoQuestion[]): readonly LocomoQuestion[] {
  return questions.filter((question) => question.evidence.length > 0);
}

/** Remembers a conversation; answers which memory is which turn. */
async function remember(
  agent: AgentMemory,
  conversation: LocomoConversation,
  { advance, signal }: { readonly advance: (count: number) => void; readonly signal: AbortSignal | undefined },
): Promise<ReadonlyMap<string, string>> {
  const turnsById = new Map<string, string>();
  const turns = conversation.turns.flatMap((turn) => ('observation' in turn ? [turn] : []));
  function* batches(): Generator<() => Promise<void>> {
    for (let first = 0; first < turns.length; first += turnsInBatch) {
      const batch = turns.slice(first, first + turnsInBatch);
      const observations = batch.map((turn) => turn.observation);
      yield async () => {
        const { receipts } = await agent.observeMany({ observations, ...(signal ? { signal } : {}) });
        for (const [index, receipt] of receipts.entries())
          turnsById.set(receipt.id, (batch[index] as { turn: string }).turn);
        advance(batch.length);
      };
    }
  }
  await twoAtATime(batches());
  return turnsById;
}

interface Question {
  readonly question: LocomoQuestion;
  readonly profile: ProfileName;
  readonly turnsById: ReadonlyMap<string, string>;
  readonly signal: AbortSignal | undefined;
}

async function ask(agent: AgentMemory, embedder: TimingEmbedder, asking: Question): Promise<Asked> {
  const { question, profile, turnsById, signal } = asking;
  const options = { query: question.question, limit: deepestRank, profile, ...(signal ? { signal } : {}) };
  const { result, ...times } = await timedRecall(agent, embedder, options);
  const ranked = result.memories.map((memory) => turnsById.get(memory.id) ?? memory.id);
  return { category: question.category, metrics: rankingMetrics(new Set(question.evidence), ranked), ...times };
}

function summed(
  data: string,
  profile: ProfileName,
  embedder: string,
  asked: readonly Asked[],
  shared: Pick<RecallBenchResult, 'memories' | 'ingestPerSecond' | 'openMs' | 'rssMb' | 'storeMb'>,
): RecallBenchResult {
  const numbers = [...new Set(asked.map((one) => one.category))].sort((a, b) => a - b);
  const meansOf = (wanted: (category: number) => boolean): RankingMetrics =>
    meanMetrics(asked.filter((one) => wanted(one.category)).map((one) => one.metrics));
  const categories = Object.fromEntries(
    numbers.map((number) => [`${number}`, meansOf((category) => category === number)]),
  );
  return {
    data,
    profile,
    embedder,
    memories: shared.memories,
    questions: asked.length,
    micro: meansOf((category) => category <= 4),
    macro: meanMetrics(Object.values(categories)),
    categories,
    ingestPerSecond: shared.ingestPerSecond,
    recallMs: percentiles(asked.map((one) => one.recallMs)),
    embedMs: percentiles(asked.flatMap((one) => one.embedMs ?? [])),
    openMs: shared.openMs,
    rssMb: shared.rssMb,
    storeMb: shared.storeMb,
  };
}

async function meanOpenMs({ folder, embedder, signal }: RecallBenchOptions, stores: number): Promise<number> {
  const { model, dimension } = embedder;
  let total = 0;
  for (let index = 0; index < stores; index += 1) {
    const opened = await onCopy(join(folder, `${index}`), (at) =>
      reopen({ at, space, agent: agentName, model, dimension, queries: [] }, signal),
    );
    total += opened.openMs;
  }
  return Math.round(total / Math.max(1, stores));
}
