/**
 * The bench of ambient memory: conversations are remembered but for their last sessions, whose turns then
 * come as messages, as do the questions and prompts that have nothing to do with any of it. What
 * surfaces, and what should have? Measures through the public API only.
 */
import { join } from 'node:path';
import { type AmbientContext, type CountTokens, Madeleine } from '../../index.ts';
import type { AmbientQuestion, AmbientTask } from './ambient-data.ts';
import { type AmbientAnswer, type AmbientFigures, ambientFigures } from './ambient-figures.ts';
import { knownNames, namesInText } from './known-names.ts';
import type { NeutralPrompt } from './neutral-prompts.ts';
import { benchAgent, benchSpace, remember } from './run-recall.ts';

/** What to measure. */
export interface AmbientBenchOptions {
  readonly tasks: readonly AmbientTask[];
  readonly prompts: readonly NeutralPrompt[];
  readonly countTokens: CountTokens;
  /** An empty folder for the stores. */
  readonly folder: string;
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/** The figures, and what surfaced for neutral prompts. */
export interface AmbientBenchResult extends AmbientFigures {
  readonly conversations: number;
  readonly memories: number;
  /** For prompts of `tuned` only: who looks at the held-out ones tunes on them. */
  readonly injected: readonly { readonly prompt: string; readonly text: string }[];
}

/** Runs the bench; one conversation after another. */
export async function ambientBench(options: AmbientBenchOptions): Promise<AmbientBenchResult> {
  const { tasks, prompts, folder } = options;
  const answers: AmbientAnswer[] = [];
  const memories = tasks.reduce((sum, task) => sum + task.memories.length, 0);
  const asked = tasks.reduce((sum, { turns, questions }) => sum + turns.length + questions.length + prompts.length, 0);
  let done = 0;
  const advance = (count: number): void => {
    done += count;
    options.onProgress?.(done, memories + asked);
  };
  for (const [place, task] of tasks.entries()) {
    answers.push(...(await answersOf(task, join(folder, `${place}`), options, advance)));
  }
  const injected = answers.filter(({ of, text }) => of === 'tuned' && text !== '');
  return {
    conversations: tasks.length,
    memories,
    ...ambientFigures(answers),
    injected: injected.map(({ message, text }) => ({ prompt: message, text })),
  };
}

async function answersOf(
  task: AmbientTask,
  at: string,
  { prompts, countTokens, signal }: AmbientBenchOptions,
  advance: (count: number) => void,
): Promise<readonly AmbientAnswer[]> {
  // The messages come right after what is remembered, not years later.
  const memory = await Madeleine.open({ at, space: benchSpace, embedder: 'none', clock: () => task.saidAt });
  try {
    const agent = memory.agent(benchAgent);
    const keys = await remember(agent, task, advance, signal);
    const names = [...new Set([...(await knownNames(memory)), ...task.speakers])];
    const answers: AmbientAnswer[] = [];
    const say = async (of: AmbientAnswer['of'], message: string, more: Said = {}): Promise<void> => {
      const { question, session } = more;
      const start = performance.now();
      const context = await agent.ambient({ message, ...(session === undefined ? {} : { session }) });
      const ms = performance.now() - start;
      signal?.throwIfAborted();
      const named = namesInText(names, message);
      answers.push({
        ...{ of, message, ms, text: context.text, tokens: countTokens(context.text) },
        ...(context.silence === undefined ? {} : { silence: context.silence }),
        ...{ names: named.length, topics: named.filter((name) => !task.speakers.includes(name)).length },
        ...(question === undefined ? {} : foundOf(question, context, keys, names)),
      });
      advance(1);
    };
    for (const { content, session } of task.turns) await say('turn', content, { session });
    for (const question of task.questions) await say('question', question.question, { question });
    for (const { half, prompt } of prompts) await say(half, prompt);
    return answers;
  } finally {
    await memory.close();
  }
}

interface Said {
  /** Turns of a session are told apart from each other; anything else stands alone. */
  readonly session?: string;
  readonly question?: AmbientQuestion;
}

function foundOf(
  { question, evidence, answer }: AmbientQuestion,
  { text, items }: AmbientContext,
  keys: ReadonlyMap<string, string>,
  names: readonly string[],
): Pick<AmbientAnswer, 'hasEvidence' | 'hasEntity'> {
  const asked = new Set(namesInText(names, question));
  const wanted = namesInText(names, answer).filter((name) => !asked.has(name));
  const hasEvidence = items.some(({ memory }) => evidence.includes(keys.get(memory) ?? memory));
  return { hasEvidence, ...(wanted.length === 0 ? {} : { hasEntity: namesInText(wanted, text).length > 0 }) };
}
