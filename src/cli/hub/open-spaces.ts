/**
 * The memories that a hub has open. A space is opened when it is first called; of more than a few, the one
 * used longest ago is closed, and opened again when it is called again. A holder of the memory of a
 * space notices nothing: what is given out opens the space for each call.
 */
import {
  type AgentVerbs,
  agentVerbs,
  type Madeleine,
  MadeleineError,
  type SpaceVerbs,
  spaceVerbs,
  type Verb,
  type Vitals,
} from '../../index.ts';
import { type StartTimer, systemTimer } from './idle-watch.ts';

/** What the memories of a hub need. */
export interface OpenSpacesParts {
  readonly open: (space: string) => Promise<Madeleine>;
  /** How many stay open; more only while they are being called. */
  readonly most: number;
  /** How long after its last call a space that is closed sleeps; one that is open does so by itself. @default never */
  readonly sleepAfterMs?: number;
  readonly setTimer?: StartTimer;
  /** Hears of a sleep that failed. */
  readonly onError?: (error: unknown) => void;
  /** Hears of each call that has ended: its verb, the seconds that it took, and the code of its error. */
  readonly onCalled?: (verb: string, seconds: number, code: string | undefined) => void;
}

interface OpenSpace {
  readonly memory: Promise<Madeleine>;
  /** Once it is open. */
  opened?: Madeleine;
  /** Calls under way. */
  running: number;
  /** When the last call ended, by the clock of the process. */
  usedAt: number;
}

type Call = (memory: Madeleine, options: readonly unknown[]) => unknown;

/** The verbs that answer one thing after another. */
const sequences: ReadonlySet<string> = new Set(['changes', 'export']);

/** The memories of a hub, by their spaces. */
export class OpenSpaces {
  readonly #parts: OpenSpacesParts;
  /** The one used last stands last. */
  readonly #open = new Map<string, OpenSpace>();
  readonly #closing = new Map<string, Promise<void>>();
  /** Races that spaces lost that are closed. */
  #pastRaces = 0;
  /** Spaces that were written to since they last slept. */
  readonly #unslept = new Set<string>();
  /** What puts off the sleep of a space that is closed. */
  readonly #sleepy = new Map<string, () => void>();

  constructor(parts: OpenSpacesParts) {
    this.#parts = parts;
  }

  /** The memory of a space, which stays good as long as the hub runs; closing it does nothing. */
  async memory(space: string): Promise<SpaceVerbs> {
    const { at, embedder } = await this.#run(space, async (memory) => memory);
    const verbs = this.#verbs(space, spaceVerbs, (memory) => memory);
    const agent = (name: string): AgentVerbs => {
      const agentsVerbs = this.#verbs(space, agentVerbs, (memory) => memory.agent(name));
      return { name, ...agentsVerbs } as unknown as AgentVerbs;
    };
    const close = async (): Promise<void> => undefined;
    return { at, space, embedder, agent, ...verbs, close, [Symbol.asyncDispose]: close } as unknown as SpaceVerbs;
  }

  /** The spaces of the store, by way of one of them. */
  spaces(by: string): Promise<readonly string[]> {
    return this.#run(by, (memory) => memory.spaces());
  }

  /** How it goes with all of them together: the longest absence, the sums of the rest. */
  get vitals(): Vitals & { readonly open: number } {
    const each = [...this.#open.values()].flatMap(({ opened }) => (opened === undefined ? [] : [opened.vitals]));
    const sum = (of: (vitals: Vitals) => number): number => each.reduce((total, one) => total + of(one), 0);
    return {
      open: each.length,
      awayMs: Math.max(0, ...each.map(({ awayMs }) => awayMs)),
      writesWaiting: sum(({ writesWaiting }) => writesWaiting),
      lostRaces: this.#pastRaces + sum(({ lostRaces }) => lostRaces),
      writesBehind: sum(({ writesBehind }) => writesBehind),
    };
  }

  /** Lets each space sleep that was written to since it last did; one that cannot keeps no other awake. */
  async sleep(): Promise<void> {
    for (const space of [...this.#unslept]) await this.#sleep(space);
  }

  async #sleep(space: string): Promise<void> {
    try {
      await this.#run(space, async (memory) => {
        await memory.sleep();
        this.#unslept.delete(space);
      });
    } catch (error) {
      this.#parts.onError?.(error);
    }
  }

  /** Closes all of them, each when its calls have ended. */
  async close(): Promise<void> {
    for (const putOff of this.#sleepy.values()) putOff();
    for (const [space, { memory }] of this.#open) this.#close(space, memory);
    await Promise.all(this.#closing.values());
  }

  /** Each verb of a table as a function that opens the space for the call. */
  #verbs(
    space: string,
    table: Readonly<Record<string, Verb>>,
    holder: (memory: Madeleine) => object,
  ): Readonly<Record<string, unknown>> {
    const functions = Object.entries(table).map(([name, verb]) => {
      const call: Call = (memory, options) => {
        if (verb.access === 'write' || name === 'import') this.#unslept.add(space);
        const verbs = holder(memory) as Readonly<Record<string, (...options: readonly unknown[]) => unknown>>;
        return verbs[name]?.(...options);
      };
      const once = (...options: readonly unknown[]): unknown =>
        this.#timed(name, () => this.#run(space, async (memory) => call(memory, options)));
      const each = (...options: readonly unknown[]): unknown =>
        this.#each(space, (memory) => call(memory, options) as AsyncIterable<unknown>);
      return [name, sequences.has(name) ? each : once] as const;
    });
    return Object.fromEntries(functions);
  }

  async #timed<T>(verb: string, call: () => Promise<T>): Promise<T> {
    const { onCalled } = this.#parts;
    const startedAt = performance.now();
    const tell = (code?: string): void => onCalled?.(verb, (performance.now() - startedAt) / 1000, code);
    try {
      const answer = await call();
      tell();
      return answer;
    } catch (error) {
      tell(error instanceof MadeleineError ? error.code : 'INTERNAL');
      throw error;
    }
  }

  async #run<T>(space: string, call: (memory: Madeleine) => Promise<T>): Promise<T> {
    const { memory } = this.#take(space);
    try {
      return await call(await memory);
    } finally {
      this.#give(space);
    }
  }

  async *#each(space: string, call: (memory: Madeleine) => AsyncIterable<unknown>): AsyncGenerator<unknown> {
    const { memory } = this.#take(space);
    try {
      yield* call(await memory);
    } finally {
      this.#give(space);
    }
  }

  #take(space: string): OpenSpace {
    const known = this.#open.get(space);
    const taken: OpenSpace = known ?? { memory: this.#opened(space), running: 0, usedAt: 0 };
    if (known === undefined) {
      const note = (opened: Madeleine): void => {
        taken.opened = opened;
      };
      taken.memory.then(note, () => undefined);
    }
    taken.running += 1;
    this.#sleepy.get(space)?.();
    this.#sleepy.delete(space);
    this.#open.delete(space);
    this.#open.set(space, taken);
    return taken;
  }

  async #opened(space: string): Promise<Madeleine> {
    // What is being closed writes its index, and is read again only then.
    await this.#closing.get(space);
    try {
      return await this.#parts.open(space);
    } catch (error) {
      this.#open.delete(space);
      throw error;
    }
  }

  #give(space: string): void {
    const given = this.#open.get(space);
    if (given !== undefined) {
      given.running -= 1;
      given.usedAt = performance.now();
    }
    for (const [name, { memory, running, usedAt }] of this.#open) {
      if (this.#open.size <= this.#parts.most) return;
      if (running > 0) continue;
      this.#close(name, memory);
      this.#sleepLater(name, usedAt);
    }
  }

  /** What is closed does not sleep by itself. */
  #sleepLater(space: string, usedAt: number): void {
    const { sleepAfterMs = 0, setTimer = systemTimer } = this.#parts;
    const left = usedAt + sleepAfterMs - performance.now();
    if (left <= 0 || !this.#unslept.has(space)) return;
    this.#sleepy.set(
      space,
      setTimer(() => void this.#sleep(space), left),
    );
  }

  #close(space: string, memory: Promise<Madeleine>): void {
    this.#open.delete(space);
    const closing = memory
      .then(async (opened) => {
        this.#pastRaces += opened.vitals.lostRaces;
        await opened.close();
      })
      .catch(() => undefined);
    this.#closing.set(
      space,
      closing.finally(() => this.#closing.delete(space)),
    );
  }
}
