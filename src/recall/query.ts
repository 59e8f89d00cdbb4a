/** What a query asks for, read from its text: terms, speakers, dates, the kind of answer. */
import { foldName } from '../domain/fold.ts';
import { termsOf } from '../domain/terms.ts';
import type { BelieverIndex } from '../index/believer-index.ts';
import type { MemoryTable } from '../index/memory-table.ts';
import { answerKinds } from '../index/text-traits.ts';
import type { Profile } from './profiles.ts';
import { type CognitiveQuery, type CognitiveQueryOptions, cognitiveQuery } from './query-cognitive.ts';
import { entitiesIn } from './query-entities.ts';
import { type NamedDate, namedDates } from './query-dates.ts';

/** A query as ranking reads it. */
export interface AnalysedQuery {
  /** Numbers of its distinct terms that the vocabulary knows, in their order. */
  readonly terms: readonly number[];
  /** The number of the one speaker that it names; -1 for none or several. */
  readonly speaker: number;
  /** Numbers of the entities that it names, speakers apart. */
  readonly entities: ReadonlySet<number>;
  readonly dates: readonly NamedDate[];
  /** The kinds of answer that it asks for, as bits. */
  readonly answers: number;
  readonly cognitive: CognitiveQuery;
}

/** Names that stand for a part in a conversation and not for somebody. */
const roles = new Set([
  'user',
  'assistant',
  'system',
  'agent',
  'human',
  'ai',
  'bot',
  'tool',
  'model',
  'speaker',
  'unknown',
]);

const none: ReadonlySet<number> = new Set();

const asksTime = /\bwhen\b|\b(?:what|which)\s+(?:date|day|month|year|time|week)\b/i;
const asksNumber = /\bhow\s+(?:many|much|often|old|long)\b/i;
const asksPlace =
  /\bwhere\b|\b(?:what|which)\s+(?:city|cities|country|countries|state|states|town|place|places|area)\b/i;

/** By which profile a query is read, and what its asker is at. */
export interface QueryOptions extends CognitiveQueryOptions {
  readonly profile: Profile;
}

/** Reads a query against what some believers know. */
export function analyseQuery(
  text: string,
  memories: MemoryTable,
  believers: readonly BelieverIndex[],
  { profile, ...options }: QueryOptions,
): AnalysedQuery {
  const terms = [...new Set(termsOf(text))];
  const speakers = speakersNamed(new Set(terms), memories, believers);
  const spoken = new Set(
    profile.dropSpeakers ? speakers.flatMap((speaker) => memories.speakerTerms[speaker] ?? []) : [],
  );
  const names = new Set(speakers.map((speaker) => foldName(memories.speakers.text(speaker))));
  const others = terms.filter((term) => !spoken.has(term));
  const numbers = (others.length > 0 ? others : terms).map((term) => memories.vocabulary.find(term));
  return {
    terms: numbers.filter((number) => number >= 0),
    speaker: speakers.length === 1 ? (speakers[0] as number) : -1,
    entities: (profile.weights.entity ?? 0) > 0 ? entitiesIn(text, memories, believers, names) : none,
    dates: namedDates(text),
    answers:
      (asksTime.test(text) ? answerKinds.time : 0) |
      (asksNumber.test(text) ? answerKinds.number : 0) |
      (asksPlace.test(text) ? answerKinds.place : 0),
    cognitive: cognitiveQuery(text, memories, believers, options),
  };
}

/** The speakers whose whole name is there; failing that, those of whose name a part is there. */
function speakersNamed(
  terms: ReadonlySet<string>,
  memories: MemoryTable,
  believers: readonly BelieverIndex[],
): readonly number[] {
  const whole: number[] = [];
  const partly: number[] = [];
  const known = new Set(believers.flatMap((believer) => [...believer.speakers.keys()]));
  for (const speaker of known) {
    const name = memories.speakerTerms[speaker] ?? [];
    if (name.length === 0 || roles.has(memories.speakers.text(speaker).toLowerCase())) continue;
    const present = name.filter((term) => terms.has(term)).length;
    if (present === name.length) whole.push(speaker);
    else if (present > 0) partly.push(speaker);
  }
  return whole.length > 0 ? whole : partly;
}
