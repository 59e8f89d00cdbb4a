/**
 * The memory of one agent: every verb in this agent's perspective, as `verbs/agent-verbs.ts` tells it. Owns
 * nothing but the identity; only `madeleine.ts` makes one, so no call can claim to be somebody else.
 */
import type { Ambient } from './ambient/ambient.ts';
import type { AmbientContext, AmbientOptions } from './ambient/ambient-options.ts';
import { knownNames } from './ambient/names-in.ts';
import { type ForgetParts, forget } from './care/forget.ts';
import { type CallOptions, callSchema } from './domain/call-options.ts';
import { throwIfCancelled } from './domain/errors.ts';
import { checked } from './domain/input.ts';
import type { OpenCalls } from './domain/open-calls.ts';
import { Perspective } from './domain/belief.ts';
import { digest, resume } from './graph/digest.ts';
import { explore } from './graph/explore.ts';
import { facts } from './graph/facts.ts';
import { navigate } from './graph/navigate.ts';
import { sessions } from './graph/sessions.ts';
import { think } from './graph/think.ts';
import { agentStats } from './recall/agent-stats.ts';
import { conflicts } from './recall/conflicts.ts';
import { entities } from './recall/entities-in-view.ts';
import { explainMemory } from './recall/explain-memory.ts';
import { latest } from './recall/latest.ts';
import { type RecallCounts, type RecallParts, recall, search } from './recall/recall.ts';
import { explainSchema, recallSchema, searchSchema } from './recall/recall-options.ts';
import { why } from './recall/why.ts';
import { whySchema } from './recall/why-value.ts';
import { withdraw, withdrawSchema } from './remember/assert-again.ts';
import { believe, believeMany } from './remember/believe.ts';
import type { Change } from './remember/writer.ts';
import { judge } from './remember/judge.ts';
import { observe, observeMany } from './remember/observe.ts';
import { changeSession } from './remember/sessions.ts';
import type { AgentVerbs } from './verbs/agent-verbs.ts';
import { methodsOf } from './verbs/verb.ts';

/** What an agent's memory works with. */
export interface AgentMemoryParts extends ForgetParts {
  readonly recall: RecallParts;
  readonly calls: OpenCalls;
  readonly ambient: Ambient;
  /** How recall has done. */
  readonly recallCounts: RecallCounts;
}

/** The memory in which a verb is called. */
interface Mind extends AgentMemoryParts {
  readonly agent: string;
  readonly perspective: Perspective;
}

/** What a verb does in a mind. */
type Way<Method> = Method extends (...given: infer Given) => infer Answer
  ? (mind: Mind, ...given: Given) => Answer
  : never;

type Call = (mind: Mind, ...given: readonly unknown[]) => Promise<unknown>;

/** What each verb does while it is counted as a call under way. Each checks its options itself, once. */
const ways: { readonly [Name in Exclude<keyof AgentVerbs, 'name' | 'ambient' | 'changes'>]: Way<AgentVerbs[Name]> } = {
  observe: ({ writer, agent }, options) => observe(writer, agent, options),
  observeMany: ({ writer, agent }, options) => observeMany(writer, agent, options),
  think: ({ writer, agent }, options) => think(writer, agent, options),
  believe: ({ writer, agent }, options) => believe(writer, agent, options),
  believeMany: ({ writer, agent }, options) => believeMany(writer, agent, options),
  withdraw: async ({ writer, agent }, options) => {
    const { id, signal } = checked('withdraw', withdrawSchema, options);
    return withdraw(writer, agent, id, signal);
  },
  forget: (mind, options) => forget(mind, options, mind.agent),
  judge: ({ writer, agent }, options) => judge(writer, agent, options),
  conflicts: ({ recall: parts, perspective }, options = {}) => conflicts(parts, perspective, options),
  session: ({ writer, agent }, options = {}) => changeSession(writer, agent, options),
  sessions: ({ recall: parts, perspective }, options = {}) => sessions(parts, perspective, options),
  resume: ({ writer, recall: parts, perspective }, options = {}) => resume(writer, parts, perspective, options),
  digest: ({ recall: parts, perspective }, options) => digest(parts, perspective, options),
  recall: async ({ agent, attention: kept, recall: parts, recallCounts, perspective }, options) => {
    const { attention, signal, ...asked } = checked('recall', recallSchema, options);
    const result = await recallCounts.count(() => recall(parts, perspective, asked, signal));
    if (attention !== false && asked.asOf === undefined) kept.note(agent, result.ranked);
    return result;
  },
  latest: ({ recall: parts, perspective }, options = {}) => latest(parts, perspective, options),
  entities: ({ recall: parts, perspective }, options = {}) => entities(parts, perspective, options),
  namesIn: ({ recall: parts, perspective }, options) => knownNames(parts, perspective, options),
  explain: async ({ recall: parts, perspective }, options) => {
    const { signal, ...asked } = checked('explain', explainSchema, options);
    return explainMemory(parts, perspective, asked, signal);
  },
  why: async ({ recall: parts, perspective }, options) => {
    const { id, signal } = checked('why', whySchema, options);
    return why(parts, perspective, id, signal);
  },
  navigate: ({ recall: parts, perspective }, options) => navigate(parts, perspective, options),
  explore: ({ recall: parts, perspective }, options) => explore(parts, perspective, options),
  facts: ({ recall: parts, perspective }, options = {}) => facts(parts, perspective, options),
  search: async ({ recall: parts, perspective }, options) => {
    const { signal, ...asked } = checked('search', searchSchema, options);
    return search(parts, perspective, asked, signal);
  },
  stats: async ({ recall: parts, perspective }, options = {}) => {
    throwIfCancelled('stats', checked('stats', callSchema, options).signal);
    return agentStats(parts, perspective);
  },
};

/** The memory of one agent. */
export class AgentMemory
  extends methodsOf<AgentVerbs, Mind>(Object.keys(ways), async (mind, name, given) =>
    // The name is one of its own, and the verb says itself what it was given.
    mind.calls.run(name, () => (ways as Readonly<Record<string, Call>>)[name]!(mind, ...given)),
  )
  implements AgentVerbs
{
  /** The agent's name. */
  override readonly name: string;
  readonly #mind: Mind;

  /** @internal Use `memory.agent(name)`. */
  constructor(name: string, parts: AgentMemoryParts) {
    const mind = { ...parts, agent: name, perspective: new Perspective(name) };
    super(mind);
    this.name = name;
    this.#mind = mind;
  }

  override async ambient(options: AmbientOptions | string): Promise<AmbientContext> {
    const { ambient, calls, perspective } = this.#mind;
    return ambient.surface(perspective, options, (call) => calls.run('ambient', call));
  }

  override changes(options: CallOptions = {}): AsyncIterable<Change> {
    const { calls, perspective, writer } = this.#mind;
    calls.check('changes');
    const { signal } = checked('changes', callSchema, options);
    return writer.feed.changes(perspective.believers, calls.untilClosed(signal));
  }
}
