/** Shows what was recalled: what was said, by whom and when, and its score; with `--why` its id, its beliefs and its signals. */
import {
  type Believer,
  type Constellation,
  type ExplainedSignal,
  type Explanation,
  type MemoryExplanation,
  type MemoryLink,
  type MoodInUse,
  type RecallResult,
  type RecalledMemory,
  type ThoughtPlace,
  explain,
  memoryRoles,
  quadrant,
} from '../../index.ts';
import type { Layout } from '../command-context.ts';
import { bar, counted, cut, day, padEnd, plain, wrap } from '../text-layout.ts';

interface RecallLayout extends SignalsLayout {
  /** Whether each memory has its id, what it is about, who believes it, and its signals as bars with sentences. */
  readonly why: boolean;
}

/** Lines of content that are shown; the whole of it is in `--json`. */
const maxLines = 6;

/** A result as a list for a terminal. */
export function renderRecall(result: RecallResult, options: RecallLayout): readonly string[] {
  return [...resultHead(result, options), ...renderMemories(result.memories, options)];
}

/** Memories with their numbers, a blank line before each. */
export function renderMemories(memories: readonly RecalledMemory[], options: RecallLayout): readonly string[] {
  const numbers = new Map(memories.map(({ id }, place) => [id, place + 1]));
  return memories.flatMap((memory) => ['', ...renderMemory(memory, numbers, options)]);
}

function resultHead(result: RecallResult, options: RecallLayout): readonly string[] {
  const { colours } = options;
  const verb =
    result.memories.length === 0
      ? 'recalls nothing'
      : `recalls ${counted(result.memories.length, 'memory', 'memories')}`;
  const query = colours.dim(`for "${cut(plain(result.query), options.width - 40)}"`);
  return [
    `${colours.bold(plain(result.agent))} ${verb} ${query}`,
    ...(result.mood === undefined ? [] : [colours.dim(moodLine(result.mood))]),
    ...result.notices.map((notice) => colours.yellow(`! ${plain(notice)}`)),
  ];
}

function moodLine({ quadrant: name, valence, arousal, source }: MoodInUse): string {
  return `in a mood that is ${name} (${valence}, ${arousal})${source === 'given' ? '' : ', as the provider says'}`;
}

/** One memory, under its number; `numbers` has those of the others that are shown. */
function renderMemory(
  memory: RecalledMemory,
  numbers: ReadonlyMap<string, number>,
  options: RecallLayout,
): readonly string[] {
  const { colours, width, why } = options;
  const number = numbers.get(memory.id) ?? 0;
  const margin = `${number}`.length + 2;
  const indent = ' '.repeat(margin);
  const lines = wrap(plain(memory.content), width - margin - 7);
  const shown = lines.length > maxLines ? [...lines.slice(0, maxLines), '…'] : lines;
  // What no query brought up has no score.
  const score = memory.signals.length === 0 ? '' : `  ${colours.dim(memory.score.toFixed(3))}`;
  const [first = '', ...rest] = shown;
  return [
    `${colours.dim(`${number}`)}  ${colours.bold(score === '' ? first : padEnd(first, width - margin - 7))}${score}`,
    ...rest.map((line) => indent + colours.bold(line)),
    ...wrap(contextLine(memory), width - margin).map((line) => indent + colours.dim(line)),
    ...(why ? detailLines(memory, options, margin) : []),
    ...linkLines(memory, numbers).flatMap((text) =>
      wrap(text, width - margin).map((line) => indent + colours.yellow(line)),
    ),
    ...(why && score !== ''
      ? whyLines(memory, { ...options, width: width - margin }).map((line) => indent + line)
      : []),
  ];
}

/** What other commands call it by, what it is about, and who believes it. */
function detailLines(memory: RecalledMemory, layout: Layout, margin: number): readonly string[] {
  const lines = [plain(memory.id), ...wrap(aboutLine(memory), layout.width - margin)];
  return [
    ...lines.map((line) => ' '.repeat(margin) + layout.colours.dim(line)),
    ...beliefLines(memory, layout, margin),
  ];
}

/** Why a query brought a memory up. */
function whyLines(memory: RecalledMemory, layout: SignalsLayout): readonly string[] {
  const explanation = explain(memory);
  return [...wrap(explanation.summary, layout.width), ...renderSignals(explanation, layout)];
}

/** The beliefs in a memory, each on lines of their own, `margin` columns from the left. */
export function beliefLines(
  { believers }: Pick<RecalledMemory, 'believers'>,
  layout: Layout,
  margin: number,
): readonly string[] {
  const lines = believers.flatMap((believer) => wrap(beliefLine(believer), layout.width - margin));
  return lines.map((line) => ' '.repeat(margin) + layout.colours.cyan(line));
}

/** Who believes something and how strongly, since when, and where from. */
function beliefLine(believer: Believer): string {
  const { agent, strength, confidence, since, permanent, provenance } = believer;
  const who = agent === 'system' ? 'universal' : `believed by ${plain(agent)}`;
  const strong = permanent ? `strength ${strength.toFixed(2)} for good` : `strength ${strength.toFixed(2)}`;
  const from = `${provenance.channel}${provenance.source === agent ? '' : ` "${cut(plain(provenance.source), 32)}"`}`;
  return `${who}, ${strong}, confidence ${confidence.toFixed(2)}, since ${day(since)}, from ${from}`;
}

/** When it happened and who said it; of a thought, which one of its chain it is. */
function contextLine(memory: RecalledMemory): string {
  const { type, thoughtNumber, branchId, speaker } = memory;
  return joined([
    timeOf(memory),
    type === 'thought' ? `thought ${thoughtNumber ?? ''}`.trimEnd() : '',
    branchId === undefined ? '' : `branch ${plain(branchId)}`,
    speaker === undefined ? '' : `said by ${[speaker, ...heardBy(memory)].map(plain).join(' to ')}`,
  ]);
}

function aboutLine({ type, kind, session, mood, moodSource, entities }: RecalledMemory): string {
  const names = entities.map((entity) => cut(plain(entity.name), 40));
  const shown = names.length > 6 ? [...names.slice(0, 6), `${names.length - 6} more`] : names;
  return joined([
    type === 'fact' ? `fact ${kind ?? ''}`.trimEnd() : type.replace('_', ' '),
    session === undefined ? '' : plain(session.replace(/^session:/, '')),
    mood === undefined ? '' : `felt ${quadrant(mood)}${moodSource === 'inferred' ? ' by its words' : ''}`,
    shown.length === 0 ? '' : `about ${shown.join(', ')}`,
  ]);
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' · ');
}

/** When it happened; of a fact, since and until when it is so, else since when it is known. */
function timeOf({ validFrom, validTo, occurredAt }: RecalledMemory): string {
  const from = validFrom === undefined ? '' : `from ${day(validFrom)}`;
  const to = validTo === undefined ? '' : `to ${day(validTo)}`;
  return from === '' && to === '' ? day(occurredAt) : [from, to].filter((part) => part !== '').join(' ');
}

/** The one that it was said to; of several nobody knows which is meant. */
function heardBy({ listeners = [] }: RecalledMemory): readonly string[] {
  return listeners.length === 1 ? listeners : [];
}

/** What stands for the words of a memory that the answer has told already. */
const toldAbove = '↑ told above';

/** A constellation as lines for a terminal. */
export function renderConstellation(result: Constellation, options: RecallLayout): readonly string[] {
  const { colours, width } = options;
  const parts = memoryRoles.map((role) => ({ role, memories: result[role] }));
  const told = parts.flatMap(({ memories }) => memories);
  const numbers = new Map(told.map(({ id }, place) => [id, place + 1]));
  const answer = plain(result.synthesis);
  const once = (memory: RecalledMemory): RecalledMemory =>
    answer.includes(plain(memory.content).trim()) ? { ...memory, content: toldAbove } : memory;
  const shown = (memory: RecalledMemory): readonly string[] => ['', ...renderMemory(once(memory), numbers, options)];
  return [
    ...resultHead(result, options),
    ...wrap(answer, width),
    ...parts.flatMap(({ role, memories }) => {
      const title = role === 'contradicting' ? '≠ Contradicting' : role.charAt(0).toUpperCase() + role.slice(1);
      return memories.length === 0 ? [] : ['', colours.underline(title), ...memories.flatMap(shown).slice(1)];
    }),
    ...(result.nearest.length === 0
      ? []
      : ['', colours.underline('Nearest, but no answer'), ...renderMemories(result.nearest, options).slice(1)]),
  ];
}

interface SignalsLayout extends Layout {
  /** Signals that are shown at most, the others as one sum. @default 5 */
  readonly most?: number;
}

const barColumns = 12;
/** `0.230 = 1.00 × 0.23` */
const sumColumns = 19;
const gap = 2;
/** Where a sentence has less room than this beside its bar, it stands below. */
const fewestColumns = 26;

/** The signals that contribute something, the one that contributes most first. */
export function renderSignals({ signals }: Explanation, options: SignalsLayout): readonly string[] {
  const { colours, width, most = 5 } = options;
  // What rounds to nothing tells nothing.
  const told = signals.filter(({ contribution }) => contribution >= 0.0005);
  const shown = told.slice(0, most);
  const others = told.slice(most);
  // One scale for all memories of a result: what the heaviest signal can contribute.
  const longest = Math.max(0.001, ...signals.map(({ weight }) => weight));
  const nameColumns = Math.max(0, ...shown.map(({ name }) => name.length));
  const left = nameColumns + barColumns + sumColumns + 3 * gap;
  const isBeside = width - left >= fewestColumns;
  const lines = shown.flatMap((signal) => {
    const measure = colours.green(bar(signal.contribution / longest, barColumns));
    const start = `${padEnd(signal.name, nameColumns)}  ${measure}  ${colours.dim(sumOf(signal))}`;
    const [first = '', ...rest] = wrap(signal.sentence, isBeside ? width - left : width - nameColumns - gap);
    const indent = ' '.repeat(isBeside ? left : nameColumns + gap);
    if (!isBeside) return [start, ...[first, ...rest].map((line) => indent + line)];
    return [`${start}  ${first}`, ...rest.map((line) => indent + line)];
  });
  const sum = others.reduce((total, { contribution }) => total + contribution, 0);
  return others.length === 0 ? lines : [...lines, colours.dim(`${others.length} more add ${sum.toFixed(3)}`)];
}

function sumOf({ contribution, value, weight }: ExplainedSignal): string {
  return `${contribution.toFixed(3)} = ${value.toFixed(2)} × ${weight.toFixed(2)}`;
}

/** An explanation as lines for a terminal. */
export function renderExplanation(
  { id, query, outcome, reason, rank, memory, explanation }: MemoryExplanation,
  { colours, width }: Layout,
): readonly string[] {
  const shown = outcome === 'shown' || outcome === 'brought-in';
  const verdict = shown ? colours.green('recalled') : colours.yellow('not recalled');
  const head = [
    `${colours.bold(plain(id))} is ${verdict} ${colours.dim(`for "${plain(query)}"`)}`,
    ...wrap(reason, width),
  ];
  if (memory === undefined || explanation === undefined) return head;
  const numbers = new Map([[memory.id, rank ?? 0]]);
  return [
    ...head,
    ...wrap(explanation.relevant, width),
    '',
    ...renderMemory(memory, numbers, { colours, width, why: true, most: Number.POSITIVE_INFINITY }),
  ];
}

/** A line for each: contradictions, exceptions, supports, what it was read out of, whether it still holds, and its place in a chain. */
export function linkLines(memory: RecalledMemory, numbers: ReadonlyMap<string, number>): readonly string[] {
  const { links = [], derivedFrom = [], superseded, thought } = memory;
  const contradictions = links.filter(({ kind }) => kind === 'contradicts');
  const exceptions = contradictions.filter(({ state }) => state === 'exception');
  const others = contradictions.filter(({ state }) => state !== 'exception');
  const supports = links.filter(({ kind }) => kind === 'supports');
  return [
    ...line('≠ contradicted by', others, numbers),
    ...line('≠ exception:', exceptions, numbers),
    ...line('+ supported by', supports, numbers),
    ...(derivedFrom.length === 0
      ? []
      : [`← from: ${derivedFrom.map((source) => placeOf(source, numbers)).join(', ')}`]),
    ...(superseded === undefined ? [] : [supersededLine(superseded, numbers)]),
    ...(thought === undefined ? [] : thoughtLines(thought, numbers)),
  ];
}

function line(words: string, links: readonly MemoryLink[], numbers: ReadonlyMap<string, number>): readonly string[] {
  if (links.length === 0) return [];
  const named = links.map(({ memory, rule, state }) => {
    const how = state === 'potential' || state === 'exception' ? rule : `${rule}, ${state}`;
    return `${placeOf(memory, numbers)} (${plain(how)})`;
  });
  return [`${words} ${named.join(', ')}`];
}

function supersededLine(
  { by, at, reason }: NonNullable<RecalledMemory['superseded']>,
  numbers: ReadonlyMap<string, number>,
): string {
  const newer = by === undefined ? '' : ` by ${placeOf(by, numbers)}`;
  return `≠ superseded on ${day(at)}${newer}${reason === undefined ? '' : `: ${cut(plain(reason), 80)}`}`;
}

function thoughtLines(
  { type, of = '', reason, revisedBy }: ThoughtPlace,
  numbers: ReadonlyMap<string, number>,
): readonly string[] {
  const why = reason === undefined ? '' : `: ${cut(plain(reason), 80)}`;
  return [
    ...(revisedBy === undefined ? [] : [`≠ revised by ${placeOf(revisedBy, numbers)}`]),
    ...(type === 'revision' ? [`↺ revises ${placeOf(of, numbers)}${why}`] : []),
    ...(type === 'branch' ? [`⑂ branches off ${placeOf(of, numbers)}${why}`] : []),
  ];
}

/** The number of a memory that is shown, else its id. */
function placeOf(id: string, numbers: ReadonlyMap<string, number>): string {
  const number = numbers.get(id);
  return number === undefined ? plain(id) : `${number}`;
}
