/** What a query asks for, read from its text: terms, speakers, dates, the kind of answer. */
import { foldName } from '../language/fold.ts';
import { termsOf } from '../language/words.ts';
import type { BelieverIndex } from '../recall-index/believer-index.ts';
import type { MemoryTable } from '../recall-index/memory-table.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import { answerKinds } from '../recall-index/text-traits.ts';
import type { Profile } from './profiles.ts';
import { type CognitiveQuery, type CognitiveQueryOptions, cognitiveQuery } from './query-cognitive.ts';
import { entitiesIn, type NamedEntity } from './query-entities.ts';
import { type NamedDate, namedDates } from '../language/dates.ts';
import { type Manner, mannersOf } from '../language/query-wording.ts';

/** A query as ranking reads it. */
export interface AnalysedQuery {
  /** Numbers of its distinct terms that the vocabulary knows, in their order. */
  readonly terms: readonly number[];
  /** The number of the one speaker that it names; -1 for none or several. */
  readonly speaker: number;
  /** Whether the speaker is the user, who asks for what is their own, and not a person that is named. */
  readonly bySelf: boolean;
  /** How it asks; profiles may weigh signals by it. */
  readonly manners: readonly Manner[];
  /** Numbers of the names of all speakers in view. */
  readonly speakerNames: ReadonlySet<number>;
  /** The entities that it names, speakers apart. */
  readonly entities: readonly NamedEntity[];
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

/** Those of the roles that ask: who says "I" to an assistant's memory is the one who talks to the assistant. */
const askers = new Set(['user', 'human']);

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
  index: Pick<RecallIndex, 'memories' | 'merges'>,
  believers: readonly BelieverIndex[],
  { profile, ...options }: QueryOptions,
): AnalysedQuery {
  const { memories } = index;
  const terms = [...new Set(termsOf(text))];
  const speakersInView = new Set(believers.flatMap((believer) => [...believer.speakers.keys()]));
  const speakers = speakersNamed(new Set(terms), memories, speakersInView);
  const spoken = new Set(
    profile.dropSpeakers ? speakers.flatMap((speaker) => memories.speakerTerms[speaker] ?? []) : [],
  );
  const manners = mannersOf(text);
  const asker = manners.includes('own') && speakers.length === 0 ? askerAmong(memories, speakersInView) : -1;
  const names = new Set(speakers.map((speaker) => foldName(memories.speakers.text(speaker))));
  const others = terms.filter((term) => !spoken.has(term));
  const numbers = (others.length > 0 ? others : terms).map((term) => memories.vocabulary.find(term));
  return {
    terms: numbers.filter((number) => number >= 0),
    speaker: speakers.length === 1 ? (speakers[0] as number) : asker,
    bySelf: asker >= 0,
    manners: asker >= 0 ? manners : manners.filter((manner) => manner !== 'own'),
    speakerNames: (profile.weights.names ?? 0) > 0 ? namesOf(memories, speakersInView) : none,
    entities: (profile.weights.entity ?? 0) > 0 ? entitiesIn(text, index, believers, names) : [],
    dates: namedDates(text),
    answers:
      (asksTime.test(text) ? answerKinds.time : 0) |
      (asksNumber.test(text) ? answerKinds.number : 0) |
      (asksPlace.test(text) ? answerKinds.place : 0),
    cognitive: cognitiveQuery(text, memories, believers, options),
  };
}

/** The number of the one speaker that is the user by its role; -1 where there is none, or more than one. */
function askerAmong(memories: MemoryTable, speakers: ReadonlySet<number>): number {
  const users = [...speakers].filter((speaker) => askers.has(memories.speakers.text(speaker).toLowerCase()));
  return users.length === 1 ? (users[0] as number) : -1;
}

/** Numbers of the names of speakers, as far as a memory mentions them. */
function namesOf({ speakers: texts, surfaces }: MemoryTable, speakers: ReadonlySet<number>): ReadonlySet<number> {
  const names = Array.from(speakers, (speaker) => surfaces.find(foldName(texts.text(speaker))));
  return new Set(names.filter((name) => name >= 0));
}

/** The speakers whose whole name is there; failing that, those of whose name a part is there. */
function speakersNamed(
  terms: ReadonlySet<string>,
  memories: MemoryTable,
  speakers: ReadonlySet<number>,
): readonly number[] {
  const whole: number[] = [];
  const partly: number[] = [];
  for (const speaker of speakers) {
    const name = memories.speakerTerms[speaker] ?? [];
    if (name.length === 0 || roles.has(memories.speakers.text(speaker).toLowerCase())) continue;
    const present = name.filter((term) => terms.has(term)).length;
    if (present === name.length) whole.push(speaker);
    else if (present > 0) partly.push(speaker);
  }
  return whole.length > 0 ? whole : partly;
}
