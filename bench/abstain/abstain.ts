/** `abstain`: does an answer come only where there is one. */
import { join } from 'node:path';
import type { Command } from 'commander';
import { answerFloor, groundNames, Madeleine } from 'madeleine';
import { type BenchContext, repeatedList, runs } from '../command-line.ts';
import { percent, table } from '../print.ts';
import { benchAgent, benchSpace, remember } from '../recall/ask.ts';
import { readRecallData } from '../recall/read-data.ts';
import { TimingEmbedder } from '../timed-recall.ts';
import type { Fitted } from './fit.ts';
import { type AbstainFigures, figuresOf, type JudgedAnswer, leaveOneOut, modelOf } from './figures.ts';
import { type AbstainTask, abstainTasks, questionKinds, smallStores } from './questions.ts';

interface AbstainFlags {
  readonly data?: readonly string[];
  readonly fit?: true;
}

/** Adds `abstain`. */
export function addAbstain(program: Command, signal: AbortSignal): void {
  const command = program
    .command('abstain')
    .summary('does an answer come only where there is one')
    .description(
      'Asks each store its own questions, those of other conversations with the names exchanged, neutral prompts and nonsense, and tells by their relevance which have an answer.',
    )
    .option(
      '--data <paths>',
      'files and folders as recall takes them (may be repeated, or separated by commas)',
      repeatedList,
    )
    .option('--fit', 'fit the model on all of the data, and print it for src/recall/defaults.ts');
  runs(command, signal, measure);
}

/** What the bench prints. */
interface AbstainResult {
  readonly embedder: string;
  readonly questions: number;
  /** By the weights that ship. */
  readonly shipped: readonly AbstainFigures[];
  /** By weights that were fitted without the conversation that is asked. */
  readonly leftOut: readonly AbstainFigures[];
  /** Where it was asked for: with vectors of words and without. */
  readonly model?: { readonly words: PrintedModel; readonly semantic: PrintedModel };
}

interface PrintedModel {
  readonly intercept: number;
  readonly weights: Readonly<Record<string, number>>;
}

async function measure({ data: paths = [], fit }: AbstainFlags, context: BenchContext): Promise<void> {
  const sets: (readonly [string, readonly AbstainTask[]])[] = [];
  for (const path of paths) {
    const data = await readRecallData(path);
    sets.push([data.name, await abstainTasks(data)]);
  }
  sets.push(['small, dev', await smallStores('dev')]);
  sets.push(['small, held out', await smallStores('held-out')]);
  await context.withEmbedder(async (inner, embedder) => {
    const timing = new TimingEmbedder(inner);
    await timing.warmUp();
    const answers: (readonly [string, readonly JudgedAnswer[]])[] = [];
    let store = 0;
    for (const [name, tasks] of sets) {
      const asked: JudgedAnswer[] = [];
      for (const task of tasks)
        asked.push(...(await answersOf(task, timing, join(context.folder, `${store++}`), context)));
      answers.push([name, asked]);
    }
    const result = resultOf(embedder, answers, fit === true);
    await context.print(result, () => lines(result));
  });
}

async function answersOf(
  { group, memories, questions }: AbstainTask,
  embedder: TimingEmbedder,
  at: string,
  { signal, show }: BenchContext,
): Promise<readonly JudgedAnswer[]> {
  const memory = await Madeleine.open({ at, space: benchSpace, embedder, signal });
  try {
    const agent = memory.agent(benchAgent);
    const keys = await remember(agent, { memories }, () => {}, signal);
    const answers: JudgedAnswer[] = [];
    for (const { kind, query, evidence } of questions) {
      const { memories: found } = await agent.search({ query, limit: 10, signal });
      const isEvidence = (id: string): boolean => evidence.includes(keys.get(id) ?? id);
      const judged = found.map(({ id, relevance, grounds }) => ({
        relevance,
        values: grounds.map(({ value }) => value),
        isEvidence: isEvidence(id),
      }));
      const { memories: recalled } = await agent.recall({ query, attention: false, signal });
      const [lead] = recalled;
      answers.push({
        group,
        kind,
        query,
        memories: judged,
        isAnswered: lead !== undefined,
        isRight: lead !== undefined && isEvidence(lead.id),
      });
      show(group, answers.length, questions.length);
    }
    return answers;
  } finally {
    await memory.close();
  }
}

function resultOf(
  embedder: string,
  answers: readonly (readonly [string, readonly JudgedAnswer[]])[],
  fit: boolean,
): AbstainResult {
  // What is held out of the small stores is never learned from.
  const isHeldOut = (name: string): boolean => name === 'small, held out';
  const learned = answers.filter(([name]) => !isHeldOut(name)).flatMap(([, all]) => all);
  const again = leaveOneOut(learned);
  const model = fit
    ? { words: printed(modelOf(learned)), semantic: printed(modelOf(withoutWords(learned))) }
    : undefined;
  return {
    embedder,
    questions: answers.reduce((sum, [, all]) => sum + all.length, 0),
    shipped: answers.map(([name, all]) => figuresOf(name, all, answerFloor)),
    leftOut: answers
      .filter(([name]) => !isHeldOut(name))
      .map(([name, all]) => {
        const groups = new Set(all.map(({ group }) => group));
        return figuresOf(
          name,
          again.filter(({ group }) => groups.has(group)),
          answerFloor,
        );
      }),
    ...(model === undefined ? {} : { model }),
  };
}

function printed(model: Fitted): PrintedModel {
  return {
    intercept: rounded(model.intercept),
    weights: Object.fromEntries(groundNames.map((name, at) => [name, rounded(model.weights[at] ?? 0)])),
  };
}

/** The same answers of a space whose embedder gives no vectors of words. */
function withoutWords(answers: readonly JudgedAnswer[]): readonly JudgedAnswer[] {
  const ofWords = groundNames.indexOf('wordsNear');
  return answers.map((answer) => ({
    ...answer,
    memories: answer.memories.map((memory) => ({
      ...memory,
      values: memory.values.map((value, at) => (at === ofWords ? 0 : value)),
    })),
  }));
}

function rounded(value: number): number {
  return Number(value.toFixed(3));
}

function lines({ embedder, questions, shipped, leftOut, model }: AbstainResult): readonly string[] {
  return [
    `${questions} questions, embedder ${embedder}, floor ${answerFloor}`,
    '',
    'One conversation left out of the fit:',
    ...figuresTable(leftOut),
    '',
    'As it ships:',
    ...figuresTable(shipped),
    '',
    'What recall answers with, which reads what its relevance leaves in doubt:',
    ...recallTable(shipped),
    '',
    'How often the most relevant memory is evidence, one conversation left out:',
    ...binsTable(leftOut),
    ...(model === undefined ? [] : ['', JSON.stringify(model)]),
  ];
}

function shareOf(share: number | undefined): string {
  return share === undefined ? '' : percent(share);
}

function figuresTable(all: readonly AbstainFigures[]): readonly string[] {
  const rows = all.map(({ name, auc, aucFound, lost, silent, atTwoPercent }) => [
    name,
    auc.toFixed(3),
    aucFound.toFixed(3),
    percent(lost),
    ...questionKinds.map((kind) => shareOf(silent[kind])),
    atTwoPercent.floor.toFixed(3),
    ...questionKinds.slice(1).map((kind) => shareOf(atTwoPercent.silent[kind])),
  ]);
  const head = [
    ...['data', 'AUC', 'AUC found', 'evidence lost %'],
    ...questionKinds.map((kind) => `${kind} silent %`),
    'floor at 2 % lost',
    ...questionKinds.slice(1).map((kind) => `${kind} %`),
  ];
  return table(head, rows, head.map((_, at) => at).slice(1));
}

function recallTable(all: readonly AbstainFigures[]): readonly string[] {
  const rows = all.map(({ name, recalled }) => [
    name,
    percent(recalled.right),
    ...questionKinds.map((kind) => shareOf(recalled.silent[kind])),
  ]);
  const head = ['data', 'evidence leads %', ...questionKinds.map((kind) => `${kind} silent %`)];
  return table(head, rows, head.map((_, at) => at).slice(1));
}

function binsTable(all: readonly AbstainFigures[]): readonly string[] {
  const [first] = all;
  if (first === undefined) return [];
  const rows = first.bins.map(({ from }, at) => [
    `from ${from}`,
    ...all.map(({ bins }) => {
      const bin = bins[at];
      return bin === undefined || bin.count === 0
        ? '-'
        : `${bin.count}: ${bin.mean.toFixed(2)} / ${bin.right.toFixed(2)}`;
    }),
  ]);
  const brier = ['Brier', ...all.map((figures) => figures.brier.toFixed(3))];
  return table(['relevance', ...all.map(({ name }) => `${name}: n, told / true`)], [...rows, brier]);
}
