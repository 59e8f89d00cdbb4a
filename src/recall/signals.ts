/**
 * Signals that a memory has for any believer: its time, speaker and entities, statement or question, the kind of answer
 * it has, its length, and how much it names.
 */
import { factKinds, knowledgeTypes } from '../domain/vocabulary.ts';
import { dayMs } from '../domain/time.ts';
import { maxConcepts } from '../language/words.ts';
import { dateMatch } from '../language/dates.ts';
import type { SessionTraits } from '../recall-index/timelines.ts';
import { otherEnd } from '../recall-index/edge-tables.ts';
import type { MemoryTable } from '../recall-index/memory-table.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import type { Workspace } from '../recall-index/column.ts';
import {
  bothProjects,
  contradictedStanding,
  domainUnasked,
  fullLength,
  fullNames,
  ringValues,
  supportedStanding,
} from './defaults.ts';
import type { SignalName, Weights } from './profiles.ts';
import type { CognitiveQuery } from './cognitive-query.ts';
import { liesIn } from '../language/periods.ts';
import type { AnalysedQuery, QueriedEntity } from './query.ts';
import type { BelieverView } from './believer-view.ts';
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
  views: readonly BelieverView[],
): readonly SignalSource[] {
  const { answers } = query;
  const kinds = memories.answers.values;
  const questionShare = memories.questionShare.values;
  const lengths = memories.length.values;
  return [
    dateSource(memories, query),
    speakerSource(memories, query),
    entitySource(memories, query.entities, views),
    { name: 'statement', atMost: 1, relates: false, value: (row) => 1 - questionShare[row]! },
    {
      name: 'answer',
      atMost: answers > 0 ? 1 : 0,
      relates: false,
      value: (row) => ((kinds[row]! & answers) === 0 ? 0 : 1),
    },
    {
      name: 'length',
      atMost: 1,
      relates: false,
      value: (row) => lengthSignal[Math.min(fullLength, lengths[row]!)] as number,
    },
    namesSource(memories, query.speakerNames),
  ];
}

/**
 * The person whom the query names said it. If the user asks for their own, everything counts that nobody else said,
 * notes and facts included. So much is the user's that this signal alone relates nothing to the query.
 */
function speakerSource({ speaker: speakers }: MemoryTable, { speaker, bySelf }: AnalysedQuery): SignalSource {
  const value = (row: number): number => {
    const said = speakers.values[row]!;
    return speaker >= 0 && (said === speaker || (bySelf && said < 0)) ? 1 : 0;
  };
  return { name: 'speaker', atMost: speaker >= 0 ? 1 : 0, relates: !bySelf, value };
}

/** How many names it has, those of speakers apart: to address somebody says nothing. */
function namesSource({ mentions }: MemoryTable, speakerNames: ReadonlySet<number>): SignalSource {
  const value = (row: number): number => {
    const names = mentions[row]!;
    let count = 0;
    for (let i = 0; i < names.length && count < fullNames; i += 2) {
      // Mentions lie in pairs, an entity and the name that is used for it; an entity may have several pairs.
      if (i > 0 && names[i] === names[i - 2]) continue;
      if (!speakerNames.has(names[i + 1]!)) count += 1;
    }
    return count / fullNames;
  };
  return { name: 'names', atMost: 1, relates: false, value };
}

/**
 * A time as the clock has it matches whole or not at all, a date in any year and a little after. A question about
 * nothing else than a time is asked of what lies in it, so all of that matches.
 */
function dateSource(memories: MemoryTable, { dates, period, onlyTime }: AnalysedQuery): SignalSource {
  const occurredAt = memories.occurredAt.values;
  const matches = new Map<number, number>();
  const value = (row: number): number => {
    if (onlyTime) return 1;
    if (dates.length === 0 && period === undefined) return 0;
    // A fact without a date is of no day: when it was learned says nothing of when it was so.
    const time = occurredAt[row]!;
    if (Number.isNaN(time)) return 0;
    if (period !== undefined && liesIn(time, period)) return 1;
    const day = Math.floor(time / dayMs);
    const known = matches.get(day);
    if (known !== undefined) return known;
    const match = dateMatch(dates, day);
    matches.set(day, match);
    return match;
  };
  const speaks = onlyTime || period !== undefined || dates.length > 0;
  return { name: 'date', atMost: speaks ? 1 : 0, relates: true, value };
}

/** The share of the named entities that a memory mentions or is about. */
function entitySource(
  { mentions, about }: MemoryTable,
  entities: readonly QueriedEntity[],
  views: readonly BelieverView[],
): SignalSource {
  const value = (row: number): number => {
    const names = mentions[row]!;
    const targets = about[row]!;
    if (entities.length === 0 || names.length + targets.length === 0) return 0;
    let present = 0;
    for (const entity of entities)
      if (mentionsOne(names, entity) || targets.some((one) => entity.includes(one))) present++;
    return present / entities.length;
  };
  const rows = (): readonly Iterable<number>[] =>
    views.flatMap(({ believer }) => entities.flat().map((entity) => believer.rowsOf(believer.documentsOf(entity))));
  return { name: 'entity', atMost: entities.length > 0 ? 1 : 0, relates: true, rows, value };
}

/** Whether one of an entity's numbers is mentioned; mentions lie in pairs, an entity and the name that is used for it. */
export function mentionsOne(names: readonly number[], entity: QueriedEntity): boolean {
  for (let i = 0; i < names.length; i += 2) if (entity.includes(names[i]!)) return true;
  return false;
}

/** The signals that {@link OwnWorth} counts. */
export const ownSignals: ReadonlySet<string> = new Set(['statement', 'length', 'names', 'ring']);

/** Bounds of what statement, length, names and ring add to the scores of memories, 0..1. */
export class OwnWorth {
  readonly #questionShare: Float32Array;
  readonly #length: Int32Array;
  readonly #mentions: Uint8Array;
  readonly #ring: Uint8Array;
  readonly #statement: number;
  readonly #byLength: Float64Array;
  readonly #byMentions: Float64Array;
  readonly #byRing: Float64Array;
  /** By a bit for each ring: the most of them. */
  readonly #byRings: Float64Array;

  constructor(memories: MemoryTable, weights: Weights) {
    this.#questionShare = memories.questionShare.values;
    this.#length = memories.length.values;
    this.#mentions = memories.mentionCount.values;
    this.#ring = memories.cognitive.ring.values;
    this.#statement = weights.statement;
    this.#byLength = lengthSignal.map((value) => value * weights.length);
    this.#byMentions = Float64Array.from({ length: fullNames + 1 }, (_, count) => (count / fullNames) * weights.names);
    this.#byRing = Float64Array.from(ringValues, (value) => value * weights.ring);
    this.#byRings = Float64Array.from({ length: 1 << ringValues.length }, (_, rings) =>
      this.#byRing.reduce((most, value, ring) => ((rings & (1 << ring)) === 0 ? most : Math.max(most, value)), 0),
    );
  }

  /** The most for a memory of a timeline. */
  atMostIn({ questionShare, length, mentionCount, rings }: SessionTraits, timeline: number): number {
    return (
      this.#most(questionShare.get(timeline), length.get(timeline), mentionCount.get(timeline)) +
      this.#byRings[rings.get(timeline)]!
    );
  }

  /** The most for the memory in a row; its names are counted as if none were a speaker's. */
  atMost(row: number): number {
    return (
      this.#most(this.#questionShare[row]!, this.#length[row]!, this.#mentions[row]!) + this.#byRing[this.#ring[row]!]!
    );
  }

  #most(questionShare: number, length: number, mentions: number): number {
    return (
      (1 - questionShare) * this.#statement +
      this.#byLength[Math.min(length, fullLength)]! +
      this.#byMentions[Math.min(mentions, fullNames)]!
    );
  }
}

/** One signal for one query. */
export type SignalSource = RelatingSource | OrderingSource;

interface Source {
  readonly name: SignalName;
  /** The most that it says of any memory for this query: 0..1; 0 where it has nothing to say. */
  readonly atMost: number;
}

/** One whose saying anything of a memory means that it has to do with the query, by which alone it can come up. */
export interface RelatingSource extends Source {
  readonly relates: true;
  /** The rows of all memories in view of which it says anything, with others; absent where only a look at each can tell. */
  readonly rows?: () => readonly Iterable<number>[];
  /** 0..1: of the memory in a row, for any believer. */
  value(row: number): number;
}

/** One that puts in order what comes up by others. */
export interface OrderingSource extends Source {
  readonly relates: false;
  /** 0..1: of a document of a view, whose memory lies in a row. */
  value(row: number, place: number, document: number): number;
}

// Signals of the cognitive fields of a memory (design E), for any believer: its key terms, patterns, domain, topic and
// ring, and its type of knowledge.

/** The signals concept, trigger, domain, topic, ring and knowledge. */
export function cognitiveSources(
  memories: MemoryTable,
  { cognitive }: AnalysedQuery,
  views: readonly BelieverView[],
): readonly SignalSource[] {
  const { patternsOf, topic, ring } = memories.cognitive;
  const { patterns, topics } = cognitive;
  const [topicOf, ringOf] = [topic.values, ring.values];
  return [
    conceptSource(memories, cognitive),
    {
      name: 'trigger',
      atMost: patterns.size > 0 ? 1 : 0,
      relates: true,
      rows: () =>
        views.flatMap(({ believer }) =>
          Array.from(patterns, (pattern) => believer.rowsOf(believer.triggeredBy(pattern))),
        ),
      value: (row) => (patternsOf[row]!.some((pattern) => patterns.has(pattern)) ? 1 : 0),
    },
    domainSource(memories, cognitive),
    {
      name: 'topic',
      atMost: topics.size > 0 ? 1 : 0,
      relates: true,
      value: (row) => (topics.has(topicOf[row]!) ? 1 : 0),
    },
    { name: 'ring', atMost: 1, relates: false, value: (row) => ringValues[ringOf[row]!] as number },
    knowledgeSource(memories, cognitive),
  ];
}

/** The share of common concepts among all of the query's and the memory's (Jaccard). */
function conceptSource({ cognitive }: MemoryTable, { concepts }: CognitiveQuery): SignalSource {
  const held = cognitive.concepts.values;
  const { known, count } = concepts;
  const value = (row: number): number => {
    const start = row * maxConcepts;
    let common = 0;
    let own = 0;
    for (; own < maxConcepts; own++) {
      const concept = held[start + own]!;
      if (concept < 0) break;
      if (known.includes(concept)) common++;
    }
    return common === 0 ? 0 : common / (own + count - common);
  };
  const rows = (): readonly (readonly number[])[] => known.map((concept) => cognitive.rowsWith(concept));
  return { name: 'concept', atMost: known.length === 0 ? 0 : known.length / count, relates: true, rows, value };
}

/** 1 for a domain that is asked for, 0.3 for another project than the one asked for, 0.5 for all when none is. */
function domainSource({ domain, projects }: MemoryTable, { domains }: CognitiveQuery): SignalSource {
  if (domains === undefined)
    return { name: 'domain', atMost: domainUnasked, relates: false, value: () => domainUnasked };
  const domainOf = domain.values;
  const value = (row: number): number => {
    const own = domainOf[row]!;
    if (own < 0) return 0;
    if (domains.asked.has(own)) return 1;
    return domains.ofProjects && projects.has(own) ? bothProjects : 0;
  };
  return { name: 'domain', atMost: 1, relates: false, value };
}

/** 1 for a memory whose type of knowledge or kind is asked for. */
function knowledgeSource({ cognitive }: MemoryTable, { knowledge }: CognitiveQuery): SignalSource {
  const types = [false, ...knowledgeTypes.map((type) => knowledge.types.has(type))];
  const kinds = [false, ...factKinds.map((kind) => knowledge.kinds.has(kind))];
  const [typeOf, kindOf] = [cognitive.knowledgeType.values, cognitive.kind.values];
  return {
    name: 'knowledge',
    atMost: types.includes(true) || kinds.includes(true) ? 1 : 0,
    relates: false,
    value: (row) => (types[typeOf[row]!] === true || kinds[kindOf[row]!] === true ? 1 : 0),
  };
}

// What links say of a memory for a query. `link`: something that it supports or contradicts has to do with what is
// asked, so that both sides of a contradiction come up when either is asked for. `standing`: others in view agree
// with it, or one that is later or counts for more contradicts it. Only links in view count, and only what a memory
// is worth by itself is passed on, so nothing goes round in circles.

/** What links are read in. */
export interface LinkContext {
  readonly views: readonly BelieverView[];
  /** The view, absent where there are no links, or none that count. */
  readonly linked?: View | undefined;
  /** 0..1: what a document of a view has to do with the query by itself; absent while that is not known. */
  readonly relevance?: (place: number, document: number) => number;
}

/** Neither supported nor contradicted. */
const neither = 0.5;

/** 0..1: how the memory in a row stands: more with every support, less with every contradiction that outweighs it. */
function standingOf(view: View, row: number): number {
  let standing = neither;
  for (const edge of view.linksAt(row)) {
    if (edge.kind === 'supports') standing += supportedStanding * edge.similarity;
    // An exception takes nothing from the rule.
    else if (edge.state !== 'exception' && outweighs(view, otherEnd(edge, row), row)) standing -= contradictedStanding;
  }
  return Math.min(1, Math.max(0, standing));
}

/** Whether one memory counts for more than another, or as much and is later. */
function outweighs(view: View, one: number, other: number): boolean {
  const { importance } = view.index.memories.cognitive;
  const difference = importance.get(one) - importance.get(other);
  return difference === 0 ? view.timeOf(one) > view.timeOf(other) : difference > 0;
}

/** The signals link and standing. */
export function linkSources(index: RecallIndex, context: LinkContext, workspace: Workspace): readonly SignalSource[] {
  const { linked } = context;
  const { values, rows, most } = passedOn(index, context, workspace);
  return [
    { name: 'link', atMost: most, relates: true, rows: () => [rows], value: (row) => values[row] ?? 0 },
    {
      name: 'standing',
      atMost: linked === undefined ? neither : 1,
      relates: false,
      value: (row) => (linked === undefined ? neither : standingOf(linked, row)),
    },
  ];
}

/** What memories have to do with the query by what they are linked to. */
interface PassedOn {
  /** By row, 0..1; empty where nothing is passed on. */
  readonly values: Float64Array;
  /** The rows of those that have any. */
  readonly rows: readonly number[];
  readonly most: number;
}

/** Every relevant memory passes on to its partners: of a contradiction at least half, however few words are shared. */
function passedOn(index: RecallIndex, { views, linked, relevance }: LinkContext, workspace: Workspace): PassedOn {
  const rows: number[] = [];
  if (linked === undefined || relevance === undefined) return { values: new Float64Array(0), rows, most: 0 };
  const values = workspace.floats(index.memories.ids.length);
  let most = 0;
  for (const row of linked.index.links.rows()) {
    const worth = relevanceIn(views, row, relevance);
    if (worth === 0) continue;
    for (const edge of linked.linksAt(row)) {
      const { kind, similarity } = edge;
      const partner = otherEnd(edge, row);
      const passed = worth * (kind === 'contradicts' ? (1 + similarity) / 2 : similarity);
      const before = values[partner]!;
      if (passed <= before) continue;
      if (before === 0) rows.push(partner);
      values[partner] = passed;
      most = Math.max(most, passed);
    }
  }
  return { values, rows, most };
}

/** 0..1: the most that a memory has to do with the query by itself in one of the views. */
function relevanceIn(
  views: readonly BelieverView[],
  row: number,
  relevance: (place: number, document: number) => number,
): number {
  let most = 0;
  for (let place = 0; place < views.length; place++) {
    const document = views[place]!.believer.document(row);
    if (document >= 0) most = Math.max(most, relevance(place, document));
  }
  return Math.min(1, most);
}
