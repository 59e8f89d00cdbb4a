/**
 * The memory of one agent: every verb in this agent's perspective, as `verbs/agent-verbs.ts` tells it. Owns
 * nothing but the identity; only `madeleine.ts` makes one, so no call can claim to be somebody else.
 */
import type { Ambient } from './ambient/ambient.ts';
import type { AmbientContext, AmbientOptions } from './ambient/ambient-options.ts';
import { knownNames } from './ambient/names-in.ts';
import { type ForgetParts, forget } from './care/forget.ts';
import { talkField } from './domain/audience.ts';
import { type TalkOptions, talkSchema } from './domain/call-options.ts';
import { throwIfCancelled } from './domain/errors.ts';
import { checked } from './domain/input.ts';
import { methodsOf, type OpenCalls } from './domain/open-calls.ts';
import { Perspective } from './domain/belief.ts';
import { digest, resume } from './graph/digest.ts';
import { explore } from './graph/explore.ts';
import { facts } from './graph/facts.ts';
import { navigate } from './graph/navigate.ts';
import { sessions } from './graph/sessions.ts';
import { think } from './graph/think.ts';
import { agentStats } from './recall/agent-stats.ts';
import { conflicts } from './recall/conflicts.ts';
import { answerFloor } from './recall/defaults.ts';
import { entities } from './recall/entities-in-view.ts';
import { explainMemory } from './recall/explain-memory.ts';
import { latest } from './recall/latest.ts';
import { neighbours } from './recall/neighbours.ts';
import type { RecallCounts } from './recall/agent-stats.ts';
import { type RecallParts, inView, recall, search } from './recall/recall.ts';
import { explainSchema, recallSchema, searchSchema } from './recall/recall-options.ts';
import { why } from './recall/why.ts';
import { whySchema } from './recall/why-value.ts';
import { withdraw, withdrawSchema } from './remember/assert-again.ts';
import { believe, believeMany } from './remember/believe.ts';
import type { Change } from './remember/change-feed.ts';
import { judge } from './remember/judge.ts';
import { OtherSpelling } from './remember/known-agents.ts';
import { observe, observeMany } from './remember/observe.ts';
import { changeSession } from './remember/sessions.ts';
import { shareMemory, unshareMemory } from './remember/share.ts';
import type { AgentVerbs } from './verbs/agent-verbs.ts';
import { IdsTold } from './verbs/ids-told.ts';

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
  think: ({ writer, perspective }, options) => think(writer, perspective, options),
  believe: ({ writer, perspective }, options) => believe(writer, perspective, options),
  believeMany: ({ writer, perspective }, options) => believeMany(writer, perspective, options),
  withdraw: async ({ writer, perspective }, options) => {
    return withdraw(writer, perspective, checked('withdraw', withdrawSchema, options));
  },
  share: ({ writer, perspective }, options) => shareMemory(writer, perspective, options),
  unshare: ({ writer, perspective }, options) => unshareMemory(writer, perspective, options),
  forget: (mind, options) => forget(mind, options, mind.agent),
  judge: ({ writer, perspective }, options) => judge(writer, perspective, options),
  conflicts: ({ recall: parts, perspective }, options = {}) => conflicts(parts, perspective, options),
  session: ({ writer, perspective }, options = {}) => changeSession(writer, perspective, options),
  sessions: ({ recall: parts, perspective }, options = {}) => sessions(parts, perspective, options),
  resume: ({ writer, recall: parts, perspective }, options = {}) => resume(writer, parts, perspective, options),
  digest: ({ recall: parts, perspective }, options) => digest(parts, perspective, options),
  recall: async ({ attention: kept, recall: parts, recallCounts, perspective }, options) => {
    const { attention, signal, used = [], ...asked } = checked('recall', recallSchema, options);
    if (used.length > 0) kept.note(perspective.believer, await inView(parts, perspective, used));
    const result = await recallCounts.count(() => recall(parts, perspective, asked, signal));
    if (attention !== false && asked.asOf === undefined) {
      // What is shown with an answer was not of use by that alone.
      const floor = asked.minRelevance ?? answerFloor;
      kept.note(
        perspective.believer,
        result.ranked.filter(({ relevance }) => relevance >= floor),
      );
    }
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
  neighbours: ({ recall: parts, perspective }, options) => neighbours(parts, perspective, options),
  explore: ({ recall: parts, perspective }, options) => explore(parts, perspective, options),
  facts: ({ recall: parts, perspective }, options = {}) => facts(parts, perspective, options),
  search: async ({ recall: parts, perspective }, options) => {
    const { signal, ...asked } = checked('search', searchSchema, options);
    return search(parts, perspective, asked, signal);
  },
  stats: async ({ recall: parts, perspective }, options = {}) => {
    throwIfCancelled('stats', checked('stats', talkSchema, options).signal);
    return agentStats(parts, perspective);
  },
};

/**
 * The mind as it is in the talk that a call is made for. The verb itself checks `with` and refuses a wrong one; until then
 * nothing but what has no audience is in view.
 */
function inTalk(mind: Mind, options: unknown): Mind {
  const given = typeof options === 'object' && options !== null && 'with' in options ? options.with : undefined;
  if (given === undefined) return mind;
  const talk = talkField.with.safeParse(given);
  const known = (): ReadonlyMap<string, unknown> => mind.recall.index.byName;
  return { ...mind, perspective: new Perspective(mind.agent, known, talk.success ? talk.data : []) };
}

function idsTold(mind: Mind): IdsTold {
  return new IdsTold(mind.recall.index, (options) => inTalk(mind, options).perspective);
}

/** The mind of an agent by a name that is its own. */
function mindOf(agent: string, parts: AgentMemoryParts): Mind {
  return { ...parts, agent, perspective: new Perspective(agent, () => parts.recall.index.byName) };
}

/** Verbs that hold to the known spelling themselves. They begin at once, with the options as they are when they are called. */
const recording: ReadonlySet<string> = new Set(['observe', 'observeMany', 'think', 'believe', 'believeMany']);

/**
 * Makes a call in the mind of the agent that its name means now. Where another call is the first to write the name, in
 * another spelling, nothing was written yet and the call is made once more.
 */
async function inMindMeant<T>(mind: Mind, name: string, call: (mind: Mind) => Promise<T>): Promise<T> {
  const { writer } = mind;
  const atOnce = recording.has(name) ? writer.agents.spelled(mind.agent) : writer.agents.find(mind.agent);
  for (let agent = atOnce; ; agent = undefined) {
    agent ??= await writer.agentMeant(mind.agent);
    try {
      return await call(agent === mind.agent ? mind : mindOf(agent, mind));
    } catch (error) {
      if (!(error instanceof OtherSpelling)) throw error;
    }
  }
}

/** The memory of one agent. */
export class AgentMemory
  extends methodsOf<Omit<AgentVerbs, 'name' | 'ambient' | 'changes'>, Mind>(
    Object.keys(ways),
    async (mind, name, given) => {
      // The name is one of its own, and the verb says itself what it was given.
      const way = (ways as Readonly<Record<string, Call>>)[name]!;
      return mind.calls.run(name, () =>
        inMindMeant(mind, name, (meant) => {
          const [options, ...others] = given;
          return idsTold(meant).call(name, options, (stored) => way(inTalk(meant, options), stored, ...others));
        }),
      );
    },
  )
  implements AgentVerbs
{
  readonly #mind: Mind;

  /** @internal Use `memory.agent(name)`. */
  constructor(name: string, parts: AgentMemoryParts) {
    const mind = mindOf(name, parts);
    super(mind);
    this.#mind = mind;
  }

  /** The agent's name as it was first written here; as it was asked for, without white space around it, where it is new. */
  get name(): string {
    return this.#mind.writer.agents.spelled(this.#mind.agent);
  }

  async ambient(options: AmbientOptions | string): Promise<AmbientContext> {
    const { writer } = this.#mind;
    // It never throws: of several agents of a name it knows none.
    const agent = await writer.agentMeant(this.#mind.agent).catch(() => this.name);
    const mind = mindOf(agent, this.#mind);
    const { ambient, calls, perspective } = inTalk(mind, options);
    return idsTold(mind).call('ambient', options, () =>
      ambient.surface(perspective, options, (call) => calls.run('ambient', call)),
    );
  }

  changes(options: TalkOptions = {}): AsyncIterable<Change> {
    const mind = mindOf(this.name, this.#mind);
    const { calls, perspective, writer } = inTalk(mind, options);
    calls.check('changes');
    const { signal } = checked('changes', talkSchema, options);
    return idsTold(mind).feed(writer.feed.changes(perspective, calls.untilClosed(signal)), options);
  }
}
