/** The model behind a relevance: its grounds, and the weights that `bench abstain --fit` found for them; and what a relevance decides. */
import { contextShare } from './defaults.ts';

/** The names of the grounds of a relevance, in the order of the model. */
export const groundNames = [
  'own',
  'near',
  'around',
  'missing',
  'missingAround',
  'matched',
  'matchedNear',
  'rareOwn',
  'rareNear',
  'unknown',
  'terms',
  'fewTerms',
  'meaning',
  'meaningNear',
  'meaningAround',
  'meaningWords',
  'named',
  'otherSpeaker',
  'speaker',
  'date',
  'answer',
  'statement',
  'entity',
  'concept',
  'told',
  'toldNear',
  'toldOfOther',
  'untold',
  'otherSubject',
  'nearSubject',
  'answerMissing',
  'otherNumber',
  'otherOfFamily',
  'selfOfOther',
  'untoldInNote',
] as const;
/** The name of a ground. */
export type GroundName = (typeof groundNames)[number];

/** What grounds say of the attribute that is asked for. */
export type AttributeGrounds = Pick<
  Record<GroundName, number>,
  'told' | 'toldNear' | 'toldOfOther' | 'untold' | 'untoldInNote' | 'otherSubject' | 'nearSubject' | 'selfOfOther'
>;

/** What a relevance is made of. */
export interface Ground {
  readonly name: GroundName;
  readonly value: number;
  /** What it adds to the log-odds of the relevance; they add up with the model's intercept. */
  readonly contribution: number;
}

/** A logistic model: an intercept and a weight for each ground. */
export interface AnswerModel {
  readonly intercept: number;
  readonly weights: Readonly<Record<GroundName, number>>;
}

/**
 * The weights of the grounds of a relevance, with vectors and without: `bench abstain --fit` on the development halves of
 * LoCoMo, REALTALK, BEAM and the small stores (bench/README.md), those without vectors on all but BEAM. Set by hand are
 * `otherOfFamily`, `selfOfOther`, which no talk of the one who is named has, and without vectors `untold`, `untoldInNote`,
 * `otherSubject`, `concept` and `fewTerms`, near what the fit gives, by the small stores.
 */
export const answerWeights: { readonly semantic: AnswerModel; readonly lexical: AnswerModel } = {
  semantic: {
    intercept: -10.777,
    weights: {
      own: 0.614,
      near: 0.753,
      around: 0.212,
      missing: -0.579,
      missingAround: -0.391,
      matched: 1.753,
      matchedNear: 0.777,
      rareOwn: -1.176,
      rareNear: 0.625,
      unknown: -0.732,
      terms: 0.176,
      fewTerms: 5.998,
      meaning: 7.016,
      meaningNear: 3.405,
      meaningAround: 3.464,
      meaningWords: -6.37,
      named: -0.598,
      otherSpeaker: 0.456,
      speaker: 1.838,
      date: 1.425,
      answer: 0.234,
      statement: 2.79,
      entity: 2.182,
      concept: 2.7,
      told: 1.248,
      toldNear: -0.163,
      toldOfOther: -1.499,
      untold: -1.153,
      otherSubject: -1.829,
      nearSubject: -0.061,
      answerMissing: -0.377,
      otherNumber: -9.212,
      otherOfFamily: -5,
      selfOfOther: -5,
      untoldInNote: -1.156,
    },
  },
  lexical: {
    intercept: -7.892,
    weights: {
      own: 0.69,
      near: -0.194,
      around: 0.932,
      missing: 0.284,
      missingAround: -0.712,
      matched: 3.645,
      matchedNear: 3.692,
      rareOwn: -0.912,
      rareNear: 0.108,
      unknown: -0.238,
      terms: 0.205,
      fewTerms: 5.5,
      meaning: 0,
      meaningNear: 0,
      meaningAround: 0,
      meaningWords: 0,
      named: -1.569,
      otherSpeaker: -0.045,
      speaker: 2.502,
      date: 1.027,
      answer: 0.321,
      statement: 2.256,
      entity: 2.089,
      concept: 3.8,
      told: 1.342,
      toldNear: -0.34,
      toldOfOther: -1.047,
      untold: -2.5,
      otherSubject: -2.2,
      nearSubject: 1.732,
      answerMissing: -0.436,
      otherNumber: -5.211,
      otherOfFamily: -7,
      selfOfOther: -5,
      untoldInNote: -2.5,
    },
  },
};

/** How an answer is sifted by relevance. */
export interface Sifting {
  /** 0..1: what has less is no answer. */
  readonly floor: number;
  /** Whether what goes with an answer that passes may have less, down to a share of the floor. */
  readonly keepsContext: boolean;
}

/** What of some memories answers, in their order; what goes with an answer must not be noise. */
export function sifted<T extends { readonly relevance: number }>(hits: readonly T[], sifting: Sifting): readonly T[] {
  const { floor, keepsContext } = sifting;
  if (!keepsContext) return hits.filter(({ relevance }) => relevance >= floor);
  const best = Math.max(0, ...hits.map(({ relevance }) => relevance));
  if (best < floor) return [];
  return hits.filter(({ relevance }) => relevance >= floor * contextShare);
}
