/**
 * What agents recalled lately, for the owner's page: the question, what the model was given, and how long that took. It
 * lies in the memory of this process alone, is bounded, and ends with it. The page's own questions are not in it.
 */
import { type AgentVerbs, type Clock, constellationText, type Signal, tokenCounter } from '../index.ts';

/** A memory that came up. */
export interface TracedMemory {
  readonly id: string;
  /** Cut to 300 characters. */
  readonly content: string;
  /** 0..1. */
  readonly score: number;
  /** What the score is made of; empty where the caller did not ask for it. */
  readonly signals: readonly Signal[];
}

/** One recall of an agent. */
export interface RecallTrace {
  /** Goes up with each trace. */
  readonly id: number;
  readonly at: Date;
  readonly space: string;
  readonly agent: string;
  readonly verb: 'recall' | 'ambient';
  /** The question or the message, cut to 1,000 characters. */
  readonly query: string;
  /** What the model was given, cut to 4,000 characters; empty where that was nothing. */
  readonly text: string;
  /** Tokens of the whole text. */
  readonly tokens: number;
  readonly memories: readonly TracedMemory[];
  readonly latencyMs: number;
}

/** How many are kept, for how long, and how much of a text. */
const kept = { most: 100, forMs: 3_600_000, query: 1_000, text: 4_000, content: 300 } as const;

type Told = Pick<RecallTrace, 'query' | 'memories' | 'text' | 'tokens'>;

/** The latest recalls of the agents of all spaces that a server serves. */
export class RecallTraces {
  readonly #clock: Clock;
  #traces: readonly RecallTrace[] = [];
  #next = 1;
  readonly #listeners = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The memory of an agent that leaves a trace of what it recalls; what it forgets takes all traces of its space along. */
  watched(space: string, agent: AgentVerbs): AgentVerbs {
    const verbs: Partial<AgentVerbs> = {
      recall: (options) =>
        this.#timed(
          { space, agent: agent.name, verb: 'recall' },
          () => agent.recall(options),
          async (answer) => {
            const text = constellationText(answer);
            return { query: options.query, memories: answer.memories, text, tokens: (await tokenCounter())(text) };
          },
        ),
      ambient: (options) =>
        this.#timed(
          { space, agent: agent.name, verb: 'ambient' },
          () => agent.ambient(options),
          async (answer) => ({
            query: typeof options === 'string' ? options : options.message,
            memories: answer.items.map(({ memory, sentence, ...item }) => ({ ...item, id: memory, content: sentence })),
            text: answer.text,
            tokens: answer.tokens,
          }),
        ),
      forget: async (options) => {
        const report = await agent.forget(options);
        if (options.dryRun !== true) this.clear(space);
        return report;
      },
    };
    return new Proxy(agent, {
      get: (target, name) => {
        const verb: unknown = Reflect.get(verbs, name) ?? Reflect.get(target, name);
        return typeof verb === 'function' ? verb.bind(target) : verb;
      },
    });
  }

  /** Drops what is known of a space: something of it was forgotten. */
  clear(space: string): void {
    this.#traces = this.#traces.filter((trace) => trace.space !== space);
  }

  /** Those of a space that are kept, oldest first, and then each as it comes, until the signal fires. */
  async *of(space: string, signal: AbortSignal): AsyncGenerator<RecallTrace> {
    let wake = (): void => {};
    const listener = (): void => wake();
    this.#listeners.add(listener);
    signal.addEventListener('abort', listener, { once: true });
    let last = 0;
    try {
      while (!signal.aborted) {
        const heard = new Promise<void>((resolve) => {
          wake = resolve;
        });
        const since = +this.#clock() - kept.forMs;
        const fresh = this.#traces.filter((one) => one.space === space && one.id > last && +one.at >= since);
        for (const trace of fresh) {
          last = trace.id;
          yield trace;
        }
        if (fresh.length === 0 && !signal.aborted) await heard;
      }
    } finally {
      this.#listeners.delete(listener);
      signal.removeEventListener('abort', listener);
    }
  }

  async #timed<Answer>(
    who: Pick<RecallTrace, 'space' | 'agent' | 'verb'>,
    call: () => Promise<Answer>,
    tell: (answer: Answer) => Promise<Told>,
  ): Promise<Answer> {
    const startedAt = performance.now();
    const answer = await call();
    const latencyMs = performance.now() - startedAt;
    // The caller does not wait for it, and a trace that cannot be made is none of its concern.
    tell(answer).then(
      (told) => this.#note({ ...who, ...told, latencyMs }),
      () => undefined,
    );
    return answer;
  }

  #note({ query, text, memories, ...rest }: Omit<RecallTrace, 'id' | 'at'>): void {
    const trace: RecallTrace = {
      ...rest,
      id: this.#next++,
      at: this.#clock(),
      query: query.slice(0, kept.query),
      text: text.slice(0, kept.text),
      memories: memories.map(({ id, content, score, signals }) => ({
        id,
        content: content.slice(0, kept.content),
        score,
        signals,
      })),
    };
    this.#traces = [...this.#traces, trace].slice(-kept.most);
    for (const listener of this.#listeners) listener();
  }
}
