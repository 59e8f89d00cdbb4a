/** Shows what was recalled: content, who believes it and how strongly, since when, where from, and why. */
import type { Believer, MoodInUse, RecalledMemory, RecallResult, Signal } from '../../index.ts';
import type { Colours } from '../command-context.ts';
import { bar, counted, cut, day, padEnd, plain, wrap } from '../text-layout.ts';

/** How a result is shown. */
export interface RenderRecallOptions {
  readonly colours: Colours;
  /** Columns to lay out for. */
  readonly width: number;
  /** Whether each memory's signals are shown as bars. */
  readonly why: boolean;
}

/** Lines of content that are shown; the whole of it is in `--json`. */
const mostLines = 6;
const barColumns = 24;

/** A result as lines for a terminal. */
export function renderRecall(result: RecallResult, options: RenderRecallOptions): readonly string[] {
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
    ...result.memories.flatMap((memory, index) => ['', ...renderMemory(memory, index + 1, options)]),
  ];
}

function moodLine({ quadrant, valence, arousal, source }: MoodInUse): string {
  return `in a mood that is ${quadrant} (${valence}, ${arousal})${source === 'given' ? '' : ', as the provider says'}`;
}

/** One memory, under its number. */
export function renderMemory(memory: RecalledMemory, number: number, options: RenderRecallOptions): readonly string[] {
  const { colours, width, why } = options;
  const margin = `${number}`.length + 2;
  const indent = ' '.repeat(margin);
  const lines = wrap(plain(memory.content), width - margin - 7);
  const shown = lines.length > mostLines ? [...lines.slice(0, mostLines), '…'] : lines;
  const score = memory.score.toFixed(3);
  const [first = '', ...rest] = shown;
  return [
    `${colours.dim(`${number}`)}  ${colours.bold(padEnd(first, width - margin - 7))}  ${colours.dim(score)}`,
    ...rest.map((line) => indent + colours.bold(line)),
    ...memory.believers.flatMap((believer) =>
      wrap(beliefLine(believer), width - margin).map((line) => indent + colours.cyan(line)),
    ),
    ...wrap(contextLine(memory), width - margin).map((line) => indent + colours.dim(line)),
    ...(why ? renderSignals(memory.signals, colours).map((line) => indent + line) : []),
  ];
}

/** What the signals say, in a few words. */
const glosses: Readonly<Record<string, string>> = {
  lexical: 'words in common',
  semantic: 'meaning',
  session: 'what its session is about',
  mood: 'felt alike',
  episode: 'the best of its session',
  date: 'the date that is asked for',
  speaker: 'said by whom is asked for',
  entity: 'mentions what is named',
  statement: 'says rather than asks',
  answer: 'the kind of answer',
  length: 'how much it says',
};

/** The signals that spoke, strongest first, as bars of their contributions. */
export function renderSignals(signals: readonly Signal[], colours: Colours): readonly string[] {
  const speaking = signals.filter((signal) => signal.contribution > 0).sort((a, b) => b.contribution - a.contribution);
  // One scale for all memories of a result: what the heaviest signal can contribute.
  const longest = Math.max(0.001, ...signals.map((signal) => signal.weight));
  const nameColumns = Math.max(0, ...speaking.map((signal) => signal.name.length));
  return speaking.map((signal) => {
    const name = padEnd(signal.name, nameColumns);
    const sum = `${signal.contribution.toFixed(3)} = ${signal.value.toFixed(2)} × ${signal.weight.toFixed(2)}`;
    const gloss = Object.hasOwn(glosses, signal.name) ? `  ${glosses[signal.name]}` : '';
    return `${name}  ${colours.green(bar(signal.contribution / longest, barColumns))}  ${colours.dim(sum + gloss)}`;
  });
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
