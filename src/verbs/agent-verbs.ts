/** What an agent's memory does, wherever its store is: the verbs that every door is written against. */
import type { TalkOptions } from '../domain/call-options.ts';
import type { AgentStats } from '../recall/agent-stats.ts';
import type { Change } from '../remember/change-feed.ts';
import type { AmbientContext, AmbientOptions } from '../ambient/ambient-options.ts';
import type { KnownName, NamesInOptions } from '../ambient/names-in.ts';
import type { Session } from '../domain/records.ts';
import type { Exploration } from '../graph/exploration.ts';
import type { ExploreOptions } from '../graph/exploration-value.ts';
import type { FactsOptions, FactsResult } from '../graph/facts-options.ts';
import type { NavigateOptions } from '../graph/chain-value.ts';
import type { ReasoningChain } from '../graph/reasoning-chain.ts';
import type {
  DigestOptions,
  ResumedSession,
  ResumeOptions,
  SessionDigest,
  SessionInView,
  SessionsOptions,
} from '../graph/session-options.ts';
import type { ThinkOptions, ThoughtReceipt } from '../graph/think-options.ts';
import type { ConflictsOptions, ConflictsResult } from '../recall/conflicts.ts';
import type { Constellation } from '../recall/constellation.ts';
import type { EntitiesOptions, EntityInView } from '../recall/entities-in-view.ts';
import type { MemoryExplanation } from '../recall/explain-memory.ts';
import type { LatestOptions } from '../recall/latest.ts';
import type {
  ExplainOptions,
  RecalledMemory,
  RecallOptions,
  RecallResult,
  SearchOptions,
} from '../recall/recall-options.ts';
import type { Why, WhyOptions } from '../recall/why-value.ts';
import type { Neighbour, NeighboursOptions } from '../recall/neighbours.ts';
import type { WithdrawOptions } from '../remember/assert-again.ts';
import type { BelieveManyResult } from '../remember/believe.ts';
import type { BelieveManyOptions, BelieveOptions } from '../remember/believe-options.ts';
import type { JudgedLink, JudgeOptions } from '../remember/judge.ts';
import type { ObserveManyOptions, ObserveOptions } from '../remember/observe-options.ts';
import type { ObserveManyResult } from '../remember/observe.ts';
import type { Receipt } from '../remember/receipt.ts';
import type { SessionOptions } from '../remember/sessions.ts';
import type { ShareOptions } from '../remember/share.ts';
import type { ForgetOptions, ForgetReport } from '../care/forget-options.ts';

/** What an agent's memory does, in this process or over HTTP. */
export interface AgentVerbs {
  /** The agent's name: in this process as it was first written, at a hub as it was asked for. */
  readonly name: string;

  /**
   * Remembers something that happened. The agent believes it, or `system` when it is `shared`.
   * Names in the text become mentions of entities by themselves.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule.
   * @throws {ConflictError} when `id` is taken by another content.
   */
  observe(options: ObserveOptions): Promise<Receipt>;

  /**
   * Remembers 1 to 1,000 observations in one transaction: all of them, or none.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule; its place in the list is named.
   * @throws {ConflictError} when an `id` is taken by another content.
   */
  observeMany(options: ObserveManyOptions): Promise<ObserveManyResult>;

  /**
   * Thinks: remembers a thought together with what it follows. Left to itself it continues the
   * last one that this agent had on the main line; it may begin a branch, or revise an earlier one.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule, or names a branch that has not begun.
   * @throws {NotFoundError} when it is to follow what is no thought in view.
   * @throws {ConflictError} when `id` is taken, or the thought of this id follows another.
   */
  think(options: ThinkOptions): Promise<ThoughtReceipt>;

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
  believe(options: BelieveOptions): Promise<Receipt>;

  /**
   * Holds 1 to 1,000 facts true in one transaction, each as `believe` does: all of them, or none.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule; its place in the list is named.
   * @throws {NotFoundError} and {ConflictError} as `believe` does.
   */
  believeMany(options: BelieveManyOptions): Promise<BelieveManyResult>;

  /**
   * Stops believing a memory. Other believers keep it. `recall` with an earlier `asOf` still shows it. What it
   * superseded holds again. `believe` with its id takes that back: the belief is as strong as new, with its
   * earlier confidence, permanence and half-life. It supersedes again what it did.
   *
   * @throws {NotFoundError} when no memory of this id is in view.
   * @throws {ConflictError} when this agent itself does not believe it; with the code `UNTRUSTED` when it is trusted
   *   more than the channel.
   */
  withdraw(options: WithdrawOptions): Promise<Receipt>;

  /**
   * Lets every agent recall a memory in view: `system` believes it too, within the audience that it has and trusted no
   * further. What it was derived from stays with this agent.
   *
   * @throws {NotFoundError} when no memory of this id is in view.
   */
  share(options: ShareOptions): Promise<Receipt>;

  /**
   * Takes back that every agent may recall a memory. This agent keeps it, and so do agents that believe it themselves.
   *
   * @throws {NotFoundError} when no memory of this id is in view.
   * @throws {ConflictError} when it is not shared, or not on this agent's account alone.
   */
  unshare(options: ShareOptions): Promise<Receipt>;

  /**
   * Forgets what this agent itself believes or did: erased everywhere, and no import brings it
   * back. What others believe too stays theirs; what is universal is the space's owner's to forget
   * (`Madeleine.forget`).
   *
   * @throws {InvalidArgumentError} when an option breaks a rule.
   * @throws {NotFoundError} when no memory of the id is in view.
   * @throws {ConflictError} when this agent itself does not believe the one of `id`, or several in its view may be the
   *   subject: `which` in its details lists them as {@link MeantSubject}, and the id of one is a subject that is clear.
   */
  forget(options: ForgetOptions): Promise<ForgetReport>;

  /**
   * Judges whether two memories in view really support or contradict each other, in this agent's
   * perspective; `kind` states a link that no rule has found.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule.
   * @throws {NotFoundError} when a memory is not in view, or the two are not linked and `kind` is missing.
   * @throws {ConflictError} when they both support and contradict each other and `kind` is missing.
   */
  judge(options: JudgeOptions): Promise<JudgedLink>;

  /**
   * Lists the contradictions in view, those that nobody has judged yet unless another state is asked
   * for. Has no side effects; {@link judge} judges one.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule.
   */
  conflicts(options?: ConflictsOptions): Promise<ConflictsResult>;

  /**
   * Opens a session, or changes the one of this id.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule.
   * @throws {ConflictError} when this talk may not change it, another one of this id is shared already, or its plan cannot
   *   go from where it stands to where it is to stand.
   */
  session(options?: SessionOptions): Promise<Session>;

  /**
   * Lists the sessions that this agent or `system` opened, and those to which a memory that it holds
   * belongs; the one used last first.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule.
   */
  sessions(options?: SessionsOptions): Promise<readonly SessionInView[]>;

  /**
   * Goes on with a session: opens it again where it was closed, and tells where it stood.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule.
   * @throws {NotFoundError} when it is not in view, or none is named and none of its own or shared is open.
   */
  resume(options?: ResumeOptions): Promise<ResumedSession>;

  /**
   * Tells a session in one paragraph: its goal, the current line of thought, what was decided, open
   * forks and who is spoken of. No language model has a part in it.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule.
   * @throws {NotFoundError} when the session is not in view.
   */
  digest(options: DigestOptions): Promise<SessionDigest>;

  /**
   * Recalls what this agent believes and what is universal, best first, each memory with its part
   * in the answer. Recalling is use: it counts accesses and strengthens the beliefs, a moment
   * later, unless `attention` is off.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule.
   */
  recall(options: RecallOptions): Promise<Constellation>;

  /**
   * Tells what a message brings to this agent's mind, in a few sentences of at most 200 tokens, before
   * anybody asks. Empty where nothing is worth saying. It never throws: what goes wrong is told as the
   * cause of the silence and in `notices`, such as an option that breaks a rule, and `onError` hears of it.
   * Being surfaced counts as no use of a memory.
   */
  ambient(options: AmbientOptions | string): Promise<AmbientContext>;

  /**
   * Lists what this agent learned last, and what everybody did. Has no side effects.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule.
   */
  latest(options?: LatestOptions): Promise<readonly RecalledMemory[]>;

  /**
   * Lists who and what this agent knows by name, the most spoken of first. Has no side effects.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule.
   */
  entities(options?: EntitiesOptions): Promise<readonly EntityInView[]>;

  /**
   * Finds the names in a message that this agent knows, as `ambient` does before anything else. Has no
   * side effects.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule.
   */
  namesIn(options: NamesInOptions): Promise<readonly KnownName[]>;

  /**
   * Explains one memory in this agent's perspective: its signals, its place in the answer to a
   * query, or why it is not in it. Has no side effects and asks no mood provider.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule.
   * @throws {NotFoundError} when this perspective knows no memory of this id, whether or not others do.
   */
  explain(options: ExplainOptions): Promise<MemoryExplanation>;

  /**
   * Tells why this agent believes a memory, or did: since when, how strongly and where from, what
   * it follows from, what it supersedes and what supersedes it, and what supports and contradicts it. Has no side
   * effects. A memory that has faded or was withdrawn can be asked about.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule.
   * @throws {NotFoundError} when this perspective has never believed it, whether or not others do.
   */
  why(options: WhyOptions): Promise<Why>;

  /**
   * Walks a chain of thought from any of its thoughts, to its root and to all its ends. Has no side effects.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule.
   * @throws {NotFoundError} when this perspective holds no thought of this id, whether or not others do.
   */
  navigate(options: NavigateOptions): Promise<ReasoningChain>;

  /**
   * Lists the memories in view that mean most nearly what one of them says, by their vectors, the nearest first. Has no
   * side effects.
   *
   * @throws {NotFoundError} when no memory of the id is in view.
   * @throws {ConflictError} EMBEDDER_MISMATCH when it has no vector.
   */
  neighbours(options: NeighboursOptions): Promise<readonly Neighbour[]>;

  /**
   * Walks from names or memories to everything that they are linked to in this agent's perspective, and answers the
   * best of it in clusters. Has no side effects. The answer lists names that it does not know.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule.
   */
  explore(options: ExploreOptions): Promise<Exploration>;

  /**
   * Lists the facts in view that are about somebody or something, in the order in which this
   * agent or `system` came to hold them. Has no side effects.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule.
   */
  facts(options?: FactsOptions): Promise<FactsResult>;

  /**
   * Searches what this agent believes and what is universal, without side effects and with paging.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule.
   */
  search(options: SearchOptions): Promise<RecallResult>;

  /** What is in this agent's view, in numbers. Tells nothing of what others hold. */
  stats(options?: TalkOptions): Promise<AgentStats>;

  /**
   * Tells of every commit that changes something in this agent's view, from now on, until the signal
   * fires or the memory closes. Being recalled is no change. On a SurrealDB server it hears of what
   * other processes write, too, but not of how links were judged there.
   */
  changes(options?: TalkOptions): AsyncIterable<Change>;
}
