/** What became of what a caller asked to remember. */
import type { EntityType } from '../domain/records.ts';

/** An entity that a memory is linked to. */
export interface LinkedEntity {
  readonly id: string;
  readonly name: string;
  readonly type: EntityType;
  /** Whether it is new to this perspective. */
  readonly created: boolean;
}

/** A part that was left out, and why. */
export interface RefusedPart {
  readonly what: string;
  readonly reason: string;
}

/** What was stored, linked, merged and refused, and why. */
export interface Receipt {
  /** `observation:KEY` or `fact:KEY`. */
  readonly id: string;
  /** `merged` when the memory was there already and only the belief in it changed, if anything. */
  readonly outcome: 'stored' | 'merged' | 'withdrawn';
  /** Why it is not simply stored; of what was withdrawn, what takes that back. */
  readonly reason?: string;
  /** The agent that believes it; `system` when shared. */
  readonly believer: string;
  /** 0..1. */
  readonly strength: number;
  /** 0..1. */
  readonly confidence: number;
  /** `session:KEY`. */
  readonly session?: string;
  readonly linked: readonly LinkedEntity[];
  readonly refused: readonly RefusedPart[];
  /** Ids of the facts that it takes the place of, where it was asked to. */
  readonly superseded?: readonly string[];
  /** Whether it has a vector. */
  readonly embedded: boolean;
  /** The commit that holds it. */
  readonly seq: number;
}
