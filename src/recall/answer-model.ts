/** The model behind a relevance: its grounds, and the weights that `bench abstain --fit` found for them. */

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

/** The weights of the grounds of a relevance (`bench abstain --fit` on the development halves of LoCoMo, REALTALK, BEAM and the small stores; bench/README.md), with vectors and without; without them `untold`, `otherSubject`, `toldOfOther` and `entity` are set by hand, near the other fit, and what else follows `concept` is 0. */
export const answerWeights: { readonly semantic: AnswerModel; readonly lexical: AnswerModel } = {
  semantic: {
    intercept: -10.542,
    weights: {
      own: 0.732,
      near: 0.422,
      around: 0.21,
      missing: -0.622,
      missingAround: -0.355,
      matched: 0.821,
      matchedNear: 1.901,
      rareOwn: -0.762,
      rareNear: 0.077,
      unknown: -0.24,
      terms: 0.064,
      fewTerms: 5.829,
      meaning: 10.821,
      meaningNear: 3.044,
      meaningAround: 0.237,
      meaningWords: -6.014,
      named: -0.295,
      otherSpeaker: 0.655,
      speaker: 1.976,
      date: 1.505,
      answer: 0.125,
      statement: 2.284,
      entity: 2.308,
      concept: 2.244,
      told: 1.212,
      toldNear: -0.573,
      toldOfOther: -0.921,
      untold: -2.935,
      otherSubject: -2.596,
      nearSubject: -0.117,
      answerMissing: -0.323,
      otherNumber: -9.082,
      selfOfOther: -2,
      untoldInNote: 0,
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
      selfOfOther: -2,
      untoldInNote: 0,
    },
  },
};
