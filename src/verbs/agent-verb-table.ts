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
import type { Answered, Verb } from './verb.ts';
import { wireInput } from './wire-input.ts';

/** The verbs of an agent's memory by name; one without a row does not compile. */
export type AgentVerbTable = {
  readonly [Name in Exclude<keyof AgentVerbs, 'name'>]: Verb<Answered<AgentVerbs[Name]>>;
};

/** The verbs of an agent's memory. */
export const agentVerbs: AgentVerbTable = {
  observe: {
    path: 'observe',
    access: 'write',
    form: 'json',
    summary: 'Remembers something that happened.',
    repeatable: true,
    input: wireInput(observeSchema),
    result: receipt,
  },
  observeMany: {
    path: 'observe-many',
    access: 'write',
    form: 'json',
    summary: 'Remembers 1 to 1,000 observations in one transaction: all of them, or none.',
    repeatable: true,
    input: wireInput(observeManySchema),
    result: observedMany,
  },
  think: {
    path: 'think',
    access: 'write',
    form: 'json',
    summary: 'Remembers a thought together with what it follows.',
    repeatable: true,
    input: wireInput(thinkSchema),
    result: thoughtReceipt,
  },
  believe: {
    path: 'believe',
    access: 'write',
    form: 'json',
    summary: 'Holds something true: a new fact, or a memory in view.',
    repeatable: true,
    input: wireInput(believeSchema),
    result: receipt,
  },
  believeMany: {
    path: 'believe-many',
    access: 'write',
    form: 'json',
    summary: 'Holds 1 to 1,000 facts true in one transaction: all of them, or none.',
    repeatable: true,
    input: wireInput(believeManySchema),
    result: observedMany,
  },
  withdraw: {
    path: 'withdraw',
    access: 'write',
    form: 'json',
    summary: 'Stops believing a memory; other believers keep it.',
    repeatable: false,
    input: wireInput(withdrawSchema),
    result: receipt,
  },
  forget: {
    path: 'forget',
    access: 'write',
    form: 'json',
    summary: 'Forgets what this agent itself believes or did, for good.',
    repeatable: false,
    input: wireInput(forgetSchema),
    result: forgetReport,
  },
  judge: {
    path: 'judge',
    access: 'write',
    form: 'json',
    summary: 'Judges whether two memories in view support or contradict each other.',
    repeatable: true,
    input: wireInput(judgeSchema),
    result: judgedLink,
  },
  conflicts: {
    path: 'conflicts',
    access: 'read',
    form: 'json',
    summary: 'Lists the contradictions in view, those that nobody has judged yet unless asked otherwise.',
    repeatable: true,
    input: wireInput(conflictsSchema),
    result: conflictsResult,
  },
  session: {
    path: 'session',
    access: 'write',
    form: 'json',
    summary: 'Opens a session, or changes the one of this id.',
    repeatable: true,
    input: wireInput(sessionSchema),
    result: session,
  },
  sessions: {
    path: 'sessions',
    access: 'read',
    form: 'json',
    summary: 'Lists the sessions in view, the one used last first.',
    repeatable: true,
    input: wireInput(sessionsSchema),
    result: sessionsInView,
  },
  resume: {
    path: 'resume',
    access: 'write',
    form: 'json',
    summary: 'Goes on with a session, and tells where it stood.',
    repeatable: true,
    input: wireInput(resumeSchema),
    result: resumedSession,
  },
  digest: {
    path: 'digest',
    access: 'read',
    form: 'json',
    summary: 'Tells a session in one paragraph.',
    repeatable: true,
    input: wireInput(digestSchema),
    result: sessionDigest,
  },
  recall: {
    path: 'recall',
    access: 'read',
    form: 'json',
    summary: 'Recalls what this agent believes and what is universal, each memory with its part in the answer.',
    repeatable: true,
    input: wireInput(recallSchema),
    result: constellation,
  },
  ambient: {
    path: 'ambient',
    access: 'read',
    form: 'json',
    summary: 'Tells in a few sentences what a message brings to mind.',
    repeatable: true,
    input: wireInput(ambientSchema),
    result: ambientContext,
  },
  latest: {
    path: 'latest',
    access: 'read',
    form: 'json',
    summary: 'Lists what this agent learned last.',
    repeatable: true,
    input: wireInput(latestSchema),
    result: latestMemories,
  },
  entities: {
    path: 'entities',
    access: 'read',
    form: 'json',
    summary: 'Lists who and what this agent knows by name, the most spoken of first.',
    repeatable: true,
    input: wireInput(entitiesSchema),
    result: entitiesInView,
  },
  namesIn: {
    path: 'names-in',
    access: 'read',
    form: 'json',
    summary: 'Finds the names in a message that this agent knows.',
    repeatable: true,
    input: wireInput(namesInSchema),
    result: knownNames,
  },
  explain: {
    path: 'explain',
    access: 'read',
    form: 'json',
    summary: 'Explains the place of one memory in the answer to a query.',
    repeatable: true,
    input: wireInput(explainSchema),
    result: memoryExplanation,
  },
  why: {
    path: 'why',
    access: 'read',
    form: 'json',
    summary: 'Tells why this agent believes a memory, or did.',
    repeatable: true,
    input: wireInput(whySchema),
    result: why,
  },
  navigate: {
    path: 'navigate',
    access: 'read',
    form: 'json',
    summary: 'Walks a chain of thought from any of its thoughts.',
    repeatable: true,
    input: wireInput(navigateSchema),
    result: reasoningChain,
  },
  explore: {
    path: 'explore',
    access: 'read',
    form: 'json',
    summary: 'Walks from names or memories to all that they are tied to.',
    repeatable: true,
    input: wireInput(exploreSchema),
    result: exploration,
  },
  facts: {
    path: 'facts',
    access: 'read',
    form: 'json',
    summary: 'Lists the facts in view that are about somebody or something.',
    repeatable: true,
    input: wireInput(factsSchema),
    result: factsResult,
  },
  search: {
    path: 'search',
    access: 'read',
    form: 'json',
    summary: 'Searches what this agent believes and what is universal, without side effects and with paging.',
    repeatable: true,
    input: wireInput(searchSchema),
    result: recallResult,
  },
  stats: {
    path: 'stats',
    access: 'read',
    form: 'json',
    summary: "Tells what is in this agent's view, in numbers.",
    repeatable: true,
    input: wireInput(callSchema),
    result: agentStats,
  },
  changes: {
    path: 'changes',
    access: 'read',
    form: 'events',
    summary: "Tells of every commit that changes something in this agent's view, from now on.",
    repeatable: true,
    input: wireInput(callSchema),
    result: change,
  },
};
