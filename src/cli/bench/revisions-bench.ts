/**
 * The bench of revisions: all stories are told in one memory, mistakes first and corrections later,
 * the memory sleeps, and every question is asked. Is what corrects the answer, and what was
 * mistaken never one? Measures through the public API only, on a clock of its own.
 */
import { type AgentMemory, type Embedder, Madeleine, type RecalledMemory, type RecallResult } from '../../index.ts';
import { listenerOf, type RevisionStory, storySplits, tell } from './revision-stories.ts';

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
  const memory = await Madeleine.open({ at: folder, space: `told-${times}`, embedder, clock: () => new Date(now) });
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
  for (const { id } of [...answer.memories, ...found.memories]) {
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
