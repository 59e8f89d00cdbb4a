/** What a chain of thought is made of, as one perspective sees it. */
import type { FollowType } from '../domain/records.ts';

/** The parts to which a chain can be narrowed. */
export const chainParts = ['alternatives', 'revised'] as const;
/** What a chain can be narrowed to. */
export type ChainPart = (typeof chainParts)[number];

/** A thought of a chain. */
export interface ChainThought {
  readonly id: string;
  readonly content: string;
  readonly occurredAt: Date;
  readonly number?: number;
  /** `session:KEY`. */
  readonly session?: string;
  /** The agent that recorded it, if that was the asking agent or the thought is universal. */
  readonly recordedBy?: string;
  readonly branchId?: string;
  /** What it goes on from, branches off from or takes the place of; missing at the root. */
  readonly follows?: { readonly id: string; readonly type: FollowType; readonly reason?: string };
  /** The latest thought that revises it. */
  readonly revisedBy?: string;
  /** Whether it is on the current line. */
  readonly isCurrent: boolean;
}

/**
 * What became of one way that thinking took: `current`: the current line goes along it; `revised`: its
 * first thought was revised; `continued`: it went on beyond its first thought; `ended`: it did not, or
 * its last thought said that none is needed after it. The first of them that is so.
 */
export type Fate = 'current' | 'revised' | 'continued' | 'ended';

/** One of the ways that thinking took at a fork. */
export interface Alternative {
  readonly type: 'next' | 'branch';
  readonly branchId?: string;
  readonly reason?: string;
  /** The id of its first thought. */
  readonly first: string;
  /** The id of its latest thought. */
  readonly last: string;
  /** How many thoughts it has, without those of branches off it. */
  readonly thoughts: number;
  readonly fate: Fate;
}

/** A thought from which thinking went more than one way. */
export interface Fork {
  /** The id of the thought. */
  readonly at: string;
  /** In the order in which they were begun. */
  readonly alternatives: readonly Alternative[];
}

/** One thought taking another's place. */
export interface Revision {
  /** The id of the thought that was revised. */
  readonly of: string;
  /** The id of the thought that revises it. */
  readonly by: string;
  readonly reason?: string;
}

/** Where the current line stopped. */
export interface ChainEnd {
  readonly id: string;
  readonly number?: number;
  /** How many thoughts it planned to have. */
  readonly totalThoughts?: number;
  /** Whether it said that another thought is needed; missing where it said neither. */
  readonly nextThoughtNeeded?: boolean;
}

/** What a chain is made of. */
export interface ChainFields {
  /** In whose perspective. */
  readonly agent: string;
  /** The id of the thought that was asked about. */
  readonly asked: string;
  /** What it was narrowed to; the lists of all else are empty then. */
  readonly only?: ChainPart;
  /** How many thoughts the whole chain has in this perspective. */
  readonly total: number;
  /** The thoughts, in the order in which they were written. */
  readonly thoughts: readonly ChainThought[];
  /** Ids from the root to the thought that was asked about. */
  readonly toRoot: readonly string[];
  /** Ids from the root to the latest thought that nothing revises, without what was revised on the way. */
  readonly current: readonly string[];
  readonly forks: readonly Fork[];
  /** In the order in which they were made. */
  readonly revisions: readonly Revision[];
  readonly end: ChainEnd;
}
