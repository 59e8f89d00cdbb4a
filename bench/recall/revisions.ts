/**
 * Does a correction answer after sleep? All stories are told in one memory, mistakes first and corrections later, the
 * memory sleeps, and every question is asked, on a clock of its own.
 */
import type { Command } from 'commander';
import { type AgentMemory, type Embedder, Madeleine, type RecalledMemory, type RecallResult } from 'madeleine';
import { z } from 'zod';
import { runs } from '../command-line.ts';
import { parsed, projectFile, readDataFile } from '../data-file.ts';
import { counted, percent, table } from '../print.ts';

/** The stories of the benches. */
export const ownStories: string = projectFile('bench/data/revision-stories.json');
/** How often mistakes are told before they are corrected: once, and as often as repeating might make them true. */
const tellings = [1, 5];

/** Adds `revisions`: does a correction answer after sleep. */
export function addRevisions(program: Command, signal: AbortSignal): void {
  const command = program
    .command('revisions')
    .summary('does a correction answer after sleep')
    .description(
      'Tells stories in which somebody says something false and corrects it later, sleeps without a language model, and asks. Counts how often the correction is the answer and the mistake is none, also when the mistake is told five times.',
    )
    .option('--stories <file>', 'a file of stories (default: the one of the benches)');
  runs<{ readonly stories?: string }>(command, signal, async ({ stories: file = ownStories }, context) => {
    await context.withEmbedder(async (embedder, embedderName) => {
      const stories = await readStories(file);
      const told: RevisionsTelling[] = [];
      for (const times of tellings) {
        const onProgress = (done: number, total: number): void => context.show('telling', done, total);
        told.push(await revisionsBench({ stories, times, folder: context.folder, embedder, onProgress, signal }));
      }
      const result = { embedder: embedderName, stories: stories.length, tellings: told };
      await context.print(result, () => rendered(told, embedderName));
    });
  });
}

function rendered(told: readonly RevisionsTelling[], embedder: string): readonly string[] {
  const rows = told.flatMap(({ scores }) =>
    scores.map(({ split, times, stories, corrected, mistaken, marked }) => [
      split,
      `${times}`,
      `${stories}`,
      ...[corrected, marked, mistaken].map((count) => `${count} (${percent(count / Math.max(1, stories))} %)`),
    ]),
  );
  const missed = told.flatMap(({ times, told: stories }) =>
    stories.filter(isMissed).map((story) => ({ times, story })),
  );
  const gained = told[0]?.told.filter(({ confidence }, at) =>
    told.some(({ told: other }) => (other[at]?.confidence ?? 0) > confidence),
  );
  return [
    `${counted(told[0]?.told.length ?? 0, 'story', 'stories')}, embedder ${embedder}`,
    '',
    ...table(
      ['split', 'times told', 'stories', 'correction is primary', 'mistake is marked', 'mistake is primary'],
      rows,
      [1, 2, 3, 4, 5],
    ),
    '',
    `mistakes that gained confidence by being repeated: ${gained?.length ?? 0}`,
    `missed in dev: ${missed.filter(({ story: { story } }) => story.split === 'dev').length}`,
    ...missed.flatMap(({ times, story: { story, answer } }) =>
      story.split === 'dev' ? [`  told ${times} times, ${answer}: ${story.mistaken} | ${story.corrected}`] : [],
    ),
  ];
}

function isMissed({ answer, isMarked, isMistakenPrimary }: ToldStory): boolean {
  return answer !== 'corrected' || isMistakenPrimary || !isMarked;
}

/** What to measure. */
export interface RevisionsBenchOptions {
  readonly stories: readonly RevisionStory[];
  /** How often each mistake is told before it is corrected. */
  readonly times: number;
  /** A folder for the store, without a space of this name. */
  readonly folder: string;
  readonly embedder: Embedder | 'none';
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/** What became of one story. */
export interface ToldStory {
  readonly story: RevisionStory;
  /** What the first answer says. */
  readonly answer: 'corrected' | 'mistaken' | 'other' | 'nothing';
  /** Whether the mistake is among the answers. */
  readonly isMistakenPrimary: boolean;
  /** Whether the mistake is superseded or contradicting wherever it is recalled. */
  readonly isMarked: boolean;
  /** The highest confidence of the mistake, 0..1. */
  readonly confidence: number;
}

/** The figures of one half of the stories. */
export interface RevisionScore {
  readonly split: string;
  readonly times: number;
  readonly stories: number;
  /** Stories whose first answer is the correction. */
  readonly corrected: number;
  /** Stories with the mistake among the answers. */
  readonly mistaken: number;
  /** Stories whose mistake is marked wherever it is recalled. */
  readonly marked: number;
}

/** One telling of all stories. */
export interface RevisionsTelling {
  readonly times: number;
  readonly scores: readonly RevisionScore[];
  readonly told: readonly ToldStory[];
}

const hourMs = 3_600_000;

/** Tells all stories and asks all questions. */
export async function revisionsBench(options: RevisionsBenchOptions): Promise<RevisionsTelling> {
  const { stories, times, folder, embedder, onProgress, signal } = options;
  let now = Date.UTC(2026, 0, 1);
  const memory = await Madeleine.open({
    at: folder,
    space: `told-${times}`,
    embedder,
    sharing: 'household',
    clock: () => new Date(now),
  });
  try {
    const ids = new Map<string, Set<string>>();
    const turns = [...Array.from({ length: times }, () => 'mistaken' as const), 'corrected' as const];
    const total = turns.length * stories.length;
    for (const [round, which] of turns.entries()) {
      for (const [at, story] of stories.entries()) {
        signal?.throwIfAborted();
        now += hourMs;
        const key = `${which} ${story.story}`;
        ids.set(key, (ids.get(key) ?? new Set()).add(await tell(memory, story, story[which])));
        onProgress?.(round * stories.length + at + 1, total);
      }
    }
    now += hourMs;
    await memory.sleep(signal === undefined ? {} : { signal });
    const told: ToldStory[] = [];
    for (const story of stories) {
      const said = (which: string): ReadonlySet<string> => ids.get(`${which} ${story.story}`) ?? new Set();
      told.push(await ask(listenerOf(memory, story), story, said('mistaken'), said('corrected')));
    }
    return { times, scores: storySplits.map((split) => scoreOf(split, times, told)), told };
  } finally {
    await memory.close();
  }
}

async function ask(
  agent: AgentMemory,
  story: RevisionStory,
  mistaken: ReadonlySet<string>,
  corrected: ReadonlySet<string>,
): Promise<ToldStory> {
  const answer: RecallResult = await agent.recall({ query: story.question, attention: false });
  const found = await agent.search({ query: story.mistaken, limit: 50 });
  const kinds = new Map<string, ToldStory['answer']>();
  for (const { id, content } of [...answer.memories, ...found.memories]) {
    if (story.stillTrue?.includes(content)) continue;
    const { derivedFrom } = await agent.why({ id });
    const said = [id, ...derivedFrom.map((source) => source.id)];
    const isFrom = (ids: ReadonlySet<string>): boolean => said.some((one) => ids.has(one));
    kinds.set(id, isFrom(corrected) ? 'corrected' : isFrom(mistaken) ? 'mistaken' : 'other');
  }
  const isMistaken = ({ id }: RecalledMemory): boolean => kinds.get(id) === 'mistaken';
  const primary = answer.memories.filter(({ role }) => role === 'primary');
  const isMarked = ({ superseded, role }: RecalledMemory): boolean =>
    superseded !== undefined || role === 'contradicting';
  return {
    story,
    answer: kinds.get(primary[0]?.id ?? '') ?? 'nothing',
    isMistakenPrimary: primary.some(isMistaken),
    isMarked: answer.memories.filter(isMistaken).every(isMarked),
    confidence: Math.max(
      0,
      ...found.memories.filter(isMistaken).flatMap(({ believers }) => believers.map(({ confidence }) => confidence)),
    ),
  };
}

function scoreOf(split: string, times: number, told: readonly ToldStory[]): RevisionScore {
  const own = told.filter(({ story }) => story.split === split);
  const count = (test: (one: ToldStory) => boolean): number => own.filter(test).length;
  return {
    split,
    times,
    stories: own.length,
    corrected: count(({ answer }) => answer === 'corrected'),
    mistaken: count(({ isMistakenPrimary }) => isMistakenPrimary),
    marked: count(({ isMarked }) => isMarked),
  };
}

/** The halves of the stories: the rules are made on `dev`, and `held-out` is for the figures. */
export const storySplits = ['dev', 'held-out'] as const;

/** One story. */
export interface RevisionStory {
  /** What is corrected, and how it is said. */
  readonly story: string;
  readonly split: (typeof storySplits)[number];
  /** Who says it: an agent of {@link storyAgents} thinks it to itself, anybody else tells the first of them. */
  readonly speaker: string;
  readonly mistaken: string;
  readonly corrected: string;
  /** What is asked in the end. */
  readonly question: string;
  /** What the mistaken telling says beside, which stays true: facts word for word. */
  readonly stillTrue?: readonly string[] | undefined;
}

/** The agents of the stories. */
export const storyAgents = ['lisa', 'electra'] as const;

const text = z.string().min(1);
const storiesSchema = z
  .array(
    z.strictObject({
      story: text,
      split: z.enum(storySplits),
      speaker: text,
      mistaken: text,
      corrected: text,
      question: text,
      stillTrue: z.array(text).optional(),
    }),
  )
  .min(1);

/** Reads a file of stories. */
export async function readStories(path: string): Promise<readonly RevisionStory[]> {
  return parsed(storiesSchema, await readDataFile(path), path);
}

/** The agent that hears a story. */
export function listenerOf(memory: Madeleine, { speaker }: RevisionStory): AgentMemory {
  return memory.agent(storyAgents.find((agent) => agent === speaker) ?? storyAgents[0]);
}

/** Tells a sentence of a story to the agent that hears it; answers the id of the memory. */
export async function tell(memory: Madeleine, story: RevisionStory, content: string): Promise<string> {
  const agent = listenerOf(memory, story);
  const { id } = await (agent.name === story.speaker
    ? agent.observe({ content, type: 'thought', channel: 'agent' })
    : agent.observe({ content, speaker: story.speaker }));
  return id;
}
