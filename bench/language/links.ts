/**
 * Are supports and contradictions told apart? Pairs of statements with what they are to each other, as people judge it,
 * and contradictions within long chats, held against the rules of links.
 */
import type { Command } from 'commander';
import { z } from 'zod';
import { type BenchContext, runs, wholeNumber } from '../command-line.ts';
import { parsed, projectFile, readDataFile } from '../data-file.ts';
import { type LinkRules, linkRules } from '../internals.ts';
import { counted, plain, table } from '../print.ts';
import { readBeam } from '../recall/beam.ts';
import type { RecallQuestion, RecallTask } from '../recall/data.ts';
import { rounded } from '../statistics.ts';

interface LinksFlags {
  readonly pairs?: string;
  readonly beam?: string;
  readonly sample?: number;
}

/** Characters that show what a sentence says. */
const longestShown = 160;

/** Adds `links`: do the rules tell support from contradiction. */
export function addLinks(program: Command, signal: AbortSignal): void {
  const command = program
    .command('links')
    .summary('are supports and contradictions told apart')
    .description(
      'Judges labelled pairs of statements with the rules that link memories, and counts how often they are right. Needs no store.',
    )
    .option('--pairs <file>', 'a file of labelled pairs (default: the one of the benches)')
    .option('--beam <folder>', 'conversations of the BEAM benchmark, to look for contradictions within each')
    .option(
      '--sample <number>',
      'how many of the contradictions found there to show (default: 0)',
      wholeNumber('links', '--sample'),
    );
  runs(command, signal, measure);
}

async function measure(flags: LinksFlags, context: BenchContext): Promise<void> {
  const { pairs = projectFile('bench/data/statement-pairs.json'), sample = 0 } = flags;
  if (sample < 0) throw context.refusal(`"--sample" must be 0 or more, got ${sample}`);
  const rules = await linkRules();
  const { parseStatement, relationBetween } = rules;
  const relationOf: RelationOf = (one, other) => relationBetween(parseStatement(one), parseStatement(other));
  const labelled = linksBench(await readPairs(pairs), relationOf);
  const beam = flags.beam === undefined ? undefined : await beamContradictions(flags.beam, rules);
  const report = { ...labelled, ...(beam ? { beam } : {}) };
  await context.print(report, () => [...renderLabelled(labelled), ...(beam ? renderBeam(beam, sample) : [])]);
}

function renderLabelled({ splits, misjudged, pairMs }: LinksBenchReport): readonly string[] {
  const rows = splits.flatMap(({ split, contradicts, supports, rules }) => [
    row(split, 'contradicts', contradicts),
    row(split, 'supports', supports),
    ...Object.entries(rules).map(([rule, score]) => row(split, `rule ${rule}`, score)),
  ]);
  const pairs = splits.reduce((sum, split) => sum + split.pairs, 0);
  return [
    `${counted(pairs, 'pair')}, ${pairMs} ms for reading and comparing one`,
    '',
    ...table(['split', 'link', 'precision', 'recall', 'found', 'right', 'expected'], rows, [2, 3, 4, 5, 6]),
    '',
    `misjudged in dev: ${misjudged.length}`,
    ...misjudged.map(({ pair, found }) => {
      const texts = [pair.one, pair.other].map(({ content }) => shown(content)).join(' | ');
      return `  ${pair.label}, found ${found?.kind ?? 'neither'}: ${texts}`;
    }),
  ];
}

function row(split: string, name: string, score: LinkScore): readonly string[] {
  const shares = [score.precision, score.recall].map((share) => (share * 100).toFixed(1));
  return [split, name, ...shares, `${score.found}`, `${score.right}`, `${score.expected}`];
}

function renderBeam(beam: BeamContradictions, sample: number): readonly string[] {
  const { probes, contradictions } = beam;
  const linkable = probes.filter(({ inOneMessage }) => !inOneMessage);
  const found = linkable.filter((probe) => probe.found);
  const counts = [counted(beam.chats, 'chat'), counted(beam.messages, 'user message'), counted(beam.pairs, 'pair')];
  return [
    '',
    `${counts.join(', ')}: ${counted(contradictions.length, 'contradiction')} and ${counted(beam.supports, 'support')} found`,
    `probes: ${found.length} of ${linkable.length} found, ${probes.length - linkable.length} more with both sides in one message`,
    ...linkable.map((probe) => `  ${probe.found ? 'found ' : 'missed'} ${shown(probe.question)}`),
    `${beam.parseUs} µs for reading a message, ${beam.compareUs} µs for comparing two`,
    ...spread(contradictions, sample).flatMap(({ chat, messages, relation }) => [
      '',
      `chat ${chat}, messages ${messages.join(' and ')}: ${relation.rule}`,
      ...relation.texts.map((text) => `  ${shown(text)}`),
    ]),
  ];
}

/** A sample spread evenly over a list. */
function spread(pairs: readonly ContradictingMessages[], count: number): readonly ContradictingMessages[] {
  const step = Math.max(1, pairs.length / Math.max(1, count));
  const at = Array.from({ length: Math.min(count, pairs.length) }, (_, index) => Math.floor(index * step));
  return at.flatMap((index) => pairs[index] ?? []);
}

function shown(text: string): string {
  const line = plain(text);
  return line.length > longestShown ? `${line.slice(0, longestShown - 1)}…` : line;
}

const labels = ['contradicts', 'supports', 'neither'] as const;

/** The rules that a pair may be labelled with, as the library names them. */
const rules = ['slot', 'polarity', 'antonym', 'value', 'agreement'] as const;

/** The rule that finds a link. */
type LinkRule = (typeof rules)[number];

/** A text, and who said it. */
export interface Said {
  readonly content: string;
  readonly speaker?: string;
}

/** How one statement stands to another, as the rules find it. */
export interface Relation {
  readonly kind: 'supports' | 'contradicts';
  readonly rule: LinkRule;
  /** 0..1: how much of what the two sentences say is shared. */
  readonly similarity: number;
  /** The words that decided it, of the one text and of the other. */
  readonly texts: readonly [string, string];
}

/** What two statements are to each other. */
export type PairLabel = (typeof labels)[number];

/** The halves of the pairs: the rules are made on `dev`, and `held-out` is for the figures. */
export const pairSplits = ['dev', 'held-out'] as const;

/** One pair of a file. */
export interface LabelledPair {
  readonly one: Said;
  readonly other: Said;
  readonly label: PairLabel;
  /** The rule that should find it; none for `neither`. */
  readonly rule?: LinkRule | undefined;
  readonly split: (typeof pairSplits)[number];
}

/** How the one text stands to the other, by whichever rules. */
export type RelationOf = (one: Said, other: Said) => Relation | undefined;

/** A pair and what the rules say of it. */
export interface JudgedPair {
  readonly pair: LabelledPair;
  readonly found: Relation | undefined;
}

const saidSchema = z
  .strictObject({ content: z.string().min(1), speaker: z.string().min(1).optional() })
  .transform(({ content, speaker }): Said => (speaker === undefined ? { content } : { content, speaker }));
const pairsSchema = z
  .array(
    z.strictObject({
      one: saidSchema,
      other: saidSchema,
      label: z.enum(labels),
      rule: z.enum(rules).optional(),
      split: z.enum(pairSplits),
    }),
  )
  .min(1);

/** Reads a file of pairs. */
export async function readPairs(path: string): Promise<readonly LabelledPair[]> {
  return parsed(pairsSchema, await readDataFile(path), path);
}

/** How well a kind of link is found. */
export interface LinkScore {
  readonly found: number;
  readonly right: number;
  readonly expected: number;
  /** The share of what was found that is right, 0..1; 1 when nothing was found. */
  readonly precision: number;
  /** The share of what should be found that was, 0..1; 1 when nothing should. */
  readonly recall: number;
}

/** The figures of one half of the pairs. */
export interface SplitScore {
  readonly split: string;
  readonly pairs: number;
  readonly contradicts: LinkScore;
  readonly supports: LinkScore;
  /** By the rule that found a link (precision), and the rule that should have (recall, by whichever rule). */
  readonly rules: Readonly<Partial<Record<LinkRule, LinkScore>>>;
}

/** All figures, and the pairs that the rules judge otherwise. */
export interface LinksBenchReport {
  readonly splits: readonly SplitScore[];
  /** Of `dev` only: who looks at the held-out ones tunes on them. */
  readonly misjudged: readonly JudgedPair[];
  /** Reading both texts of a pair and comparing them, in ms; mean of a second pass. */
  readonly pairMs: number;
}

/** Judges the pairs by the rules that `relationOf` asks. */
export function linksBench(pairs: readonly LabelledPair[], relationOf: RelationOf): LinksBenchReport {
  const judged = (pair: LabelledPair): JudgedPair => ({ pair, found: relationOf(pair.one, pair.other) });
  const all = pairs.map(judged);
  const start = performance.now();
  for (const pair of pairs) judged(pair);
  const pairMs = rounded((performance.now() - start) / Math.max(1, pairs.length), 3);
  const splits = pairSplits.map((split) =>
    scoreOf(
      split,
      all.filter(({ pair }) => pair.split === split),
    ),
  );
  const misjudged = all.filter(({ pair, found }) => pair.split === 'dev' && (found?.kind ?? 'neither') !== pair.label);
  return { splits, misjudged, pairMs };
}

function scoreOf(split: string, pairs: readonly JudgedPair[]): SplitScore {
  const kind = (label: PairLabel): LinkScore =>
    score(pairs, {
      found: ({ found }) => found?.kind === label,
      expected: ({ pair }) => pair.label === label,
    });
  const byRule = rules.map((rule): [LinkRule, LinkScore] => [rule, ofRule(rule, pairs)]);
  const seen = byRule.filter(([, { found, expected }]) => found + expected > 0);
  return {
    split,
    pairs: pairs.length,
    contradicts: kind('contradicts'),
    supports: kind('supports'),
    rules: Object.fromEntries(seen),
  };
}

function ofRule(rule: LinkRule, pairs: readonly JudgedPair[]): LinkScore {
  const isRight = ({ pair, found }: JudgedPair): boolean => found?.kind === pair.label;
  const found = pairs.filter((one) => one.found?.rule === rule);
  const expected = pairs.filter(({ pair }) => pair.rule === rule);
  return {
    found: found.length,
    right: found.filter(isRight).length,
    expected: expected.length,
    precision: share(found.filter(isRight).length, found.length),
    recall: share(expected.filter(isRight).length, expected.length),
  };
}

function score(
  pairs: readonly JudgedPair[],
  is: { readonly found: (pair: JudgedPair) => boolean; readonly expected: (pair: JudgedPair) => boolean },
): LinkScore {
  const found = pairs.filter(is.found);
  const expected = pairs.filter(is.expected).length;
  const right = found.filter(is.expected).length;
  return {
    found: found.length,
    right,
    expected,
    precision: share(right, found.length),
    recall: share(right, expected),
  };
}

function share(part: number, whole: number): number {
  return whole === 0 ? 1 : rounded(part / whole, 4);
}

/** A question that rests on two sides which contradict each other. */
interface ContradictionProbe {
  readonly question: string;
  /** A pair of messages, one of each side, was found to contradict. */
  readonly found: boolean;
  /** Both sides are the same message: no link between two memories can tell. */
  readonly inOneMessage: boolean;
}

/** Two messages that the rules find to contradict each other. */
interface ContradictingMessages {
  /** Which chat, counted from 1. */
  readonly chat: number;
  readonly messages: readonly [string, string];
  readonly relation: Relation;
}

/** The figures of a folder of chats. */
interface BeamContradictions {
  readonly chats: number;
  /** The users' messages; assistants' are not compared. */
  readonly messages: number;
  readonly pairs: number;
  readonly probes: readonly ContradictionProbe[];
  readonly contradictions: readonly ContradictingMessages[];
  readonly supports: number;
  /** Means in microseconds: reading one message, and comparing one pair. */
  readonly parseUs: number;
  readonly compareUs: number;
}

type Statement = ReturnType<LinkRules['parseStatement']>;
type Read = readonly (readonly [string, Statement])[];

/** Compares every pair of the user's messages in each chat of a folder. */
async function beamContradictions(folder: string, rules: LinkRules): Promise<BeamContradictions> {
  const { tasks } = await readBeam(folder);
  const contradictions: ContradictingMessages[] = [];
  const probes: ContradictionProbe[] = [];
  let [messages, pairs, supports, parseMs, compareMs] = [0, 0, 0, 0, 0];
  for (const [index, task] of tasks.entries()) {
    const start = performance.now();
    const statements = statementsOf(task, rules);
    parseMs += performance.now() - start;
    const related = relatedAmong(statements, index + 1, rules);
    compareMs += performance.now() - start;
    messages += statements.length;
    pairs += (statements.length * (statements.length - 1)) / 2;
    const found = related.filter(({ relation }) => relation.kind === 'contradicts');
    supports += related.length - found.length;
    contradictions.push(...found);
    probes.push(...task.questions.flatMap((question) => probed(question, found)));
  }
  const parseUs = rounded((parseMs * 1000) / Math.max(1, messages), 1);
  const compareUs = rounded(((compareMs - parseMs) * 1000) / Math.max(1, pairs), 1);
  return { chats: tasks.length, messages, pairs, probes, contradictions, supports, parseUs, compareUs };
}

function statementsOf({ memories }: RecallTask, { parseStatement }: LinkRules): Read {
  return memories
    .filter(({ observation }) => observation.speaker === 'user')
    .map(({ key, observation: { content, speaker = 'user' } }) => [key, parseStatement({ content, speaker })]);
}

function relatedAmong(
  statements: Read,
  chat: number,
  { relationBetween }: LinkRules,
): readonly ContradictingMessages[] {
  const related: ContradictingMessages[] = [];
  for (const [index, [key, statement]] of statements.entries()) {
    for (const [otherKey, other] of statements.slice(index + 1)) {
      const relation = relationBetween(statement, other);
      if (relation !== undefined) related.push({ chat, messages: [key, otherKey], relation });
    }
  }
  return related;
}

/** A probe has two sides; questions of other abilities are none. */
function probed(
  { query, sides }: RecallQuestion,
  found: readonly ContradictingMessages[],
): readonly ContradictionProbe[] {
  const [first, second] = sides ?? [];
  if (first === undefined || second === undefined) return [];
  const across = ([one, other]: readonly [string, string]): boolean =>
    (first.includes(one) && second.includes(other)) || (first.includes(other) && second.includes(one));
  const inOneMessage = new Set([...first, ...second]).size === 1;
  return [{ question: query, found: found.some(({ messages }) => across(messages)), inOneMessage }];
}
