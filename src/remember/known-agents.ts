/**
 * Who is meant by the name of an agent. Names that differ only in case and in the white space around them are one agent's,
 * and its first spelling stays. An agent is known once it has written something. What others say of it makes nobody known:
 * its name would tell what they said. Two spellings that are in a store already stay two agents, each by its exact name.
 */
import { agentOf, foldAgent } from '../domain/audience.ts';
import { ConflictError, NotFoundError } from '../domain/errors.ts';
import { systemAgent } from '../domain/records.ts';
import { lettersApart } from '../domain/values.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import type { Ledger } from '../store/ledger.ts';

/** How many known agents an error names, the nearest first. */
const maxNamed = 10;

/** Another call was the first to write the name, in another spelling; nothing was written. */
export class OtherSpelling extends ConflictError {}

/** The agents of one space. */
export class KnownAgents {
  readonly #index: RecallIndex;
  readonly #ledger: Ledger;
  /** Spellings by folded name. */
  #spellings: ReadonlyMap<string, ReadonlySet<string>> = new Map();
  /** How many believers and writers they were gathered from. */
  #among = -1;
  /** Those that have a record, such as agents that only opened a session or shared what they wrote. */
  readonly #writers = new Set<string>();
  /** The commit up to which records were read; -1 before the first reading. */
  #readAt = -1;
  #reading: Promise<void> | undefined;

  constructor(index: RecallIndex, ledger: Ledger) {
    this.#index = index;
    this.#ledger = ledger;
  }

  /** Their names, each once and in order; without `system`. */
  async names(): Promise<readonly string[]> {
    await this.#readWriters();
    const all = [...this.#bySpelling().values()].flatMap((spellings) => [...spellings]);
    return all.filter((name) => name !== systemAgent).sort();
  }

  /** The known agent of this name, by what is in memory; undefined where none is known, or several are. */
  find(given: string): string | undefined {
    const [first, ...others] = this.#meantBy(given);
    return others.length === 0 ? first : undefined;
  }

  /** The name of the known agent, else the name that a new agent would have. */
  spelled(given: string): string {
    return this.find(given) ?? given.trim();
  }

  /**
   * The same with agents that believe nothing themselves, which the ledger knows.
   *
   * @throws {ConflictError} when it may be several agents.
   */
  async meant(given: string): Promise<string> {
    if (this.find(given) === undefined) await this.#readWriters();
    const [first, ...others] = this.#meantBy(given);
    if (others.length === 0) return first ?? given.trim();
    const several = [first, ...others].map((name) => JSON.stringify(name)).join(' or ');
    const message = `agent: ${JSON.stringify(given)} may be ${several}; write the name exactly.`;
    throw new ConflictError('CONFLICT', message, { details: { agent: given, known: [first, ...others] } });
  }

  /**
   * The name of a known agent. In a space without agents each name passes: nothing tells that it is wrong. The error
   * names other agents, so this is for the owner of the space.
   *
   * @throws {NotFoundError} when the space has other agents only.
   */
  async existing(operation: string, given: string): Promise<string> {
    const meant = await this.meant(given);
    const names = await this.names();
    if (names.length === 0 || this.find(meant) !== undefined) return meant;
    const key = foldAgent(given);
    const apart = new Map(names.map((name) => [name, lettersApart(foldAgent(name), key)]));
    const known = [...names].sort((one, other) => apart.get(one)! - apart.get(other)!);
    const told = [...known.slice(0, maxNamed), ...(known.length > maxNamed ? ['…'] : [])].join(', ');
    const message = `${operation}: no agent ${JSON.stringify(given)} remembers anything here; the nearest name is ${JSON.stringify(known[0])}. Known: ${told}.`;
    const hint = 'Use one of the known agents; `madeleine stats` lists them.';
    throw new NotFoundError('NOT_FOUND', message, { details: { agent: given, known }, hint });
  }

  /**
   * Holds the agents of a write to the spelling that is known. Runs within the writer queue, so that nobody else can
   * write another spelling before the commit.
   *
   * @throws {OtherSpelling} when one of them is known in another spelling.
   */
  async holdToSpelling(names: Iterable<string>): Promise<void> {
    for (const name of new Set([...names].map(agentOf))) {
      const meant = await this.meant(name);
      if (meant === name) continue;
      const message = `agent: ${JSON.stringify(name)} is ${JSON.stringify(meant)} here, as another call wrote it first; call again.`;
      throw new OtherSpelling('CONFLICT', message, { details: { agent: name, known: [meant] } });
    }
  }

  /** Takes in the records of agents in one commit of this process, once the index has it. */
  noteWritten(records: readonly { readonly name: string }[], seq: number): void {
    this.#add(records);
    if (this.#readAt === seq - 1) this.#readAt = seq;
  }

  /** The spellings that a name may stand for: the exact one alone, if it is known. */
  #meantBy(given: string): readonly string[] {
    const spellings = this.#bySpelling().get(foldAgent(given)) ?? new Set();
    for (const exact of [given, given.trim()]) if (spellings.has(exact)) return [exact];
    return [...spellings];
  }

  #bySpelling(): ReadonlyMap<string, ReadonlySet<string>> {
    const believers = this.#index.byName;
    const among = believers.size + this.#writers.size;
    if (among === this.#among) return this.#spellings;
    const found = new Map<string, Set<string>>();
    for (const name of new Set([systemAgent, ...this.#writers, ...[...believers.keys()].map(agentOf)])) {
      const key = foldAgent(name);
      found.set(key, (found.get(key) ?? new Set()).add(name));
    }
    this.#spellings = found;
    this.#among = among;
    return found;
  }

  /** Reads who has a record, once for all who wait for it and again after what others have committed. */
  async #readWriters(): Promise<void> {
    if (this.#readAt === this.#ledger.head.seq) return;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
  }

  async #read(): Promise<void> {
    const { seq } = this.#ledger.head;
    this.#add(await this.#ledger.list('agent'));
    this.#readAt = seq;
  }

  /** A memory that is about an agent gives it a record too. */
  #add(records: readonly { readonly name: string }[]): void {
    const { names } = this.#index.memories;
    for (const { name } of records) if (names.find(`agent:${name}`) < 0) this.#writers.add(agentOf(name));
  }
}
