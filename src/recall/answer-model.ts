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
 * LoCoMo, REALTALK, BEAM and the small stores (bench/README.md). Set by hand are `otherOfFamily`, `selfOfOther`, which no
 * talk of the one who is named has, and without vectors `untold`, `otherSubject`, `toldOfOther` and `entity`, near what a
 * fit gives; there what else follows `concept` is 0.
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
    intercept: -7.121,
    weights: {
      own: 0.778,
      near: 1.914,
      around: 0.886,
      missing: 0.466,
      missingAround: -0.011,
      matched: 1.357,
      matchedNear: 0.792,
      rareOwn: -0.122,
      rareNear: 0.157,
      unknown: -0.917,
      terms: 0.149,
      fewTerms: 0.376,
      meaning: 0,
      meaningNear: 0,
      meaningAround: 0,
      meaningWords: 0,
      named: -0.151,
      otherSpeaker: -0.066,
      speaker: 1.351,
      date: 1.117,
      answer: 0.405,
      statement: 1.594,
      entity: 2.0,
      concept: 3.769,
      told: 0,
      toldNear: 0,
      toldOfOther: -0.9,
      untold: -2.9,
      otherSubject: -2.6,
      nearSubject: 0,
      answerMissing: 0,
      otherNumber: 0,
      otherOfFamily: -5,
      selfOfOther: -5,
      untoldInNote: 0,
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
