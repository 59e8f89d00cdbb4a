/** The closed lists of words that records use. */

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

/** The channel that is trusted least of some. */
export function leastTrusted(some: readonly Channel[]): Channel {
  return some.reduce((least, channel) => (channelTrust[channel] < channelTrust[least] ? channel : least));
}

/** How much of itself a text may claim. */
export interface ChannelBounds {
  /** 0..1. */
  readonly confidence: number;
  /** 1..10. */
  readonly importance: number;
  /** The innermost. */
  readonly ring: Ring;
}

/** The channels that have bounds. */
interface BoundedChannels extends Readonly<Partial<Record<Channel, ChannelBounds>>> {
  readonly import: ChannelBounds;
  readonly tool: ChannelBounds;
}

/**
 * What a memory may claim at most by its channel, where that is nobody's own word: what a file says or a tool prints
 * decides neither how sure nor how central it is, and never that it stays for good (design.md, "Provenance").
 */
export const channelBounds: BoundedChannels = {
  import: { confidence: channelTrust.import, importance: 8, ring: 'domain' },
  tool: { confidence: channelTrust.tool, importance: 5, ring: 'topic' },
};

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

/** A ring, or the innermost that a channel may claim, if that lies further out. */
export function ringWithin(ring: Ring, channel: Channel | undefined): Ring {
  const { ring: innermost } = channelBounds[channel ?? 'user'] ?? {};
  return innermost !== undefined && rings.indexOf(ring) < rings.indexOf(innermost) ? innermost : ring;
}

/** The types of knowledge. */
export const knowledgeTypes = ['law', 'principle', 'preference', 'method', 'fact', 'decision', 'insight'] as const;
/** What type of knowledge a memory holds. */
export type KnowledgeType = (typeof knowledgeTypes)[number];

/** The types of entities. */
export const entityTypes = [
  'file',
  'function',
  'concept',
  'url',
  'person',
  'animal',
  'place',
  'organisation',
  'title',
  'identifier',
  'other',
] as const;
/** What an entity is. */
export type EntityType = (typeof entityTypes)[number];

/** The states of a session's plan. */
export const planStatuses = ['in_progress', 'blocked', 'completed'] as const;
/** Where a session's plan stands. */
export type PlanStatus = (typeof planStatuses)[number];

/** How one observation follows another. */
export const followTypes = ['next', 'branch', 'revision'] as const;
/** How one observation follows another. */
export type FollowType = (typeof followTypes)[number];

/** How one memory can stand to another. */
export const linkKinds = ['supports', 'contradicts'] as const;
/** How one memory stands to another. */
export type LinkKind = (typeof linkKinds)[number];

/** The states of a support or a contradiction. */
export const linkStates = ['potential', 'confirmed', 'dismissed', 'exception'] as const;
/** What has become of a support or a contradiction that a rule found. */
export type LinkState = (typeof linkStates)[number];

/** The steps of sleep, in their order. */
export const sleepStepNames = ['promote', 'link', 'resolve', 'merge', 'archive'] as const;
/** A step of sleep. */
export type SleepStepName = (typeof sleepStepNames)[number];

/** The area of life that a memory belongs to; `project:NAME` names one project. */
export type Domain = 'work' | 'personal' | 'learning' | 'reference' | 'system' | `project:${string}`;

/** What can be undone. */
export const undoKinds = ['rollback', 'merge'] as const;

/** The tables of which an operation may have changed records, by their names. */
export const undoableTables = ['believes', 'supersedes', 'supports', 'contradicts', 'entity_merge'] as const;

/** The formats that can be imported: conversations, our own export, other memories, notes. */
export const importFormats = [
  'locomo',
  'ndjson',
  'mcp-memory',
  'chatgpt',
  'claude',
  'claude-code',
  'codex',
  'markdown',
  'mem0',
  'graphiti',
  'letta',
  'elefante',
  'whisperengine',
  'hairem',
  // The loosest of all, so it is tried last.
  'messages',
] as const;
/** A format that can be imported. */
export type ImportFormat = (typeof importFormats)[number];

/** The forms in which a space can be exported; only the first holds everything. */
export const exportFormats = ['ndjson', 'markdown', 'mem0'] as const;
/** A form in which a space can be exported. */
export type ExportFormat = (typeof exportFormats)[number];
