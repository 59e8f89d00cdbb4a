/** Profiles say which signals count and how much: data, so that another one needs no code. */
import { z } from 'zod';
import { numberIn } from '../domain/input.ts';
import { nearest } from '../domain/values.ts';
import type { Manner } from '../language/query-wording.ts';
import { fullLength } from './defaults.ts';

/** The signals that ranking knows, each 0..1. */
export const signalNames = [
  'lexical',
  'semantic',
  'session',
  'episode',
  'date',
  'speaker',
  'entity',
  'statement',
  'answer',
  'length',
  'names',
  'concept',
  'trigger',
  'domain',
  'topic',
  'coActivation',
  'authority',
  'recency',
  'ring',
  'knowledge',
  'link',
  'standing',
  'thought',
  'wordMeaning',
  'contextMeaning',
  'relevance',
  'evidence',
] as const;
/** The name of a signal. */
export type SignalName = (typeof signalNames)[number];

/** How one way of recalling weighs what it sees. */
export interface Profile {
  readonly name: string;
  /** At least 0; ranking normalises them to add up to 1. A signal without a weight is not computed. */
  readonly weights: Readonly<Partial<Record<SignalName, number>>>;
  /** How much the terms of neighbours in the timeline count, beside 1 for a memory's own; in steps of 0.01. */
  readonly context: {
    readonly previous: number;
    readonly beforePrevious: number;
    readonly next: number;
    /** How much more the previous one counts where it asks: what follows a question answers it. @default 0 */
    readonly question?: number;
    /** How much more the one before a question counts: the question is often about it. @default 0 */
    readonly beforeQuestion?: number;
  };
  /** How much the cosine of the next memory in the timeline adds to a memory's own. */
  readonly nextSemantic: number;
  /** Whether names of speakers are left out of the terms (the speaker signal stands for them). */
  readonly dropSpeakers: boolean;
  /** `relative`: 1 is the best in view; `absolute`: the cosine itself. */
  readonly semanticScale: 'relative' | 'absolute';
  /** Factors, at least 0, on the weights for queries that ask in a certain manner. */
  readonly asking?: Readonly<Partial<Record<Manner, Readonly<Partial<Record<SignalName, number>>>>>>;
}

const alone = { previous: 0, beforePrevious: 0, next: 0 };

/**
 * The default. Weights up to names, and those of concept and trigger, are measured on the development half of LoCoMo;
 * the rest says the same of all memories there. Domain and topic weigh as much as an entity if a query or a focus names
 * one. What a memory counts by itself is small, so it only decides between memories that answer equally well.
 */
export const balanced: Profile = {
  name: 'balanced',
  weights: {
    lexical: 1,
    semantic: 0.4,
    session: 0.3,
    episode: 0.34,
    date: 1,
    speaker: 0.5,
    entity: 0.2,
    statement: 0.3,
    answer: 0.4,
    length: 0.06 * Math.log1p(fullLength),
    names: 0.33,
    concept: 0.1,
    trigger: 0.05,
    domain: 0.25,
    topic: 0.25,
    coActivation: 0.1,
    authority: 0.08,
    recency: 0.05,
    ring: 0.03,
    knowledge: 0.1,
    link: 0.5,
    standing: 0.05,
    // Of weight only where alternatives or revisions are asked for. Such a question shares few words with its answer, and
    // more with whatever else says "considered" or "approach": enough to come before the best match of words.
    thought: 2,
    // The pair of some fifteen that lowered nothing on the development parts of LoCoMo, REALTALK, BEAM and MADial.
    wordMeaning: 0.66,
    contextMeaning: 0.33,
    // Of 0.3 to 2 the best on LoCoMo and REALTALK; MADial gains with it, BEAM is left as it was by the factor below.
    relevance: 1.1,
  },
  context: { previous: 0.7, beforePrevious: 0.4, next: 0.3, question: 0.4, beforeQuestion: 0.2 },
  nextSemantic: 0.4,
  dropSpeakers: true,
  semanticScale: 'relative',
  asking: {
    // What was said on several occasions isn't where one session or its best memories point to.
    several: { session: 0, episode: 0, semantic: 1.75 },
    // People speak to an assistant at length and in requests. So neither a question nor brevity shows that a memory is
    // empty, and long messages share words by chance (measured on the development half of BEAM).
    own: { speaker: 1.6, semantic: 3, statement: 0, length: 0, names: 0, relevance: 0 },
  },
};

/**
 * What `balanced` says, with a cross-encoder's word on the first memories: 0.075 of the others' sum, the best of eight
 * weights with each conversation left out (LoCoMo, REALTALK, BEAM and MADial, development parts).
 */
export const thorough: Profile = { ...balanced, name: 'thorough', weights: { ...balanced.weights, evidence: 0.6 } };

/** The six signals of design E with its weights, for agents whose memories are facts rather than conversations. */
export const cognitive: Profile = {
  name: 'cognitive',
  weights: { semantic: 0.3, concept: 0.2, domain: 0.15, coActivation: 0.15, authority: 0.1, recency: 0.1 },
  context: alone,
  nextSemantic: 0,
  dropSpeakers: false,
  semanticScale: 'absolute',
};

/** Vectors alone, for comparison and for callers who want plain similarity. */
export const semantic: Profile = {
  name: 'semantic',
  weights: { semantic: 1 },
  context: alone,
  nextSemantic: 0,
  dropSpeakers: false,
  semanticScale: 'absolute',
};

/** Plain BM25 (1.2, 0.75) over each memory by itself, for comparison. */
export const lexical: Profile = {
  name: 'lexical',
  weights: { lexical: 1 },
  context: alone,
  nextSemantic: 0,
  dropSpeakers: false,
  semanticScale: 'absolute',
};

/** The names of the profiles. */
export const profileNames = ['balanced', 'thorough', 'cognitive', 'semantic', 'lexical'] as const;
/** The name of a profile. */
export type ProfileName = (typeof profileNames)[number];

/** The profiles by name. */
export const profiles: Readonly<Record<ProfileName, Profile>> = {
  balanced,
  thorough,
  cognitive,
  semantic,
  lexical,
};

/** A number for each signal. */
export type Weights = Readonly<Record<SignalName, number>>;

/** Weights are multiples of this, so that their sums are exact. */
export const weightStep: number = 2 ** -40;

/** What of a query's meaning can be held against memories: its vector, those of its words, and what a model reads. */
export interface MeaningInPlay {
  readonly vectors: boolean;
  readonly tokens: boolean;
  /** @default false */
  readonly evidence?: boolean;
}

/**
 * The weights of a profile as shares of 1, in multiples of 2^-40. The heaviest takes the rest, so they add up to
 * exactly 1 and no sum of contributions passes it. Without vectors in play the signals of meaning have no weight and
 * the others share their part; nor has the thought signal where neither alternatives nor revisions are asked for. Weights are
 * multiplied by the profile's factors for the manner of a query. If two manners have a factor for the same signal, the
 * last one counts.
 */
export function normalisedWeights(
  profile: Profile,
  { vectors, tokens, evidence = false }: MeaningInPlay,
  manners: readonly Manner[] = [],
): Weights {
  const factor = (name: SignalName): number =>
    manners.reduce((last, manner) => profile.asking?.[manner]?.[name] ?? last, 1);
  const asksForThoughts = manners.includes('alternatives') || manners.includes('revisions');
  const raw = (name: SignalName): number =>
    (name === 'semantic' && !vectors) ||
    ((name === 'wordMeaning' || name === 'contextMeaning') && !tokens) ||
    (name === 'evidence' && !evidence) ||
    (name === 'thought' && !asksForThoughts)
      ? 0
      : Math.max(0, (profile.weights[name] ?? 0) * factor(name));
  const total = signalNames.reduce((sum, name) => sum + raw(name), 0);
  const weights = Object.fromEntries(signalNames.map((name) => [name, 0])) as Record<SignalName, number>;
  if (total === 0) return weights;
  let rest = 1;
  for (const name of signalNames) {
    weights[name] = Math.floor(raw(name) / total / weightStep) * weightStep;
    rest -= weights[name];
  }
  const heaviest = signalNames.reduce((best, name) => (weights[name] > weights[best] ? name : best));
  weights[heaviest] += rest;
  return weights;
}

/** A weight for some signals, each 0-100; ranking normalises all of them to add up to 1. */
export type SignalWeights = Readonly<Partial<Record<SignalName, number>>>;

/** The largest weight; what counts is how weights compare. */
export const maxWeight = 100;

const weight = numberIn(0, maxWeight);

/** The rules for {@link SignalWeights}: an unknown name is refused with the nearest that is known. */
export const signalWeightsSchema: z.ZodType<SignalWeights, SignalWeights> = z
  .record(z.string(), z.unknown(), { error: 'must be weights by the names of signals' })
  .superRefine((given, context) => {
    for (const [name, value] of Object.entries(given)) {
      const refuse = (message: string): void =>
        context.addIssue({ code: 'custom', path: [name], message, input: value });
      if (!signalNames.some((known) => known === name)) refuse(unknownSignal(name));
      else if (value !== undefined && !weight.safeParse(value).success) refuse(`must be 0-${maxWeight}`);
    }
  }) as unknown as z.ZodType<SignalWeights, SignalWeights>;

function unknownSignal(name: string): string {
  const meant = nearest(name, signalNames);
  return meant === undefined
    ? `must be one of ${signalNames.join(', ')}`
    : `must be a signal's name, perhaps "${meant}"`;
}

/** A profile with weights of one's own for some of its signals. */
export function weightedProfile(name: ProfileName, weights: SignalWeights): Profile {
  const profile = profiles[name];
  return { ...profile, weights: { ...profile.weights, ...weights } };
}

/** Whether a profile weighs anything at all. */
export function weighsSomething({ weights }: Profile): boolean {
  return Object.values(weights).some((one) => one > 0);
}
