/**
 * Who speaks in an observation, and so who comes to believe what it states. What the user says is universal unless it
 * was said in confidence. What an agent says is its own. A document speaks only to the agent that read it. Nobody comes
 * to believe a thing because another agent has put words into its mouth.
 */
import { type EntityType, type FactKind, type Observation, systemAgent } from '../domain/records.ts';
import { foldName } from './fold.ts';
import { answering } from './parse-statement.ts';

/** What is told in confidence stays with the agent that it was told to. */
const confidential = new RegExp(
  [
    'between (?:you and me|me and you|us|ourselves|(?:just )?the two of us)',
    String.raw`(?:don't|do not|dont|won't|never|not to|please don't|mustn't|must not|shouldn't|should not) (?:ever |even )?tell\b`,
    String.raw`(?:don't|do not|dont|won't|please don't|mustn't|must not|not to) (?:ever |even )?(?:mention (?:it|this|that|any|anything|a word|to)|repeat (?:it|this|that|any)|reveal|disclose|leak|breathe a word|share (?:it|this|that|any)|talk (?:to \S+ )?about (?:it|this|that)|speak of (?:it|this|that)|say (?:anything|a word|it|this|that)|pass (?:it|this|that) on|spread (?:it|this|that)|let (?:\S+ ){1,3}(?:know|find out|hear))`,
    String.raw`keep(?:ing)? (?:(?:it|this|that|all of this|what \S+ \S+ \S+) )?(?:to (?:yourself|yourselves|ourselves)|secret|between us|private|confidential|quiet|hush)`,
    '(?:it|this|that) (?:stays|must stay|should stay|has to stay|remains|is to stay) (?:between|with|here|in this room|in here|secret|private)',
    `off the record|in (?:strict |strictest )?confidence|confidential(?:ly)?|for your (?:eyes|ears) only|not a word (?:to|about|of)|mum's the word`,
    String.raw`secret\b(?![ -]?(?:santas?|keys?|tokens?|managers?|store|scanning|sauce|ingredient|garden|service|agents?)\b)`,
    '(?:nobody|no one|no-one) (?:else )?(?:knows (?:this|that|it|about|yet)|(?:must|should|may|can|is allowed to|needs to|has to) (?:know|hear|find out|learn))',
    String.raw`(?:haven't|have not|i've not) told (?:anyone|anybody|a soul|\p{Lu}\S*)|you're the only one (?:who|that|i)`,
  ]
    .map((way) => `\\b(?:${way})(?!\\w)`)
    .join('|'),
  'iu',
);

/** Whether a message is meant for the one alone who hears it. */
export function isConfidential(content: string): boolean {
  return confidential.test(content.replace(/[\u2018\u2019\u02bc\u2032]/g, "'"));
}

/** Words beside a request for confidence that still say nothing of their own: "ok?", "please, Ana". */
const fewWords = 3;

/** Whether a message does nothing but ask for confidence: then it is meant for what is said before and after it. */
export function asksForConfidence(content: string): boolean {
  if (!isConfidential(content)) return false;
  const others = content.split(/[.!?;:,\u2014\u2013\n]+|\bbut\b/iu).filter((clause) => !isConfidential(clause));
  return (
    others
      .join(' ')
      .split(/\s+/)
      .filter((word) => word !== '').length <= fewWords
  );
}

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
 * The voice of an observation; undefined if nothing in it is to be believed. Output of tools and errors is remembered,
 * but nobody has said it. What was recalled or consolidated is believed already.
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
  const toAll = type === 'user_input' && provenance.channel === 'user' && !isConfidential(content);
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
  /** When it holds no more: a plan, after its day. @default it holds until it is corrected */
  readonly validTo?: Date;
  /** Ids of the observations that it is derived from; at least one. */
  readonly from: readonly string[];
}

/**
 * Reads claims out of observations, in their order; most claim nothing. `undefined` stands for one that could not be
 * read, which leaves it for the next sleep.
 */
export type Extractor = (
  observations: readonly Observation[],
  signal?: AbortSignal,
) => Promise<readonly (readonly ClaimedFact[] | undefined)[]>;
