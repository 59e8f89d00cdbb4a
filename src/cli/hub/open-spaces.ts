/**
 * The memories that a hub has open. A space is opened when it is first called; of more than a few, the one
 * used longest ago is closed, and opened again when it is called again. A holder of the memory of a
 * space notices nothing: what is given out opens the space for each call.
 */
import { type AgentVerbs, agentVerbs, type Madeleine, type SpaceVerbs, spaceVerbs, type Verb } from '../../index.ts';

/** What the memories of a hub need. */
export interface OpenSpacesParts {
  readonly open: (space: string) => Promise<Madeleine>;
  /** How many stay open; more only while they are being called. */
  readonly most: number;
}

interface OpenSpace {
  readonly memory: Promise<Madeleine>;
  /** Calls under way. */
  running: number;
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
  /** Spaces that were written to since they last slept. */
  readonly #unslept = new Set<string>();

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

  /** Lets each space sleep that was written to since it last did. */
  async sleep(): Promise<void> {
    for (const space of [...this.#unslept]) {
      await this.#run(space, (memory) => memory.sleep());
      this.#unslept.delete(space);
    }
  }

  /** Closes all of them, each when its calls have ended. */
  async close(): Promise<void> {
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
        this.#run(space, async (memory) => call(memory, options));
      const each = (...options: readonly unknown[]): unknown =>
        this.#each(space, (memory) => call(memory, options) as AsyncIterable<unknown>);
      return [name, sequences.has(name) ? each : once] as const;
    });
    return Object.fromEntries(functions);
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
    const taken = this.#open.get(space) ?? { memory: this.#opened(space), running: 0 };
    taken.running += 1;
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
    if (given !== undefined) given.running -= 1;
    for (const [name, { memory, running }] of this.#open) {
      if (this.#open.size <= this.#parts.most) return;
      if (running === 0) this.#close(name, memory);
    }
  }

  #close(space: string, memory: Promise<Madeleine>): void {
    this.#open.delete(space);
    const closing = memory.then((opened) => opened.close()).catch(() => undefined);
    this.#closing.set(
      space,
      closing.finally(() => this.#closing.delete(space)),
    );
  }
}
