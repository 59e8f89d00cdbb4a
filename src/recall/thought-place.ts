/** What a memory is in a chain of thought, as far as a perspective sees it. */
import type { FollowType } from '../domain/records.ts';

/** Of a thought: what it goes on from, and what revised it. */
export interface ThoughtPlace {
  /** How it follows `of`; with it missing where the thought begins its chain. */
  readonly type?: FollowType;
  /** The id of the thought that it goes on from, branches off from or takes the place of. */
  readonly of?: string;
  readonly reason?: string;
  /** The id of the latest thought that revises it. */
  readonly revisedBy?: string;
}
