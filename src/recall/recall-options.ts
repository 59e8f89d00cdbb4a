/** What `recall` and `search` take and answer. */
import {
  count,
  type Fields,
  keptWithRules,
  list,
  listOrNone,
  moodRules,
  number,
  provenanceRules,
  record,
  signalRules,
  wireDate,
  words,
  yes,
} from '../domain/result.ts';
import { z } from 'zod';
import { talkField } from '../domain/audience.ts';
import { moodValue } from '../domain/call-options.ts';
import {
  type Checked,
  date,
  domainName,
  flag,
  fromBeforeToRule,
  type Given,
  identifier,
  integerIn,
  isFromBeforeTo,
  listOf,
  maxTags,
  numberIn,
  objectOf,
  oneOf,
  recordKey,
  signal,
  text,
} from '../domain/input.ts';
import { type Domain, entityTypes, factKinds, knowledgeTypes, observationTypes, rings } from '../domain/vocabulary.ts';
import { groundNames, readingGround } from './answer-model.ts';
import { moodInUseRules } from './rank.ts';
import { memoryLinkRules, memoryRoles, supersededRules, thoughtPlaceRules } from './memory-link.ts';
import { profileNames } from './profiles.ts';
import type { Focus } from './cognitive-query.ts';

/** The types of memories that a filter can ask for. */
export const memoryTypeNames: readonly ['fact', ...typeof observationTypes] = ['fact', ...observationTypes];

const focus: z.ZodType<Focus, Focus> = objectOf(
  { domain: domainName.optional(), topic: identifier().optional() },
  'must be { domain?, topic? }',
);

/** What every question to recall can say. */
const askedFields = {
  /** What to recall, as a question or a few words; 1-10,000 characters. */
  query: text(10_000),
  /** 1-200. @default 10 */
  limit: integerIn(1, 200).optional(),
  /** @default what the memory was opened with, else 'balanced' */
  profile: oneOf(profileNames).optional(),
  /** Keys or ids of sessions; at most 100. */
  sessions: listOf(recordKey(), 'session ids', 1, 100).optional(),
  /** @default all of them */
  types: listOf(oneOf(memoryTypeNames), 'types', 1, memoryTypeNames.length).optional(),
  /** The earliest time at which it happened. */
  from: date.optional(),
  /** It happened before this time. */
  to: date.optional(),
  /** Names or ids of entities, or `agent:NAME`. Only memories that mention or are about one of them. At most 32. */
  about: listOf(text(512), 'names', 1, 32).optional(),
  domain: domainName.optional(),
  /** Only what has one of these tags; at most 32. */
  tags: listOf(identifier(), 'tags', 1, maxTags).optional(),
  /** What the agent is working on. Memories of this domain and topic are favoured; others still come up. */
  focus: focus.optional(),
  /** Recalls what was believed then. @default now */
  asOf: date.optional(),
  /** Whether to see also what has faded (strength 0.1-0.3). @default false */
  faded: flag.optional(),
  /** Whether to see also what is archived (strength below 0.1) and what has faded. @default false */
  archived: flag.optional(),
  /** What was so at this time: facts that were valid then, and what had happened by then. @default any time */
  validAt: date.optional(),
  /** What has a lower relevance is no answer: 0-1; 0 leaves nothing out. @default 0.07 in `recall`, 0 in `search` */
  minRelevance: numberIn(0, 1).optional(),
  /** The mood by which what felt alike comes up. @default what the mood provider says in `recall`, none in `search` */
  mood: moodValue.optional(),
  /** The share of the mood in the score: 0 (none) to 1 (nothing else). @default what the memory was opened with, else 0.3 */
  emotionWeight: numberIn(0, 1).optional(),
  /** How many times the limit the mood puts in order: 1-5. @default what the memory was opened with, else 2 */
  candidateMultiplier: integerIn(1, 5).optional(),
  ...talkField,
  signal,
};
const sizeFields = {
  /** Whether each memory carries the signals of its score, which are most of the answer's size. @default true */
  signals: flag.optional(),
  /**
   * How many tokens the memories may take without their signals: 100-100,000, by four characters of JSON each; of a
   * content its first 2,000 characters count. What comes after is left out, and not strengthened; one is always there.
   * @default no bound
   */
  maxTokens: integerIn(100, 100_000).optional(),
};
const attentionField = {
  /** Whether recalling counts as use: accesses are counted and the beliefs grow stronger. @default true */
  attention: flag.optional(),
  /** Ids of memories of earlier answers that were of use. Each is strengthened like a recalled memory. At most 200. */
  used: listOf(recordKey(), 'ids of memories', 1, 200).optional(),
};
const offsetField = {
  /** How many of the best to skip: 0-10,000. @default 0 */
  offset: integerIn(0, 10_000).optional(),
};
const explainedField = {
  /** `observation:KEY` or `fact:KEY`. */
  id: recordKey(),
};

/** What `recall` takes. */
export interface RecallOptions
  extends Given<typeof askedFields>,
    Given<typeof sizeFields>,
    Given<typeof attentionField> {}

/** What `search` takes: a recall without side effects, with paging. */
export interface SearchOptions extends Omit<RecallOptions, 'attention' | 'used'>, Given<typeof offsetField> {}

/** What `explain` takes: a memory, and the options of the recall that it is about. */
export interface ExplainOptions extends Omit<SearchOptions, 'signals' | 'maxTokens'>, Given<typeof explainedField> {}

/** The rules for {@link RecallOptions}. */
export const recallSchema: z.ZodType<Checked<RecallOptions>> = z
  .strictObject({ ...askedFields, ...sizeFields, ...attentionField })
  .refine(isFromBeforeTo, fromBeforeToRule);

/** The rules for {@link SearchOptions}. */
export const searchSchema: z.ZodType<Checked<SearchOptions>> = z
  .strictObject({ ...askedFields, ...sizeFields, ...offsetField })
  .refine(isFromBeforeTo, fromBeforeToRule);

/** The rules for {@link ExplainOptions}. */
export const explainSchema: z.ZodType<Checked<ExplainOptions>> = z
  .strictObject({ ...askedFields, ...explainedField, ...offsetField })
  .refine(isFromBeforeTo, fromBeforeToRule);

/** Options of `recall` or `search` whose rules are checked. */
export type CheckedRecall = Omit<Checked<SearchOptions>, 'signal'>;
/** Options of `explain` whose rules are checked. */
export type CheckedExplain = CheckedRecall & Pick<ExplainOptions, 'id'>;

/** What the rules of a result that holds this one begin with. */
export const believerFields = {
  agent: words,
  /** In whose talk the agent may bring it up; missing for anybody's. */
  audience: list(words).exactOptional(),
  /** The effective strength, 0..1. */
  strength: number,
  /** 0..1. */
  confidence: number,
  since: wireDate,
  permanent: yes,
  /** Where this believer has it from. */
  provenance: provenanceRules,
  ...keptWithRules,
};
/** Who believes a memory, as the asking perspective sees it: the agent itself, `system`, or both. */
export interface Believer extends Fields<typeof believerFields> {}
export const believerRules: z.ZodType<Believer> = record(believerFields);

const recalledMemoryFields = {
  id: words,
  type: z.enum(memoryTypeNames),
  content: words,
  /** Of a fact. */
  kind: z.enum(factKinds).exactOptional(),
  /** Of a fact. */
  title: words.exactOptional(),
  /** 0..1: the sum of the signals' contributions. */
  score: number,
  /** 0..1: how likely the memory answers the query, independent of other results. */
  relevance: number,
  /** What its score is made of; empty where that was not asked for. */
  signals: listOrNone(signalRules),
  /** What its relevance is made of, in log-odds; empty where signals were not asked for, or where only a name, a time or a filter decides. */
  grounds: listOrNone(record({ name: z.enum([...groundNames, readingGround]), value: number, contribution: number })),
  believers: listOrNone(believerRules),
  /** When it happened; of a fact, since when it is so, else when it was first said, else since when it is known. */
  occurredAt: wireDate,
  /** `session:KEY`. */
  session: words.exactOptional(),
  speaker: words.exactOptional(),
  /** The agent that recorded an observation, if that was the asking agent or the observation is universal. */
  recordedBy: words.exactOptional(),
  entities: listOrNone(record({ id: words, name: words, type: z.enum(entityTypes) })),
  concepts: listOrNone(words),
  importance: number,
  mood: moodRules.exactOptional(),
  /** Whether the mood was given with the memory or inferred from its text. */
  moodSource: z.enum(['given', 'inferred']).exactOptional(),
  domain: (words as z.ZodType<Domain>).exactOptional(),
  topic: words.exactOptional(),
  ring: z.enum(rings).exactOptional(),
  knowledgeType: z.enum(knowledgeTypes).exactOptional(),
  validFrom: wireDate.exactOptional(),
  validTo: wireDate.exactOptional(),
  branchId: words.exactOptional(),
  thoughtNumber: count.exactOptional(),
  /** Of a thought in a chain: what it goes on from, and what revised it. */
  thought: thoughtPlaceRules.exactOptional(),
  /** Its part in a constellation; a plain list has none. */
  role: z.enum(memoryRoles).exactOptional(),
  /** What in view supports or contradicts it. */
  links: list(memoryLinkRules).exactOptional(),
  /** Of a fact, the observations in view that it was read out of, in no order. */
  derivedFrom: list(words).exactOptional(),
  /** Of what somebody said in a conversation, who else speaks near it in the session, and so whom it was said to; at most 4. */
  listeners: list(words).exactOptional(),
  /** Of a fact that does not hold any more. */
  superseded: supersededRules.exactOptional(),
};
/** A memory that came up, and why. */
export interface RecalledMemory extends Fields<typeof recalledMemoryFields> {}
export const recalledMemoryRules: z.ZodType<RecalledMemory> = record(recalledMemoryFields);

/** What the rules of a result that holds this one begin with. */
export const recallResultFields = {
  agent: words,
  query: words,
  profile: z.enum(profileNames),
  /** The mood that this was recalled by; absent without one. */
  mood: moodInUseRules.exactOptional(),
  memories: listOrNone(recalledMemoryRules),
  /** How many memories in view have anything to do with the query. */
  total: count,
  /** How many of those that were asked for `maxTokens` left out; absent where none. */
  leftOut: count.exactOptional(),
  /** What the caller should know of how this was recalled, in sentences. */
  notices: listOrNone(words),
};
/** What came up, best first, but what is superseded after what took its place. */
export interface RecallResult extends Fields<typeof recallResultFields> {}
export const recallResultRules: z.ZodType<RecallResult> = record(recallResultFields);
