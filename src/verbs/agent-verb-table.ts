/** The verbs of an agent's memory as they go over a wire: what HTTP routes, their document and the remote memory stand on. */
import { ambientSchema } from '../ambient/ambient-options.ts';
import { namesInSchema } from '../ambient/names-in.ts';
import { callSchema } from '../domain/call-options.ts';
import { exploreSchema } from '../graph/explore-options.ts';
import { factsSchema } from '../graph/facts-options.ts';
import { navigateSchema } from '../graph/navigate-options.ts';
import { digestSchema, resumeSchema, sessionsSchema } from '../graph/session-options.ts';
import { thinkSchema } from '../graph/think-options.ts';
import { entitiesSchema } from '../recall/entities-in-view.ts';
import { latestSchema } from '../recall/latest.ts';
import { conflictsSchema } from '../recall/conflicts.ts';
import { explainSchema, recallSchema, searchSchema } from '../recall/recall-options.ts';
import { whySchema } from '../recall/why-value.ts';
import { withdrawSchema } from '../remember/assert-again.ts';
import { believeManySchema, believeSchema } from '../remember/believe-options.ts';
import { judgeSchema } from '../remember/judge.ts';
import { observeManySchema, observeSchema } from '../remember/observe-options.ts';
import { sessionSchema } from '../remember/sessions.ts';
import { forgetSchema } from '../care/forget-options.ts';
import {
  conflictsResult,
  constellation,
  entitiesInView,
  latestMemories,
  memoryExplanation,
  recallResult,
  why,
} from './recall-results.ts';
import { forgetReport, judgedLink, observedMany, receipt, thoughtReceipt } from './remember-results.ts';
import {
  agentStats,
  ambientContext,
  change,
  exploration,
  factsResult,
  knownNames,
  reasoningChain,
  resumedSession,
  session,
  sessionDigest,
  sessionsInView,
} from './view-results.ts';
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
    result: receipt,
    ownIds: 'memory',
    commandLine: { arguments: ['content'], flags: { entities: 'entity' } },
  },
  observeMany: {
    access: 'write',
    summary: 'Remembers 1 to 1,000 observations in one transaction: all of them, or none.',
    options: observeManySchema,
    result: observedMany,
    ownIds: 'observations',
  },
  think: {
    access: 'write',
    summary: 'Remembers a thought together with what it follows.',
    options: thinkSchema,
    result: thoughtReceipt,
    ownIds: 'memory',
    commandLine: { arguments: ['thought'], flags: { entities: 'entity' } },
  },
  believe: {
    access: 'write',
    summary: 'Holds something true: a new fact, or a memory in view.',
    options: believeSchema,
    result: receipt,
    ownIds: 'memory',
    commandLine: { arguments: ['content'], flags: { entities: 'entity' } },
  },
  believeMany: {
    access: 'write',
    summary: 'Holds 1 to 1,000 facts true in one transaction: all of them, or none.',
    options: believeManySchema,
    result: observedMany,
    ownIds: 'facts',
  },
  withdraw: {
    access: 'write',
    summary: 'Stops believing a memory; other believers keep it.',
    repeatable: false,
    options: withdrawSchema,
    result: receipt,
    commandLine: { arguments: ['id'] },
  },
  forget: {
    access: 'write',
    summary: 'Forgets what this agent itself believes or did, for good.',
    repeatable: false,
    options: forgetSchema,
    result: forgetReport,
  },
  judge: {
    access: 'write',
    summary: 'Judges whether two memories in view support or contradict each other.',
    options: judgeSchema,
    result: judgedLink,
    commandLine: { arguments: ['one', 'other', 'state'] },
  },
  conflicts: {
    access: 'read',
    summary: 'Lists the contradictions in view, those that nobody has judged yet unless asked otherwise.',
    options: conflictsSchema,
    result: conflictsResult,
  },
  session: {
    access: 'write',
    summary: 'Opens a session, or changes the one of this id.',
    options: sessionSchema,
    result: session,
    ownIds: 'session',
    commandLine: { arguments: ['id'], flags: { planStatus: 'plan' } },
  },
  sessions: {
    access: 'read',
    summary: 'Lists the sessions in view, the one used last first.',
    options: sessionsSchema,
    result: sessionsInView,
  },
  resume: {
    access: 'write',
    summary: 'Goes on with a session, and tells where it stood.',
    options: resumeSchema,
    result: resumedSession,
    commandLine: { arguments: ['id'] },
  },
  digest: {
    access: 'read',
    summary: 'Tells a session in one paragraph.',
    options: digestSchema,
    result: sessionDigest,
    commandLine: { arguments: ['session'] },
  },
  recall: {
    access: 'read',
    summary: 'Recalls what this agent believes and what is universal, each memory with its part in the answer.',
    options: recallSchema,
    result: constellation,
    commandLine: { arguments: ['query'], flags: { sessions: 'session', types: 'type' } },
  },
  ambient: {
    access: 'read',
    summary: 'Tells in a few sentences what a message brings to mind.',
    options: ambientSchema,
    result: ambientContext,
    neverThrows: true,
    commandLine: { arguments: ['message'], flags: { anchors: 'anchor' } },
  },
  latest: {
    access: 'read',
    summary: 'Lists what this agent learned last.',
    options: latestSchema,
    result: latestMemories,
    commandLine: { flags: { sessions: 'session', types: 'type' } },
  },
  entities: {
    access: 'read',
    summary: 'Lists who and what this agent knows by name, the most spoken of first.',
    options: entitiesSchema,
    result: entitiesInView,
    commandLine: { arguments: ['startsWith'] },
  },
  namesIn: {
    access: 'read',
    summary: 'Finds the names in a message that this agent knows.',
    options: namesInSchema,
    result: knownNames,
    commandLine: { arguments: ['message'] },
  },
  explain: {
    access: 'read',
    summary: 'Explains the place of one memory in the answer to a query.',
    options: explainSchema,
    result: memoryExplanation,
    commandLine: { arguments: ['id', 'query'], flags: { sessions: 'session', types: 'type' } },
  },
  why: {
    access: 'read',
    summary: 'Tells why this agent believes a memory, or did.',
    options: whySchema,
    result: why,
    commandLine: { arguments: ['id'] },
  },
  navigate: {
    access: 'read',
    summary: 'Walks a chain of thought from any of its thoughts.',
    options: navigateSchema,
    result: reasoningChain,
    commandLine: { arguments: ['id'] },
  },
  explore: {
    access: 'read',
    summary: 'Walks from names or memories to all that they are tied to.',
    options: exploreSchema,
    result: exploration,
    commandLine: { arguments: ['from'], flags: { anchors: 'anchor' } },
  },
  facts: {
    access: 'read',
    summary: 'Lists the facts in view that are about somebody or something.',
    options: factsSchema,
    result: factsResult,
    commandLine: { arguments: ['about'] },
  },
  search: {
    access: 'read',
    summary: 'Searches what this agent believes and what is universal, without side effects and with paging.',
    options: searchSchema,
    result: recallResult,
    commandLine: { arguments: ['query'], flags: { sessions: 'session', types: 'type' } },
  },
  stats: {
    access: 'read',
    summary: "Tells what is in this agent's view, in numbers.",
    options: callSchema,
    result: agentStats,
  },
  changes: {
    access: 'read',
    form: 'events',
    summary: "Tells of every commit that changes something in this agent's view, from now on.",
    options: callSchema,
    result: change,
  },
});
