/** Shows what was recalled: content, who believes it and how strongly, since when, where from, and why. */
import {
  type Believer,
  explain,
  type MoodInUse,
  quadrant,
  type RecalledMemory,
  type RecallResult,
} from '../../index.ts';
import type { Colours } from '../command-context.ts';
import { counted, cut, day, padEnd, plain, wrap } from '../text-layout.ts';
import { linkLines } from './render-links.ts';
import { renderSignals } from './render-signals.ts';

/** How a result is shown. */
export interface RenderRecallOptions {
  readonly colours: Colours;
  /** Columns to lay out for. */
  readonly width: number;
  /** Whether each memory's signals are shown as bars with sentences. */
  readonly why: boolean;
}

/** Lines of content that are shown; the whole of it is in `--json`. */
const mostLines = 6;

/** A result as a list for a terminal. */
export function renderRecall(result: RecallResult, options: RenderRecallOptions): readonly string[] {
  return [...resultHead(result, options), ...renderMemories(result.memories, options)];
}

/** Memories with their numbers, a blank line before each. */
export function renderMemories(memories: readonly RecalledMemory[], options: RenderRecallOptions): readonly string[] {
  const numbers = new Map(memories.map(({ id }, place) => [id, place + 1]));
  return memories.flatMap((memory) => ['', ...renderMemory(memory, numbers, options)]);
}

/** Who recalls how much for what, and what is to be known of it. */
export function resultHead(result: RecallResult, options: RenderRecallOptions): readonly string[] {
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
export function renderMemory(
  memory: RecalledMemory,
  numbers: ReadonlyMap<string, number>,
  options: RenderRecallOptions,
): readonly string[] {
  const { colours, width, why } = options;
  const number = numbers.get(memory.id) ?? 0;
  const margin = `${number}`.length + 2;
  const indent = ' '.repeat(margin);
  const lines = wrap(plain(memory.content), width - margin - 7);
  const shown = lines.length > mostLines ? [...lines.slice(0, mostLines), '…'] : lines;
  // What no query brought up has no score.
  const score = memory.signals.length === 0 ? '' : `  ${colours.dim(memory.score.toFixed(3))}`;
  const [first = '', ...rest] = shown;
  return [
    `${colours.dim(`${number}`)}  ${colours.bold(score === '' ? first : padEnd(first, width - margin - 7))}${score}`,
    ...rest.map((line) => indent + colours.bold(line)),
    ...memory.believers.flatMap((believer) =>
      wrap(beliefLine(believer), width - margin).map((line) => indent + colours.cyan(line)),
    ),
    ...wrap(contextLine(memory), width - margin).map((line) => indent + colours.dim(line)),
    ...linkLines(memory, numbers).flatMap((text) =>
      wrap(text, width - margin).map((line) => indent + colours.yellow(line)),
    ),
    ...(why ? whyLines(memory, { colours, width: width - margin }).map((line) => indent + line) : []),
  ];
}

function whyLines(
  memory: RecalledMemory,
  options: { readonly colours: Colours; readonly width: number },
): readonly string[] {
  const explanation = explain(memory);
  return [...wrap(explanation.summary, options.width), ...renderSignals(explanation, options)];
}

/** Who believes something and how strongly, since when, and where from. */
export function beliefLine(believer: Believer): string {
  const { agent, strength, confidence, since, permanent, provenance } = believer;
  const who = agent === 'system' ? 'universal' : `believed by ${plain(agent)}`;
  const strong = permanent ? `strength ${strength.toFixed(2)} for good` : `strength ${strength.toFixed(2)}`;
  const from = `${provenance.channel}${provenance.source === agent ? '' : ` "${cut(plain(provenance.source), 32)}"`}`;
  return `${who}, ${strong}, confidence ${confidence.toFixed(2)}, since ${day(since)}, from ${from}`;
}

function contextLine(memory: RecalledMemory): string {
  const type = memory.type === 'fact' ? `fact ${memory.kind ?? ''}`.trim() : memory.type.replace('_', ' ');
  const about = memory.entities.map((entity) => cut(plain(entity.name), 40));
  const shownAbout = about.length > 6 ? [...about.slice(0, 6), `${about.length - 6} more`] : about;
  return [
    memory.type === 'thought' && memory.thoughtNumber !== undefined ? `thought ${memory.thoughtNumber}` : type,
    memory.branchId === undefined ? '' : `branch ${plain(memory.branchId)}`,
    memory.speaker === undefined ? '' : `said by ${plain(memory.speaker)}`,
    memory.type === 'fact' ? validity(memory) : day(memory.occurredAt),
    memory.session === undefined ? '' : plain(memory.session.replace(/^session:/, '')),
    memory.mood === undefined
      ? ''
      : `felt ${quadrant(memory.mood)}${memory.moodSource === 'inferred' ? ' by its words' : ''}`,
    shownAbout.length === 0 ? '' : `about ${shownAbout.join(', ')}`,
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

function validity(fact: RecalledMemory): string {
  const from = fact.validFrom === undefined ? '' : `from ${day(fact.validFrom)}`;
  const to = fact.validTo === undefined ? '' : `to ${day(fact.validTo)}`;
  return [from, to].filter((part) => part !== '').join(' ');
}
