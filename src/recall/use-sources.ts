/**
 * What the believers' use of a memory says, whatever is asked: authority, recency, and what the
 * agent has just recalled together with it before. All from the beliefs and recalls of this
 * perspective alone, so that no other agent's recall moves a score.
 *
 * For an earlier time (`asOf`) accesses are known only where the last one lies before it; a belief
 * that was used since then counts as never used, and nothing counts as just recalled.
 */
import { authority } from '../domain/authority.ts';
import { recency } from '../domain/recency.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import type { SignalSource } from './signal-source.ts';
import type { Moment, View } from './view.ts';

/** Whose recall it is, of what, and when. */
export interface UseContext {
  readonly agent: string;
  readonly views: readonly View[];
  readonly moment: Moment;
}

/** The signals coActivation, authority and recency. */
export function useSources(index: RecallIndex, { agent, views, moment }: UseContext): readonly SignalSource[] {
  const at = moment.asOf ?? moment.at;
  const importances = index.memories.cognitive.importance.values;
  const uses = views.map(({ believer }) => new Uses(believer, at));
  const activated = moment.asOf === undefined ? index.coActivation.activated(agent, at) : new Map<number, number>();
  return [
    {
      name: 'coActivation',
      atMost: Math.max(0, ...activated.values()),
      relates: false,
      value: (slot) => activated.get(slot) ?? 0,
    },
    {
      name: 'authority',
      atMost: 1,
      relates: false,
      value: (slot, place, doc) => {
        const use = uses[place] as Uses;
        const importance = importances[slot] as number;
        const [createdAt, accesses, lastAccessedAt] = [use.created(doc), use.accesses(doc), use.lastAccess(doc)];
        return Math.min(1, authority({ importance, accesses, createdAt, lastAccessedAt, at }));
      },
    },
    {
      name: 'recency',
      atMost: 1,
      relates: false,
      value: (_, place, doc) => {
        const use = uses[place] as Uses;
        return Math.min(1, recency({ createdAt: use.created(doc), lastAccessedAt: use.lastAccess(doc), at }));
      },
    },
  ];
}

/** How a believer has used its documents until a time; created is when this believer learned of one. */
class Uses {
  readonly #at: number;
  readonly #since: Float64Array;
  readonly #accesses: Int32Array;
  readonly #lastAccessedAt: Float64Array;

  constructor({ since, accesses, lastAccessedAt }: View['believer'], at: number) {
    this.#at = at;
    this.#since = since.values;
    this.#accesses = accesses.values;
    this.#lastAccessedAt = lastAccessedAt.values;
  }

  created(doc: number): number {
    return this.#since[doc] as number;
  }

  accesses(doc: number): number {
    return this.#isKnown(doc) ? (this.#accesses[doc] as number) : 0;
  }

  lastAccess(doc: number): number {
    return (this.#isKnown(doc) ? this.#lastAccessedAt[doc] : this.#since[doc]) as number;
  }

  /** NaN, for never, is before no time. */
  #isKnown(doc: number): boolean {
    return (this.#lastAccessedAt[doc] as number) <= this.#at;
  }
}
