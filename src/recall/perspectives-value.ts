/** What `perspectives` takes and answers. */
import type { FactKind, LinkState, ObservationType } from '../domain/records.ts';
import type { Believer } from './recall-options.ts';

/** What `perspectives` takes. */
export interface PerspectivesOptions {
  /** The names of two different agents. */
  readonly agents: readonly [string, string];
  /** What to compare them about: 1-10,000 characters. @default what each of them believes most strongly */
  readonly topic?: string;
  /** How many memories and pairs each list has at most: 1-100. @default 10 */
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

/** A memory that one of two agents holds, or both. */
export interface HeldMemory {
  readonly id: string;
  readonly type: 'fact' | ObservationType;
  readonly content: string;
  /** Of a fact. */
  readonly kind?: FactKind;
  /** Through whom the two see it, each with strength and confidence: themselves and `system`. */
  readonly believers: readonly Believer[];
  /** For which of the two another fact has taken its place, or its time is over. */
  readonly supersededFor?: readonly string[];
}

/** Two memories that contradict each other. */
export interface OpposedPair {
  /** Held by the first agent. */
  readonly one: HeldMemory;
  /** Held by the second agent. */
  readonly other: HeldMemory;
  /** The rule or the agent that found it. */
  readonly rule: string;
  /** 0..1. */
  readonly similarity: number;
  /** As the agent that has the link judges it; `potential` where the two were compared just now. */
  readonly state: Extract<LinkState, 'potential' | 'confirmed'>;
}

/** Two agents side by side. */
export interface Perspectives {
  readonly agents: readonly [string, string];
  readonly topic?: string;
  /** What both hold, universal memories among it; what counts most first. */
  readonly shared: readonly HeldMemory[];
  /** What only one of them holds, by its name. */
  readonly only: Readonly<Record<string, readonly HeldMemory[]>>;
  /** Confirmed pairs first, then the more similar. */
  readonly opposed: readonly OpposedPair[];
  /** What the caller should know of how this was found, in sentences. */
  readonly notices: readonly string[];
}
