/**
 * The records of a memory: what the ledger keeps and every layer speaks of, as one list of tables.
 *
 *   agent -BELIEVES-> memory (observation | fact) -MENTIONS-> entity
 *                      observation -BELONGS_TO-> session, -FOLLOWS-> observation
 *                      fact -ABOUT-> agent | entity, -DERIVED_FROM-> observation
 *
 * Each field and edge is declared here and nowhere else. The types of records, the schema and the codec of the store,
 * export and import, erasure, undo and `doctor` follow from it. Field names are camelCase; the store writes them in
 * snake_case. Ids are strings of the form `table:key`, e.g. `fact:0192...`.
 */
import {
  believerKey,
  believerReference,
  bool,
  choice,
  defaultsTo,
  derived,
  filled,
  filledNow,
  integer,
  internal,
  label,
  mark,
  matching,
  instant,
  json,
  numeric,
  object,
  openChoice,
  optional,
  packedNumbers,
  type RecordOf,
  reference,
  rows,
  ruled,
  share,
  table,
  texts,
  vector,
  textField,
} from './field.ts';
import { domainName, jsonObject, maxContentLength, maxMetadataLength, maxTags } from './input.ts';
import { pastSleep, sleepRun, tombstone, undoTable } from './upkeep-records.ts';
import {
  channels,
  entityTypes,
  factKinds,
  followTypes,
  knowledgeTypes,
  linkStates,
  observationTypes,
  planStatuses,
  rings,
} from './vocabulary.ts';

export type {
  Channel,
  Domain,
  EntityType,
  FactKind,
  FollowType,
  KnowledgeType,
  LinkKind,
  LinkState,
  ObservationType,
  Ring,
  SleepStepName,
} from './vocabulary.ts';

/** The believer of what every agent may recall. */
export const systemAgent = 'system';

/** A name or a word as it stands in a text. */
const name = textField(512);
const memoryId = reference('observation', 'fact');
const entityId = reference('entity');
const accesses = filled(integer(0), 0);

const moodFields = {
  /** -1 (unpleasant) to 1 (pleasant). */
  valence: numeric(-1, 1),
  /** -1 (drowsy) to 1 (aroused). */
  arousal: numeric(-1, 1),
};
/** Where a memory lies on the two axes of affect; both in -1..1. */
export interface Mood extends RecordOf<typeof moodFields> {}

const provenanceFields = {
  channel: choice(channels),
  /** The id of the source within its channel: a file, a tool call, a session. At most 256 bytes. */
  source: label(),
  /** 0..1, given by the channel and never by the content. */
  trust: share(),
};
/** Where an assertion came from. Written once, never changed. */
export interface Provenance extends RecordOf<typeof provenanceFields> {}

const givenEmbeddingFields = {
  /** The id of the embedder's model. */
  model: label(),
  /** Its numbers as 32-bit floats, little-endian, in base64. */
  vector: textField(100_000),
};
/** A vector that the caller gave with a memory, instead of one that is made from the text. */
export interface GivenEmbedding extends RecordOf<typeof givenEmbeddingFields> {}

/** Who remembers: an agent, and the agent within each audience. Other records name it by the same key. */
const agent = table('agent', { key: ['name'], exported: 'first' }, { name: believerKey() });

const session = table(
  'session',
  { key: ['id'], touches: ['id'], exported: 'first', since: 'startedAt', whose: 'agent' },
  {
    /** `session:KEY`. */
    id: reference('session'),
    /** Who opened it: the agent, within the audience that it opened it for. */
    agent: believerKey(),
    goal: optional(textField(maxContentLength, { erasedByText: true })),
    status: filled(choice(['open', 'closed']), 'open'),
    planStatus: filled(choice(planStatuses), 'in_progress'),
    startedAt: filledNow(instant()),
    endedAt: optional(instant({ givenLater: true })),
  },
);
/** A stretch of time with a goal, to which observations belong. */
export interface Session extends RecordOf<typeof session.fields> {}

const entity = table(
  'entity',
  { key: ['id'], touches: ['id'], exported: 'first' },
  {
    /** `entity:KEY`. */
    id: entityId,
    name,
    /** The name folded: equal for names that count as the same. */
    nameKey: internal(textField(512, { index: 'entity_name' })),
    aliases: filled(texts(name, 100), []),
    type: filled(openChoice(entityTypes), 'other'),
    /** The path of a file. */
    path: optional(textField(4_096)),
  },
);
/** Somebody or something that memories mention. */
export interface Entity extends RecordOf<typeof entity.fields> {}

const memoryFields = {
  /** 1 to 100,000 characters. Never edited. */
  content: textField(maxContentLength),
  /** 1 (trivial) to 10 (vital). */
  importance: derived(numeric(1, 10, 'ASSERT $value >= 1 AND $value <= 10')),
  mood: optional(object(moodFields)),
  /** Set where the mood was inferred from the text. */
  moodInferred: optional(mark()),
  /** At most five key terms, strongest first. */
  concepts: derived(texts(name, 5)),
  /** Query patterns that should bring this memory up. */
  surfacesWhen: derived(texts(textField(1_000), 100)),
  domain: optional(ruled(domainName)),
  topic: optional(label()),
  ring: optional(choice(rings)),
  knowledgeType: optional(openChoice(knowledgeTypes)),
  /** How often an agent's own recall brought this memory up. */
  accesses,
  lastAccessedAt: optional(instant({ givenLater: true })),
  recordedAt: filledNow(instant()),
  /** The vector that the caller gave; whoever says the same with another vector holds another memory. */
  givenEmbedding: optional(object(givenEmbeddingFields)),
  /** Place in the total order of the space's writes. */
  position: internal(integer(0)),
  provenance: derived(object(provenanceFields)),
};

const observation = table(
  'observation',
  { key: ['id'], touches: ['id'], exported: 'first', since: 'recordedAt', indexed: true },
  {
    /** `observation:KEY`. */
    id: reference('observation'),
    ...memoryFields,
    type: filled(choice(observationTypes), 'user_input'),
    /** The name of the agent that recorded it. */
    agent: label(),
    /** Who said it, when somebody did. */
    speaker: optional(label()),
    /** `session:KEY`. */
    session: optional(reference('session')),
    /** When it happened. */
    occurredAt: instant(),
    branchId: optional(label()),
    thoughtNumber: optional(integer(1, 1_000_000)),
    /** How many thoughts its chain was planned to have when it was thought. */
    totalThoughts: optional(integer(1, 1_000_000)),
    /** Whether another thought was needed after it. */
    nextThoughtNeeded: optional(bool()),
    /** When sleep read it for facts, whatever it found; missing while that is still to be done. */
    consolidatedAt: optional(instant({ givenLater: true })),
  },
);
/** Something that happened; never rewritten. */
export interface Observation extends RecordOf<typeof observation.fields> {}

const fact = table(
  'fact',
  { key: ['id'], touches: ['id'], exported: 'first', since: 'recordedAt', indexed: true },
  {
    /** `fact:KEY`. */
    id: reference('fact'),
    ...memoryFields,
    kind: derived(openChoice(factKinds)),
    /** `kind: first ten words`. */
    title: derived(textField(1_000)),
    /** A hash of the normalised content: equal for facts that say the same. */
    contentKey: derived(matching(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits', { index: 'fact_content' })),
    validFrom: optional(instant()),
    validTo: optional(instant()),
  },
);
/** Something held true. */
export interface Fact extends RecordOf<typeof fact.fields> {}

/** An observation or a fact. */
export type Memory = Observation | Fact;
const idField = { id: memoryId };
/** What observations and facts have in common. */
export interface MemoryFields extends RecordOf<typeof idField & typeof memoryFields> {}

const embedding = table(
  'embedding',
  { key: ['memory'], touches: ['memory'] },
  {
    memory: memoryId,
    model: label(),
    /** L2-normalised. Apart from the memories, so that reading those stays quick. */
    vector: vector(),
    /** The vectors of its words, as `packedTokens` packs them; missing where the model gave none. */
    tokens: optional(packedNumbers()),
  },
);
/** A memory's vectors, with the model that made them. */
export interface Embedding extends RecordOf<typeof embedding.fields> {}

const pastFields = {
  since: instant(),
  /** When it was withdrawn. */
  until: instant(),
  /** 0..1 at `reinforcedAt`. */
  strength: numeric(0, 1),
  reinforcedAt: instant(),
};
/** A time in which a memory was believed before it was withdrawn and asserted again. */
export interface PastBelief extends RecordOf<typeof pastFields> {}

const agentAndMemory = ['agent', 'memory'] as const;
const believes = table(
  'believes',
  { key: agentAndMemory, ends: agentAndMemory, touches: ['memory'], exported: 'first', whose: 'agent', indexed: true },
  {
    /** Who believes it; `system` for what every agent may recall. */
    agent: believerReference(),
    /** `observation:KEY` or `fact:KEY`. */
    memory: memoryId,
    /** 0..1 at `reinforcedAt`; what is left of it now is the effective strength. */
    strength: derived(share()),
    /** 0..1; only an assertion by a source changes it. */
    confidence: derived(share()),
    /** When this believer learned it. */
    since: derived(instant()),
    reinforcedAt: derived(instant()),
    /** Its place among writes, where it is not the memory's: others stated that before. */
    position: optional({ ...integer(0), unfiled: true }),
    /** How often recall brought the memory up through this belief. */
    accesses: derived(integer(0, Number.MAX_SAFE_INTEGER, 'DEFAULT 0')),
    lastAccessedAt: optional(instant({ givenLater: true })),
    /** A permanent belief does not fade. */
    permanent: derived(bool()),
    withdrawnAt: optional(instant({ givenLater: true })),
    /** When sleep found it faded below the archive threshold; what is seen follows from the strength alone. */
    archivedAt: optional(instant({ givenLater: true })),
    /** Until when this believer holds it to have been so; another believer may hold that it still is. */
    validTo: optional(instant()),
    /** Earlier times in which it was believed, in their order. */
    past: optional(rows(pastFields, 1_000)),
    /** Days in which the strength halves. */
    halfLifeDays: derived(numeric(0.001, 1_000_000, 'ASSERT $value > 0')),
    /** Where this believer had it from; another believer's source is another's business. */
    provenance: derived(object(provenanceFields)),
    /** Words by which this believer finds it again. */
    tags: optional(texts(label(), maxTags, { erasedByText: true })),
    /** What this believer's program keeps with it. */
    metadata: optional(json(jsonObject(maxMetadataLength), { erasedByText: true })),
  },
);
/** The edge agent -BELIEVES-> memory; one for each pair. */
export interface Belief extends RecordOf<typeof believes.fields> {}

const about = table(
  'about',
  { key: ['fact', 'target'], ends: ['fact', 'target'], touches: ['fact'], exported: 'first' },
  { fact: reference('fact'), target: reference('entity', 'agent') },
);
/** The edge fact -ABOUT-> agent | entity. */
export interface About extends RecordOf<typeof about.fields> {}

const mentions = table(
  'mentions',
  { key: ['memory', 'entity'], ends: ['memory', 'entity'], touches: ['memory'], exported: 'first' },
  {
    memory: memoryId,
    entity: entityId,
    /** The forms of the name that this memory uses, as written. */
    surfaces: derived(texts(name, 100)),
  },
);
/** The edge memory -MENTIONS-> entity. */
export interface Mention extends RecordOf<typeof mentions.fields> {}

/** The edge observation -BELONGS_TO-> session. */
const belongsTo = table(
  'belongs_to',
  { key: ['observation', 'session'], ends: ['observation', 'session'], touches: ['observation'] },
  { observation: reference('observation'), session: reference('session') },
);

const fromTo = { ends: ['from', 'to'], touches: ['from', 'to'] } as const;
const reason = optional(textField(10_000, { erasedByText: true }));

const follows = table(
  'follows',
  { ...fromTo, key: ['from', 'to'], exported: 'first', indexed: true },
  {
    from: reference('observation'),
    to: reference('observation'),
    type: filled(choice(followTypes), 'next'),
    reason,
  },
);
/** The edge observation -FOLLOWS-> observation, from the new one to the older one. */
export interface Follows extends RecordOf<typeof follows.fields> {}

const derivedFrom = table(
  'derived_from',
  {
    key: ['fact', 'observation', 'believer'],
    ends: ['fact', 'observation'],
    touches: ['fact'],
    exported: 'first',
    since: 'at',
    whose: 'believer',
  },
  {
    fact: reference('fact'),
    observation: reference('observation'),
    /** Who says so; missing where a file does not say it, then nobody can tell. */
    believer: optional(believerKey()),
    /** When it was said; missing where a file does not say it. */
    at: optional(instant()),
  },
);
/** The edge fact -DERIVED_FROM-> observation, for one believer. */
export interface DerivedFrom extends RecordOf<typeof derivedFrom.fields> {}

const ofBeliever = { ...fromTo, key: ['believer', 'from', 'to'], whose: 'believer' } as const;

const supersedes = table(
  'supersedes',
  { ...ofBeliever, exported: 'first', since: 'at' },
  {
    from: memoryId,
    to: memoryId,
    believer: believerKey(),
    reason,
    at: filledNow(instant()),
    /** When what takes the place was said, where sleep found out later that it does. */
    saidAt: optional(instant()),
    /** When it was taken back; from then on it does not count. */
    withdrawnAt: optional(instant({ givenLater: true })),
  },
);
/** The edge memory -SUPERSEDES-> memory, for one believer. */
export interface Supersedes extends RecordOf<typeof supersedes.fields> {}

const linkFields = {
  /** In whose perspective it was found. */
  believer: defaultsTo(believerKey(), systemAgent),
  from: memoryId,
  to: memoryId,
  /** 0..1. */
  similarity: filled(numeric(0, 1), 0),
  state: filled(choice(linkStates), 'potential'),
  /** The rule or the agent that found it. */
  by: label(),
};
/** An edge memory -SUPPORTS-> memory or memory -CONTRADICTS-> memory, from the newer one; it reads the same both ways. */
export interface Link extends RecordOf<typeof linkFields> {}

const coActivated = table(
  'co_activated',
  { ...fromTo, key: ['agent', 'from', 'to'], exported: 'last', since: 'lastAt', whose: 'agent', indexed: true },
  {
    /** Whose recall it was. */
    agent: defaultsTo(believerKey(), systemAgent),
    from: memoryId,
    to: memoryId,
    count: integer(0),
    lastAt: instant(),
  },
);
/** The edge between memories that one agent recalls together; `from` is the lesser id. */
export interface CoActivated extends RecordOf<typeof coActivated.fields> {}

const relates = table(
  'relates',
  {
    // The memory comes first, so that what one memory tells is read as a range.
    key: ['memory', 'from', 'predicate', 'to'],
    ends: ['from', 'to'],
    touches: ['memory', 'from', 'to'],
    exported: 'first',
  },
  {
    from: entityId,
    to: entityId,
    /** In words: owns, lives in, works at. */
    predicate: name,
    /** The memory that tells it; missing where a file does not say it, then nobody does. */
    memory: optional(memoryId),
  },
);
/** The edge entity -RELATES-> entity, as one memory tells it: it counts for whoever has that memory in view. */
export interface Relates extends RecordOf<typeof relates.fields> {}

const entityMerge = table(
  'entity_merge',
  { ...ofBeliever, exported: 'last', since: 'at' },
  {
    /** In whose perspective they are alike. */
    believer: believerKey(),
    /** The entity that was merged into the other. */
    from: entityId,
    to: entityId,
    at: filledNow(instant()),
    /** When it was undone; then it counts no more, and sleep does not make it again. */
    undoneAt: optional(instant({ givenLater: true })),
  },
);
/** The edge entity -ENTITY_MERGE-> entity: for one believer both are the same, and the second stands for them. */
export interface EntityMerge extends RecordOf<typeof entityMerge.fields> {}

/** Every table, nodes before the edges that need them: the order in which records are written. */
export const tables = {
  agent,
  session,
  entity,
  observation,
  fact,
  embedding,
  believes,
  about,
  mentions,
  belongs_to: belongsTo,
  follows,
  derived_from: derivedFrom,
  supersedes,
  supports: table('supports', { ...ofBeliever, exported: 'first', indexed: true }, linkFields),
  contradicts: table('contradicts', { ...ofBeliever, exported: 'first', indexed: true }, linkFields),
  co_activated: coActivated,
  relates,
  entity_merge: entityMerge,
  sleep_run: sleepRun,
  past_sleep: pastSleep,
  undo: undoTable,
  tombstone,
};

/** The name of a table. */
export type TableName = keyof typeof tables;
/** The record that each table holds, by the table's name. */
export type TableRecords = { [N in TableName]: RecordOf<(typeof tables)[N]['fields']> };
/** The tables' names in writing order. */
export const tableNames: readonly TableName[] = Object.keys(tables) as TableName[];

/** The name of a table of edges. */
export type EdgeName = {
  [N in TableName]: (typeof tables)[N] extends { readonly ends: unknown } ? N : never;
}[TableName];

/** Whether a table holds edges. */
export function isEdgeName(name: TableName): name is EdgeName {
  return 'ends' in tables[name];
}

/** Whether a memory is a fact (and not an observation). */
export function isFact(memory: Memory): memory is Fact {
  return memory.id.startsWith('fact:');
}
