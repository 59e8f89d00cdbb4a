/** What ties recalled memories to each other: their parts in an answer, links, and supersession. */
import type { LinkState } from '../domain/records.ts';

/** The parts that memories play in a constellation, in the order in which they are told. */
export const memoryRoles = ['primary', 'supporting', 'contradicting', 'context'] as const;
/** The part that a memory plays in a constellation. */
export type MemoryRole = (typeof memoryRoles)[number];

/** A support or a contradiction, as one of its two memories sees it; both are in view. */
export interface MemoryLink {
  readonly kind: 'supports' | 'contradicts';
  /** The id of the other memory. */
  readonly memory: string;
  /** The rule or the agent that found it. */
  readonly rule: string;
  /** 0..1. */
  readonly similarity: number;
  /** Dismissed links are not told. */
  readonly state: Exclude<LinkState, 'dismissed'>;
}

/** Since when a fact does not hold any more. */
export interface Superseded {
  /** The id of the fact that took its place, where one did and it is in view. */
  readonly by?: string;
  readonly at: Date;
  readonly reason?: string;
}
