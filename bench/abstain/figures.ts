/** What the answers of the bench `abstain` come to. */
import { meanOf } from '../statistics.ts';
import { type Example, type Fitted, fitLogistic, probability } from './fit.ts';
import { type QuestionKind, questionKinds } from './questions.ts';

/** A memory that came up. */
export interface JudgedMemory {
  readonly relevance: number;
  /** In the order of the model; empty where a rule decided. */
  readonly values: readonly number[];
  readonly isEvidence: boolean;
}

/** A question with what came up for it, best first. */
export interface JudgedAnswer {
  readonly group: string;
  readonly kind: QuestionKind;
  readonly query: string;
  readonly memories: readonly JudgedMemory[];
  /** Whether recall answers, and whether what leads its answer is evidence. */
  readonly isAnswered: boolean;
  readonly isRight: boolean;
}

/** The figures of one set of stores; shares are 0..1. */
export interface AbstainFigures {
  readonly name: string;
  /** How well the best relevance of an answer tells own questions from foreign ones, 0.5..1. */
  readonly auc: number;
  /** The same of own questions of which evidence was found. */
  readonly aucFound: number;
  /** The floor by which the rest is told. */
  readonly floor: number;
  /** The share of the evidence among the first 10 that is lost at the floor. */
  readonly lost: number;
  /** By kind, the share of questions to which nothing is answered. */
  readonly silent: Readonly<Partial<Record<QuestionKind, number>>>;
  /** The floor that loses 2 % of the evidence, and what it would keep silent. */
  readonly atTwoPercent: { readonly floor: number; readonly silent: Readonly<Partial<Record<QuestionKind, number>>> };
  /** What recall answers with: of own questions, the share that evidence leads, and by kind the share that is silent. */
  readonly recalled: { readonly right: number; readonly silent: Readonly<Partial<Record<QuestionKind, number>>> };
  /** Of the best memory of each question: by its relevance, how many there are, and what share is evidence. */
  readonly bins: readonly {
    readonly from: number;
    readonly count: number;
    readonly mean: number;
    readonly right: number;
  }[];
  /** The mean squared error of the relevance of the best memories. */
  readonly brier: number;
}

/** The loss of evidence that a floor may cost. */
const allowedLoss = 0.02;
const binEdges = [0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/** The best relevance of an answer; 0 of none. */
export function bestOf({ memories }: Pick<JudgedAnswer, 'memories'>): number {
  return Math.max(0, ...memories.map(({ relevance }) => relevance));
}

/** The figures of some answers at a floor. */
export function figuresOf(name: string, answers: readonly JudgedAnswer[], floor: number): AbstainFigures {
  const own = answers.filter(({ kind }) => kind === 'own');
  const foreign = answers.filter(({ kind }) => kind === 'foreign').map(bestOf);
  const found = own.filter(({ memories }) => memories.some(({ isEvidence }) => isEvidence));
  const edge = floorAt(found);
  return {
    name,
    auc: auc(own.map(bestOf), foreign),
    aucFound: auc(found.map(bestOf), foreign),
    floor,
    lost: lostAt(found, floor),
    silent: silentAt(answers, floor),
    atTwoPercent: { floor: edge, silent: silentAt(answers, edge) },
    recalled: {
      right: meanOf(own.map(({ isRight }) => Number(isRight))),
      silent: silentBy(answers, ({ isAnswered }) => !isAnswered),
    },
    ...calibration(answers),
  };
}

/** Judges every group anew by a model that was fitted on the others. */
export function leaveOneOut(answers: readonly JudgedAnswer[]): readonly JudgedAnswer[] {
  const groups = [...new Set(answers.map(({ group }) => group))];
  return groups.flatMap((held) => {
    const model = modelOf(answers.filter(({ group }) => group !== held));
    return answers.filter(({ group }) => group === held).map((answer) => judgedBy(model, answer));
  });
}

/**
 * A model of some answers: evidence against what came up for questions that have no answer. The best memory of a question
 * decides whether it is answered, so the best one by the last model counts, and the others a little.
 */
export function modelOf(answers: readonly JudgedAnswer[]): Fitted {
  let model = fitLogistic(answers.flatMap((answer) => examplesOf(answer, (_, place) => -place)));
  for (let round = 0; round < rounds; round += 1) {
    const last = model;
    model = fitLogistic(answers.flatMap((answer) => examplesOf(answer, ({ values }) => probability(last, values))));
  }
  return model;
}

function judgedBy(model: Fitted, answer: JudgedAnswer): JudgedAnswer {
  const memories = answer.memories.map((memory) =>
    memory.values.length === 0 ? memory : { ...memory, relevance: probability(model, memory.values) },
  );
  return { ...answer, memories };
}

/** How often the best memories are chosen anew; more rounds change nothing. */
const rounds = 2;
/** Small stores weigh more: there are few of them, and most begin as one. */
const smallStoreWeight = 3;
/** So do prompts and nonsense, of which there are few beside the foreign questions. */
const promptWeight = 10;
/** Questions about a chat of long messages, whose every message has most words, teach little of other stores. */
const longMessagesWeight = 0.3;
/** What comes after these and is no evidence says nothing new. */
const readMemories = 3;
/** What a memory counts that is not the best of its question. */
const othersWeight = 0.3;
/** What came up beside the evidence is often about the same: it says little. */
const besideEvidence = 0.2;

/** @param worth - puts the memories of an answer in order, the best first. */
function examplesOf(
  { group, kind, memories }: JudgedAnswer,
  worth: (memory: JudgedMemory, place: number) => number,
): readonly Example[] {
  const isPrompt = kind === 'neutral' || kind === 'nonsense';
  const ofGroup = group.startsWith('small ') ? smallStoreWeight : group.startsWith('beam') ? longMessagesWeight : 1;
  const weight = ofGroup * (isPrompt ? promptWeight : 1);
  const best = memories
    .map((memory, place) => ({ ...memory, worth: worth(memory, place) }))
    .filter(({ values }) => values.length > 0)
    .sort((one, other) => other.worth - one.worth);
  const evidence = kind === 'own' ? best.filter(({ isEvidence }) => isEvidence) : [];
  const others = best.filter((memory) => !evidence.includes(memory)).slice(0, readMemories);
  const share = (place: number): number => (place === 0 ? 1 : othersWeight);
  return [
    ...evidence.map(({ values }, place) => ({ values, isAnswer: true, weight: weight * share(place) })),
    ...others.map(({ values }, place) => ({
      values,
      isAnswer: false,
      weight: weight * (kind === 'own' ? besideEvidence : share(place)),
    })),
  ];
}

/** The share of pairs of which the first has the larger value; equal ones count half. */
function auc(one: readonly number[], other: readonly number[]): number {
  const sorted = other.toSorted((a, b) => a - b);
  const shares = one.map((value) => {
    const below = sorted.filter((each) => each < value).length;
    const equal = sorted.filter((each) => each === value).length;
    return (below + equal / 2) / Math.max(1, sorted.length);
  });
  return meanOf(shares);
}

function silentAt(answers: readonly JudgedAnswer[], floor: number): AbstainFigures['silent'] {
  return silentBy(answers, (answer) => bestOf(answer) < floor);
}

function silentBy(
  answers: readonly JudgedAnswer[],
  isSilent: (answer: JudgedAnswer) => boolean,
): AbstainFigures['silent'] {
  return Object.fromEntries(
    questionKinds.flatMap((kind) => {
      const asked = answers.filter((answer) => answer.kind === kind);
      return asked.length === 0 ? [] : [[kind, meanOf(asked.map((answer) => Number(isSilent(answer))))]];
    }),
  );
}

const evidenceIn = ({ memories }: JudgedAnswer): number => memories.filter(({ isEvidence }) => isEvidence).length;

/** Evidence is lost with its answer: what came up with an answer that passes is still told. */
function lostAt(found: readonly JudgedAnswer[], floor: number): number {
  const total = found.reduce((sum, answer) => sum + evidenceIn(answer), 0);
  const lost = found.reduce((sum, answer) => sum + (bestOf(answer) < floor ? evidenceIn(answer) : 0), 0);
  return lost / Math.max(1, total);
}

function floorAt(found: readonly JudgedAnswer[]): number {
  const sorted = found.toSorted((one, other) => bestOf(one) - bestOf(other));
  const allowed = allowedLoss * sorted.reduce((sum, answer) => sum + evidenceIn(answer), 0);
  let lost = 0;
  for (const answer of sorted) {
    lost += evidenceIn(answer);
    if (lost > allowed) return bestOf(answer);
  }
  return 0;
}

function calibration(answers: readonly JudgedAnswer[]): Pick<AbstainFigures, 'bins' | 'brier'> {
  const first = answers.flatMap(({ memories }) => {
    const [best] = memories.toSorted((one, other) => other.relevance - one.relevance);
    return best === undefined ? [] : [best];
  });
  const bins = binEdges.map((from, at) => {
    const inside = first.filter(({ relevance }) => relevance >= from && relevance < (binEdges[at + 1] ?? 1.01));
    const mean = meanOf(inside.map(({ relevance }) => relevance));
    return { from, count: inside.length, mean, right: meanOf(inside.map(({ isEvidence }) => (isEvidence ? 1 : 0))) };
  });
  return { bins, brier: meanOf(first.map((one) => (one.relevance - (one.isEvidence ? 1 : 0)) ** 2)) };
}
