/**
 * What the bench `abstain` asks of each store: its own questions, those of another conversation with the speakers' names
 * exchanged, prompts that have nothing to do with any memory, and random letters.
 */
import { z } from 'zod';
import { parsed, projectFile, readDataFile } from '../data-file.ts';
import type { RecallData, RecallTask } from '../recall/data.ts';
import { seededRandom, seedOf } from '../seeded-random.ts';

/** The kinds of questions; only the first have an answer in the store. */
export const questionKinds = ['own', 'foreign', 'abstention', 'neutral', 'nonsense'] as const;
/** A kind of question. */
export type QuestionKind = (typeof questionKinds)[number];

/** A question to ask of one store. */
export interface AbstainQuestion {
  readonly kind: QuestionKind;
  readonly query: string;
  /** Keys of memories; empty where there is no answer. */
  readonly evidence: readonly string[];
}

/** A store to fill, and what to ask of it. */
export interface AbstainTask extends Pick<RecallTask, 'memories'> {
  /** What is held out together. */
  readonly group: string;
  readonly questions: readonly AbstainQuestion[];
}

/** Foreign questions to one store, at most. */
const foreignQuestions = 150;
/** Nonsense in all. */
const nonsenseQuestions = 100;
/** LoCoMo's adversarial questions have evidence and yet no answer: they are neither own nor foreign. */
const adversarial = '5';

const promptsSchema = z.array(z.object({ prompt: z.string() }));
const storesSchema = z.array(
  z.object({
    store: z.string(),
    half: z.enum(['dev', 'held-out']),
    memories: z.array(z.object({ content: z.string(), speaker: z.string().optional() })),
    questions: z.array(
      z.object({
        query: z.string(),
        /** Places of memories; empty where there is no answer. */
        answer: z.array(z.number().int()),
        /** Of what has no answer; absent where it asks for what could be in such a store. */
        kind: z.enum(['neutral', 'nonsense']).optional(),
      }),
    ),
  }),
);

/** The tasks of a data set of recall. */
export async function abstainTasks(data: RecallData): Promise<readonly AbstainTask[]> {
  const path = projectFile('bench/data/neutral-prompts.json');
  const prompts = parsed(promptsSchema, await readDataFile(path), path)
    .map(({ prompt }) => prompt)
    .filter((prompt) => prompt.trim() !== '');
  const nonsense = randomLetters(nonsenseQuestions);
  const speakers = data.tasks.map(speakersOf);
  const own = data.tasks.map(({ questions }) => questions.filter(({ group }) => group !== adversarial));
  return data.tasks.map(({ memories, unanswerable = [] }, place) => {
    const mine = <T>(all: readonly T[]): readonly T[] => all.filter((_, at) => at % data.tasks.length === place);
    const foreign = own.flatMap((questions, other) =>
      other === place
        ? []
        : questions.map(({ query }) => withNames(query, speakers[other] ?? [], speakers[place] ?? [])),
    );
    const without = (kind: QuestionKind, queries: readonly string[]): readonly AbstainQuestion[] =>
      queries.map((query) => ({ kind, query, evidence: [] }));
    return {
      group: `${data.name} ${place + 1}`,
      memories,
      questions: [
        ...(own[place] ?? []).map(({ query, evidence }) => ({ kind: 'own' as const, query, evidence })),
        ...without('foreign', drawn(foreign, foreignQuestions, `${data.name} ${place}`)),
        ...without('abstention', unanswerable),
        ...without('neutral', mine(prompts)),
        ...without('nonsense', mine(nonsense)),
      ],
    };
  });
}

/** The small stores of the benches, of one half. */
export async function smallStores(half: 'dev' | 'held-out'): Promise<readonly AbstainTask[]> {
  const path = projectFile('bench/data/small-stores.json');
  const stores = parsed(storesSchema, await readDataFile(path), path);
  return stores
    .filter((store) => store.half === half)
    .map(({ store, memories, questions }) => ({
      group: `small ${store}`,
      memories: memories.map(({ content, speaker }, at) => ({
        key: `${at}`,
        observation: { content, ...(speaker === undefined ? {} : { speaker, session: store }) },
      })),
      questions: questions.map(({ query, answer, kind }) => ({
        kind: kind ?? (answer.length > 0 ? 'own' : 'foreign'),
        query,
        evidence: answer.map(String),
      })),
    }));
}

/** The two who speak most, roles of an assistant's chat left out. */
function speakersOf({ memories }: RecallTask): readonly string[] {
  const counts = new Map<string, number>();
  for (const { observation } of memories) {
    const { speaker } = observation;
    if (speaker !== undefined && !/^(?:user|assistant)$/i.test(speaker))
      counts.set(speaker, (counts.get(speaker) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, 2)
    .map(([speaker]) => speaker);
}

/** A question with the names of some speakers, whole or the first part, exchanged for those of others. */
export function withNames(query: string, from: readonly string[], to: readonly string[]): string {
  const pairs = from.flatMap((name, at): readonly (readonly [string, string])[] => {
    const other = to[at];
    if (other === undefined) return [];
    const [first = name] = name.split(' ');
    return [[name, other], ...(first === name ? [] : [[first, other.split(' ')[0] ?? other] as const])];
  });
  // All at once: a name that was put in must not be taken out again.
  const names = new Map(pairs.map(([name, other]) => [name.toLowerCase(), other]));
  if (names.size === 0) return query;
  const escaped = pairs.map(([name]) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`(?<!\\p{L})(?:${escaped.join('|')})(?!\\p{L})`, 'giu');
  return query.replace(pattern, (name) => names.get(name.toLowerCase()) ?? name);
}

function drawn(all: readonly string[], most: number, seed: string): readonly string[] {
  const random = seededRandom(seedOf(seed));
  return all
    .map((query) => ({ query, at: random.next() }))
    .sort((one, other) => one.at - other.at)
    .slice(0, most)
    .map(({ query }) => query);
}

function randomLetters(count: number): readonly string[] {
  const random = seededRandom(7);
  const letter = (): string => String.fromCharCode(97 + random.below(26));
  const word = (): string => Array.from({ length: 3 + random.below(7) }, letter).join('');
  return Array.from({ length: count }, () => Array.from({ length: 1 + random.below(4) }, word).join(' '));
}
