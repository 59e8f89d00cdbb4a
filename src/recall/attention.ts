/**
 * What recalling does to what is recalled: accesses are counted, the belief that let a memory be
 * seen grows stronger, and what came up together is counted as such. Written behind, in batches;
 * nothing waits for it but `close`. What a crash loses are these counts, and nothing else.
 */
import { effectiveStrength, reinforcementTime, spacedHalfLifeDays } from '../domain/belief-strength.ts';
import { groupBy } from '../domain/group-by.ts';
import type { Belief, Memory } from '../domain/records.ts';
import type { LedgerPatch } from '../store/ledger-write.ts';
import { newHalfLifeDays } from '../remember/new-memory.ts';
import type { Writer } from '../remember/writer.ts';
import { coActivationWrite } from './co-activation-write.ts';
import { recalledTogether, reinforcement } from './defaults.ts';
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
  /** Whose recall it was. */
  readonly agent: string;
  readonly at: Date;
  /** Best first. */
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
   * Notes that an agent recalled these memories, best first: the stronger of the beliefs that show
   * one is reinforced, and the first five count as recalled together. What was recalled just now
   * is known to the next recall at once, the counts a moment later.
   */
  note(agent: string, memories: readonly RecalledMemory[]): void {
    const { clock, index } = this.#writer.parts;
    const at = clock();
    const accesses = memories.flatMap(({ id, believers }) => {
      const [strongest] = [...believers].sort((one, other) => other.strength - one.strength);
      return strongest === undefined ? [] : [{ agent: strongest.agent, memory: id, at }];
    });
    const slots = accesses.slice(0, recalledTogether).map(({ memory }) => index.memories.slot(memory));
    index.coActivation.noteRecalled(
      agent,
      slots.filter((slot) => slot >= 0),
      at.getTime(),
    );
    this.#pending.push({ agent, at, accesses });
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
      const memories = await ledger.memories([...byMemory.keys()]);
      const pairs = groupBy(accesses, ({ agent, memory }) => `${agent}\n${memory}`);
      const beliefs = await ledger.beliefs([...pairs.values()].map(([first]) => first as Access));
      const there = new Set(memories.map(({ id }) => id));
      const together = coActivationWrite(
        index,
        noted.map(({ agent, at, accesses: all }) => {
          const first = all.slice(0, recalledTogether).map(({ memory }) => memory);
          return { agent, at, memories: first.filter((id) => there.has(id)) };
        }),
      );
      const patches = [
        ...memories.map((memory) => accessed(memory, byMemory.get(memory.id) ?? [])),
        ...beliefs.flatMap((belief) => {
          const memory = memories.find(({ id }) => id === belief.memory);
          if (memory === undefined) return [];
          const now = (byMemory.get(belief.memory) ?? []).filter(({ agent }) => agent === belief.agent);
          return [reinforced(belief, now, newHalfLifeDays(memory, settings))];
        }),
        ...together.patches,
      ];
      if (patches.length === 0) return;
      const { edgeDeletes, inserts } = together;
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
  if (size > 0) yield batch;
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
