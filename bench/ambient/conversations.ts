/**
 * Does the right thing surface by itself, and nothing else? LoCoMo's conversations are remembered but for their last
 * sessions, whose turns then come as messages, as do the questions and prompts that have nothing to do with any of it.
 */
import { join } from 'node:path';
import { type AmbientContext, Madeleine } from 'madeleine';
import { z } from 'zod';
import type { CountTokens } from '../count-tokens.ts';
import { parsed, readDataFile } from '../data-file.ts';
import { benchAgent, benchSpace, remember } from '../recall/ask.ts';
import type { RecallTask } from '../recall/data.ts';
import { readConversations } from '../recall/locomo.ts';
import { type AmbientAnswer, ambientFigures, type AmbientFigures, type PromptHalf, promptHalves } from './figures.ts';

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

/** Sessions at the end of a conversation that are said and not remembered. */
const saidSessions = 2;
/** Questions of this category rest on what nobody said: there is nothing right that could surface. */
const adversarial = 5;

/** A question as a message. */
export interface AmbientQuestion {
  readonly question: string;
  /** Keys of remembered memories; never empty. */
  readonly evidence: readonly string[];
  readonly answer: string;
}

/** One conversation: a store, and what is said to its agent. */
export interface AmbientTask {
  readonly memories: RecallTask['memories'];
  /** The names of those who speak. */
  readonly speakers: readonly string[];
  readonly turns: readonly { readonly content: string; readonly session: string }[];
  readonly questions: readonly AmbientQuestion[];
  /** When the messages come: on the day of the first session that is not remembered. */
  readonly saidAt: Date;
}

/** Reads a file in the format of LoCoMo's `locomo10.json`. */
export async function readAmbientData(path: string): Promise<readonly AmbientTask[]> {
  const conversations = await readConversations(path);
  return conversations.map(({ turns, questions }) => {
    const said = turns.map((turn) => ({ ...turn, session: sessionOf(turn.key) }));
    const last = new Set([...new Set(said.map(({ session }) => session))].slice(-saidSessions));
    const memories = said.filter(({ session }) => !last.has(session));
    const heard = said.filter(({ session }) => last.has(session));
    const keys = new Set(memories.map(({ key }) => key));
    return {
      memories,
      speakers: [...new Set(said.map(({ observation: { speaker } }) => speaker))],
      turns: heard.map(({ observation: { content }, session }) => ({ content, session })),
      questions: questions
        .filter(({ category }) => category !== adversarial)
        .map(({ question, evidence, answer = '' }) => ({
          question,
          evidence: evidence.filter((key) => keys.has(key)),
          answer,
        }))
        .filter(({ evidence }) => evidence.length > 0),
      saidAt: new Date(heard[0]?.observation.occurredAt ?? 0),
    };
  });
}

/** `D18` of `D18:4`. */
function sessionOf(turn: string): string {
  return turn.split(':')[0] ?? turn;
}

/** A prompt that has nothing to do with anybody's memories: whatever surfaces for it is out of place. */
export interface NeutralPrompt {
  readonly half: PromptHalf;
  /** What might mislead: a word that is a name elsewhere, a name inside a word, ... */
  readonly trap: string;
  /** What is said; may be empty. */
  readonly prompt: string;
}

const promptsSchema = z
  .array(z.strictObject({ half: z.enum(promptHalves), trap: z.string().min(1), prompt: z.string() }))
  .min(1);

/** Reads a file of prompts. */
export async function readNeutralPrompts(path: string): Promise<readonly NeutralPrompt[]> {
  return parsed(promptsSchema, await readDataFile(path), path);
}

/** The names and aliases of all entities of a space, as an export has them. */
async function knownNames(memory: Madeleine): Promise<readonly string[]> {
  const names = new Set<string>();
  for await (const line of memory.export()) {
    const record = JSON.parse(line) as { record: string; name?: string; aliases?: readonly string[] };
    if (record.record !== 'entity') continue;
    for (const name of [record.name, ...(record.aliases ?? [])]) if (name) names.add(name);
  }
  return [...names];
}

/**
 * Those of some names that stand in a text as whole words in the same letters, capitals and all. This plainest of rules
 * owes nothing to how ambient memory finds names, so that it can judge it.
 */
export function namesInText(names: readonly string[], text: string): readonly string[] {
  return names.filter((name) => standsIn(name, text));
}

function standsIn(name: string, text: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const isWhole = !isWordCharacter(text[at - 1]) && !isWordCharacter(text[at + name.length]);
    if (isWhole) return true;
  }
  return false;
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character);
}
