/** What `inspect` takes and answers. */
import { memoryTypeNames } from '../recall/recall-options.ts';
import {
  count,
  domainRules,
  type Fields,
  keptWithRules,
  list,
  moodRules,
  number,
  pair,
  provenanceRules,
  record,
  recordOf,
  set,
  wireDate,
  words,
  yes,
} from '../domain/result.ts';
import { z } from 'zod';
import { type Checked, type Given, recordKey, signal } from '../domain/input.ts';
import type { Belief, Entity, Fact, MemoryFields, Observation } from '../domain/records.ts';
import {
  entityTypes,
  factKinds,
  followTypes,
  knowledgeTypes,
  linkStates,
  type ObservationType,
  rings,
} from '../domain/vocabulary.ts';
import { type BeliefState, beliefStates, whyMemoryRules, whySuccessionRules } from '../recall/why-value.ts';

const inspectFields = {
  /** `observation:KEY`, `fact:KEY` or `entity:KEY`. */
  id: recordKey(),
  signal,
};
/** What `inspect` takes. */
export interface InspectOptions extends Given<typeof inspectFields> {}
export const inspectSchema: z.ZodType<Checked<InspectOptions>> = z.strictObject(inspectFields);

/** All that is kept of a memory itself; what only observations or only facts have is missing in the others. */
export interface InspectedMemory
  extends Omit<MemoryFields, 'givenEmbedding'>,
    Partial<Omit<Observation, keyof MemoryFields | 'type'>>,
    Partial<Omit<Fact, keyof MemoryFields | 'contentKey'>> {
  readonly type: 'fact' | ObservationType;
  /** 0..1: how much it counts by itself now. */
  readonly authority: number;
}

export const inspectedMemoryRules = recordOf<InspectedMemory>({
  id: words,
  type: z.enum(memoryTypeNames),
  content: words,
  authority: number,
  importance: number,
  mood: moodRules.exactOptional(),
  moodInferred: set.exactOptional(),
  concepts: list(words),
  surfacesWhen: list(words),
  domain: domainRules.exactOptional(),
  topic: words.exactOptional(),
  ring: z.enum(rings).exactOptional(),
  knowledgeType: z.enum(knowledgeTypes).exactOptional(),
  accesses: count,
  lastAccessedAt: wireDate.exactOptional(),
  recordedAt: wireDate,
  position: count,
  provenance: provenanceRules,
  agent: words.exactOptional(),
  speaker: words.exactOptional(),
  session: words.exactOptional(),
  occurredAt: wireDate.exactOptional(),
  branchId: words.exactOptional(),
  thoughtNumber: count.exactOptional(),
  totalThoughts: count.exactOptional(),
  nextThoughtNeeded: yes.exactOptional(),
  consolidatedAt: wireDate.exactOptional(),
  kind: z.enum(factKinds).exactOptional(),
  title: words.exactOptional(),
  validFrom: wireDate.exactOptional(),
  validTo: wireDate.exactOptional(),
});

/** A belief in a memory, of any believer. */
export interface InspectedBelief extends Omit<Belief, 'memory' | 'past' | 'position'> {
  readonly state: BeliefState;
  /** 0..1: what is left of the strength now. */
  readonly effective: number;
  /** Earlier times in which it was believed, in their order. */
  readonly past: readonly { readonly since: Date; readonly until: Date }[];
}

export const inspectedBeliefRules = recordOf<InspectedBelief>({
  agent: words,
  state: z.enum(beliefStates),
  effective: number,
  strength: number,
  confidence: number,
  since: wireDate,
  reinforcedAt: wireDate,
  halfLifeDays: number,
  accesses: count,
  lastAccessedAt: wireDate.exactOptional(),
  permanent: yes,
  withdrawnAt: wireDate.exactOptional(),
  archivedAt: wireDate.exactOptional(),
  validTo: wireDate.exactOptional(),
  past: list(record({ since: wireDate, until: wireDate })),
  provenance: provenanceRules,
  ...keptWithRules,
});

const inspectedLinkFields = {
  memory: whyMemoryRules,
  believer: words,
  state: z.enum(linkStates),
  /** 0..1. */
  similarity: number,
  /** The rule or the agent that found it. */
  rule: words,
};
/** A support or a contradiction as one believer has it; dismissed ones too. */
export interface InspectedLink extends Fields<typeof inspectedLinkFields> {}
export const inspectedLinkRules: z.ZodType<InspectedLink> = record(inspectedLinkFields);

const inspectedMentionFields = {
  id: words,
  name: words,
  type: z.enum(entityTypes),
  /** The forms of the name that the memory uses. */
  surfaces: list(words),
};
/** An entity as a memory speaks of it. */
export interface InspectedMention extends Fields<typeof inspectedMentionFields> {}
export const inspectedMentionRules: z.ZodType<InspectedMention> = record(inspectedMentionFields);

const inspectedFollowFields = {
  memory: whyMemoryRules,
  type: z.enum(followTypes),
  reason: words.exactOptional(),
};
/** A memory that follows another, or that another follows. */
export interface InspectedFollow extends Fields<typeof inspectedFollowFields> {}
export const inspectedFollowRules: z.ZodType<InspectedFollow> = record(inspectedFollowFields);

const inspectedMergeFields = {
  /** What `undo` takes; missing where nothing is kept that would undo it. */
  id: words.exactOptional(),
  believer: words,
  /** The entity that was merged into the other. */
  from: words,
  to: words,
  /** The names of both, in that order. */
  names: pair(words),
  at: wireDate,
  /** When it was undone. */
  undoneAt: wireDate.exactOptional(),
};
/** A merge of two entities for one believer. */
export interface InspectedMerge extends Fields<typeof inspectedMergeFields> {}
export const inspectedMergeRules: z.ZodType<InspectedMerge> = record(inspectedMergeFields);

const inspectedRelationFields = {
  from: words,
  fromName: words,
  /** In words, such as `works at`. */
  predicate: words,
  to: words,
  toName: words,
};
/** A relation that memories tell, at one end of which an entity stands. */
export interface InspectedRelation extends Fields<typeof inspectedRelationFields> {}
export const inspectedRelationRules: z.ZodType<InspectedRelation> = record(inspectedRelationFields);

/** All that is kept of an entity itself. */
export interface InspectedEntity extends Omit<Entity, 'nameKey'> {
  /** How many memories mention it, over all believers. */
  readonly memories: number;
  /** Those in force and those undone, oldest first. */
  readonly merges: readonly InspectedMerge[];
  /** Each once, however many memories tell it. */
  readonly relations: readonly InspectedRelation[];
}

export const inspectedEntityRules = recordOf<InspectedEntity>({
  id: words,
  name: words,
  aliases: list(words),
  type: z.enum(entityTypes),
  path: words.exactOptional(),
  memories: count,
  merges: list(inspectedMergeRules),
  relations: list(inspectedRelationRules),
});

const inspectionFields = {
  id: words,
  /** Where the id is a memory's. */
  memory: inspectedMemoryRules.exactOptional(),
  /** Where the id is an entity's. */
  entity: inspectedEntityRules.exactOptional(),
  /** Of an entity: the last 50 memories that speak of it, the latest first. */
  mentionedIn: list(whyMemoryRules),
  /** All beliefs in the memory, withdrawn ones too, by the names of the believers. */
  beliefs: list(inspectedBeliefRules),
  supersedes: list(whySuccessionRules),
  supersededBy: list(whySuccessionRules),
  supports: list(inspectedLinkRules),
  contradicts: list(inspectedLinkRules),
  /** The observations that it follows from, for whichever believer, oldest first. */
  derivedFrom: list(whyMemoryRules),
  /** The facts that follow from it. */
  derived: list(whyMemoryRules),
  mentions: list(inspectedMentionRules),
  session: record({ id: words, goal: words.exactOptional() }).exactOptional(),
  follows: list(inspectedFollowRules),
  followedBy: list(inspectedFollowRules),
};
/** Everything about one memory or one entity, over all believers. What it has nothing to say of is an empty list. */
export interface Inspection extends Fields<typeof inspectionFields> {}
export const inspectionRules: z.ZodType<Inspection> = record(inspectionFields);
