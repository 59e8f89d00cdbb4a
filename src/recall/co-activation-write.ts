/**
 * From what was recalled together to what the ledger writes of it: each pair among the first few
 * of a recall counts once, and a memory keeps a bounded number of partners for each agent, of
 * which the weakest goes when another comes. It decides; attention commits.
 */
import { countLeft, type Together, togetherAgain } from '../domain/co-activation.ts';
import type { CoActivated } from '../domain/records.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import type { LedgerWrite } from '../store/ledger-write.ts';
import { mostPartners } from './defaults.ts';

/** Memories that one recall of an agent brought up together. */
export interface Occasion {
  readonly agent: string;
  /** Ids of memories that are there, each once. */
  readonly memories: readonly string[];
  readonly at: Date;
}

/** The part of a write that keeps co-activations. */
export type CoActivationWrite = Required<Pick<LedgerWrite, 'patches' | 'edgeDeletes'>> & {
  readonly inserts: readonly CoActivated[];
};

/** What the occasions, one after another, make of the pairs that the index knows. */
export function coActivationWrite(index: RecallIndex, occasions: readonly Occasion[]): CoActivationWrite {
  const books = new Map<string, PairBook>();
  for (const { agent, memories, at } of occasions) {
    const book = books.get(agent) ?? new PairBook(agent, index);
    books.set(agent, book);
    const slots = memories.map((id) => index.memories.slot(id)).filter((slot) => slot >= 0);
    slots.forEach((one, place) => {
      for (const other of slots.slice(place + 1)) book.count(one, other, at.getTime());
    });
  }
  const written = [...books.values()].map((book) => book.written());
  return {
    inserts: written.flatMap(({ inserts }) => inserts),
    patches: written.flatMap(({ patches }) => patches),
    edgeDeletes: written.flatMap(({ edgeDeletes }) => edgeDeletes),
  };
}

/** One agent's pairs while a batch is decided: the index's, with what the batch has changed. */
class PairBook {
  readonly #agent: string;
  readonly #index: RecallIndex;
  readonly #partners = new Map<number, Map<number, Together>>();
  /** Pairs that the batch has touched, each once. */
  readonly #touched = new Map<string, readonly [number, number]>();

  constructor(agent: string, index: RecallIndex) {
    this.#agent = agent;
    this.#index = index;
  }

  count(one: number, other: number, at: number): void {
    const together = togetherAgain(this.#of(one).get(other), at);
    this.#touch(one, other);
    for (const [slot, partner] of [
      [one, other],
      [other, one],
    ] as const) {
      this.#of(slot).set(partner, together);
      if (this.#of(slot).size > mostPartners) this.#dropWeakest(slot, partner, at);
    }
  }

  written(): CoActivationWrite {
    const inserts: CoActivated[] = [];
    const patches: CoActivationWrite['patches'][number][] = [];
    const edgeDeletes: CoActivationWrite['edgeDeletes'][number][] = [];
    for (const [one, other] of this.#touched.values()) {
      const wasThere = this.#index.coActivation.partnersOf(this.#agent, one).has(other);
      const now = this.#of(one).get(other);
      const record = { agent: this.#agent, ...this.#ends(one, other) };
      if (now === undefined) {
        if (wasThere) edgeDeletes.push({ table: 'co_activated', record });
        continue;
      }
      const set = { count: now.count, lastAt: new Date(now.lastAt) };
      if (wasThere) patches.push({ table: 'co_activated', record, set });
      else inserts.push({ ...record, ...set });
    }
    return { inserts, patches, edgeDeletes };
  }

  /** The partners of a memory, copied from the index when they are first asked for. */
  #of(slot: number): Map<number, Together> {
    const known = this.#partners.get(slot);
    if (known !== undefined) return known;
    const partners = new Map(this.#index.coActivation.partnersOf(this.#agent, slot));
    this.#partners.set(slot, partners);
    return partners;
  }

  /** Drops the partner of the smallest count that is left, the longest ago among equals; not the newest one. */
  #dropWeakest(slot: number, newest: number, at: number): void {
    const others = [...this.#of(slot)].filter(([partner]) => partner !== newest);
    // Another process may have counted a moment later.
    const now = Math.max(at, ...others.map(([, { lastAt }]) => lastAt));
    const [weakest] = others.sort(([, first], [, second]) => {
      return countLeft(first, now) - countLeft(second, now) || first.lastAt - second.lastAt;
    });
    if (weakest === undefined) return;
    this.#of(slot).delete(weakest[0]);
    this.#of(weakest[0]).delete(slot);
    this.#touch(slot, weakest[0]);
  }

  #touch(one: number, other: number): void {
    const [low, high] = one < other ? [one, other] : [other, one];
    this.#touched.set(`${low} ${high}`, [low, high]);
  }

  #ends(one: number, other: number): Pick<CoActivated, 'from' | 'to'> {
    const ids = [this.#index.memories.ids[one] as string, this.#index.memories.ids[other] as string];
    const [from = '', to = ''] = ids.sort();
    return { from, to };
  }
}
