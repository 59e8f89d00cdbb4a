/** What prose is made of: memories as recall tells them, with what else a sentence wants to know. */
import type {
  FactKind,
  FollowType,
  KnowledgeType,
  Mood,
  ObservationType,
  Provenance,
} from '../domain/records.ts';

/** A memory, as far as a sentence tells it. Any recalled memory is one. */
export interface ToldMemory {
  readonly type: 'fact' | ObservationType;
  readonly content: string;
  readonly kind?: FactKind;
  readonly knowledgeType?: KnowledgeType;
  readonly speaker?: string;
  /** The agent that recorded an observation. */
  readonly recordedBy?: string;
  readonly occurredAt: Date;
  readonly validFrom?: Date;
  readonly mood?: Mood;
  readonly moodSource?: 'given' | 'inferred';
  /** Of a thought: how it follows another, why, and whether another revises it. */
  readonly thought?: { readonly type?: FollowType; readonly reason?: string; readonly revisedBy?: string };
  /** Who believes it, and where each has it from: the reader itself, `system`, or both. */
  readonly believers: readonly { readonly agent: string; readonly provenance: Provenance }[];
  /** The names by which it calls somebody or something, as far as the reader knows them. */
  readonly entities: readonly { readonly name: string }[];
}

/** A memory that is worth saying. */
export interface ProseItem extends ToldMemory {
  /** `observation:KEY` or `fact:KEY`. */
  readonly id: string;
  /** What it says of entities, by their names. */
  readonly relations?: readonly { readonly from: string; readonly predicate: string; readonly to: string }[];
  /** What in view contradicts it. */
  readonly contradictedBy?: ToldMemory;
}
