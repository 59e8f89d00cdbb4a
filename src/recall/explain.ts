/** Why a memory came up: its signals in order of what they contributed, each with a sentence. */
import type { z } from 'zod';
import { type Fields, list, number, record, signalShape, words } from '../domain/result.ts';
import type { Signal } from '../domain/signal.ts';
import { inList } from '../domain/values.ts';
import type { Ground } from './answer-model.ts';
import type { RecalledMemory } from './recall-options.ts';
import { outOfOne, percent, wordsOfSignal } from './signal-words.ts';

const explainedSignalFields = {
  /** What the value says, in plain English. */
  sentence: words,
};
/** A signal with a sentence. */
export interface ExplainedSignal extends Signal, Fields<typeof explainedSignalFields> {}
export const explainedSignalRules: z.ZodType<ExplainedSignal> = record({ ...signalShape, ...explainedSignalFields });

const explanationFields = {
  /** The id of the memory. */
  memory: words,
  /** 0..1: the sum of the contributions. */
  score: number,
  /** All signals that have a weight, by contribution, the greatest first; among equals by weight. */
  signals: list(explainedSignalRules),
  /** 0..1: how likely the memory answers the query, independent of other results. */
  relevance: number,
  /** One sentence: the relevance, and what speaks for it and against it. */
  relevant: words,
  /** One sentence: the score, and what it comes from above all. */
  summary: words,
};
/** Why a memory came up. */
export interface Explanation extends Fields<typeof explanationFields> {}
export const explanationRules: z.ZodType<Explanation> = record(explanationFields);

/** Signals that a summary names at most. */
const maxNamed = 3;
/** A signal is named when it contributes at least this share of the score. */
const namedShare = 0.1;

/** Explains a memory that `recall` or `search` has answered; reads and changes nothing else. */
export function explain(memory: RecalledMemory): Explanation {
  const signals = memory.signals
    .map((signal) => ({ ...signal, sentence: wordsOfSignal(signal.name).sentence(signal.value, memory) }))
    .toSorted((one, other) => other.contribution - one.contribution || other.weight - one.weight);
  return {
    memory: memory.id,
    score: memory.score,
    signals,
    relevance: memory.relevance,
    relevant: relevantOf(memory),
    summary: summaryOf(memory, signals),
  };
}

/** What grounds of a relevance are, in words; those that only tell how long the question is are not named. */
const groundWords: Readonly<Partial<Record<Ground['name'], (value: number) => string>>> = {
  own: (value) => `${percent(value)} of the question's words in it`,
  near: (value) => `${percent(value)} of them in it and what stands next to it`,
  around: (value) => `${percent(value)} of them around it`,
  missing: () => 'a rare word of the question that is not there',
  missingAround: () => 'a rare word of the question that is nowhere around',
  matched: () => 'how many of the words it has',
  matchedNear: () => 'how many of the words stand close by',
  rareOwn: () => 'the rarest word that it has',
  rareNear: () => 'the rarest word close by',
  unknown: (value) => (value > 0 ? 'a word that no memory in view has' : 'words that are all known'),
  meaning: (value) => `its closeness in meaning (${outOfOne(value)})`,
  meaningNear: () => 'the meaning of what stands next to it',
  meaningAround: () => 'the meaning of what stands around it',
  meaningWords: () => 'words and meaning together',
  otherSpeaker: (value) => (value > 0 ? 'being said by somebody else than is named' : 'who said it'),
  speaker: () => 'who said it',
  date: () => 'its date',
  answer: () => 'the kind of answer that it holds',
  statement: () => 'stating something',
  entity: () => 'what it mentions',
  concept: () => 'its key terms',
  read: () => 'the question and it, read together',
};
/** Grounds that a sentence names at most, for and against. */
const maxGrounds = 2;

function relevantOf({ relevance, grounds }: RecalledMemory): string {
  const told = `Its relevance is ${relevance.toFixed(2)}`;
  if (grounds.length === 0) return `${told}, as names, a time or a filter alone decide.`;
  const named = (sign: 1 | -1): string =>
    inList(
      grounds
        .filter(({ contribution }) => contribution * sign > 0.1)
        .toSorted((one, other) => sign * (other.contribution - one.contribution))
        .flatMap(({ name, value }) => groundWords[name]?.(value) ?? [])
        .slice(0, maxGrounds),
    );
  const [pro, contra] = [named(1), named(-1)];
  return `${told}${pro === '' ? '' : `; for it: ${pro}`}${contra === '' ? '' : `; against it: ${contra}`}.`;
}

function summaryOf({ score }: RecalledMemory, signals: readonly Signal[]): string {
  const named = signals
    .filter(({ contribution }) => contribution > 0 && contribution >= score * namedShare)
    .slice(0, maxNamed)
    .map(({ name, contribution }) => `${wordsOfSignal(name).noun} (${contribution.toFixed(2)})`);
  const scored = `Its score is ${score.toFixed(2)}`;
  if (named.length === 0) return `${scored}, and no signal stands out.`;
  return `${scored}, above all for ${inList(named)}.`;
}
