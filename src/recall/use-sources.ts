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
import type { RecallIndex } from '../index/recall-index.ts';
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
  const importance = index.memories.cognitive.importance.values;
  const uses = views.map(({ believer }) => usesOf(believer, at));
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
        const use = (uses[place] as UseOf)(doc);
        return Math.min(1, authority({ ...use, importance: importance[slot] as number, at }));
      },
    },
    {
      name: 'recency',
      atMost: 1,
      relates: false,
      value: (_, place, doc) => Math.min(1, recency({ ...(uses[place] as UseOf)(doc), at })),
    },
  ];
}

type UseOf = (doc: number) => {
  readonly accesses: number;
  readonly createdAt: number;
  readonly lastAccessedAt: number;
};

/** How a believer has used each document until a time; created is when this believer learned it. */
function usesOf({ since, accesses, lastAccessedAt }: View['believer'], at: number): UseOf {
  return (doc) => {
    const createdAt = since.values[doc] as number;
    const last = lastAccessedAt.values[doc] as number;
    const used = last <= at;
    return {
      createdAt,
      accesses: used ? (accesses.values[doc] as number) : 0,
      lastAccessedAt: used ? last : createdAt,
    };
  };
}
