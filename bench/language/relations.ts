/** Are relations of entities read out of texts? What the rules read in sentences, as against what people read. */
import type { Command } from 'commander';
import { Madeleine } from 'madeleine';
import { z } from 'zod';
import { runs } from '../command-line.ts';
import { parsed, projectFile, readDataFile } from '../data-file.ts';
import { counted, percent, table } from '../print.ts';
import { rounded } from '../statistics.ts';

/** Adds `relations`: what is read of how entities stand to each other. */
export function addRelations(program: Command, signal: AbortSignal): void {
  const command = program
    .command('relations')
    .summary('are relations of entities read out of texts')
    .description(
      'Remembers labelled sentences in a temporary store, and counts how many of the relations that they tell of entities are found, and how many of those found are right.',
    )
    .option('--data <file>', 'a file of labelled sentences (default: the one of the benches)');
  runs<{ readonly data?: string }>(command, signal, async ({ data }, context) => {
    const sentences = await readRelations(data ?? projectFile('bench/data/relations.json'));
    const report = await relationsBench(sentences, context.folder);
    await context.print(report, () => renderReport(report));
  });
}

function renderReport({ halves, misread }: RelationsReport): readonly string[] {
  const rows = halves.flatMap(({ half, predicates, ...all }) => [
    row(half, 'all', all),
    ...Object.entries(predicates).map(([predicate, score]) => row(half, predicate, score)),
  ]);
  const [sentences, silent] = (['sentences', 'silent'] as const).map((name) =>
    halves.reduce((sum, half) => sum + half[name], 0),
  ) as [number, number];
  return [
    `${counted(sentences, 'sentence')}, ${silent} of them tell nothing`,
    '',
    ...table(['half', 'relation', 'precision', 'recall', 'found', 'right', 'expected'], rows, [2, 3, 4, 5, 6]),
    '',
    `misread in tuned: ${misread.length}`,
    ...misread.map(({ sentence, found }) => `  found ${found.join(', ') || 'nothing'}: ${sentence.content}`),
  ];
}

function row(
  half: string,
  what: string,
  { precision, recall, found, right, expected }: RelationScore,
): readonly string[] {
  const shares = [precision, recall].map(percent);
  return [half, what, ...shares, `${found}`, `${right}`, `${expected}`];
}

/** How well the relations of some sentences are found. */
export interface RelationScore {
  /** 0..1; 1 where nothing is found. */
  readonly precision: number;
  /** 0..1; 1 where there is nothing to find. */
  readonly recall: number;
  readonly found: number;
  readonly right: number;
  readonly expected: number;
}

/** The figures of one half. */
export interface RelationsHalf extends RelationScore {
  readonly half: string;
  readonly sentences: number;
  /** Of them those that tell nothing. */
  readonly silent: number;
  /** By predicate. */
  readonly predicates: Readonly<Record<string, RelationScore>>;
}

/** A sentence and what the rules read in it. */
export interface ReadSentence {
  readonly sentence: RelatingSentence;
  /** Each `from | predicate | to`. */
  readonly found: readonly string[];
}

/** All figures, and the sentences that were misread. */
export interface RelationsReport {
  readonly halves: readonly RelationsHalf[];
  /** Of `tuned` only: who looks at the held-out ones tunes on them. */
  readonly misread: readonly ReadSentence[];
}

/** Lets every sentence be observed by an agent of its own, and compares what it tells with its label. */
export async function relationsBench(sentences: readonly RelatingSentence[], folder: string): Promise<RelationsReport> {
  const memory = await Madeleine.open({ at: folder, space: 'relations', embedder: 'none' });
  try {
    for (const [at, { content, speaker }] of sentences.entries()) {
      const said = { id: `${at}`, content, ...(speaker === undefined ? {} : { speaker }) };
      await memory.agent(`reader-${at}`).observe(said);
    }
    const told = await toldIn(memory);
    const read = sentences.map((sentence, at) => ({ sentence, found: told.get(`observation:${at}`) ?? [] }));
    const halves = relationHalves.map((half) =>
      halfOf(
        half,
        read.filter(({ sentence }) => sentence.half === half),
      ),
    );
    return { halves, misread: read.filter((one) => one.sentence.half === 'tuned' && !isRight(one)) };
  } finally {
    await memory.close();
  }
}

/** What each memory tells, read off an export. */
async function toldIn(memory: Madeleine): Promise<ReadonlyMap<string, readonly string[]>> {
  const names = new Map<string, string>();
  const told = new Map<string, string[]>();
  for await (const line of memory.export()) {
    const {
      record,
      id = '',
      name = '',
      memory: teller = '',
      ...edge
    } = JSON.parse(line) as Readonly<Record<string, string>>;
    if (record === 'entity') names.set(id, name);
    if (record !== 'relates') continue;
    const { from = '', predicate = '', to = '' } = edge;
    const relation = `${names.get(from)} | ${predicate} | ${names.get(to)}`;
    told.set(teller, [...(told.get(teller) ?? []), relation]);
  }
  return told;
}

function isRight({ sentence, found }: ReadSentence): boolean {
  return found.length === sentence.relations.length && found.every((one) => sentence.relations.includes(one));
}

function halfOf(half: string, read: readonly ReadSentence[]): RelationsHalf {
  const predicates = new Set(read.flatMap(({ sentence, found }) => [...sentence.relations, ...found].map(predicateOf)));
  return {
    half,
    sentences: read.length,
    silent: read.filter(({ sentence }) => sentence.relations.length === 0).length,
    ...scoreOf(read),
    predicates: Object.fromEntries([...predicates].sort().map((predicate) => [predicate, scoreOf(read, predicate)])),
  };
}

function scoreOf(read: readonly ReadSentence[], predicate?: string): RelationScore {
  const counts = { found: 0, right: 0, expected: 0 };
  const isOf = (relation: string): boolean => predicate === undefined || predicateOf(relation) === predicate;
  for (const { sentence, found } of read) {
    counts.found += found.filter(isOf).length;
    counts.expected += sentence.relations.filter(isOf).length;
    counts.right += found.filter((one) => isOf(one) && sentence.relations.includes(one)).length;
  }
  const share = (of: number): number => (of === 0 ? 1 : rounded(counts.right / of, 4));
  return { precision: share(counts.found), recall: share(counts.expected), ...counts };
}

function predicateOf(relation: string): string {
  return relation.split(' | ')[1] ?? '';
}

/** The halves of the sentences: the rules are made on `tuned`, and `held-out` is for the figures. */
export const relationHalves = ['tuned', 'held-out'] as const;

/** One sentence of a file. */
export interface RelatingSentence {
  readonly half: (typeof relationHalves)[number];
  readonly content: string;
  readonly speaker?: string;
  /** Each `from | predicate | to`. */
  readonly relations: readonly string[];
}

const text = z.string().min(1);
const sentences = z
  .array(
    z.strictObject({
      half: z.enum(relationHalves),
      content: text,
      speaker: text.exactOptional(),
      relations: z.array(text),
    }),
  )
  .min(1);

/** Reads a file of sentences. */
export async function readRelations(path: string): Promise<readonly RelatingSentence[]> {
  return parsed(sentences, await readDataFile(path), path);
}
