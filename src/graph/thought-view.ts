/**
 * Chains of thought as one perspective has them at one moment: all that its believers hold, however
 * faded, since a chain with a hole is two chains. What is not held is not there, and what it follows
 * or is followed by leads nowhere. Walks the index only; damaged data (a circle, two observations
 * that one follows) ends no walk in a loop.
 */
import type { Perspective } from '../domain/perspective.ts';
import type { FollowType } from '../domain/records.ts';
import { Sight } from './sight.ts';
import type { IndexedThought } from '../recall-index/entry.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';

import { walkChain } from './walk.ts';

/** One member of a chain. */
export interface ThoughtInView extends Partial<IndexedThought> {
  /** `observation:KEY`. */
  readonly id: string;
  /** `session:KEY`. */
  readonly session?: string;
  /** Place in the order of the space's writes. */
  readonly position: number;
  /** What it follows, as far as that is in view; the earliest where a file says more than one. */
  readonly follows?: { readonly id: string; readonly type: FollowType };
}

/** The thoughts of one perspective. */
export class ThoughtView {
  readonly #index: RecallIndex;
  readonly #sight: Sight;
  readonly #seen: Map<number, ThoughtInView | undefined> = new Map();

  /** `at` in milliseconds. */
  constructor(index: RecallIndex, perspective: Perspective, at: number) {
    this.#index = index;
    this.#sight = new Sight(index, perspective, { at, archived: true });
  }

  /** An observation that the perspective believes or has believed, in view or not. */
  known(id: string): ThoughtInView | undefined {
    const slot = this.#index.memories.slot(id);
    const isKnown = (agent: string): boolean => (this.#index.believer(agent)?.doc(slot) ?? -1) >= 0;
    return slot >= 0 && this.#sight.believers.some(isKnown) ? this.#read(slot) : undefined;
  }

  /** An observation in view. */
  get(id: string): ThoughtInView | undefined {
    return this.#at(this.#index.memories.slot(id));
  }

  /** The last numbered thought that an agent had in a session, or in none. */
  lastOf(agent: string, session: string | undefined): ThoughtInView | undefined {
    const { memories, thoughts } = this.#index;
    const wanted = session === undefined ? -1 : memories.sessions.find(session);
    if (session !== undefined && wanted < 0) return undefined;
    const candidates: number[] = [];
    for (const [slot, { agent: thinker, number }] of thoughts.entries()) {
      const isAsked = thinker === agent && number !== undefined && memories.session.values[slot] === wanted;
      if (isAsked) candidates.push(slot);
    }
    // Whether one is held is looked up only from the last on: mostly that one is.
    candidates.sort((one, other) => memories.compareWritten(other, one));
    const found = candidates.find((slot) => this.#at(slot) !== undefined);
    return found === undefined ? undefined : this.#at(found);
  }

  /** The thoughts that lead to one, the nearest first; without it. */
  ancestors(thought: ThoughtInView): readonly ThoughtInView[] {
    const found = new Map<string, ThoughtInView>();
    let before = this.#before(thought);
    while (before !== undefined && before.id !== thought.id && !found.has(before.id)) {
      found.set(before.id, before);
      before = this.#before(before);
    }
    return [...found.values()];
  }

  /** Everything of the chain that an observation belongs to, branches and revisions too, in the order of writing. */
  chainOf(thought: ThoughtInView): readonly ThoughtInView[] {
    const { ids } = walkChain(this.#index, (id) => this.get(id) !== undefined, thought.id);
    return ids.flatMap((id) => this.get(id) ?? []);
  }

  #before({ follows }: ThoughtInView): ThoughtInView | undefined {
    return follows === undefined ? undefined : this.get(follows.id);
  }

  #at(slot: number): ThoughtInView | undefined {
    if (!this.#seen.has(slot)) this.#seen.set(slot, this.#sight.sees(slot) ? this.#read(slot) : undefined);
    return this.#seen.get(slot);
  }

  #read(slot: number): ThoughtInView {
    const { memories, thoughts } = this.#index;
    const session = memories.session.get(slot);
    const edge = thoughts.before(slot).find(({ to }) => this.#sight.sees(to));
    return {
      ...thoughts.get(slot),
      id: memories.idOf(slot),
      position: memories.position.get(slot),
      ...(session < 0 ? {} : { session: memories.sessions.text(session) }),
      ...(edge === undefined ? {} : { follows: { id: memories.idOf(edge.to), type: edge.type } }),
    };
  }
}
