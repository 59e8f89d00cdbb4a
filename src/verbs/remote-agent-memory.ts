/** The memory of one agent at a hub: every verb as in this process. */
import { CancelledError } from '../domain/errors.ts';
import type { NewId } from '../domain/ids.ts';
import type { CallOptions } from '../domain/call-options.ts';
import type { AgentStats } from '../recall/agent-stats.ts';
import type { Change } from '../remember/change-feed.ts';
import type { AmbientContext, AmbientOptions } from '../ambient/ambient-options.ts';
import type { KnownName, NamesInOptions } from '../ambient/names-in.ts';
import type { Session } from '../domain/records.ts';
import type { Exploration } from '../graph/exploration.ts';
import type { ExploreOptions } from '../graph/explore-options.ts';
import type { FactsOptions, FactsResult } from '../graph/facts-options.ts';
import type { NavigateOptions } from '../graph/navigate-options.ts';
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
import type { WithdrawOptions } from '../remember/assert-again.ts';
import type { BelieveManyResult } from '../remember/believe.ts';
import type { BelieveManyOptions, BelieveOptions } from '../remember/believe-options.ts';
import type { JudgedLink, JudgeOptions } from '../remember/judge.ts';
import type { ObserveManyOptions, ObserveOptions } from '../remember/observe-options.ts';
import type { ObserveManyResult } from '../remember/observe.ts';
import type { Receipt } from '../remember/receipt.ts';
import type { SessionOptions } from '../remember/sessions.ts';
import type { ForgetOptions, ForgetReport } from '../care/forget-options.ts';
import type { AgentVerbs } from './agent-verbs.ts';
import type { AgentVerbTable } from './agent-verb-table.ts';
import { allWrittenOnce, openedById, writtenOnce } from './own-ids.ts';
import type { RemoteVerbs } from './remote-verbs.ts';

/** The memory of one agent at a hub. */
export class RemoteAgentMemory implements AgentVerbs {
  readonly name: string;
  readonly #verbs: RemoteVerbs<AgentVerbTable>;
  readonly #newId: NewId;

  /** @internal Use `memory.agent(name)`. */
  constructor(name: string, verbs: RemoteVerbs<AgentVerbTable>, newId: NewId) {
    this.name = name;
    this.#verbs = verbs;
    this.#newId = newId;
  }

  async observe(options: ObserveOptions): Promise<Receipt> {
    return this.#verbs.call('observe', options, writtenOnce(this.#newId));
  }

  async observeMany(options: ObserveManyOptions): Promise<ObserveManyResult> {
    const repetition = allWrittenOnce<ObserveManyResult>('observations', this.#newId);
    return this.#verbs.call('observeMany', options, repetition);
  }

  async think(options: ThinkOptions): Promise<ThoughtReceipt> {
    return this.#verbs.call('think', options, writtenOnce(this.#newId));
  }

  async believe(options: BelieveOptions): Promise<Receipt> {
    return this.#verbs.call('believe', options, writtenOnce(this.#newId));
  }

  async believeMany(options: BelieveManyOptions): Promise<BelieveManyResult> {
    const repetition = allWrittenOnce<BelieveManyResult>('facts', this.#newId);
    return this.#verbs.call('believeMany', options, repetition);
  }

  async withdraw(options: WithdrawOptions): Promise<Receipt> {
    return this.#verbs.call('withdraw', options);
  }

  async forget(options: ForgetOptions): Promise<ForgetReport> {
    return this.#verbs.call('forget', options);
  }

  async judge(options: JudgeOptions): Promise<JudgedLink> {
    return this.#verbs.call('judge', options);
  }

  async conflicts(options: ConflictsOptions = {}): Promise<ConflictsResult> {
    return this.#verbs.call('conflicts', options);
  }

  async session(options: SessionOptions = {}): Promise<Session> {
    return this.#verbs.call('session', options, openedById(this.#newId));
  }

  async sessions(options: SessionsOptions = {}): Promise<readonly SessionInView[]> {
    return this.#verbs.call('sessions', options);
  }

  async resume(options: ResumeOptions = {}): Promise<ResumedSession> {
    return this.#verbs.call('resume', options);
  }

  async digest(options: DigestOptions): Promise<SessionDigest> {
    return this.#verbs.call('digest', options);
  }

  async recall(options: RecallOptions): Promise<Constellation> {
    return this.#verbs.call('recall', options);
  }

  async ambient(options: AmbientOptions | string): Promise<AmbientContext> {
    const start = performance.now();
    const asked = typeof options === 'string' ? { message: options } : options;
    return this.#verbs.call('ambient', asked).catch((error: unknown) => ({
      text: '',
      tokens: 0,
      items: [],
      names: [],
      silence: error instanceof CancelledError ? 'cancelled' : 'failed',
      latencyMs: performance.now() - start,
    }));
  }

  async latest(options: LatestOptions = {}): Promise<readonly RecalledMemory[]> {
    return this.#verbs.call('latest', options);
  }

  async entities(options: EntitiesOptions = {}): Promise<readonly EntityInView[]> {
    return this.#verbs.call('entities', options);
  }

  async namesIn(options: NamesInOptions): Promise<readonly KnownName[]> {
    return this.#verbs.call('namesIn', options);
  }

  async explain(options: ExplainOptions): Promise<MemoryExplanation> {
    return this.#verbs.call('explain', options);
  }

  async why(options: WhyOptions): Promise<Why> {
    return this.#verbs.call('why', options);
  }

  async navigate(options: NavigateOptions): Promise<ReasoningChain> {
    return this.#verbs.call('navigate', options);
  }

  async explore(options: ExploreOptions): Promise<Exploration> {
    return this.#verbs.call('explore', options);
  }

  async facts(options: FactsOptions = {}): Promise<FactsResult> {
    return this.#verbs.call('facts', options);
  }

  async search(options: SearchOptions): Promise<RecallResult> {
    return this.#verbs.call('search', options);
  }

  async stats(options: CallOptions = {}): Promise<AgentStats> {
    return this.#verbs.call('stats', options);
  }

  changes(options: CallOptions = {}): AsyncIterable<Change> {
    return this.#verbs.events('changes', options);
  }
}
