/** What `inspect` takes and answers. */
import { z } from 'zod';
import { type Checked, recordKey, signal } from '../domain/input.ts';
import type {
  Belief,
  Entity,
  EntityType,
  Fact,
  FollowType,
  LinkState,
  MemoryFields,
  Observation,
  ObservationType,
} from '../domain/records.ts';
import type { BeliefState, WhyMemory, WhySuccession } from '../recall/why-value.ts';

/** What `inspect` takes. */
export interface InspectOptions {
  /** `observation:KEY`, `fact:KEY` or `entity:KEY`. */
  readonly id: string;
  readonly signal?: AbortSignal;
}

/** The rules of {@link InspectOptions}. */
export const inspectSchema: z.ZodType<Checked<InspectOptions>> = z.strictObject({ id: recordKey(), signal });

/** All that is kept of a memory itself; what only observations or only facts have is missing in the others. */
export interface InspectedMemory
  extends MemoryFields,
    Partial<Omit<Observation, keyof MemoryFields | 'type'>>,
    Partial<Omit<Fact, keyof MemoryFields | 'contentKey'>> {
  readonly type: 'fact' | ObservationType;
  /** 0..1: how much it counts by itself now. */
  readonly authority: number;
}

/** A belief in a memory, whoever's it is. */
export interface InspectedBelief extends Omit<Belief, 'memory' | 'past'> {
  readonly state: BeliefState;
  /** 0..1: what is left of the strength now. */
  readonly effective: number;
  /** Earlier times in which it was believed, in their order. */
  readonly past: readonly { readonly since: Date; readonly until: Date }[];
}

/** A support or a contradiction as one believer has it; dismissed ones too. */
export interface InspectedLink {
  readonly memory: WhyMemory;
  readonly believer: string;
  readonly state: LinkState;
  /** 0..1. */
  readonly similarity: number;
  /** The rule or the agent that found it. */
  readonly rule: string;
}

/** An entity as a memory speaks of it. */
export interface InspectedMention {
  readonly id: string;
  readonly name: string;
  readonly type: EntityType;
  /** The forms of the name that the memory uses. */
  readonly surfaces: readonly string[];
}

/** A memory that follows another, or that another follows. */
export interface InspectedFollow {
  readonly memory: WhyMemory;
  readonly type: FollowType;
  readonly reason?: string;
}

/** A merge of two entities for one believer. */
export interface InspectedMerge {
  /** What `undo` takes; missing where nothing is kept that would undo it. */
  readonly id?: string;
  readonly believer: string;
  /** The entity that was merged into the other. */
  readonly from: string;
  readonly to: string;
  /** The names of both, in that order. */
  readonly names: readonly [string, string];
  readonly at: Date;
  /** When it was undone. */
  readonly undoneAt?: Date;
}

/** A relation that memories tell, at one end of which an entity stands. */
export interface InspectedRelation {
  readonly from: string;
  readonly fromName: string;
  /** In words, such as `works at`. */
  readonly predicate: string;
  readonly to: string;
  readonly toName: string;
}

/** All that is kept of an entity itself. */
export interface InspectedEntity extends Omit<Entity, 'nameKey'> {
  /** How many memories speak of it, whoever believes them. */
  readonly memories: number;
  /** Those in force and those undone, oldest first. */
  readonly merges: readonly InspectedMerge[];
  /** Each once, however many memories tell it. */
  readonly relations: readonly InspectedRelation[];
}

/** Everything about one memory or one entity, whoever believes it. What it has nothing to say of is an empty list. */
export interface Inspection {
  readonly id: string;
  /** Where the id is a memory's. */
  readonly memory?: InspectedMemory;
  /** Where the id is an entity's. */
  readonly entity?: InspectedEntity;
  /** Of an entity: the last 50 memories that speak of it, the latest first. */
  readonly mentionedIn: readonly WhyMemory[];
  /** All beliefs in the memory, withdrawn ones too, by the names of the believers. */
  readonly beliefs: readonly InspectedBelief[];
  readonly supersedes: readonly WhySuccession[];
  readonly supersededBy: readonly WhySuccession[];
  readonly supports: readonly InspectedLink[];
  readonly contradicts: readonly InspectedLink[];
  /** The observations that it follows from, for whichever believer, oldest first. */
  readonly derivedFrom: readonly WhyMemory[];
  /** The facts that follow from it. */
  readonly derived: readonly WhyMemory[];
  readonly mentions: readonly InspectedMention[];
  readonly session?: { readonly id: string; readonly goal?: string };
  readonly follows: readonly InspectedFollow[];
  readonly followedBy: readonly InspectedFollow[];
}
