import type { Command } from 'commander';
import {
  type HeldMemory,
  type InspectedBelief,
  type InspectedEntity,
  type InspectedMemory,
  type Inspection,
  type OpposedPair,
  type Perspectives,
  type SleepRunReport,
  type Timeline,
  type TimelineBucketSize,
  type TimelineEvent,
  type TimelineOptions,
  type WhyMemory,
  timelineKinds,
} from '../../index.ts';
import { type Colours, CommandContext, type GlobalOptions } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { wholeNumber } from '../option-values.ts';
import { beliefLine } from '../render/render-recall.ts';
import { columnsOf, counted, cut, day, minute, padEnd, plain, table, wrap } from '../text-layout.ts';
import { addSpaceCommand } from '../verb-command.ts';

/** Adds `madeleine inspect`: everything about one memory or entity. */
export function addInspect(program: Command, io: CommandIo): void {
  addSpaceCommand(program, io, 'inspect', {
    name: 'inspect',
    summary: 'everything about one memory or entity, whoever believes it',
    description:
      'Tells all that is kept of one memory or one entity: its fields, everybody who believes it, what took whose ' +
      'place, what stands for and against it, what it follows from. It is the view of whoever owns the space.',
    options: { id: '<id> an id such as fact:KEY, observation:KEY or entity:KEY' },
    print: (result, { context }) => renderInspection(result, context),
  });
}

// An inspection as text: what it is in the first lines, then a heading for everything that it has something to say
// of.

/** How to lay it out. */
interface InspectionLayout {
  readonly colours: Colours;
  /** Columns. */
  readonly width: number;
}

/** The lines of an inspection. */
function renderInspection(inspection: Inspection, layout: InspectionLayout): readonly string[] {
  const { id, memory, entity, session } = inspection;
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ['believed by', inspection.beliefs.map(beliefDetail)],
    ['takes the place of', inspection.supersedes.map((one) => `${told(one.memory)} (for ${one.believer})`)],
    ['its place was taken by', inspection.supersededBy.map((one) => `${told(one.memory)} (for ${one.believer})`)],
    ['supports', inspection.supports.map((one) => `${told(one.memory)} (${one.state}, ${one.believer}, ${one.rule})`)],
    [
      'contradicts',
      inspection.contradicts.map((one) => `${told(one.memory)} (${one.state}, ${one.believer}, ${one.rule})`),
    ],
    ['follows from', inspection.derivedFrom.map(told)],
    ['what follows from it', inspection.derived.map(told)],
    ['comes after', inspection.follows.map((one) => `${told(one.memory)} (${one.type})`)],
    ['comes before', inspection.followedBy.map((one) => `${told(one.memory)} (${one.type})`)],
    ['mentions', inspection.mentions.map(({ id: named, name, type }) => `${name} (${type}, ${named})`)],
    ['session', session === undefined ? [] : [`${session.goal ?? 'without a goal'} (${session.id})`]],
    ...(entity === undefined ? [] : entitySections(entity)),
    ['spoken of in', inspection.mentionedIn.map(told)],
  ];
  const { colours, width } = layout;
  const lines = (texts: readonly string[], indent: number): readonly string[] =>
    texts.flatMap((text) => wrap(plain(text), width - indent).map((line) => ' '.repeat(indent) + line));
  return [
    ...lines([memory?.content ?? entity?.name ?? id], 0).map((line) => colours.bold(line)),
    ...lines(
      [memory === undefined ? '' : memoryLine(memory), entity === undefined ? '' : entityLine(entity)],
      0,
    ).filter((line) => line !== ''),
    ...sections
      .filter(([, texts]) => texts.length > 0)
      .flatMap(([heading, texts]) => ['', colours.bold(heading), ...lines(texts, 2)]),
  ];
}

function told({ id, content }: WhyMemory): string {
  return `"${content}" ${id}`;
}

function beliefDetail({ agent, state, effective, confidence, since, permanent, provenance }: InspectedBelief): string {
  const strength = permanent ? 'for good' : `strength ${effective.toFixed(2)}`;
  const source = `${provenance.channel}: ${provenance.source}`;
  return `${agent}: ${state}, ${strength}, confidence ${confidence.toFixed(2)}, since ${day(since)}, from ${source}`;
}

function memoryLine(memory: InspectedMemory): string {
  const { id, type, kind, authority, importance, ring, knowledgeType, domain, topic, concepts } = memory;
  const facts = [
    id,
    kind ?? type,
    `authority ${authority.toFixed(2)}`,
    `importance ${importance}`,
    ...[ring, knowledgeType, domain, topic].filter((value) => value !== undefined),
    ...(concepts.length === 0 ? [] : [`concepts ${concepts.join(', ')}`]),
  ];
  return facts.join(' · ');
}

function entityLine({ id, type, aliases, memories }: InspectedEntity): string {
  const facts = [id, type, counted(memories, 'memory', 'memories')];
  return [...facts, ...(aliases.length === 0 ? [] : [`also called ${aliases.join(', ')}`])].join(' · ');
}

function entitySections({ merges, relations }: InspectedEntity): readonly (readonly [string, readonly string[]])[] {
  return [
    ['relations', relations.map(({ fromName, predicate, toName }) => `${fromName} ${predicate} ${toName}`)],
    [
      'merges',
      merges.map(({ names: [from, to], believer, at, undoneAt, id }) => {
        const undone = undoneAt === undefined ? '' : `, undone ${day(undoneAt)}`;
        return `${from} into ${to} for ${believer}, ${day(at)}${undone}${id === undefined ? '' : ` (${id})`}`;
      }),
    ],
  ];
}

/** The agent is the one that is named on the command line: who is configured is no word on whose beliefs are to be shown. */
type TimelineFlags = Pick<GlobalOptions, 'agent'> & Pick<TimelineOptions, 'from' | 'to' | 'bucket' | 'limit'>;

/** Adds `madeleine timeline`: what became of beliefs over time, and what sleeps did. */
export function addTimeline(program: Command, io: CommandIo): void {
  const command = program
    .command('timeline')
    .summary('what was learned, strengthened, faded and superseded over time, and what sleeps did')
    .description(
      "Counts by hour, day, week or month what became of everybody's beliefs, or of those of --agent, lists the " +
        'latest events, and tells what the last sleeps did. Leaves no trace.',
    )
    .option('--from <date>', 'what came about at this time or later, ISO 8601 (default: everything)')
    .option('--to <date>', 'what came about at this time or before, ISO 8601 (default: now)')
    .option('--bucket <size>', 'hour, day, week or month (default: as short as 60 of them suffice)')
    .option(
      '--limit <number>',
      'how many events to list, 1-1,000; 100 when left out',
      wholeNumber('timeline', '--limit'),
    )
    .action(async () => {
      const context = new CommandContext(io, command);
      const { agent, from, to, bucket, limit }: TimelineFlags = command.optsWithGlobals();
      // The library checks every value: what an option holds need not be of its type.
      const options = { agent, from, to, bucket, limit, signal: context.signal } as TimelineOptions;
      const timeline = await context.withMemory((memory) => memory.timeline(options));
      await context.print(timeline, () => renderTimeline(timeline, context));
    });
}

// Shows what became of beliefs over time.

/** How it is shown. */
export interface RenderTimelineOptions {
  readonly colours: Colours;
  readonly width: number;
}

/** A timeline as lines for a terminal: stretches in which something came about, the events, the sleeps. */
function renderTimeline(timeline: Timeline, options: RenderTimelineOptions): readonly string[] {
  const { bucket, buckets, events, from, sleeps, to, total } = timeline;
  const { colours } = options;
  const span = `from ${minute(from)} to ${minute(to)} UTC`;
  const told = sleeps.flatMap((sleep) => sleepLines(sleep, options));
  const slept = sleeps.length === 0 ? [] : ['', colours.bold('sleeps'), ...told];
  if (total === 0) return [`nothing came about ${span}`, ...slept];
  const rows = buckets
    .map(({ at, ...counts }) => [dateOf(at, bucket), ...timelineKinds.map((kind) => shown(counts[kind]))])
    .filter(([, ...counts]) => counts.some((count) => count !== ''));
  const head = events.length < total ? `the last ${events.length} of ${counted(total, 'event')}` : 'events';
  return [
    colours.bold(span),
    ...table(
      [bucket, ...timelineKinds],
      rows,
      timelineKinds.map((_, at) => at + 1),
    ),
    '',
    colours.bold(head),
    ...events.map((event) => eventLine(event, options)),
    ...slept,
  ];
}

function shown(count: number): string {
  return count === 0 ? '' : count.toLocaleString('en');
}

function dateOf(at: Date, bucket: TimelineBucketSize): string {
  return minute(at).slice(0, bucket === 'hour' ? 16 : bucket === 'month' ? 7 : 10);
}

function eventLine({ at, kind, agent, memory, by }: TimelineEvent, { width }: RenderTimelineOptions): string {
  const successor = by === undefined ? '' : ` by: ${by.content}`;
  return line(`${minute(at)}  ${padEnd(kind, 12)}  ${plain(agent)}  `, `${memory.content}${successor}`, width);
}

function sleepLines(sleep: SleepRunReport, { colours, width }: RenderTimelineOptions): readonly string[] {
  const { archived, brokenOff, promoted, startedAt, steps, superseded } = sleep;
  const changed = steps.some((step) => step.changed > 0);
  const end = brokenOff === true ? colours.yellow(', broken off') : '';
  const faded = archived === 0 ? '' : `, archived ${counted(archived, 'faded belief')}`;
  return [
    `${minute(startedAt)}${end}${changed ? faded : ', nothing to change'}`,
    ...promoted.map(({ content }) => line('  learned     ', content, width)),
    ...superseded.map(({ memory, by }) => line('  superseded  ', `${memory.content} by: ${by.content}`, width)),
  ];
}

function line(head: string, text: string, width: number): string {
  return head + cut(plain(text), Math.max(20, width - columnsOf(head)));
}

/** Adds `madeleine compare`: two agents side by side. */
export function addCompare(program: Command, io: CommandIo): void {
  const command = program
    .command('compare')
    .summary('what two agents both believe, only one does, and where they are opposed')
    .description(
      'Compares two agents, about a topic or in what they believe most strongly: what both hold, what only one ' +
        'of them does, and which of their memories contradict each other.',
    )
    .argument('<one>', 'an agent')
    .argument('<other>', 'another agent')
    .argument('[topic...]', 'what to compare them about (default: what they believe most strongly)')
    .option(
      '--limit <number>',
      'how many memories or pairs to a list at most, 1 to 100 (default: 10)',
      wholeNumber('compare', '--limit'),
    )
    .action(async (one: string, other: string, words: readonly string[], flags: { readonly limit?: number }) => {
      const context = new CommandContext(io, command);
      const { limit } = flags;
      const result = await context.withMemory((memory) =>
        memory.perspectives({
          agents: [one, other],
          ...(words.length === 0 ? {} : { topic: words.join(' ') }),
          ...(limit === undefined ? {} : { limit }),
          signal: context.signal,
        }),
      );
      await context.print(result, () => renderPerspectives(result, context));
    });
}

// Shows two agents side by side: what both hold, what only one does, and where they are opposed.

/** How a comparison is shown. */
export interface RenderPerspectivesOptions {
  readonly colours: Colours;
  readonly width: number;
}

/** Lines that a text takes at most. */
const mostLines = 4;
/** Columns that a name takes at most. */
const nameWidth = 16;

/** A comparison as lines for a terminal. */
export function renderPerspectives(result: Perspectives, options: RenderPerspectivesOptions): readonly string[] {
  const { agents, topic, shared, only, opposed, notices } = result;
  const { colours, width } = options;
  const [one, other] = agents.map((agent) => cut(plain(agent), nameWidth)) as [string, string];
  const about =
    topic === undefined
      ? 'in what they believe most strongly'
      : `about "${cut(plain(topic), Math.max(20, width - 50))}"`;
  const head = (title: string, count: number): readonly string[] => ['', colours.bold(`${title} (${count})`)];
  const list = (title: string, memories: readonly HeldMemory[]): readonly string[] => [
    ...head(title, memories.length),
    ...memories.flatMap((memory) => heldLines(memory, options)),
  ];
  return [
    ...wrap(`${one} and ${other} ${about}`, width),
    ...notices.map((notice) => colours.yellow(`! ${plain(notice)}`)),
    ...list('Both', shared),
    ...list(`Only ${one}`, only[agents[0]] ?? []),
    ...list(`Only ${other}`, only[agents[1]] ?? []),
    ...head('≠ Opposed', opposed.length),
    ...opposed.flatMap((pair) => pairLines(pair, one, other, options)),
  ];
}

function heldLines(memory: HeldMemory, { colours, width }: RenderPerspectivesOptions): readonly string[] {
  const { believers, supersededFor = [] } = memory;
  const marks = supersededFor.length === 0 ? [] : [`≠ superseded for ${supersededFor.map(plain).join(', ')}`];
  return [
    ...hanging('- ', memory, width),
    ...believers.flatMap((believer) =>
      wrap(beliefLine(believer), width - 4).map((line) => `    ${colours.cyan(line)}`),
    ),
    ...marks.flatMap((mark) => wrap(mark, width - 4).map((line) => `    ${colours.yellow(line)}`)),
  ];
}

function pairLines(
  { one, other, rule, similarity, state }: OpposedPair,
  first: string,
  second: string,
  { colours, width }: RenderPerspectivesOptions,
): readonly string[] {
  const column = Math.max(columnsOf(first), columnsOf(second));
  return [
    ...hanging(`- ${padEnd(first, column)}  `, one, width),
    ...hanging(`  ${padEnd(second, column)}  `, other, width),
    `    ${colours.yellow(`${cut(plain(rule), 32)}, similarity ${similarity.toFixed(2)}, ${state}`)}`,
  ];
}

/** What a memory says, with a mark before its first line. */
function hanging(mark: string, { content }: HeldMemory, width: number): readonly string[] {
  const margin = columnsOf(mark);
  const lines = wrap(plain(content), width - margin);
  const shown = lines.length > mostLines ? [...lines.slice(0, mostLines), '…'] : lines;
  return shown.map((line, place) => (place === 0 ? mark : ' '.repeat(margin)) + line);
}
