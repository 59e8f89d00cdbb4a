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

/** The weights of the grounds of a relevance (`bench abstain --fit` on the development halves of LoCoMo, REALTALK, BEAM and the small stores; bench/README.md), with vectors and without. */
export const answerWeights: { readonly semantic: AnswerModel; readonly lexical: AnswerModel } = {
  semantic: {
    intercept: -10.915,
    weights: {
      own: 0.262,
      near: 1.008,
      around: 0.686,
      missing: -0.979,
      missingAround: -0.121,
      matched: 1.332,
      matchedNear: 1.972,
      rareOwn: -0.596,
      rareNear: 0.332,
      unknown: -0.519,
      terms: 0.043,
      fewTerms: 5.984,
      meaning: 12.567,
      meaningNear: 1.466,
      meaningAround: 1.873,
      meaningWords: -9.137,
      named: -0.39,
      otherSpeaker: 0.806,
      speaker: 2.437,
      date: 1.556,
      answer: 0.239,
      statement: 1.779,
      entity: 1.968,
      concept: 2.697,
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
      entity: 0.509,
      concept: 3.769,
    },
  },
};
