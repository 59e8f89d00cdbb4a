/** What `recall` and `search` take and answer. */
import {
  count,
  type Fields,
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
import { moodValue } from '../domain/call-options.ts';
import {
  type Checked,
  date,
  domainName,
  flag,
  type Given,
  identifier,
  integerIn,
  listOf,
  numberIn,
  objectOf,
  oneOf,
  recordKey,
  signal,
  text,
} from '../domain/input.ts';
import { type Domain, entityTypes, factKinds, knowledgeTypes, observationTypes, rings } from '../domain/vocabulary.ts';
import { moodInUseRules } from './rank.ts';
import { memoryLinkRules, memoryRoles, supersededRules, thoughtPlaceRules } from './memory-link.ts';
import { profileNames } from './profiles.ts';
import type { Focus } from './query.ts';

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
  /** Names or ids of entities, or `agent:NAME`; the memory mentions or is about one of them. At most 32. */
  about: listOf(text(512), 'names', 1, 32).optional(),
  domain: domainName.optional(),
  /** What the agent is at: memories of this domain and topic are favoured, others still come up. */
  focus: focus.optional(),
  /** Recalls what was believed then. @default now */
  asOf: date.optional(),
  /** Whether to see what has faded (strength 0.1-0.3) too. @default false */
  faded: flag.optional(),
  /** Whether to see what is archived (strength below 0.1) too, and with it what has faded. @default false */
  archived: flag.optional(),
  /** What was so at this time: facts that were valid then, and what had happened by then. @default any time */
  validAt: date.optional(),
  /** The mood by which what felt alike comes up. @default what the mood provider says in `recall`, none in `search` */
  mood: moodValue.optional(),
  /** The share of the mood in the score: 0 (none) to 1 (nothing else). @default what the memory was opened with, else 0.3 */
  emotionWeight: numberIn(0, 1).optional(),
  /** How many times the limit are put in order by the mood: 1-5. @default what the memory was opened with, else 2 */
  candidateMultiplier: integerIn(1, 5).optional(),
  signal,
};
const signalsField = {
  /** Whether each memory carries the signals of its score, most of what is to be read of it. @default true */
  signals: flag.optional(),
};
const attentionField = {
  /** Whether recalling counts as use: accesses are counted and the beliefs grow stronger. @default true */
  attention: flag.optional(),
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
    Given<typeof signalsField>,
    Given<typeof attentionField> {}

/** What `search` takes: a recall without side effects, with paging. */
export interface SearchOptions extends Omit<RecallOptions, 'attention'>, Given<typeof offsetField> {}

/** What `explain` takes: a memory, and the options of the recall that it is about. */
export interface ExplainOptions extends Omit<SearchOptions, 'signals'>, Given<typeof explainedField> {}

const inOrder = ({ from, to }: { readonly from?: Date | undefined; readonly to?: Date | undefined }): boolean =>
  from === undefined || to === undefined || from < to;
const orderRule = { path: ['to'], error: 'must be after "from"' };

/** The rules for {@link RecallOptions}. */
export const recallSchema: z.ZodType<Checked<RecallOptions>> = z
  .strictObject({ ...askedFields, ...signalsField, ...attentionField })
  .refine(inOrder, orderRule);

/** The rules for {@link SearchOptions}. */
export const searchSchema: z.ZodType<Checked<SearchOptions>> = z
  .strictObject({ ...askedFields, ...signalsField, ...offsetField })
  .refine(inOrder, orderRule);

/** The rules for {@link ExplainOptions}. */
export const explainSchema: z.ZodType<Checked<ExplainOptions>> = z
  .strictObject({ ...askedFields, ...explainedField, ...offsetField })
  .refine(inOrder, orderRule);

/** Options of `recall` or `search` whose rules are checked. */
export type CheckedRecall = Omit<Checked<SearchOptions>, 'signal'>;
/** Options of `explain` whose rules are checked. */
export type CheckedExplain = CheckedRecall & Pick<ExplainOptions, 'id'>;

/** What the rules of a result that holds this one begin with. */
export const believerFields = {
  agent: words,
  /** The effective strength, 0..1. */
  strength: number,
  /** 0..1. */
  confidence: number,
  since: wireDate,
  permanent: yes,
  /** Where this believer has it from. */
  provenance: provenanceRules,
};
/** Who believes a memory, as the asking perspective sees it: the agent itself, `system`, or both. */
export interface Believer extends Fields<typeof believerFields> {}

/** The rules of {@link Believer}. */
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
  /** What its score is made of; empty where that was not asked for. */
  signals: listOrNone(signalRules),
  believers: listOrNone(believerRules),
  /** When it happened; of a fact, since when it is so or is known. */
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
  /** Of a fact that does not hold any more. */
  superseded: supersededRules.exactOptional(),
};
/** A memory that came up, and why. */
export interface RecalledMemory extends Fields<typeof recalledMemoryFields> {}

/** The rules of {@link RecalledMemory}. */
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
  /** What the caller should know of how this was recalled, in sentences. */
  notices: listOrNone(words),
};
/** What came up, best first, but what is superseded after what took its place. */
export interface RecallResult extends Fields<typeof recallResultFields> {}

/** The rules of {@link RecallResult}. */
export const recallResultRules: z.ZodType<RecallResult> = record(recallResultFields);
