/**
 * What recalling does to what is recalled: accesses are counted and the belief that let a memory
 * be seen grows stronger. Written behind, in batches; nothing waits for it but `close`.
 */
import { effectiveStrength } from '../domain/belief-strength.ts';
import { groupBy } from '../domain/group-by.ts';
import type { LedgerPatch } from '../store/ledger-write.ts';
import type { Writer } from '../remember/writer.ts';
import { reinforcement } from './defaults.ts';
import type { RecalledMemory } from './recall-options.ts';

/** How long attention is gathered before it is written. */
const writeBehindMs = 1000;
/** Accesses to one transaction at the most. */
const maxBatch = 500;

interface Access {
  readonly agent: string;
  readonly memory: string;
  readonly at: Date;
}

/** The attention of one space. */
export class Attention {
  readonly #writer: Writer;
  readonly #onError: (error: unknown) => void;
  #pending: Access[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(writer: Writer, onError: (error: unknown) => void) {
    this.#writer = writer;
    this.#onError = onError;
  }

  /** Notes that these memories were recalled; the stronger of the beliefs that show one is reinforced. */
  note(memories: readonly RecalledMemory[]): void {
    const at = this.#writer.parts.clock();
    for (const { id, believers } of memories) {
      const [strongest] = [...believers].sort((one, other) => other.strength - one.strength);
      if (strongest !== undefined) this.#pending.push({ agent: strongest.agent, memory: id, at });
    }
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
        for (let at = 0; at < pending.length; at += maxBatch) await this.#write(pending.slice(at, at + maxBatch));
      })
      .catch(this.#onError);
    await this.#writing;
  }

  async #write(accesses: readonly Access[]): Promise<void> {
    const { ledger } = this.#writer.parts;
    await this.#writer.exclusive(async () => {
      const byMemory = groupBy(accesses, ({ memory }) => memory);
      const memories = await ledger.memories([...byMemory.keys()]);
      const beliefs = await ledger.beliefs(
        [...groupBy(accesses, ({ agent, memory }) => `${agent}\n${memory}`).values()].map(([first]) => first as Access),
      );
      const patches: LedgerPatch[] = memories.map(({ id, accesses: before }) => {
        const now = byMemory.get(id) ?? [];
        const table = id.startsWith('fact:') ? 'fact' : 'observation';
        return { table, record: { id }, set: { accesses: before + now.length, lastAccessedAt: latest(now) } };
      });
      for (const belief of beliefs) {
        const now = (byMemory.get(belief.memory) ?? []).filter(({ agent }) => agent === belief.agent);
        const at = latest(now);
        const fading = { ...belief, reinforcedAt: belief.reinforcedAt.getTime() };
        const left = effectiveStrength(fading, at.getTime());
        const strength = Math.min(1, left + reinforcement * now.length);
        const { agent, memory } = belief;
        patches.push({
          table: 'believes',
          record: { agent, memory },
          set: { strength, reinforcedAt: at, lastAccessedAt: at },
        });
      }
      if (patches.length > 0) await this.#writer.commit({ patches });
    });
  }
}

function latest(accesses: readonly Access[]): Date {
  return new Date(Math.max(...accesses.map(({ at }) => at.getTime())));
}
