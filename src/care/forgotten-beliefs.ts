/**
 * Whose beliefs go when some memories are forgotten: everybody's for the owner of the space, an
 * agent's own for an agent. A memory that nobody is left to believe is erased. Decides; writes nothing.
 */
import { groupBy } from '../domain/group-by.ts';
import { type DerivedFrom, systemAgent } from '../domain/records.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import { beliefKey } from '../remember/new-memory.ts';
import type { Writer } from '../remember/writer.ts';
import type { BeliefKey } from '../store/ledger-reader.ts';

/** What goes. */
export class ForgottenBeliefs {
  /** Ids of memories that are erased for everybody. */
  readonly erased: Set<string> = new Set();
  /** Memories that match and stay, because they are universal and an agent forgets for itself. */
  readonly kept: string[] = [];
  /** Observations that stay, of facts that go. */
  readonly sources: Set<string> = new Set();
  readonly #agent: string | undefined;
  readonly #unbelieved = new Map<string, BeliefKey>();

  private constructor(agent: string | undefined) {
    this.#agent = agent;
  }

  /** What goes with these memories, for everybody or for one agent. */
  static async of(writer: Writer, memories: readonly string[], agent?: string): Promise<ForgottenBeliefs> {
    const gone = new ForgottenBeliefs(agent);
    const { index } = writer.parts;
    for (const memory of memories) {
      const held = believersOf(index, memory);
      if (agent === undefined) gone.erased.add(memory);
      else if (held.includes(agent)) gone.#forget(memory, [agent], held);
      else if (held.includes(systemAgent) && index.beliefOf(systemAgent, memory)?.withdrawnAt === undefined)
        gone.kept.push(memory);
    }
    await gone.#followDerivations(writer);
    return gone;
  }

  /** Beliefs that go while others keep theirs. */
  get unbelieved(): readonly BeliefKey[] {
    return [...this.#unbelieved.values()];
  }

  /** The ids of all memories that somebody forgets. */
  get memories(): readonly string[] {
    return [...new Set([...this.erased, ...this.unbelieved.map(({ memory }) => memory)])];
  }

  #forget(memory: string, agents: readonly string[], held: readonly string[]): void {
    if (held.every((agent) => agents.includes(agent))) this.erased.add(memory);
    else for (const agent of agents) this.#unbelieved.set(beliefKey(agent, memory), { agent, memory });
  }

  /** Whether an agent is left without a belief in a memory that stays with others. */
  isUnbelieved(agent: string, memory: string): boolean {
    return this.#unbelieved.has(beliefKey(agent, memory));
  }

  #isGone(agent: string, memory: string): boolean {
    return this.erased.has(memory) || this.isUnbelieved(agent, memory);
  }

  /** A fact that a believer holds because of forgotten observations alone goes too. */
  async #followDerivations({ parts: { index, ledger } }: Writer): Promise<void> {
    const edges = await ledger.list('derived_from');
    const forgotten = new Set(this.memories);
    for (const [fact, from] of groupBy(edges, (edge) => edge.fact)) {
      if (this.erased.has(fact) || !from.some(({ observation }) => forgotten.has(observation))) continue;
      const held = believersOf(index, fact);
      const baseless = held.filter((agent) => this.#isBaseless(agent, from));
      const isNobodys = held.length === 0 && from.every(({ observation }) => this.erased.has(observation));
      if (baseless.length > 0 || isNobodys) this.#forget(fact, baseless, held);
    }
    this.#noteSources(index, edges);
  }

  #isBaseless(agent: string, edges: readonly DerivedFrom[]): boolean {
    if (this.#agent !== undefined && agent !== this.#agent) return false;
    const own = edges.filter(({ believer }) => believer === undefined || believer === agent);
    return own.length > 0 && own.every(({ observation }) => this.#isGone(agent, observation));
  }

  #noteSources(index: RecallIndex, edges: readonly DerivedFrom[]): void {
    const gone = new Set(this.memories);
    const inView = (id: string): boolean =>
      this.#agent === undefined ||
      [this.#agent, systemAgent].some((believer) => index.beliefOf(believer, id) !== undefined);
    for (const { fact, observation } of edges) {
      if (gone.has(fact) && !gone.has(observation) && inView(observation)) this.sources.add(observation);
    }
  }
}

/** Who believes a memory or did: nobody else has a belief in it. */
function believersOf(index: RecallIndex, memory: string): readonly string[] {
  const slot = index.memories.slot(memory);
  return [...index.believers()].filter((believer) => believer.doc(slot) >= 0).map(({ agent }) => agent);
}
