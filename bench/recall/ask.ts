/**
 * Remembers the memories of each task in a store of its own and asks its questions, in one or several ways. Owns the
 * stores; what an answer is worth is the caller's to measure.
 */
import { join } from 'node:path';
import {
  type AgentMemory,
  type Constellation,
  Madeleine,
  memoryRoles,
  type OpenOptions,
  type RecalledMemory,
  type SearchOptions,
} from 'madeleine';
import { twoAtATime } from '../fill-in-batches.ts';
import { timedRecall, type TimingEmbedder } from '../timed-recall.ts';
import type { RecallQuestion, RecallTask } from './data.ts';

/** One way of asking. */
export interface RecallVariant {
  readonly name: string;
  /** What the store is opened with; variants with none share an opening. */
  readonly open?: Partial<OpenOptions>;
  /** What is asked beside the query. */
  readonly search: (question: RecallQuestion) => Partial<Omit<SearchOptions, 'query' | 'signal' | 'offset'>>;
  /** Whether the answer is a constellation and its text is read, instead of the plain ranking. @default false */
  readonly asText?: boolean;
}

/** One answer. */
export interface RecallAnswer {
  readonly question: RecallQuestion;
  /** Keys of the memories that came up, best first. */
  readonly ranked: readonly string[];
  /** The memories themselves. */
  readonly memories: readonly RecalledMemory[];
  /** The lines of its text, where that is read. */
  readonly lines?: readonly AnswerLine[];
  /** Without the embedding of the query; 0 where the text is read. */
  readonly recallMs: number;
  /** Undefined when no query was embedded. */
  readonly embedMs?: number;
}

/** What to run. */
export interface RunRecallOptions<T> {
  readonly tasks: readonly RecallTask[];
  readonly variants: readonly RecallVariant[];
  /** How many memories an answer has. */
  readonly limit: number;
  readonly embedder: TimingEmbedder;
  /** An empty folder for the stores; each is a folder named by the task's place. */
  readonly folder: string;
  readonly measure: (answer: RecallAnswer) => T;
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/** What came of it. */
export interface RunRecallResult<T> {
  /** Per variant, in the order given, what was measured of each question. */
  readonly measured: readonly (readonly T[])[];
  readonly memories: number;
  readonly ingestMs: number;
}

/** The name of the agent that remembers. */
export const benchAgent = 'bench';
/** The space of every store. */
export const benchSpace = 'bench';

const memoriesInBatch = 250;

/** Runs all variants over all tasks. */
export async function runRecall<T>(options: RunRecallOptions<T>): Promise<RunRecallResult<T>> {
  const { tasks, variants, folder } = options;
  const measured: T[][] = variants.map(() => []);
  const memories = tasks.reduce((sum, task) => sum + task.memories.length, 0);
  const questions = tasks.reduce((sum, task) => sum + task.questions.length, 0);
  let done = 0;
  let ingestMs = 0;
  const advance = (count: number): void => {
    done += count;
    options.onProgress?.(done, memories + questions * variants.length);
  };
  await options.embedder.warmUp();
  for (const [place, task] of tasks.entries()) {
    const at = join(folder, `${place}`);
    let keys: ReadonlyMap<string, string> = new Map();
    const askAs = async (agent: AgentMemory, index: number, variant: RecallVariant): Promise<void> => {
      for (const question of task.questions) {
        measured[index]?.push(options.measure(await answer(agent, variant, question, keys, options)));
        advance(1);
      }
    };
    await opened(options, at, {}, async (agent) => {
      const start = performance.now();
      keys = await remember(agent, task, advance, options.signal);
      ingestMs += performance.now() - start;
      for (const [index, variant] of variants.entries()) {
        if (variant.open === undefined) await askAs(agent, index, variant);
      }
    });
    for (const [index, variant] of variants.entries()) {
      if (variant.open !== undefined) await opened(options, at, variant.open, (agent) => askAs(agent, index, variant));
    }
  }
  return { measured, memories, ingestMs };
}

async function opened<T>(
  { embedder, signal }: RunRecallOptions<T>,
  at: string,
  more: Partial<OpenOptions>,
  work: (agent: AgentMemory) => Promise<void>,
): Promise<void> {
  const memory = await Madeleine.open({ at, space: benchSpace, embedder, ...(signal ? { signal } : {}), ...more });
  try {
    await work(memory.agent(benchAgent));
  } finally {
    await memory.close();
  }
}

/** Remembers what a task has; answers which memory goes by which key. */
export async function remember(
  agent: AgentMemory,
  { memories }: Pick<RecallTask, 'memories'>,
  advance: (count: number) => void,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, string>> {
  const keys = new Map<string, string>();
  function* batches(): Generator<() => Promise<void>> {
    for (let first = 0; first < memories.length; first += memoriesInBatch) {
      const batch = memories.slice(first, first + memoriesInBatch);
      const observations = batch.map(({ observation }) => observation);
      yield async () => {
        const { receipts } = await agent.observeMany({ observations, ...(signal ? { signal } : {}) });
        for (const [index, { id }] of receipts.entries()) keys.set(id, batch[index]?.key ?? id);
        advance(batch.length);
      };
    }
  }
  await twoAtATime(batches());
  return keys;
}

async function answer<T>(
  agent: AgentMemory,
  variant: RecallVariant,
  question: RecallQuestion,
  keys: ReadonlyMap<string, string>,
  { limit, embedder, signal }: RunRecallOptions<T>,
): Promise<RecallAnswer> {
  const asked = { query: question.query, limit, ...variant.search(question), ...(signal ? { signal } : {}) };
  const rankedOf = (memories: readonly RecalledMemory[]): readonly string[] =>
    memories.map(({ id }) => keys.get(id) ?? id);
  if (variant.asText) {
    const constellation = await agent.recall({ ...asked, attention: false });
    const { memories } = constellation;
    return { question, memories, ranked: rankedOf(memories), lines: answerLines(constellation, keys), recallMs: 0 };
  }
  const { result, ...times } = await timedRecall(agent, embedder, asked);
  const { memories } = result;
  return { question, memories, ranked: rankedOf(memories), ...times };
}

/** A line of an answer's text. */
export interface AnswerLine {
  /** Of the memory that it tells; a heading has none. */
  readonly key?: string;
  readonly text: string;
}

/** The lines of a constellation's text, which numbers its memories part by part; `keys` are by id. */
function answerLines(answer: Constellation, keys: ReadonlyMap<string, string>): readonly AnswerLine[] {
  const told = memoryRoles.flatMap((role) => answer[role]);
  return answer
    .text()
    .split('\n')
    .map((text) => {
      const number = /^(\d+)\. /.exec(text)?.[1];
      const id = number === undefined ? undefined : told[Number(number) - 1]?.id;
      return id === undefined ? { text } : { key: keys.get(id) ?? id, text };
    });
}
