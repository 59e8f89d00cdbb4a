/** Who comes to believe what was said? After a sleep, who believes what sentences state, as against who should. */
import type { Command } from 'commander';
import { channels, type FactKind, factKinds, Madeleine, observationTypes, type ObserveOptions } from 'madeleine';
import { z } from 'zod';
import { runs } from '../command-line.ts';
import { parsed, projectFile, readDataFile } from '../data-file.ts';
import { counted, percent, table } from '../print.ts';
import { rounded } from '../statistics.ts';

/** Adds `attribution`: who comes to believe what was said. */
export function addAttribution(program: Command, signal: AbortSignal): void {
  const command = program
    .command('attribution')
    .summary('who comes to believe what was said')
    .description(
      'Remembers labelled sentences in a temporary store, sleeps by the rules, and counts how often what they state went to the right believer, or to nobody where there is nothing to believe.',
    )
    .option('--data <file>', 'a file of labelled sentences (default: the one of the benches)');
  runs<{ readonly data?: string }>(command, signal, async ({ data }, context) => {
    const sentences = await readAttribution(data ?? projectFile('bench/data/attribution.json'));
    const report = await attributionBench(sentences, context.folder);
    await context.print(report, () => renderReport(report));
  });
}

function renderReport({ halves, misjudged }: AttributionReport): readonly string[] {
  const rows = halves.flatMap(({ half, promoted, left, kinds, by, ...all }) => [
    row(half, 'all', all),
    row(half, 'somebody is to believe', promoted),
    row(half, 'nobody is to believe', left),
    row(half, 'right kind', kinds),
    ...Object.entries(by).map(([is, score]) => row(half, is, score)),
  ]);
  const sentences = halves.reduce((sum, half) => sum + half.sentences, 0);
  return [
    counted(sentences, 'sentence'),
    '',
    ...table(['half', 'sentences', 'right %', 'right', 'of'], rows, [2, 3, 4]),
    '',
    `misjudged in tuned: ${misjudged.length}`,
    ...misjudged.map(({ sentence, found }) => {
      const believers = found.map(({ believer, content }) => `${believer} (${content})`).join(', ') || 'nobody';
      return `  ${sentence.believer ?? 'nobody'}, found ${believers}: ${sentence.observed.content}`;
    }),
  ];
}

function row(half: string, what: string, { share, right, sentences }: AttributionScore): readonly string[] {
  return [half, what, percent(share), `${right}`, `${sentences}`];
}

/** How many of some sentences went to the right believer, or to nobody where nobody was right. */
export interface AttributionScore {
  readonly sentences: number;
  readonly right: number;
  /** 0..1; 1 where there is no sentence. */
  readonly share: number;
}

/** The figures of one half. */
export interface HalfScore extends AttributionScore {
  readonly half: string;
  /** Of those that somebody is to believe. */
  readonly promoted: AttributionScore;
  /** Of those that nobody is to believe. */
  readonly left: AttributionScore;
  /** Of those that went to the right believer: how many are facts of the right kind. */
  readonly kinds: AttributionScore;
  /** By what the sentences are. */
  readonly by: Readonly<Record<string, AttributionScore>>;
}

/** A sentence and what became of it. */
export interface AttributedResult {
  readonly sentence: AttributedSentence;
  /** Who believes what of it, and as what. */
  readonly found: readonly { readonly believer: string; readonly kind: string; readonly content: string }[];
}

/** All figures, and the sentences that went to others. */
export interface AttributionReport {
  readonly halves: readonly HalfScore[];
  /** Of `tuned` only: who looks at the held-out ones tunes on them. */
  readonly misjudged: readonly AttributedResult[];
}

/** Remembers the sentences of each half in a space of its own, sleeps, and sees who believes what. */
export async function attributionBench(
  sentences: readonly AttributedSentence[],
  folder: string,
): Promise<AttributionReport> {
  const halves: HalfScore[] = [];
  const misjudged: AttributedResult[] = [];
  for (const half of attributionHalves) {
    const results = await resultsOf(
      sentences.filter((sentence) => sentence.half === half),
      folder,
      half,
    );
    halves.push(scoreOf(half, results));
    if (half === 'tuned') misjudged.push(...results.filter((result) => !isRight(result)));
  }
  return { halves, misjudged };
}

async function resultsOf(
  sentences: readonly AttributedSentence[],
  folder: string,
  space: string,
): Promise<readonly AttributedResult[]> {
  const memory = await Madeleine.open({ at: folder, space, embedder: 'none', sharing: 'household' });
  try {
    for (const [at, { agent, observed }] of sentences.entries()) {
      await memory.agent(agent).observe({ ...observed, id: `${at}` });
    }
    await memory.sleep();
    return await derivedIn(memory, sentences);
  } finally {
    await memory.close();
  }
}

/** What is derived from each sentence, read off an export. */
async function derivedIn(
  memory: Madeleine,
  sentences: readonly AttributedSentence[],
): Promise<readonly AttributedResult[]> {
  const facts = new Map<string, { kind: string; content: string }>();
  const edges: Record<string, string>[] = [];
  for await (const line of memory.export()) {
    const record = JSON.parse(line) as Record<string, string>;
    if (record['record'] === 'fact') {
      facts.set(`${record['id']}`, { kind: `${record['kind']}`, content: `${record['content']}` });
    } else if (record['record'] === 'derived_from') edges.push(record);
  }
  return sentences.map((sentence, at) => ({
    sentence,
    found: edges
      .filter(({ observation }) => observation === `observation:${at}`)
      .flatMap(({ fact = '', believer = '' }) => {
        const known = facts.get(fact);
        return known === undefined ? [] : [{ believer, ...known }];
      }),
  }));
}

function isRight({ sentence: { believer }, found }: AttributedResult): boolean {
  if (believer === undefined) return found.length === 0;
  return found.length > 0 && found.every((one) => one.believer === believer);
}

function scoreOf(half: string, results: readonly AttributedResult[]): HalfScore {
  const [promoted, left] = [true, false].map((is) =>
    results.filter(({ sentence }) => (sentence.believer !== undefined) === is),
  ) as [AttributedResult[], AttributedResult[]];
  const kinds = new Set(results.map(({ sentence }) => sentence.is));
  return {
    half,
    ...share(results, isRight),
    promoted: share(promoted, isRight),
    left: share(left, isRight),
    kinds: share(promoted.filter(isRight), ({ sentence, found }) => found.every(({ kind }) => kind === sentence.kind)),
    by: Object.fromEntries(
      [...kinds].map((is) => [
        is,
        share(
          results.filter(({ sentence }) => sentence.is === is),
          isRight,
        ),
      ]),
    ),
  };
}

function share(
  results: readonly AttributedResult[],
  isCounted: (result: AttributedResult) => boolean,
): AttributionScore {
  const right = results.filter(isCounted).length;
  return { sentences: results.length, right, share: results.length === 0 ? 1 : rounded(right / results.length, 4) };
}

/** The halves of the sentences: the rules are made on `tuned`, and `held-out` is for the figures. */
export const attributionHalves = ['tuned', 'held-out'] as const;

/** One sentence of a file. */
export interface AttributedSentence {
  readonly half: (typeof attributionHalves)[number];
  /** What it is, in a word: a preference, a question, ... */
  readonly is: string;
  /** The agent that records it. */
  readonly agent: string;
  readonly observed: ObserveOptions;
  /** Who comes to believe what it states; missing where nobody does. */
  readonly believer?: string;
  readonly kind?: FactKind;
}

const name = z.string().min(1);
const sentences = z
  .array(
    z
      .strictObject({
        half: z.enum(attributionHalves),
        is: name,
        content: name,
        agent: name.default('lisa'),
        type: z.enum(observationTypes).exactOptional(),
        speaker: name.exactOptional(),
        channel: z.enum(channels).exactOptional(),
        source: name.exactOptional(),
        believer: name.exactOptional(),
        kind: z.enum(factKinds).exactOptional(),
      })
      .transform(({ half, is, agent, believer, kind, ...observed }): AttributedSentence => {
        const label = believer === undefined || kind === undefined ? {} : { believer, kind };
        return { half, is, agent, observed, ...label };
      }),
  )
  .min(1);

/** Reads a file of sentences. */
export async function readAttribution(path: string): Promise<readonly AttributedSentence[]> {
  return parsed(sentences, await readDataFile(path), path);
}
