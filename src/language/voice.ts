/**
 * Who speaks in an observation, and so who comes to believe what it states: what the user says is
 * universal unless it was said in confidence, what an agent says is its own, and a document speaks
 * only to the agent that read it. Nobody comes to believe a thing because another agent has put words into its mouth.
 */
import { type EntityType, type FactKind, type Observation, systemAgent } from '../domain/records.ts';
import { foldName } from './fold.ts';
import { answering } from './parse-statement.ts';

/** What is told in confidence stays with the agent that it was told to. */
const confidential =
  /\b(?:between (?:you and me|us|ourselves)|(?:don[\u2019']t|do not) tell (?:anyone|anybody|the others)|keep (?:it|this|that) (?:to yourself|secret|between us|private)|off the record|in confidence)\b/i;

/** Who speaks. */
export interface Voice {
  /** Who comes to believe it: `system`, or the agent that recorded it. */
  readonly believer: string;
  /** Who "I" is; missing in a document, where nobody can tell. */
  readonly self?: Self;
}

/** Somebody who says "I". */
export interface Self {
  /** The name, else `the user`. */
  readonly name: string;
  readonly is: 'person' | 'agent' | 'unnamed';
}

/**
 * The voice of an observation; undefined where nothing in it is to be believed: what tools print
 * and errors tell is remembered, but nobody has said it, and what was recalled or consolidated is
 * believed already.
 *
 * @param agents - the names of the agents of the space, by which a speaker is known to be one.
 */
export function voiceOf(observation: Observation, agents: ReadonlySet<string>): Voice | undefined {
  const { type, agent, content, speaker, provenance } = observation;
  if (type === 'tool_output' || type === 'error' || provenance.channel === 'tool') return undefined;
  if (provenance.channel === 'consolidation' || /^recall(?:$|:)/.test(provenance.source)) return undefined;
  const own: Voice = { believer: agent, self: { name: agent, is: 'agent' } };
  if (type === 'thought' || provenance.channel === 'agent') return own;
  // Only the user speaks to everybody; what was imported is believed by those for whom it was.
  const toAll = type === 'user_input' && provenance.channel === 'user' && !confidential.test(content);
  const believer = toAll ? systemAgent : agent;
  if (speaker === undefined) {
    return type === 'document' ? { believer } : { believer, self: { name: 'the user', is: 'unnamed' } };
  }
  const said = foldName(speaker);
  if (said === foldName(agent) || answering.has(said)) return own;
  const named = [...agents].find((name) => name !== systemAgent && foldName(name) === said);
  if (named !== undefined) return { believer: agent, self: { name: named, is: 'agent' } };
  return { believer, self: { name: speaker, is: 'person' } };
}

// What sleep reads out of observations before it is a fact, and who reads it.

/** Somebody or something by its name, and of a type where that is known. */
export interface ClaimSubject {
  readonly name: string;
  readonly type?: EntityType;
}

/** Something that observations say is so. */
export interface ClaimedFact {
  /** As the fact will say it: a sentence that stands by itself. */
  readonly content: string;
  /** Who is to believe it: `system` for what is universal, else an agent's name. */
  readonly believer: string;
  readonly kind: FactKind;
  /** What it is about: names or whole entities. @default what the text mentions */
  readonly about?: readonly (ClaimSubject | string)[];
  /** 0..1. */
  readonly confidence: number;
  /** Ids of the observations that it is derived from; at least one. */
  readonly from: readonly string[];
}

/**
 * Reads claims out of observations: for each of them, in their order, what it claims (nothing, for
 * most), or `undefined` where it could not be read, which leaves it for the next sleep.
 */
export type Extractor = (
  observations: readonly Observation[],
  signal?: AbortSignal,
) => Promise<readonly (readonly ClaimedFact[] | undefined)[]>;
