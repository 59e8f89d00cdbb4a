import {
  type InspectedBelief,
  type InspectedEntity,
  type InspectedMemory,
  type Inspection,
  type SleepRunReport,
  type Timeline,
  type TimelineBucketSize,
  type TimelineEvent,
  type WhyMemory,
  timelineKinds,
} from '../../index.ts';
import type { Layout } from '../command-context.ts';
import { columnsOf, counted, cut, day, minute, padEnd, plain, textTable, wrap, grouped } from '../text-layout.ts';
import { jsonReader } from '../option-values.ts';
import { spaceCommands } from '../verb-command.ts';

/** The commands with which the owner of a space looks into it. */
export const overviewCommands = spaceCommands({
  inspect: {
    summary: 'everything about one memory or entity, whoever believes it',
    description:
      'Tells all that is kept of one memory or one entity: its fields, everybody who believes it, what took whose ' +
      'place, what stands for and against it, what it follows from. It is the view of whoever owns the space.',
    options: { id: '<id> An id such as `fact:KEY`, `observation:KEY` or `entity:KEY`.' },
    print: (result, { context }) => renderInspection(result, context),
  },
  query: {
    summary: 'what a SELECT in SurrealQL finds among the records',
    description:
      'Answers one SELECT, or RETURN of what SELECTs answer, over the records of the space. It only reads. It is the view ' +
      'of whoever owns the space: it sees what every agent believes. docs/schema.md has the tables and examples.',
    options: {
      sql: '<sql> The query, or - for standard input.',
      bindings: '<json> Values by the names that the query has them under, as a JSON object. Default: none.',
      limit: '<number> How many rows at most. Default: 1,000.',
      timeoutMs: '<number> How long it may take, in milliseconds. Default: 5,000.',
      vectors: 'Vectors are arrays of numbers, in functions of the query and in its rows.',
    },
    readers: { bindings: jsonReader('query', '--bindings') },
    piped: 'sql',
    print: ({ rows, truncated, elapsedMs }) => [
      ...rows.map((row) => plain(typeof row === 'string' ? row : JSON.stringify(row))),
      `${counted(rows.length, 'row')}${truncated ? ', and more beyond the limit' : ''}, ${elapsedMs.toFixed(0)} ms`,
    ],
  },
  timeline: {
    summary: 'what was learned, strengthened, faded and superseded over time, and what sleeps did',
    description:
      "Counts by hour, day, week or month what became of everybody's beliefs, or of those of --agent, lists the " +
      'latest events, and tells what the last sleeps did. Leaves no trace.',
    options: {
      from: '<date> Events at this time or later. Default: since the first event, but at most 1,000 buckets.',
      to: '<date> Events at this time or before. Default: now.',
      by: '<order> Where what was observed stands: at when it "happened", or was "learned". Default: happened.',
      bucket: '<size> How long each bucket is. Default: the shortest that needs at most 60 buckets, else a month.',
      limit: '<number> How many events to list, the latest first; all are counted. Default: 100.',
    },
    // An agent that is only configured does not say whose beliefs are to be shown.
    prepare: (asked, { given: { agent } }) => ({ ...asked, agent }),
    print: (result, { context }) => renderTimeline(result, context),
  },
});

/** An inspection as text: first what is inspected, then a heading for each list that is not empty. */
function renderInspection(inspection: Inspection, layout: Layout): readonly string[] {
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

function renderTimeline(timeline: Timeline, options: Layout): readonly string[] {
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
    ...textTable(
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
  return count === 0 ? '' : grouped(count);
}

function dateOf(at: Date, bucket: TimelineBucketSize): string {
  return minute(at).slice(0, bucket === 'hour' ? 16 : bucket === 'month' ? 7 : 10);
}

function eventLine({ at, kind, agent, memory, by }: TimelineEvent, { width }: Layout): string {
  const successor = by === undefined ? '' : ` by: ${by.content}`;
  return line(`${minute(at)}  ${padEnd(kind, 12)}  ${plain(agent)}  `, `${memory.content}${successor}`, width);
}

function sleepLines(sleep: SleepRunReport, { colours, width }: Layout): readonly string[] {
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
