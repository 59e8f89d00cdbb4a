/** The verbs of an agent's memory as they go over a wire: what HTTP routes, their document and the remote memory stand on. */
import { changeRules } from '../remember/change-feed.ts';
import { agentStatsRules } from '../recall/agent-stats.ts';
import { Exploration } from '../graph/exploration.ts';
import { explorationRules, exploreSchema } from '../graph/exploration-value.ts';
import { ReasoningChain } from '../graph/reasoning-chain.ts';
import { navigateSchema, reasoningChainRules } from '../graph/chain-value.ts';
import { memoryExplanationRules } from '../recall/explain-memory.ts';
import { ambientContextRules, ambientSchema } from '../ambient/ambient-options.ts';
import { Constellation, constellationRules } from '../recall/constellation.ts';
import { list, sessionRules } from '../domain/result.ts';
import { observeManyResultRules } from '../remember/observe.ts';
import { receiptRules } from '../remember/receipt.ts';
import { knownNameRules, namesInSchema } from '../ambient/names-in.ts';
import { talkSchema } from '../domain/call-options.ts';
import { factsResultRules, factsSchema } from '../graph/facts-options.ts';
import {
  digestSchema,
  resumedSessionRules,
  resumeSchema,
  sessionDigestRules,
  sessionInViewRules,
  sessionsSchema,
} from '../graph/session-options.ts';
import { thinkSchema, thoughtReceiptRules } from '../graph/think-options.ts';
import { entitiesSchema, entityInViewRules } from '../recall/entities-in-view.ts';
import { latestSchema } from '../recall/latest.ts';
import { conflictsResultRules, conflictsSchema } from '../recall/conflicts.ts';
import {
  explainSchema,
  recalledMemoryRules,
  recallResultRules,
  recallSchema,
  searchSchema,
} from '../recall/recall-options.ts';
import { whyRules, whySchema } from '../recall/why-value.ts';
import { neighbourRules, neighboursSchema } from '../recall/neighbours.ts';
import { withdrawSchema } from '../remember/assert-again.ts';
import { believeManySchema, believeMeant, believeSchema } from '../remember/believe-options.ts';
import { judgedLinkRules, judgeSchema } from '../remember/judge.ts';
import { observeManySchema, observeSchema } from '../remember/observe-options.ts';
import { sessionSchema } from '../remember/sessions.ts';
import { shareSchema } from '../remember/share.ts';
import { forgetReportRules, forgetSchema } from '../care/forget-options.ts';
import type { AgentVerbs } from './agent-verbs.ts';
import { type Answered, type Verb, verbTable } from './verb.ts';

/** The verbs of an agent's memory by name; one without a row does not compile. */
export type AgentVerbTable = {
  readonly [Name in Exclude<keyof AgentVerbs, 'name'>]: Verb<Answered<AgentVerbs[Name]>>;
};

/** The verbs of an agent's memory. */
export const agentVerbs = verbTable<AgentVerbTable>({
  observe: {
    access: 'write',
    summary: 'Remembers something that happened.',
    options: observeSchema,
    result: receiptRules,
    ownIds: 'memory',
    commandLine: { arguments: ['content'], flags: { entities: 'entity', concepts: 'concept', tags: 'tag' } },
  },
  observeMany: {
    access: 'write',
    summary: 'Remembers 1 to 1,000 observations in one transaction: all of them, or none.',
    options: observeManySchema,
    result: observeManyResultRules,
    ownIds: 'observations',
  },
  think: {
    access: 'write',
    summary: 'Remembers a thought together with what it follows.',
    options: thinkSchema,
    result: thoughtReceiptRules,
    ownIds: 'memory',
    commandLine: { arguments: ['thought'], flags: { entities: 'entity', concepts: 'concept', tags: 'tag' } },
  },
  believe: {
    access: 'write',
    summary: 'Holds something true: a new fact, or a memory in view.',
    options: believeSchema,
    meant: believeMeant,
    result: receiptRules,
    ownIds: 'memory',
    commandLine: { arguments: ['content'], flags: { entities: 'entity', concepts: 'concept', tags: 'tag' } },
  },
  believeMany: {
    access: 'write',
    summary: 'Holds 1 to 1,000 facts true in one transaction: all of them, or none.',
    options: believeManySchema,
    result: observeManyResultRules,
    ownIds: 'facts',
  },
  withdraw: {
    access: 'write',
    summary: 'Stops believing a memory; other believers keep it.',
    repeatable: false,
    options: withdrawSchema,
    result: receiptRules,
    commandLine: { arguments: ['id'] },
  },
  share: {
    access: 'write',
    summary: 'Lets every agent recall a memory in view.',
    options: shareSchema,
    result: receiptRules,
    commandLine: { arguments: ['id'] },
  },
  unshare: {
    access: 'write',
    summary: 'Takes back that every agent may recall a memory; the agent itself keeps it.',
    repeatable: false,
    options: shareSchema,
    result: receiptRules,
    commandLine: { arguments: ['id'] },
  },
  forget: {
    access: 'write',
    summary: 'Forgets what this agent itself believes or did, for good.',
    repeatable: false,
    options: forgetSchema,
    result: forgetReportRules,
  },
  judge: {
    access: 'write',
    summary: 'Judges whether two memories in view support or contradict each other.',
    options: judgeSchema,
    result: judgedLinkRules,
    commandLine: { arguments: ['one', 'other', 'state'] },
  },
  conflicts: {
    access: 'read',
    summary: 'Lists the contradictions in view, those that nobody has judged yet unless asked otherwise.',
    options: conflictsSchema,
    result: conflictsResultRules,
  },
  session: {
    access: 'write',
    summary: 'Opens a session, or changes the one of this id.',
    options: sessionSchema,
    result: sessionRules,
    ownIds: 'session',
    commandLine: { arguments: ['id'], flags: { planStatus: 'plan' } },
  },
  sessions: {
    access: 'read',
    summary: 'Lists the sessions in view, the one used last first.',
    options: sessionsSchema,
    result: list(sessionInViewRules),
  },
  resume: {
    access: 'write',
    summary: 'Goes on with a session, and tells where it stood.',
    options: resumeSchema,
    result: resumedSessionRules,
    commandLine: { arguments: ['id'] },
  },
  digest: {
    access: 'read',
    summary: 'Tells a session in one paragraph.',
    options: digestSchema,
    result: sessionDigestRules,
    commandLine: { arguments: ['session'] },
  },
  recall: {
    access: 'read',
    summary: 'Recalls what this agent believes and what is universal, each memory with its part in the answer.',
    options: recallSchema,
    result: constellationRules.transform((fields) => new Constellation(fields)),
    commandLine: { arguments: ['query'], flags: { sessions: 'session', types: 'type', tags: 'tag' } },
  },
  ambient: {
    access: 'read',
    summary: 'Tells in a few sentences what a message brings to mind.',
    options: ambientSchema,
    result: ambientContextRules,
    mayHideRefusal: ({ silence }) => silence === 'failed' || silence === 'off',
    commandLine: { arguments: ['message'], flags: { anchors: 'anchor' } },
  },
  latest: {
    access: 'read',
    summary: 'Lists what this agent learned last.',
    options: latestSchema,
    result: list(recalledMemoryRules),
    commandLine: { flags: { sessions: 'session', types: 'type', tags: 'tag' } },
  },
  entities: {
    access: 'read',
    summary: 'Lists who and what this agent knows by name, the most spoken of first.',
    options: entitiesSchema,
    result: list(entityInViewRules),
    commandLine: { arguments: ['startsWith'] },
  },
  namesIn: {
    access: 'read',
    summary: 'Finds the names in a message that this agent knows.',
    options: namesInSchema,
    result: list(knownNameRules),
    commandLine: { arguments: ['message'] },
  },
  explain: {
    access: 'read',
    summary: 'Explains the place of one memory in the answer to a query.',
    options: explainSchema,
    result: memoryExplanationRules,
    commandLine: { arguments: ['id', 'query'], flags: { sessions: 'session', types: 'type', tags: 'tag' } },
  },
  why: {
    access: 'read',
    summary: 'Tells why this agent believes a memory, or did.',
    options: whySchema,
    result: whyRules,
    commandLine: { arguments: ['id'] },
  },
  navigate: {
    access: 'read',
    summary: 'Walks a chain of thought from any of its thoughts.',
    options: navigateSchema,
    result: reasoningChainRules.transform((fields) => new ReasoningChain(fields)),
    commandLine: { arguments: ['id'] },
  },
  neighbours: {
    access: 'read',
    summary: 'Lists the memories in view that mean most nearly what one of them says.',
    options: neighboursSchema,
    result: list(neighbourRules),
    commandLine: { arguments: ['id'] },
  },
  explore: {
    access: 'read',
    summary: 'Walks from names or memories to everything that they are linked to.',
    options: exploreSchema,
    result: explorationRules.transform((parts) => new Exploration(parts)),
    commandLine: { arguments: ['from'], flags: { anchors: 'anchor' } },
  },
  facts: {
    access: 'read',
    summary: 'Lists the facts in view that are about somebody or something.',
    options: factsSchema,
    result: factsResultRules,
    commandLine: { arguments: ['about'] },
  },
  search: {
    access: 'read',
    summary: 'Searches what this agent believes and what is universal, without side effects and with paging.',
    options: searchSchema,
    result: recallResultRules,
    commandLine: { arguments: ['query'], flags: { sessions: 'session', types: 'type', tags: 'tag' } },
  },
  stats: {
    access: 'read',
    summary: "Tells what is in this agent's view, in numbers.",
    options: talkSchema,
    result: agentStatsRules,
  },
  changes: {
    access: 'read',
    form: 'events',
    summary: "Tells of every commit that changes something in this agent's view, from now on.",
    options: talkSchema,
    result: changeRules,
  },
});
