/**
 * The records of a memory: what the ledger keeps and every layer speaks of.
 *
 *   agent -BELIEVES-> memory (observation | fact) -MENTIONS-> entity
 *                      observation -BELONGS_TO-> session, -FOLLOWS-> observation
 *                      fact -ABOUT-> agent | entity, -DERIVED_FROM-> observation
 *
 * Field names here are camelCase; the store writes them in snake_case.
 * Ids are strings of the form `table:key`, e.g. `fact:0192...`.
 */

/** Where a memory lies on the two axes of affect; both in -1..1. */
export interface Mood {
  /** -1 (unpleasant) to 1 (pleasant). */
  readonly valence: number;
  /** -1 (drowsy) to 1 (aroused). */
  readonly arousal: number;
}

/** The channels through which text reaches a memory, from which its trust follows. */
export const channels = ['user', 'agent', 'tool', 'import', 'consolidation'] as const;
/** How a text reached the memory. */
export type Channel = (typeof channels)[number];

/**
 * How far a channel is trusted, 0..1: the person first, then what agents say themselves, then what
 * is derived, read from files, or printed by tools (design.md, "Provenance").
 */
export const channelTrust: Readonly<Record<Channel, number>> = {
  user: 0.9,
  agent: 0.8,
  consolidation: 0.7,
  import: 0.6,
  tool: 0.4,
};

/** Where an assertion came from. Written once, never changed. */
export interface Provenance {
  readonly channel: Channel;
  /** The id of the source within its channel: a file, a tool call, a session. At most 256 bytes. */
  readonly source: string;
  /** 0..1, given by the channel and never by the content. */
  readonly trust: number;
}

/** The types of observations. */
export const observationTypes = ['user_input', 'tool_output', 'thought', 'error', 'document'] as const;
/** What kind of happening an observation records. */
export type ObservationType = (typeof observationTypes)[number];

/** The kinds of facts, `layer.sublayer`. */
export const factKinds = [
  'self.identity',
  'self.preference',
  'self.constraint',
  'world.fact',
  'world.failure',
  'world.method',
  'intent.rule',
  'intent.goal',
  'intent.anti-pattern',
] as const;
/** The kind of a fact, `layer.sublayer`. */
export type FactKind = (typeof factKinds)[number];

/** The rings of a memory, from the centre outwards. */
export const rings = ['core', 'domain', 'topic', 'leaf'] as const;
/** How close to the centre of what an agent knows a memory lies. */
export type Ring = (typeof rings)[number];

/** The types of knowledge. */
export const knowledgeTypes = ['law', 'principle', 'preference', 'method', 'fact', 'decision', 'insight'] as const;
/** What type of knowledge a memory holds. */
export type KnowledgeType = (typeof knowledgeTypes)[number];

/** The area of life that a memory belongs to; `project:NAME` names one project. */
export type Domain = 'work' | 'personal' | 'learning' | 'reference' | 'system' | `project:${string}`;

/** The types of entities. */
export const entityTypes = [
  'file',
  'function',
  'concept',
  'url',
  'person',
  'place',
  'organisation',
  'title',
  'identifier',
  'other',
] as const;
/** What an entity is. */
export type EntityType = (typeof entityTypes)[number];

/** What observations and facts have in common. */
export interface MemoryFields {
  /** `observation:KEY` or `fact:KEY`. */
  readonly id: string;
  /** 1 to 100,000 characters. Never edited. */
  readonly content: string;
  /** 1 (trivial) to 10 (vital). */
  readonly importance: number;
  readonly mood?: Mood;
  /** Set where the mood was inferred from the text. */
  readonly moodInferred?: true;
  /** At most five key terms, strongest first. */
  readonly concepts: readonly string[];
  /** Query patterns that should bring this memory up. */
  readonly surfacesWhen: readonly string[];
  readonly domain?: Domain;
  readonly topic?: string;
  readonly ring?: Ring;
  readonly knowledgeType?: KnowledgeType;
  /** How often an agent's own recall brought this memory up. */
  readonly accesses: number;
  readonly lastAccessedAt?: Date;
  readonly recordedAt: Date;
  /** Place in the total order of the space's writes. */
  readonly position: number;
  readonly provenance: Provenance;
}

/** Something that happened; never rewritten. */
export interface Observation extends MemoryFields {
  readonly type: ObservationType;
  /** The name of the agent that recorded it. */
  readonly agent: string;
  /** Who said it, when somebody did. */
  readonly speaker?: string;
  /** `session:KEY`. */
  readonly session?: string;
  /** When it happened. */
  readonly occurredAt: Date;
  readonly branchId?: string;
  readonly thoughtNumber?: number;
  /** How many thoughts its chain was planned to have when it was thought. */
  readonly totalThoughts?: number;
  /** Whether another thought was needed after it. */
  readonly nextThoughtNeeded?: boolean;
  /** When sleep read it for facts, whatever it found; missing while that is still to be done. */
  readonly consolidatedAt?: Date;
}

/** Something held true. */
export interface Fact extends MemoryFields {
  readonly kind: FactKind;
  /** `kind: first ten words`. */
  readonly title: string;
  /** A hash of the normalised content: equal for facts that say the same. */
  readonly contentKey: string;
  readonly validFrom?: Date;
  readonly validTo?: Date;
}

/** An observation or a fact. */
export type Memory = Observation | Fact;

/** A time in which a memory was believed before it was withdrawn and asserted again. */
export interface PastBelief {
  readonly since: Date;
  /** When it was withdrawn. */
  readonly until: Date;
  /** 0..1 at `reinforcedAt`. */
  readonly strength: number;
  readonly reinforcedAt: Date;
}

/** The edge agent -BELIEVES-> memory; one for each pair. */
export interface Belief {
  /** The believer's name; `system` for what every agent may recall. */
  readonly agent: string;
  /** `observation:KEY` or `fact:KEY`. */
  readonly memory: string;
  /** 0..1 at `reinforcedAt`; what is left of it now is the effective strength. */
  readonly strength: number;
  /** 0..1; only an assertion by a source changes it. */
  readonly confidence: number;
  /** When this believer learned it. */
  readonly since: Date;
  readonly reinforcedAt: Date;
  /** How often recall brought the memory up through this belief. */
  readonly accesses: number;
  readonly lastAccessedAt?: Date;
  /** A permanent belief does not fade. */
  readonly permanent: boolean;
  readonly withdrawnAt?: Date;
  /** When sleep found it faded below the archive threshold; what is seen follows from the strength alone. */
  readonly archivedAt?: Date;
  /** Until when this believer holds it to have been so; another believer may hold that it still is. */
  readonly validTo?: Date;
  /** Earlier times in which it was believed, in their order. */
  readonly past?: readonly PastBelief[];
  /** Days in which the strength halves. */
  readonly halfLifeDays: number;
  /** Where this believer had it from; another believer's source is another's business. */
  readonly provenance: Provenance;
}

/** Somebody or something that memories mention. */
export interface Entity {
  /** `entity:KEY`. */
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly string[];
  /** The name folded: equal for names that count as the same. */
  readonly nameKey: string;
  readonly type: EntityType;
  /** The path of a file. */
  readonly path?: string;
}

/** The edge memory -MENTIONS-> entity. */
export interface Mention {
  readonly memory: string;
  readonly entity: string;
  /** The forms of the name that this memory uses, as written. */
  readonly surfaces: readonly string[];
}

/** The states of a session's plan. */
export const planStatuses = ['in_progress', 'blocked', 'completed'] as const;
/** Where a session's plan stands. */
export type PlanStatus = (typeof planStatuses)[number];

/** A stretch of time with a goal, to which observations belong. */
export interface Session {
  /** `session:KEY`. */
  readonly id: string;
  /** The name of the agent that opened it. */
  readonly agent: string;
  readonly goal?: string;
  readonly status: 'open' | 'closed';
  readonly planStatus: PlanStatus;
  readonly startedAt: Date;
  readonly endedAt?: Date;
}

/** Who remembers. */
export interface Agent {
  readonly name: string;
}

/** The edge observation -BELONGS_TO-> session. */
export interface BelongsTo {
  readonly observation: string;
  readonly session: string;
}

/** The edge fact -ABOUT-> agent | entity. */
export interface About {
  readonly fact: string;
  readonly target: string;
}

/** How one observation follows another. */
export const followTypes = ['next', 'branch', 'revision'] as const;
/** How one observation follows another. */
export type FollowType = (typeof followTypes)[number];

/** The edge observation -FOLLOWS-> observation, from the new one to the older one. */
export interface Follows {
  readonly from: string;
  readonly to: string;
  readonly type: FollowType;
  readonly reason?: string;
}

/** The edge fact -DERIVED_FROM-> observation, for one believer. */
export interface DerivedFrom {
  readonly fact: string;
  readonly observation: string;
  /** Who says so; missing where an older version wrote the edge, then nobody can tell. */
  readonly believer?: string;
  /** When it was said; missing where an older version wrote the edge. */
  readonly at?: Date;
}

/** The edge memory -SUPERSEDES-> memory, for one believer. */
export interface Supersedes {
  readonly from: string;
  readonly to: string;
  readonly believer: string;
  readonly reason?: string;
  readonly at: Date;
  /** When what takes the place was said, where sleep found out later that it does. */
  readonly saidAt?: Date;
  /** When it was taken back; from then on it does not count. */
  readonly withdrawnAt?: Date;
}

/** How one memory can stand to another. */
export const linkKinds = ['supports', 'contradicts'] as const;
/** How one memory stands to another. */
export type LinkKind = (typeof linkKinds)[number];

/** The states of a support or a contradiction. */
export const linkStates = ['potential', 'confirmed', 'dismissed', 'exception'] as const;
/** What has become of a support or a contradiction that a rule found. */
export type LinkState = (typeof linkStates)[number];

/** An edge memory -SUPPORTS-> memory or memory -CONTRADICTS-> memory, from the newer one; it reads the same both ways. */
export interface Link {
  /** In whose perspective it was found. */
  readonly believer: string;
  readonly from: string;
  readonly to: string;
  /** 0..1. */
  readonly similarity: number;
  readonly state: LinkState;
  /** The rule or the agent that found it. */
  readonly by: string;
}

/** The edge memory -SIMILAR_TO-> memory. */
export interface SimilarTo {
  readonly from: string;
  readonly to: string;
  /** 0..1. */
  readonly similarity: number;
}

/** The edge between memories that one agent recalls together; `from` is the lesser id. */
export interface CoActivated {
  /** Whose recall it was. */
  readonly agent: string;
  readonly from: string;
  readonly to: string;
  readonly count: number;
  readonly lastAt: Date;
}

/** The edge entity -RELATES-> entity, as one memory tells it: it counts for whoever has that memory in view. */
export interface Relates {
  readonly from: string;
  readonly to: string;
  /** In words: owns, lives in, works at. */
  readonly predicate: string;
  /** The memory that tells it; missing where an older version wrote the edge and no fact states it, then nobody does. */
  readonly memory?: string;
}

/** The edge entity -ENTITY_MERGE-> entity: for one believer both are the same, and the second stands for them. */
export interface EntityMerge {
  /** In whose perspective they are alike. */
  readonly believer: string;
  /** The entity that was merged into the other. */
  readonly from: string;
  readonly to: string;
  readonly at: Date;
  /** When it was undone; then it counts no more, and sleep does not make it again. */
  readonly undoneAt?: Date;
}

/** The steps of sleep, in their order. */
export const sleepStepNames = ['promote', 'link', 'resolve', 'merge', 'archive'] as const;
/** A step of sleep. */
export type SleepStepName = (typeof sleepStepNames)[number];

/** What one step of sleep did, or would do. */
export interface SleepStepReport {
  readonly step: SleepStepName;
  /** Observations, pairs, entities or beliefs that the step looked at. */
  readonly lookedAt: number;
  /** How much of it was changed. */
  readonly changed: number;
  /** What the changes were, by name. */
  readonly counts: Readonly<Record<string, number>>;
}

/** The last sleep of a space, or the one under way: one record, which says how far it is and who holds it. */
export interface SleepRun {
  /** `sleep_run:last`. */
  readonly id: string;
  /** A key that this sleep alone has. */
  readonly holder: string;
  readonly startedAt: Date;
  /** Until when nobody else may sleep; prolonged as the sleep goes on. */
  readonly leaseUntil: Date;
  readonly step: SleepStepName;
  /** The position of the last memory whose links were looked for. */
  readonly linkedTo?: number;
  /** When it was done; missing while it is under way, and after it was broken off. */
  readonly endedAt?: Date;
}

/** A sleep that has ended. */
export interface PastSleep {
  /** `past_sleep:KEY`. */
  readonly id: string;
  readonly startedAt: Date;
  readonly endedAt: Date;
  /** Set where it was stopped or failed before its last step was done. */
  readonly brokenOff?: true;
  /** In the order in which they were taken. */
  readonly steps: readonly SleepStepReport[];
}

/** What is kept of something forgotten. */
export interface Tombstone {
  /** `tombstone:HASH`: a keyed hash, 64 hexadecimal digits. */
  readonly id: string;
}

/** A memory's vector, with the model that made it. */
export interface Embedding {
  readonly memory: string;
  readonly model: string;
  /** L2-normalised. */
  readonly vector: Float32Array;
}

/** The believer of what every agent may recall. */
export const systemAgent = 'system';

/** Whether a memory is a fact (and not an observation). */
export function isFact(memory: Memory): memory is Fact {
  return memory.id.startsWith('fact:');
}
