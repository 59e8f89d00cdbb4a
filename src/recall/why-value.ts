/** What `why` takes and answers. */
import { z } from 'zod';
import { type Checked, recordKey, signal } from '../domain/input.ts';
import type { LinkState, ObservationType } from '../domain/records.ts';
import type { Believer } from './recall-options.ts';

/** What `why` takes. */
export interface WhyOptions {
  /** `observation:KEY` or `fact:KEY`. */
  readonly id: string;
  readonly signal?: AbortSignal;
}

/** The rules of {@link WhyOptions}. */
export const whySchema: z.ZodType<Checked<WhyOptions>> = z.strictObject({ id: recordKey(), signal });

/** A memory as `why` tells it. */
export interface WhyMemory {
  readonly id: string;
  readonly type: 'fact' | ObservationType;
  readonly content: string;
  readonly speaker?: string;
  /** When it happened; of a fact, since when it is so, where that is known. */
  readonly occurredAt?: Date;
  /** Of a fact: until when it was so, where that is known. */
  readonly validTo?: Date;
}

/** How a belief stands now; `faded` and `archived` ones are below the thresholds of recall. */
export type BeliefState = 'held' | 'faded' | 'archived' | 'withdrawn';

/** A belief in a memory, of the agent or of `system`. */
export interface WhyBeliever extends Believer {
  readonly state: BeliefState;
  /** When it was last asserted or recalled: from then on it fades. */
  readonly reinforcedAt: Date;
  readonly withdrawnAt?: Date;
  /** Until when this believer holds it to have been so. */
  readonly validTo?: Date;
  /** Earlier times in which it was believed, in their order. */
  readonly past: readonly { readonly since: Date; readonly until: Date }[];
}

/** What took a memory's place, or whose place it took. */
export interface WhySuccession {
  readonly memory: WhyMemory;
  /** For whom: the agent or `system`. */
  readonly believer: string;
  readonly at: Date;
  readonly reason?: string;
  /** When it was taken back. */
  readonly withdrawnAt?: Date;
}

/** What supports or contradicts a memory. */
export interface WhyLink {
  readonly memory: WhyMemory;
  /** The rule or the agent that found it. */
  readonly rule: string;
  /** 0..1. */
  readonly similarity: number;
  readonly state: Exclude<LinkState, 'dismissed'>;
}

/** Why a memory is believed in a perspective. */
export interface Why {
  /** In whose perspective. */
  readonly agent: string;
  readonly memory: WhyMemory;
  /** The agent, then `system`, as far as they believe it or have believed it. */
  readonly believers: readonly WhyBeliever[];
  /** The observations that it follows from, oldest first. */
  readonly derivedFrom: readonly WhyMemory[];
  readonly supersedes: readonly WhySuccession[];
  readonly supersededBy: readonly WhySuccession[];
  readonly supports: readonly WhyLink[];
  readonly contradicts: readonly WhyLink[];
  /** All of it in sentences, one to a line. */
  readonly text: string;
}
