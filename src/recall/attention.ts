/**
 * What recalling does to what is recalled: accesses are counted, the belief that let a memory be
 * seen grows stronger, and what came up together is counted as such. Written behind, in batches;
 * nothing waits for it but `close`. What a crash loses are these counts, and nothing else.
 */
import { audienceOf, believerWithin } from '../domain/audience.ts';
import {
  type Together,
  countLeft,
  effectiveStrength,
  reinforcementTime,
  spacedHalfLifeDays,
  togetherAgain,
} from '../domain/belief.ts';
import { groupBy } from '../domain/values.ts';
import type { Belief, CoActivated, Memory } from '../domain/records.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import { newHalfLifeDays } from '../remember/new-memory.ts';
import type { Writer } from '../remember/writer.ts';
import type { LedgerPatch, LedgerWrite } from '../store/codec.ts';
import { maxPartners, recalledTogether, reinforcement } from './defaults.ts';
import type { RecalledMemory } from './recall-options.ts';

/** How long attention is gathered before it is written. */
const writeBehindMs = 1000;
/** Accesses to one transaction, but for the last recall in it. */
const fullBatch = 500;

interface Access {
  /** The believer whose belief let the memory be seen. */
  readonly agent: string;
  readonly memory: string;
  readonly at: Date;
}

/** One recall, as far as attention remembers it. */
interface Noted {
  /** Whose recall it was: an agent's, or that of an agent in talk with an audience. */
  readonly agent: string;
  readonly at: Date;
  /** Ids of what came up together, best first. */
  readonly together: readonly string[];
  readonly accesses: readonly Access[];
}

/** The attention of one space. */
export class Attention {
  readonly #writer: Writer;
  readonly #onError: (error: unknown) => void;
  #pending: Noted[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(writer: Writer, onError: (error: unknown) => void) {
    this.#writer = writer;
    this.#onError = onError;
  }

  /**
   * Notes that a believer recalled these memories, best first: the stronger of the beliefs that show
   * one is reinforced, and the first five count as recalled together. What was recalled just now
   * is known to the next recall at once, the counts a moment later.
   *
   * A recall in a talk reinforces only what has an audience: what anybody may hear would tell others of the talk.
   */
  note(agent: string, memories: readonly RecalledMemory[]): void {
    const { clock, index } = this.#writer.parts;
    const at = clock();
    const isTalk = audienceOf(agent).length > 0;
    const accesses = memories.flatMap(({ id, believers }) => {
      const [strongest] = believers
        .filter(({ audience }) => !isTalk || audience !== undefined)
        .sort((one, other) => other.strength - one.strength);
      if (strongest === undefined) return [];
      return [{ agent: believerWithin(strongest.agent, strongest.audience ?? []), memory: id, at }];
    });
    const together = memories.slice(0, recalledTogether).map(({ id }) => id);
    const rows = together.map((id) => index.memories.row(id));
    index.coActivation.noteRecalled(
      agent,
      rows.filter((row) => row >= 0),
      at.getTime(),
    );
    this.#pending.push({ agent, at, together, accesses });
    this.#timer ??= setTimeout(() => void this.flush(), writeBehindMs).unref();
  }

  /** Writes what has been noted so far. A failure is reported and loses the attention, never a memory. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const pending = this.#pending;
    this.#pending = [];
    this.#writing = this.#writing
      .then(async () => {
        for (const batch of batchesOf(pending)) await this.#write(batch);
      })
      .catch(this.#onError);
    await this.#writing;
  }

  async #write(noted: readonly Noted[]): Promise<void> {
    const { ledger, index, settings } = this.#writer.parts;
    await this.#writer.exclusive(async () => {
      const accesses = noted.flatMap((recall) => recall.accesses);
      const byMemory = groupBy(accesses, ({ memory }) => memory);
      const shown = noted.flatMap((recall) => recall.together);
      const memories = await ledger.memories([...new Set([...byMemory.keys(), ...shown])]);
      const pairs = groupBy(accesses, ({ agent, memory }) => `${agent}\n${memory}`);
      const beliefs = await ledger.beliefs([...pairs.values()].map(([first]) => first!));
      const there = new Set(memories.map(({ id }) => id));
      const together = coActivationWrite(
        index,
        noted.map(({ agent, at, together: first }) => ({ agent, at, memories: first.filter((id) => there.has(id)) })),
      );
      const patches = [
        ...memories
          .filter(({ id }) => byMemory.has(id))
          .map((memory) => accessed(memory, byMemory.get(memory.id) ?? [])),
        ...beliefs.flatMap((belief) => {
          const memory = memories.find(({ id }) => id === belief.memory);
          if (memory === undefined) return [];
          const now = (byMemory.get(belief.memory) ?? []).filter(({ agent }) => agent === belief.agent);
          return [reinforced(belief, now, newHalfLifeDays(memory, settings))];
        }),
        ...together.patches,
      ];
      const { edgeDeletes, inserts } = together;
      if (patches.length + inserts.length + edgeDeletes.length === 0) return;
      await this.#writer.commitUse({ insert: { co_activated: inserts }, patches, edgeDeletes });
    });
  }
}

function* batchesOf(pending: readonly Noted[]): Generator<readonly Noted[]> {
  let batch: Noted[] = [];
  let size = 0;
  for (const noted of pending) {
    batch.push(noted);
    size += noted.accesses.length;
    if (size < fullBatch) continue;
    yield batch;
    batch = [];
    size = 0;
  }
  if (batch.some(({ together }) => together.length > 0)) yield batch;
}

function accessed({ id, accesses }: Memory, now: readonly Access[]): LedgerPatch {
  const table = id.startsWith('fact:') ? 'fact' : 'observation';
  return { table, record: { id }, set: { accesses: accesses + now.length, lastAccessedAt: latest(now) } };
}

/** The belief grows stronger by every access, too strong for the archive, and lasts longer by how far it had faded. */
function reinforced(belief: Belief, now: readonly Access[], newDays: number): LedgerPatch {
  const { agent, memory } = belief;
  const at = latest(now);
  const left = effectiveStrength({ ...belief, reinforcedAt: belief.reinforcedAt.getTime() }, at.getTime());
  const strength = Math.min(1, left + reinforcement * now.length);
  const retained = belief.strength === 0 ? 1 : left / belief.strength;
  const days = spacedHalfLifeDays(belief.halfLifeDays, retained, newDays);
  const accesses = belief.accesses + now.length;
  const archived = belief.archivedAt === undefined ? {} : { archivedAt: undefined };
  return {
    table: 'believes',
    record: { agent, memory },
    set: {
      strength,
      reinforcedAt: reinforcementTime(belief.reinforcedAt, at),
      halfLifeDays: days,
      accesses,
      lastAccessedAt: at,
      ...archived,
    },
  };
}

function latest(accesses: readonly Access[]): Date {
  return new Date(Math.max(...accesses.map(({ at }) => at.getTime())));
}

// From what was recalled together to what the ledger writes. Each pair among the first few of a recall counts once. A
// memory keeps a bounded number of partners for each agent; a new one takes the place of the weakest. It decides;
// attention commits.

/** Memories that one recall of an agent brought up together. */
interface Occasion {
  readonly agent: string;
  /** Ids of memories that are there, each once. */
  readonly memories: readonly string[];
  readonly at: Date;
}

/** The part of a write that keeps co-activations. */
type CoActivationWrite = Required<Pick<LedgerWrite, 'patches' | 'edgeDeletes'>> & {
  readonly inserts: readonly CoActivated[];
};

/** What the occasions, one after another, make of the pairs that the index knows. */
function coActivationWrite(index: RecallIndex, occasions: readonly Occasion[]): CoActivationWrite {
  const books = new Map<string, PairBook>();
  for (const { agent, memories, at } of occasions) {
    const book = books.get(agent) ?? new PairBook(agent, index);
    books.set(agent, book);
    const rows = memories.map((id) => index.memories.row(id)).filter((row) => row >= 0);
    rows.forEach((one, place) => {
      for (const other of rows.slice(place + 1)) book.count(one, other, at.getTime());
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
    for (const [row, partner] of [
      [one, other],
      [other, one],
    ] as const) {
      this.#of(row).set(partner, together);
      if (this.#of(row).size > maxPartners) this.#dropWeakest(row, partner, at);
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
  #of(row: number): Map<number, Together> {
    const known = this.#partners.get(row);
    if (known !== undefined) return known;
    const partners = new Map(this.#index.coActivation.partnersOf(this.#agent, row));
    this.#partners.set(row, partners);
    return partners;
  }

  /** Drops the partner of the smallest count that is left, the longest ago among equals; not the newest one. */
  #dropWeakest(row: number, newest: number, at: number): void {
    const others = [...this.#of(row)].filter(([partner]) => partner !== newest);
    // Another process may have counted a moment later.
    const now = Math.max(at, ...others.map(([, { lastAt }]) => lastAt));
    const [weakest] = others.sort(([, first], [, second]) => {
      return countLeft(first, now) - countLeft(second, now) || first.lastAt - second.lastAt;
    });
    if (weakest === undefined) return;
    this.#of(row).delete(weakest[0]);
    this.#of(weakest[0]).delete(row);
    this.#touch(row, weakest[0]);
  }

  #touch(one: number, other: number): void {
    const [low, high] = one < other ? [one, other] : [other, one];
    this.#touched.set(`${low} ${high}`, [low, high]);
  }

  #ends(one: number, other: number): Pick<CoActivated, 'from' | 'to'> {
    const ids = [this.#index.memories.ids[one]!, this.#index.memories.ids[other]!];
    const [from = '', to = ''] = ids.sort();
    return { from, to };
  }
}
