/**
 * The memory of one agent: every verb in this agent's perspective. Owns nothing but the identity;
 * only `madeleine.ts` makes one, so no call can claim to be somebody else.
 */
import { checked, recordKey, signal } from './domain/input.ts';
import { z } from 'zod';
import { Perspective } from './domain/perspective.ts';
import type { Session } from './domain/records.ts';
import type { Ambient } from './ambient/ambient.ts';
import type { AmbientOptions } from './ambient/ambient-options.ts';
import type { AmbientContext } from './ambient/ambient-value.ts';
import { type KnownName, knownNames, type NamesInOptions } from './ambient/known-names.ts';
import { explore } from './explore/explore.ts';
import type { ExploreOptions } from './explore/explore-options.ts';
import type { Exploration } from './explore/exploration.ts';
import type { OpenCalls } from './open-calls.ts';
import type { Constellation } from './recall/constellation.ts';
import { explainMemory, type MemoryExplanation } from './recall/explain-memory.ts';
import { type RecallParts, recall, search } from './recall/recall.ts';
import {
  type ExplainOptions,
  explainSchema,
  type RecallOptions,
  type RecallResult,
  recallSchema,
  type SearchOptions,
  searchSchema,
} from './recall/recall-options.ts';
import { digest } from './reasoning/digest.ts';
import { resume, sessions } from './reasoning/resume.ts';
import type {
  DigestOptions,
  ResumedSession,
  ResumeOptions,
  SessionDigest,
  SessionInView,
  SessionsOptions,
} from './reasoning/session-options.ts';
import { think } from './reasoning/think.ts';
import type { ThinkOptions, ThoughtReceipt } from './reasoning/think-options.ts';
import { why } from './recall/why.ts';
import type { Why } from './recall/why-value.ts';
import { navigate } from './reasoning/navigate.ts';
import type { NavigateOptions } from './reasoning/navigate-options.ts';
import type { ReasoningChain } from './reasoning/reasoning-chain.ts';
import { withdraw } from './remember/assert-again.ts';
import { believe } from './remember/believe.ts';
import type { BelieveOptions } from './remember/believe-options.ts';
import { type ObserveManyResult, observe, observeMany } from './remember/observe.ts';
import { type JudgedLink, type JudgeOptions, judge } from './remember/judge.ts';
import type { ObserveManyOptions, ObserveOptions } from './remember/observe-options.ts';
import type { Receipt } from './remember/receipt.ts';
import { changeSession, type SessionOptions } from './remember/sessions.ts';
import { type ForgetParts, forget } from './upkeep/forget.ts';
import type { ForgetOptions, ForgetReport } from './upkeep/forget-options.ts';

/** What an agent's memory works with. */
export interface AgentMemoryParts extends ForgetParts {
  readonly recall: RecallParts;
  readonly calls: OpenCalls;
  readonly ambient: Ambient;
}

/** What `withdraw` takes. */
export interface WithdrawOptions {
  /** The id of a memory that this agent believes. */
  readonly id: string;
  readonly signal?: AbortSignal;
}

/** What `why` takes. */
export interface WhyOptions {
  /** `observation:KEY` or `fact:KEY`. */
  readonly id: string;
  readonly signal?: AbortSignal;
}

const withdrawSchema = z.strictObject({ id: recordKey(), signal });
const whySchema = z.strictObject({ id: recordKey(), signal });

/** The memory of one agent. */
export class AgentMemory {
  /** The agent's name. */
  readonly name: string;
  readonly #parts: AgentMemoryParts;
  readonly #perspective: Perspective;

  /** @internal Use `memory.agent(name)`. */
  constructor(name: string, parts: AgentMemoryParts) {
    this.name = name;
    this.#parts = parts;
    this.#perspective = new Perspective(name);
  }

  /**
   * Remembers something that happened. The agent believes it, or `system` when it is `shared`.
   * Names in the text become mentions of entities by themselves.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule.
   * @throws {ConflictError} when `id` is taken by another content.
   */
  async observe(options: ObserveOptions): Promise<Receipt> {
    return this.#parts.calls.run('observe', () => observe(this.#parts.writer, this.name, options));
  }

  /**
   * Remembers 1 to 1,000 observations in one transaction: all of them, or none.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule; its place in the list is named.
   * @throws {ConflictError} when an `id` is taken by another content.
   */
  async observeMany(options: ObserveManyOptions): Promise<ObserveManyResult> {
    return this.#parts.calls.run('observeMany', () => observeMany(this.#parts.writer, this.name, options));
  }

  /**
   * Thinks: remembers a thought together with what it follows. Left to itself it continues the
   * thought that this agent had last; it may begin a branch, or revise an earlier one.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule, or names a branch that has not begun.
   * @throws {NotFoundError} when it is to follow what is no thought in view.
   * @throws {ConflictError} when `id` is taken, or the thought of this id follows another.
   */
  async think(options: ThinkOptions): Promise<ThoughtReceipt> {
    return this.#parts.calls.run('think', () => think(this.#parts.writer, this.name, options));
  }

  /**
   * Holds something true: a new fact, or a memory in view. A fact that says the same of the same
   * is one fact with several believers. With `supersedes` it takes the place of other facts for
   * its believer; other believers keep theirs.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule.
   * @throws {NotFoundError} when `memory`, `derivedFrom` or `supersedes` name what is not in view.
   * @throws {ConflictError} when `id` is taken by another fact; when system does not believe what is
   *   to be superseded for everybody; with the code `UNTRUSTED` when what is to be superseded is
   *   trusted more than the channel.
   */
  async believe(options: BelieveOptions): Promise<Receipt> {
    return this.#parts.calls.run('believe', () => believe(this.#parts.writer, this.name, options));
  }

  /**
   * Stops believing a memory. Other believers keep it, and so does `recall` with an earlier `asOf`.
   *
   * @throws {NotFoundError} when no memory of this id is in view.
   * @throws {ConflictError} when this agent itself does not believe it.
   */
  async withdraw(options: WithdrawOptions): Promise<Receipt> {
    return this.#parts.calls.run('withdraw', async () => {
      const { id, signal: cancel } = checked('withdraw', withdrawSchema, options);
      return withdraw(this.#parts.writer, this.name, id, cancel);
    });
  }

  /**
   * Forgets what this agent itself believes or did: erased everywhere, and no import brings it
   * back. What others believe too stays theirs; what is universal is the space's owner's to forget
   * (`Madeleine.forget`).
   *
   * @throws {InvalidArgumentError} when an option breaks a rule.
   * @throws {NotFoundError} when no memory of the id is in view.
   * @throws {ConflictError} when this agent itself does not believe it.
   */
  async forget(options: ForgetOptions): Promise<ForgetReport> {
    return this.#parts.calls.run('forget', () => forget(this.#parts, options, this.name));
  }

  /**
   * Judges whether two memories in view really support or contradict each other, in this agent's
   * perspective; `kind` states a link that no rule has found.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule.
   * @throws {NotFoundError} when a memory is not in view, or the two are not linked and `kind` is missing.
   * @throws {ConflictError} when they both support and contradict each other and `kind` is missing.
   */
  async judge(options: JudgeOptions): Promise<JudgedLink> {
    return this.#parts.calls.run('judge', () => judge(this.#parts.writer, this.name, options));
  }

  /**
   * Opens a session, or changes the one of this id.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule.
   * @throws {ConflictError} when another agent opened the session, or its plan cannot go from where it
   *   stands to where it is to stand.
   */
  async session(options: SessionOptions = {}): Promise<Session> {
    return this.#parts.calls.run('session', () => changeSession(this.#parts.writer, this.name, options));
  }

  /**
   * Lists the sessions that this agent or `system` opened, and those to which a memory that it holds
   * belongs; the one used last first.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule.
   */
  async sessions(options: SessionsOptions = {}): Promise<readonly SessionInView[]> {
    return this.#parts.calls.run('sessions', () => sessions(this.#parts.recall, this.#perspective, options));
  }

  /**
   * Goes on with a session: opens it again where this agent closed it, and tells where it stood.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule.
   * @throws {NotFoundError} when it is not in view, or none is named and none of this agent's own is open.
   */
  async resume(options: ResumeOptions = {}): Promise<ResumedSession> {
    const { writer, recall: parts, calls } = this.#parts;
    return calls.run('resume', () => resume(writer, parts, this.#perspective, options));
  }

  /**
   * Tells a session in one paragraph: its goal, the current line of thought, what was decided, open
   * forks and who is spoken of. No language model has a part in it.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule.
   * @throws {NotFoundError} when the session is not in view.
   */
  async digest(options: DigestOptions): Promise<SessionDigest> {
    return this.#parts.calls.run('digest', () => digest(this.#parts.recall, this.#perspective, options));
  }

  /**
   * Recalls what this agent believes and what is universal, best first, each memory with its part
   * in the answer. Recalling is use: it counts accesses and strengthens the beliefs, a moment
   * later, unless `attention` is off.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule.
   */
  async recall(options: RecallOptions): Promise<Constellation> {
    return this.#parts.calls.run('recall', async () => {
      const { attention, signal: cancel, ...asked } = checked('recall', recallSchema, options);
      const result = await recall(this.#parts.recall, this.#perspective, asked, cancel);
      if (attention !== false && asked.asOf === undefined) this.#parts.attention.note(this.name, result.ranked);
      return result;
    });
  }

  /**
   * Tells what a message brings to this agent's mind, in a few sentences of at most 200 tokens, before
   * anybody asks. Empty where nothing is worth saying. It never throws: what goes wrong is told as the
   * cause of the silence, and `onError` hears of it. Being surfaced counts as no use of a memory.
   */
  async ambient(options: AmbientOptions | string): Promise<AmbientContext> {
    const { ambient, calls } = this.#parts;
    return ambient.surface(this.#perspective, options, (call) => calls.run('ambient', call));
  }

  /**
   * Finds the names in a message that this agent knows, as `ambient` does before anything else. Has no
   * side effects.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule.
   */
  async namesIn(options: NamesInOptions): Promise<readonly KnownName[]> {
    return this.#parts.calls.run('namesIn', () => knownNames(this.#parts.recall, this.#perspective, options));
  }

  /**
   * Explains one memory in this agent's perspective: its signals, its place in the answer to a
   * query, or why it is not in it. Has no side effects and asks no mood provider.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule.
   * @throws {NotFoundError} when this perspective knows no memory of this id, whether or not others do.
   */
  async explain(options: ExplainOptions): Promise<MemoryExplanation> {
    return this.#parts.calls.run('explain', async () => {
      const { signal: cancel, ...asked } = checked('explain', explainSchema, options);
      return explainMemory(this.#parts.recall, this.#perspective, asked, cancel);
    });
  }

  /**
   * Tells why this agent believes a memory, or did: since when, how strongly and where from, what
   * it follows from, what took whose place, and what stands for and against it. Has no side
   * effects. A memory that has faded or was withdrawn can be asked about.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule.
   * @throws {NotFoundError} when this perspective has never believed it, whether or not others do.
   */
  async why(options: WhyOptions): Promise<Why> {
    return this.#parts.calls.run('why', async () => {
      const { id, signal: cancel } = checked('why', whySchema, options);
      return why(this.#parts.recall, this.#perspective, id, cancel);
    });
  }

  /**
   * Walks a chain of thought from any of its thoughts, to its root and to all its ends. Has no side effects.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule.
   * @throws {NotFoundError} when this perspective holds no thought of this id, whether or not others do.
   */
  async navigate(options: NavigateOptions): Promise<ReasoningChain> {
    return this.#parts.calls.run('navigate', () => navigate(this.#parts.recall, this.#perspective, options));
  }

  /**
   * Walks from names or memories to all that they are tied to in this agent's perspective, and answers the
   * best of it in clusters. Has no side effects. A name that it knows nothing of is told in the answer.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule.
   */
  async explore(options: ExploreOptions): Promise<Exploration> {
    return this.#parts.calls.run('explore', () => explore(this.#parts.recall, this.#perspective, options));
  }

  /**
   * Searches what this agent believes and what is universal, without side effects and with paging.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule.
   */
  async search(options: SearchOptions): Promise<RecallResult> {
    return this.#parts.calls.run('search', async () => {
      const { signal: cancel, ...asked } = checked('search', searchSchema, options);
      return search(this.#parts.recall, this.#perspective, asked, cancel);
    });
  }
}
