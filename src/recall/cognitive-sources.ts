/**
 * What the cognitive fields of a memory say for a query (design E), whoever believes it: its key
 * terms, the patterns by which it asks to be brought up, its domain and topic, its ring, and
 * whether it holds the type of knowledge that is asked for.
 */
import { maxConcepts } from '../language/concepts.ts';
import { factKinds, knowledgeTypes } from '../domain/vocabulary.ts';
import type { MemoryTable } from '../recall-index/memory-table.ts';
import { bothProjects, domainUnasked, ringValues } from './defaults.ts';
import type { AnalysedQuery } from './query.ts';
import type { CognitiveQuery } from './query-cognitive.ts';
import type { SignalSource } from './signal-source.ts';
import type { View } from './view.ts';

/** The signals concept, trigger, domain, topic, ring and knowledge. */
export function cognitiveSources(
  memories: MemoryTable,
  { cognitive }: AnalysedQuery,
  views: readonly View[],
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
      slots: () =>
        views.flatMap(({ believer }) =>
          Array.from(patterns, (pattern) => believer.slotsOf(believer.triggeredBy(pattern))),
        ),
      value: (slot) => ((patternsOf[slot] as readonly number[]).some((pattern) => patterns.has(pattern)) ? 1 : 0),
    },
    domainSource(memories, cognitive),
    {
      name: 'topic',
      atMost: topics.size > 0 ? 1 : 0,
      relates: true,
      value: (slot) => (topics.has(topicOf[slot] as number) ? 1 : 0),
    },
    { name: 'ring', atMost: 1, relates: false, value: (slot) => ringValues[ringOf[slot] as number] as number },
    knowledgeSource(memories, cognitive),
  ];
}

/** The share of common concepts among all of the query's and the memory's (Jaccard). */
function conceptSource({ cognitive }: MemoryTable, { concepts }: CognitiveQuery): SignalSource {
  const held = cognitive.concepts.values;
  const { known, count } = concepts;
  const value = (slot: number): number => {
    const start = slot * maxConcepts;
    let common = 0;
    let own = 0;
    for (; own < maxConcepts; own++) {
      const concept = held[start + own] as number;
      if (concept < 0) break;
      if (known.includes(concept)) common++;
    }
    return common === 0 ? 0 : common / (own + count - common);
  };
  const slots = (): readonly (readonly number[])[] => known.map((concept) => cognitive.slotsWith(concept));
  return { name: 'concept', atMost: known.length === 0 ? 0 : known.length / count, relates: true, slots, value };
}

/** 1 for a domain that is asked for, 0.3 for another project than the one asked for, 0.5 for all when none is. */
function domainSource({ domain, projects }: MemoryTable, { domains }: CognitiveQuery): SignalSource {
  if (domains === undefined)
    return { name: 'domain', atMost: domainUnasked, relates: false, value: () => domainUnasked };
  const domainOf = domain.values;
  const value = (slot: number): number => {
    const own = domainOf[slot] as number;
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
    value: (slot) => (types[typeOf[slot] as number] === true || kinds[kindOf[slot] as number] === true ? 1 : 0),
  };
}
