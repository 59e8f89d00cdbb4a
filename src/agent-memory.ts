/**
 * The memory of one agent: every verb in this agent's perspective, as `verbs/agent-verbs.ts` tells it. Owns
 * nothing but the identity; only `madeleine.ts` makes one, so no call can claim to be somebody else.
 */
import { type CallOptions, callSchema } from './domain/call-options.ts';
import { throwIfCancelled } from './domain/errors.ts';
import { checked } from './domain/input.ts';
import { Perspective } from './domain/perspective.ts';
import type { Session } from './domain/records.ts';
import type { Ambient } from './ambient/ambient.ts';
import type { AmbientContext, AmbientOptions } from './ambient/ambient-options.ts';
import { type KnownName, knownNames, type NamesInOptions } from './ambient/names-in.ts';
import { explore } from './graph/explore.ts';
import type { ExploreOptions } from './graph/explore-options.ts';
import { facts } from './graph/facts.ts';
import type { FactsOptions, FactsResult } from './graph/facts-options.ts';
import type { Exploration } from './graph/exploration.ts';
import type { OpenCalls } from './domain/open-calls.ts';
import { type AgentStats, agentStats } from './recall/agent-stats.ts';
import { type ConflictsOptions, type ConflictsResult, conflicts } from './recall/conflicts.ts';
import type { Constellation } from './recall/constellation.ts';
import { entities, type EntitiesOptions, type EntityInView } from './recall/entities-in-view.ts';
import { explainMemory, type MemoryExplanation } from './recall/explain-memory.ts';
import { type LatestOptions, latest } from './recall/latest.ts';
import { type RecallParts, recall, search } from './recall/recall.ts';
import type { RecallCounts } from './recall/recall-counts.ts';
import {
  type ExplainOptions,
  explainSchema,
  type RecalledMemory,
  type RecallOptions,
  type RecallResult,
  recallSchema,
  type SearchOptions,
  searchSchema,
} from './recall/recall-options.ts';
import { digest } from './graph/digest.ts';
import { resume, sessions } from './graph/resume.ts';
import type {
  DigestOptions,
  ResumedSession,
  ResumeOptions,
  SessionDigest,
  SessionInView,
  SessionsOptions,
} from './graph/session-options.ts';
import { think } from './graph/think.ts';
import type { ThinkOptions, ThoughtReceipt } from './graph/think-options.ts';
import { why } from './recall/why.ts';
import { type Why, type WhyOptions, whySchema } from './recall/why-value.ts';
import { navigate } from './graph/navigate.ts';
import type { NavigateOptions } from './graph/navigate-options.ts';
import type { ReasoningChain } from './graph/reasoning-chain.ts';
import { type WithdrawOptions, withdraw, withdrawSchema } from './remember/assert-again.ts';
import { believe, believeMany, type BelieveManyResult } from './remember/believe.ts';
import type { BelieveManyOptions, BelieveOptions } from './remember/believe-options.ts';
import { type ObserveManyResult, observe, observeMany } from './remember/observe.ts';
import { type JudgedLink, type JudgeOptions, judge } from './remember/judge.ts';
import type { ObserveManyOptions, ObserveOptions } from './remember/observe-options.ts';
import type { Receipt } from './remember/receipt.ts';
import type { Change } from './remember/change-feed.ts';
import { changeSession, type SessionOptions } from './remember/sessions.ts';
import type { AgentVerbs } from './verbs/agent-verbs.ts';
import { type ForgetParts, forget } from './care/forget.ts';
import type { ForgetOptions, ForgetReport } from './care/forget-options.ts';

/** What an agent's memory works with. */
export interface AgentMemoryParts extends ForgetParts {
  readonly recall: RecallParts;
  readonly calls: OpenCalls;
  readonly ambient: Ambient;
  /** How recall has done. */
  readonly recallCounts: RecallCounts;
}

/** The memory of one agent. */
export class AgentMemory implements AgentVerbs {
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

  async observe(options: ObserveOptions): Promise<Receipt> {
    return this.#parts.calls.run('observe', () => observe(this.#parts.writer, this.name, options));
  }

  async observeMany(options: ObserveManyOptions): Promise<ObserveManyResult> {
    return this.#parts.calls.run('observeMany', () => observeMany(this.#parts.writer, this.name, options));
  }

  async think(options: ThinkOptions): Promise<ThoughtReceipt> {
    return this.#parts.calls.run('think', () => think(this.#parts.writer, this.name, options));
  }

  async believe(options: BelieveOptions): Promise<Receipt> {
    return this.#parts.calls.run('believe', () => believe(this.#parts.writer, this.name, options));
  }

  async believeMany(options: BelieveManyOptions): Promise<BelieveManyResult> {
    return this.#parts.calls.run('believeMany', () => believeMany(this.#parts.writer, this.name, options));
  }

  async withdraw(options: WithdrawOptions): Promise<Receipt> {
    return this.#parts.calls.run('withdraw', async () => {
      const { id, signal: cancel } = checked('withdraw', withdrawSchema, options);
      return withdraw(this.#parts.writer, this.name, id, cancel);
    });
  }

  async forget(options: ForgetOptions): Promise<ForgetReport> {
    return this.#parts.calls.run('forget', () => forget(this.#parts, options, this.name));
  }

  async judge(options: JudgeOptions): Promise<JudgedLink> {
    return this.#parts.calls.run('judge', () => judge(this.#parts.writer, this.name, options));
  }

  async conflicts(options: ConflictsOptions = {}): Promise<ConflictsResult> {
    return this.#parts.calls.run('conflicts', () => conflicts(this.#parts.recall, this.#perspective, options));
  }

  async session(options: SessionOptions = {}): Promise<Session> {
    return this.#parts.calls.run('session', () => changeSession(this.#parts.writer, this.name, options));
  }

  async sessions(options: SessionsOptions = {}): Promise<readonly SessionInView[]> {
    return this.#parts.calls.run('sessions', () => sessions(this.#parts.recall, this.#perspective, options));
  }

  async resume(options: ResumeOptions = {}): Promise<ResumedSession> {
    const { writer, recall: parts, calls } = this.#parts;
    return calls.run('resume', () => resume(writer, parts, this.#perspective, options));
  }

  async digest(options: DigestOptions): Promise<SessionDigest> {
    return this.#parts.calls.run('digest', () => digest(this.#parts.recall, this.#perspective, options));
  }

  async recall(options: RecallOptions): Promise<Constellation> {
    const { calls, recall: parts, recallCounts } = this.#parts;
    return calls.run('recall', async () => {
      const { attention, signal: cancel, ...asked } = checked('recall', recallSchema, options);
      const result = await recallCounts.count(() => recall(parts, this.#perspective, asked, cancel));
      if (attention !== false && asked.asOf === undefined) this.#parts.attention.note(this.name, result.ranked);
      return result;
    });
  }

  async ambient(options: AmbientOptions | string): Promise<AmbientContext> {
    const { ambient, calls } = this.#parts;
    return ambient.surface(this.#perspective, options, (call) => calls.run('ambient', call));
  }

  async latest(options: LatestOptions = {}): Promise<readonly RecalledMemory[]> {
    return this.#parts.calls.run('latest', () => latest(this.#parts.recall, this.#perspective, options));
  }

  async entities(options: EntitiesOptions = {}): Promise<readonly EntityInView[]> {
    return this.#parts.calls.run('entities', () => entities(this.#parts.recall, this.#perspective, options));
  }

  async namesIn(options: NamesInOptions): Promise<readonly KnownName[]> {
    return this.#parts.calls.run('namesIn', () => knownNames(this.#parts.recall, this.#perspective, options));
  }

  async explain(options: ExplainOptions): Promise<MemoryExplanation> {
    return this.#parts.calls.run('explain', async () => {
      const { signal: cancel, ...asked } = checked('explain', explainSchema, options);
      return explainMemory(this.#parts.recall, this.#perspective, asked, cancel);
    });
  }

  async why(options: WhyOptions): Promise<Why> {
    return this.#parts.calls.run('why', async () => {
      const { id, signal: cancel } = checked('why', whySchema, options);
      return why(this.#parts.recall, this.#perspective, id, cancel);
    });
  }

  async navigate(options: NavigateOptions): Promise<ReasoningChain> {
    return this.#parts.calls.run('navigate', () => navigate(this.#parts.recall, this.#perspective, options));
  }

  async explore(options: ExploreOptions): Promise<Exploration> {
    return this.#parts.calls.run('explore', () => explore(this.#parts.recall, this.#perspective, options));
  }

  async facts(options: FactsOptions = {}): Promise<FactsResult> {
    return this.#parts.calls.run('facts', () => facts(this.#parts.recall, this.#perspective, options));
  }

  async search(options: SearchOptions): Promise<RecallResult> {
    return this.#parts.calls.run('search', async () => {
      const { signal: cancel, ...asked } = checked('search', searchSchema, options);
      return search(this.#parts.recall, this.#perspective, asked, cancel);
    });
  }

  async stats(options: CallOptions = {}): Promise<AgentStats> {
    return this.#parts.calls.run('stats', async () => {
      throwIfCancelled('stats', checked('stats', callSchema, options).signal);
      return agentStats(this.#parts.recall, this.#perspective);
    });
  }

  changes(options: CallOptions = {}): AsyncIterable<Change> {
    const { calls, writer } = this.#parts;
    calls.check('changes');
    const { signal: cancel } = checked('changes', callSchema, options);
    return writer.feed.changes(this.#perspective.believers, calls.untilClosed(cancel));
  }
}
