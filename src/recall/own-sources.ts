/**
 * What a memory shows of itself for a query, whoever believes it: when it happened, who said it,
 * whom it is about, whether it states or asks, the kind of answer it has, how long it is, how much
 * it names.
 */
import { dayMs } from '../domain/time.ts';
import type { MemoryTable } from '../recall-index/memory-table.ts';
import { fullLength, fullNames } from './defaults.ts';
import type { AnalysedQuery } from './query.ts';
import { dateMatch, type NamedDate } from '../language/dates.ts';
import type { NamedEntity } from './query-entities.ts';
import type { SignalSource } from './signal-source.ts';
import type { View } from './view.ts';

/** The length signal by the number of terms, up to the one that fills it. */
export const lengthSignal: Float64Array = Float64Array.from(
  { length: fullLength + 1 },
  (_, terms) => Math.log1p(terms) / Math.log1p(fullLength),
);

/** The signals date, speaker, entity, statement, answer, length and names. */
export function ownSources(
  memories: MemoryTable,
  query: AnalysedQuery,
  views: readonly View[],
): readonly SignalSource[] {
  const { answers } = query;
  const kinds = memories.answers.values;
  const questionShare = memories.questionShare.values;
  const lengths = memories.length.values;
  return [
    dateSource(memories, query.dates),
    speakerSource(memories, query),
    entitySource(memories, query.entities, views),
    { name: 'statement', atMost: 1, relates: false, value: (slot) => 1 - (questionShare[slot] as number) },
    {
      name: 'answer',
      atMost: answers > 0 ? 1 : 0,
      relates: false,
      value: (slot) => (((kinds[slot] as number) & answers) === 0 ? 0 : 1),
    },
    {
      name: 'length',
      atMost: 1,
      relates: false,
      value: (slot) => lengthSignal[Math.min(fullLength, lengths[slot] as number)] as number,
    },
    namesSource(memories, query.speakerNames),
  ];
}

/**
 * Who is named said it. Where the user asks for their own, whatever nobody else said counts, notes
 * and facts included; but so much is the user's that by itself it relates nothing to the query.
 */
function speakerSource({ speaker: speakers }: MemoryTable, { speaker, bySelf }: AnalysedQuery): SignalSource {
  const value = (slot: number): number => {
    const said = speakers.values[slot] as number;
    return speaker >= 0 && (said === speaker || (bySelf && said < 0)) ? 1 : 0;
  };
  return { name: 'speaker', atMost: speaker >= 0 ? 1 : 0, relates: !bySelf, value };
}

/** How many names it has, those of speakers apart: to address somebody says nothing. */
function namesSource({ mentions }: MemoryTable, speakerNames: ReadonlySet<number>): SignalSource {
  const value = (slot: number): number => {
    const names = mentions[slot] as readonly number[];
    let count = 0;
    for (let i = 0; i < names.length && count < fullNames; i += 2) {
      // Mentions lie in pairs, an entity and the name that is used for it; an entity may have several pairs.
      if (i > 0 && names[i] === names[i - 2]) continue;
      if (!speakerNames.has(names[i + 1] as number)) count += 1;
    }
    return count / fullNames;
  };
  return { name: 'names', atMost: 1, relates: false, value };
}

function dateSource(memories: MemoryTable, dates: readonly NamedDate[]): SignalSource {
  const occurredAt = memories.occurredAt.values;
  const matches = new Map<number, number>();
  const value = (slot: number): number => {
    if (dates.length === 0) return 0;
    // A fact without a date is of no day: when it was learned says nothing of when it was so.
    const day = Math.floor((occurredAt[slot] as number) / dayMs);
    if (Number.isNaN(day)) return 0;
    const known = matches.get(day);
    if (known !== undefined) return known;
    const match = dateMatch(dates, day);
    matches.set(day, match);
    return match;
  };
  return { name: 'date', atMost: dates.length > 0 ? 1 : 0, relates: true, value };
}

/** The share of the named entities that a memory mentions or is about. */
function entitySource(
  { mentions, about }: MemoryTable,
  entities: readonly NamedEntity[],
  views: readonly View[],
): SignalSource {
  const value = (slot: number): number => {
    const names = mentions[slot] as readonly number[];
    const targets = about[slot] as readonly number[];
    if (entities.length === 0 || names.length + targets.length === 0) return 0;
    let present = 0;
    for (const entity of entities)
      if (mentionsOne(names, entity) || targets.some((one) => entity.includes(one))) present++;
    return present / entities.length;
  };
  const slots = (): readonly Iterable<number>[] =>
    views.flatMap(({ believer }) => entities.flat().map((entity) => believer.slotsOf(believer.docsOf(entity))));
  return { name: 'entity', atMost: entities.length > 0 ? 1 : 0, relates: true, slots, value };
}

/** Whether one of an entity's numbers is mentioned; mentions lie in pairs, an entity and the name that is used for it. */
function mentionsOne(names: readonly number[], entity: NamedEntity): boolean {
  for (let i = 0; i < names.length; i += 2) if (entity.includes(names[i] as number)) return true;
  return false;
}
