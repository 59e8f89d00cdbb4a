/** The numbers of a space in words: pairs of what is measured and how much it is. */
import type { SpaceAnswer } from '../../wire.ts';
import { countOf, momentOf, numberOf, percentOf, sizeOf } from '../../words.ts';

/** Something that is measured, and how much it is. */
export type Measure = readonly [what: string, howMuch: string];

type Stats = SpaceAnswer<'stats'>;

/** Each cause of silence in words. */
const silenceWords: Readonly<Record<keyof Stats['ambient']['silence'], string>> = {
  off: 'it was off',
  'no-names': 'no known name',
  'nothing-relevant': 'nothing relevant',
  'already-there': 'already in the conversation',
  'over-budget': 'too long for the budget',
  cancelled: 'stopped',
  failed: 'it failed',
};

/** What the space holds. */
export function spaceMeasures({ records, seq, index, storeBytes }: Stats): readonly Measure[] {
  const { fact = 0, observation = 0, entity = 0, session = 0 } = records;
  return [
    ['Memories', `${countOf(fact, 'fact')}, ${countOf(observation, 'observation')}`],
    ['Entities', numberOf(entity)],
    ['Sessions', numberOf(session)],
    ['Writes so far', numberOf(seq)],
    ['In the index', `${countOf(index.memories, 'memory', 'memories')}, ${countOf(index.vocabulary, 'distinct word')}`],
    ...(storeBytes === undefined ? [] : [['On the disk, with all spaces', sizeOf(storeBytes)] as const]),
  ];
}

/** What recall by meaning stands on. */
export function vectorMeasures({ index, embedder }: Stats): readonly Measure[] {
  if (embedder.dimension === 0) return [['Embedder', 'none: recall goes by words']];
  return [
    ['Embedder', `${embedder.model}, ${embedder.dimension} dimensions`],
    ['Memories with a vector', numberOf(index.vectors)],
    ['Memories without one', numberOf(embedder.missing)],
  ];
}

/** When the space was last looked after. */
export function careMeasures({ lastBackup, lastSleep }: Stats): readonly Measure[] {
  return [
    ['Last backup', lastBackup === undefined ? 'none is known of' : momentOf(lastBackup.at)],
    ['Last sleep', lastSleep === undefined ? 'it has not slept yet' : sleptWords(lastSleep)],
  ];
}

/** How recall has done. */
export function recallMeasures({ recall: { calls, empty, latencyMs } }: Stats): readonly Measure[] {
  return [['Recalls', numberOf(calls)], ['Those that found nothing', numberOf(empty)], ...latencyMeasures(latencyMs)];
}

/** How ambient memory has done. */
export function ambientMeasures({ ambient }: Stats): readonly Measure[] {
  const { messages, share, silence, names, latencyMs, tokens } = ambient;
  if (messages === 0) return [['Messages', numberOf(0)]];
  const causes = Object.entries(silence).filter(([, times]) => times > 0);
  return [
    ['Messages', numberOf(messages)],
    ['At which something surfaced', percentOf(share)],
    ['Known names in them', numberOf(names)],
    ['Tokens of a text, on average', tokens.toFixed(0)],
    ...latencyMeasures(latencyMs),
    ...causes.map(
      ([cause, times]): Measure => [`Silent: ${silenceWords[cause as keyof typeof silenceWords]}`, numberOf(times)],
    ),
  ];
}

function latencyMeasures(latency: Stats['recall']['latencyMs']): readonly Measure[] {
  if (latency === undefined) return [];
  return [
    ['Half took at most', milliseconds(latency.p50)],
    ['95 of 100 took at most', milliseconds(latency.p95)],
  ];
}

function sleptWords({ startedAt, endedAt }: NonNullable<Stats['lastSleep']>): string {
  return endedAt === undefined ? `began ${momentOf(startedAt)}, and has not ended` : `ended ${momentOf(endedAt)}`;
}

function milliseconds(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : ms.toFixed(0)} ms`;
}
