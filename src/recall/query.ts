/** What a query asks for, read from its text: terms, speakers, dates, the kind of answer. */
import type { Domain } from '../domain/records.ts';
import { type AskedKnowledge, type Manner, askedKnowledge, mannersOf } from '../language/query-wording.ts';
import { conceptsOf, phraseKey, phraseKeysIn, termsOf } from '../language/words.ts';
import { foldName } from '../language/fold.ts';
import { type NamedDate, namedDates } from '../language/dates.ts';
import type { BelieverIndex } from '../recall-index/believer-index.ts';
import { type MemoryTable, conceptStems } from '../recall-index/memory-table.ts';
import type { EntityMerges } from '../recall-index/edge-tables.ts';
import { type NameSource, matchNames } from '../recall-index/name-matcher.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import { answerKinds } from '../recall-index/text-traits.ts';
import type { Profile } from './profiles.ts';

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
  readonly entities: readonly QueriedEntity[];
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
    speaker: speakers.length === 1 ? speakers[0]! : asker,
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
  return users.length === 1 ? users[0]! : -1;
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

/** The numbers of one entity: more than one where entities were merged. */
export type QueriedEntity = readonly number[];

/**
 * Numbers of the entities that a query names, those together that are the same to the believers.
 * The longest name wins: "New York" names no "York". `except` are folded names that stand for
 * something else, such as speakers.
 */
function entitiesIn(
  text: string,
  source: NameSource,
  believers: readonly BelieverIndex[],
  except: ReadonlySet<string>,
): readonly QueriedEntity[] {
  const matches = matchNames(source, believers, text, ({ surface }) => !except.has(surface));
  return alike(new Set(matches.flatMap(({ entities }) => entities)), source.memories, source.merges, believers);
}

/** Entities with those that are the same, each once. */
function alike(
  found: ReadonlySet<number>,
  { names }: MemoryTable,
  merges: EntityMerges,
  believers: readonly BelieverIndex[],
): readonly QueriedEntity[] {
  const agents = believers.map(({ agent }) => agent);
  const groups: QueriedEntity[] = [];
  for (const entity of found) {
    if (groups.some((group) => group.includes(entity))) continue;
    const same = [...merges.sameAs(agents, names.text(entity))].map((id) => names.find(id));
    groups.push(same.filter((number) => number >= 0));
  }
  return groups;
}

// What a query asks for beside its words: key terms, patterns, domain, topic, type of knowledge.

/** What the asking agent is at, where it says so. */
export interface Focus {
  /** What the query says of a domain counts for nothing then. */
  readonly domain?: Domain;
  /** At most 256 bytes. */
  readonly topic?: string;
}

/** How the query is read. */
export interface CognitiveQueryOptions {
  readonly focus?: Focus;
  /** Words that count as technical terms beside the built-in ones, as for what is remembered. */
  readonly technicalTerms?: readonly string[];
}

/** A query's cognitive side, in the numbers of the index. */
export interface CognitiveQuery {
  /** Its concepts that the vocabulary knows, and how many it has in all. */
  readonly concepts: { readonly known: readonly number[]; readonly count: number };
  /** Numbers of the patterns that it matches. */
  readonly patterns: ReadonlySet<number>;
  /** Numbers of the domains that are asked for; undefined when none is. */
  readonly domains: { readonly asked: ReadonlySet<number>; readonly ofProjects: boolean } | undefined;
  /** Numbers of the topics that it says. */
  readonly topics: ReadonlySet<number>;
  readonly knowledge: AskedKnowledge;
}

/** Reads the cognitive side of a query against what some believers know. */
function cognitiveQuery(
  text: string,
  memories: MemoryTable,
  believers: readonly BelieverIndex[],
  { focus = {}, technicalTerms = [] }: CognitiveQueryOptions,
): CognitiveQuery {
  const { vocabulary, cognitive } = memories;
  const stems = conceptStems(conceptsOf(text, { technicalTerms }));
  const known = stems.map((stem) => vocabulary.find(stem)).filter((number) => number >= 0);
  const phrases = phraseKeysIn(text);
  const topics = new Set([...phrases].map((phrase) => cognitive.topics.find(phrase)));
  if (focus.topic !== undefined) topics.add(cognitive.topics.find(phraseKey(focus.topic)));
  topics.delete(-1);
  return {
    concepts: { known, count: stems.length },
    patterns: cognitive.patternsIn(text),
    domains: domainsAsked(memories, believers, phrases, focus.domain),
    topics,
    knowledge: askedKnowledge(text),
  };
}

/** The domain of the focus, else the projects that the query says, of those that the believers have. */
function domainsAsked(
  { domains, projects }: MemoryTable,
  believers: readonly BelieverIndex[],
  phrases: ReadonlySet<string>,
  focus: Domain | undefined,
): CognitiveQuery['domains'] {
  if (focus !== undefined) return { asked: new Set([domains.find(focus)]), ofProjects: focus.startsWith('project:') };
  const asked = new Set<number>();
  for (const believer of believers) {
    for (const domain of believer.domains.keys()) {
      const key = projects.get(domain);
      if (key !== undefined && key !== '' && phrases.has(key)) asked.add(domain);
    }
  }
  return asked.size === 0 ? undefined : { asked, ofProjects: true };
}
