/** The model behind a relevance: its grounds, and the weights that `bench abstain --fit` found for them; and what a relevance decides. */
import { changeWeights, contextShare, readMemories, readingWeights } from './defaults.ts';

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
  'wordsNear',
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

/** The ground of what a model said that read the query together with the memory. */
export const readingGround = 'read';

/** What a relevance is made of. */
export interface Ground {
  readonly name: GroundName | typeof readingGround;
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
 * The weights of the grounds of a relevance: `words` where the words of a memory have vectors, `semantic` where only its
 * text has one, `lexical` without vectors. The fit of `bench abstain` found the first two on the development halves of LoCoMo,
 * REALTALK, BEAM and the small stores (bench/README.md), the last one an earlier fit on all but BEAM. Set by hand are
 * `otherOfFamily`, `selfOfOther`, which no talk of the one who is named has, 0.1 and 0.15 of the intercepts of the first two,
 * for fewer lost answers, and without vectors `untold`, `untoldInNote`, `otherSubject`, `concept` and `fewTerms`, near what the
 * fit gives, by the small stores, and 0.1 of the intercept, since slips of spelling count as said.
 */
export const answerWeights: Readonly<Record<'words' | 'semantic' | 'lexical', AnswerModel>> = {
  words: {
    intercept: -12.458,
    weights: {
      own: 0.77,
      near: 0.321,
      around: 0.073,
      missing: -0.242,
      missingAround: -0.838,
      matched: 1.773,
      matchedNear: 0.953,
      rareOwn: -0.951,
      rareNear: 0.327,
      unknown: 0.236,
      terms: 0.186,
      fewTerms: 5.67,
      meaning: 5.626,
      meaningNear: 1.869,
      meaningAround: 3.743,
      meaningWords: -4.061,
      wordsNear: 2.645,
      named: -1.042,
      otherSpeaker: 0.129,
      speaker: 2.158,
      date: 1.45,
      answer: 0.241,
      statement: 3.206,
      entity: 2.574,
      concept: 2.012,
      told: 1.047,
      toldNear: -0.102,
      toldOfOther: -1.495,
      untold: -0.736,
      otherSubject: -1.047,
      nearSubject: 1.123,
      answerMissing: -0.563,
      otherNumber: -8.15,
      otherOfFamily: -5,
      selfOfOther: -5,
      untoldInNote: -4,
    },
  },
  semantic: {
    intercept: -11.701,
    weights: {
      own: 0.708,
      near: 0.778,
      around: 0.304,
      missing: -0.202,
      missingAround: -0.804,
      matched: 1.838,
      matchedNear: 1.053,
      rareOwn: -0.928,
      rareNear: 0.276,
      unknown: 0.052,
      terms: 0.11,
      fewTerms: 5.92,
      meaning: 5.38,
      meaningNear: 3.201,
      meaningAround: 3.966,
      meaningWords: -3.812,
      wordsNear: 0,
      named: -0.975,
      otherSpeaker: 0.056,
      speaker: 2.267,
      date: 1.598,
      answer: 0.285,
      statement: 3.308,
      entity: 2.716,
      concept: 2.118,
      told: 1.089,
      toldNear: -0.182,
      toldOfOther: -1.437,
      untold: -0.826,
      otherSubject: -1.062,
      nearSubject: 1.295,
      answerMissing: -0.558,
      otherNumber: -8.108,
      otherOfFamily: -5,
      selfOfOther: -5,
      untoldInNote: -4,
    },
  },
  lexical: {
    intercept: -8,
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
      wordsNear: 0,
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
      untoldInNote: -4,
    },
  },
};

/** What each ground adds to a relevance. */
export function groundsOf(values: Readonly<Record<GroundName, number>>, { weights }: AnswerModel): readonly Ground[] {
  return groundNames.map((name) => ({
    name,
    value: values[name],
    // A product of 0 and a negative weight is -0, which no JSON can tell.
    contribution: values[name] === 0 ? 0 : values[name] * weights[name],
  }));
}

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

/** What came nearest where nothing answers: the most relevant of what came up. */
export function nearestOf<T extends { readonly relevance: number }>(hits: readonly T[]): readonly T[] {
  return hits.toSorted((one, other) => other.relevance - one.relevance).slice(0, readMemories);
}

/** How a relevance, the log-odds of a reading, and a coverage make one, in log-odds. */
export interface ReadingWeights {
  readonly relevance: number;
  readonly read: number;
  readonly own: number;
}

/**
 * How likely a memory answers, by its relevance and by the log-odds of a model that read the query together with it; and
 * what that adds, in log-odds.
 */
export function relevanceRead(
  { relevance, grounds }: { readonly relevance: number; readonly grounds: readonly Ground[] },
  read: number,
  weights: ReadingWeights = readingWeights,
): { readonly relevance: number; readonly added: number } {
  const before = logOdds(relevance);
  const own = grounds.find(({ name }) => name === 'own')?.value ?? 0;
  const after = weights.relevance * before + weights.read * read + weights.own * own;
  return { relevance: 1 / (1 + Math.exp(-after)), added: after - before };
}

/** The log-odds that a later memory ends an earlier one for a question, by what was read of them and by how near they are. */
export function changeRead(read: { readonly ends: number; readonly answers: number; readonly like: number }): number {
  const { intercept, ends, answers, like } = changeWeights;
  return intercept + ends * read.ends + answers * read.answers + like * read.like;
}

/** Below this probability log-odds tell of rules, and no more of a likelihood. */
const leastRelevance = 1e-4;

function logOdds(relevance: number): number {
  const share = Math.min(Math.max(relevance, leastRelevance), 1 - leastRelevance);
  return Math.log(share / (1 - share));
}

/** A share of the terms of a query, and the weights behind it. */
export interface Coverage {
  readonly share: number;
  readonly matched: number;
  readonly rarest: number;
  readonly missing: number;
}

/**
 * How far a memory covers the terms of a query.
 *
 * @param held - for each of the terms, 1 where it is held.
 * @param total - the sum of their weights, above 0.
 */
export function coverageOf(terms: readonly { readonly weight: number }[], held: Uint8Array, total: number): Coverage {
  let [matched, rarest, missing] = [0, 0, 0];
  terms.forEach(({ weight }, at) => {
    if (held[at] === 1) {
      matched += weight;
      rarest = Math.max(rarest, weight);
    } else missing = Math.max(missing, weight);
  });
  return { share: matched / total, matched, rarest, missing };
}
