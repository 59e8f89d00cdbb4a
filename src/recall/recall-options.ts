/** What `recall` and `search` take and answer. */
import { z } from 'zod';
import {
  type Checked,
  date,
  domainName,
  flag,
  identifier,
  integerIn,
  listOf,
  moodValue,
  numberIn,
  oneOf,
  recordKey,
  signal,
  text,
} from '../domain/input.ts';
import type { Mood, Provenance } from '../domain/records.ts';
import {
  type Domain,
  type EntityType,
  type FactKind,
  type KnowledgeType,
  type ObservationType,
  observationTypes,
  type Ring,
} from '../domain/vocabulary.ts';
import type { Signal } from '../domain/signal.ts';
import type { MoodInUse } from './mood.ts';
import type { MemoryLink, MemoryRole, Superseded } from './memory-link.ts';
import { type ProfileName, profileNames } from './profiles.ts';
import type { Focus } from './query.ts';
import type { ThoughtPlace } from './thought-place.ts';

/** The types of memories that a filter can ask for. */
export const memoryTypeNames: readonly ['fact', ...typeof observationTypes] = ['fact', ...observationTypes];

/** What `recall` takes. */
export interface RecallOptions {
  /** What to recall, as a question or a few words; 1-10,000 characters. */
  readonly query: string;
  /** 1-200. @default 10 */
  readonly limit?: number;
  /** @default what the memory was opened with, else 'balanced' */
  readonly profile?: ProfileName;
  /** Keys or ids of sessions; at most 100. */
  readonly sessions?: readonly string[];
  /** @default all of them */
  readonly types?: readonly ('fact' | ObservationType)[];
  /** The earliest time at which it happened. */
  readonly from?: Date | string;
  /** It happened before this time. */
  readonly to?: Date | string;
  /** Names or ids of entities, or `agent:NAME`; the memory mentions or is about one of them. At most 32. */
  readonly about?: readonly string[];
  readonly domain?: Domain;
  /** What the agent is at: memories of this domain and topic are favoured, others still come up. */
  readonly focus?: Focus;
  /** Recalls what was believed then. @default now */
  readonly asOf?: Date | string;
  /** Whether to see what has faded (strength 0.1-0.3) too. @default false */
  readonly faded?: boolean;
  /** Whether to see what is archived (strength below 0.1) too, and with it what has faded. @default false */
  readonly archived?: boolean;
  /** What was so at this time: facts that were valid then, and what had happened by then. @default any time */
  readonly validAt?: Date | string;
  /** The mood by which what felt alike comes up. @default what the mood provider says in `recall`, none in `search` */
  readonly mood?: Mood;
  /** The share of the mood in the score: 0 (none) to 1 (nothing else). @default what the memory was opened with, else 0.3 */
  readonly emotionWeight?: number;
  /** How many times the limit are put in order by the mood: 1-5. @default what the memory was opened with, else 2 */
  readonly candidateMultiplier?: number;
  /** Whether each memory carries the signals of its score, most of what is to be read of it. @default true */
  readonly signals?: boolean;
  /** Whether recalling counts as use: accesses are counted and the beliefs grow stronger. @default true */
  readonly attention?: boolean;
  readonly signal?: AbortSignal;
}

/** What `search` takes: a recall without side effects, with paging. */
export interface SearchOptions extends Omit<RecallOptions, 'attention'> {
  /** How many of the best to skip: 0-10,000. @default 0 */
  readonly offset?: number;
}

/** What `explain` takes: a memory, and the options of the recall that it is about. */
export interface ExplainOptions extends Omit<SearchOptions, 'signals'> {
  /** `observation:KEY` or `fact:KEY`. */
  readonly id: string;
}

/** Who believes a memory, as the asking perspective sees it: the agent itself, `system`, or both. */
export interface Believer {
  readonly agent: string;
  /** The effective strength, 0..1. */
  readonly strength: number;
  /** 0..1. */
  readonly confidence: number;
  readonly since: Date;
  readonly permanent: boolean;
  /** Where this believer has it from. */
  readonly provenance: Provenance;
}

/** A memory that came up, and why. */
export interface RecalledMemory {
  readonly id: string;
  readonly type: 'fact' | ObservationType;
  readonly content: string;
  /** Of a fact. */
  readonly kind?: FactKind;
  /** Of a fact. */
  readonly title?: string;
  /** 0..1: the sum of the signals' contributions. */
  readonly score: number;
  /** What its score is made of; empty where that was not asked for. */
  readonly signals: readonly Signal[];
  readonly believers: readonly Believer[];
  /** When it happened; of a fact, since when it is so or is known. */
  readonly occurredAt: Date;
  /** `session:KEY`. */
  readonly session?: string;
  readonly speaker?: string;
  /** The agent that recorded an observation, if that was the asking agent or the observation is universal. */
  readonly recordedBy?: string;
  readonly entities: readonly { readonly id: string; readonly name: string; readonly type: EntityType }[];
  readonly concepts: readonly string[];
  readonly importance: number;
  readonly mood?: Mood;
  /** Whether the mood was given with the memory or inferred from its text. */
  readonly moodSource?: 'given' | 'inferred';
  readonly domain?: Domain;
  readonly topic?: string;
  readonly ring?: Ring;
  readonly knowledgeType?: KnowledgeType;
  readonly validFrom?: Date;
  readonly validTo?: Date;
  readonly branchId?: string;
  readonly thoughtNumber?: number;
  /** Of a thought in a chain: what it goes on from, and what revised it. */
  readonly thought?: ThoughtPlace;
  /** Its part in a constellation; a plain list has none. */
  readonly role?: MemoryRole;
  /** What in view supports or contradicts it. */
  readonly links?: readonly MemoryLink[];
  /** Of a fact that does not hold any more. */
  readonly superseded?: Superseded;
}

/** What came up, best first, but what is superseded after what took its place. */
export interface RecallResult {
  readonly agent: string;
  readonly query: string;
  readonly profile: ProfileName;
  /** The mood that this was recalled by; absent without one. */
  readonly mood?: MoodInUse;
  readonly memories: readonly RecalledMemory[];
  /** How many memories in view have anything to do with the query. */
  readonly total: number;
  /** What the caller should know of how this was recalled, in sentences. */
  readonly notices: readonly string[];
}

const focus: z.ZodType<Focus> = z.strictObject(
  { domain: domainName.optional(), topic: identifier().optional() },
  { error: 'must be { domain?, topic? }' },
) as unknown as z.ZodType<Focus>;

const shape = {
  query: text(10_000),
  limit: integerIn(1, 200).optional(),
  profile: oneOf(profileNames).optional(),
  sessions: listOf(recordKey(), 'session ids', 1, 100).optional(),
  types: listOf(oneOf(memoryTypeNames), 'types', 1, memoryTypeNames.length).optional(),
  from: date.optional(),
  to: date.optional(),
  about: listOf(text(512), 'names', 1, 32).optional(),
  domain: domainName.optional(),
  focus: focus.optional(),
  asOf: date.optional(),
  faded: flag.optional(),
  archived: flag.optional(),
  validAt: date.optional(),
  mood: moodValue.optional(),
  emotionWeight: numberIn(0, 1).optional(),
  candidateMultiplier: integerIn(1, 5).optional(),
  signal,
} as const;

const inOrder = ({ from, to }: { readonly from?: Date | undefined; readonly to?: Date | undefined }): boolean =>
  from === undefined || to === undefined || from < to;
const orderRule = { path: ['to'], error: 'must be after "from"' };

/** The rules for {@link RecallOptions}. */
export const recallSchema: z.ZodType<Checked<RecallOptions>> = z
  .strictObject({ ...shape, signals: flag.optional(), attention: flag.optional() })
  .refine(inOrder, orderRule);

/** The rules for {@link SearchOptions}. */
export const searchSchema: z.ZodType<Checked<SearchOptions>> = z
  .strictObject({ ...shape, signals: flag.optional(), offset: integerIn(0, 10_000).optional() })
  .refine(inOrder, orderRule);

/** The rules for {@link ExplainOptions}. */
export const explainSchema: z.ZodType<Checked<ExplainOptions>> = z
  .strictObject({ ...shape, id: recordKey(), offset: integerIn(0, 10_000).optional() })
  .refine(inOrder, orderRule);

/** Options of `recall` or `search` whose rules are checked. */
export type CheckedRecall = Omit<Checked<SearchOptions>, 'signal'>;
/** Options of `explain` whose rules are checked. */
export type CheckedExplain = CheckedRecall & Pick<ExplainOptions, 'id'>;
