/** Why a memory came up: its signals in order of what they contributed, each with a sentence. */
import type { Signal } from '../domain/signal.ts';
import type { RecalledMemory } from './recall-options.ts';
import { wordsOf } from './signal-sentences.ts';

/** A signal with a sentence. */
export interface ExplainedSignal extends Signal {
  /** What the value says, in plain English. */
  readonly sentence: string;
}

/** Why a memory came up. */
export interface Explanation {
  /** The id of the memory. */
  readonly memory: string;
  /** 0..1: the sum of the contributions. */
  readonly score: number;
  /** All signals that have a weight, by contribution, the greatest first; among equals by weight. */
  readonly signals: readonly ExplainedSignal[];
  /** One sentence: the score, and what it comes from above all. */
  readonly summary: string;
}

/** Signals that a summary names at most. */
const mostNamed = 3;
/** A signal is named when it contributes at least this share of the score. */
const namedShare = 0.1;

/** Explains a memory that `recall` or `search` has answered; reads and changes nothing else. */
export function explain(memory: RecalledMemory): Explanation {
  const signals = memory.signals
    .map((signal) => ({ ...signal, sentence: wordsOf(signal.name).sentence(signal.value, memory) }))
    .toSorted((one, other) => other.contribution - one.contribution || other.weight - one.weight);
  return { memory: memory.id, score: memory.score, signals, summary: summaryOf(memory, signals) };
}

function summaryOf({ score }: RecalledMemory, signals: readonly Signal[]): string {
  const named = signals
    .filter(({ contribution }) => contribution > 0 && contribution >= score * namedShare)
    .slice(0, mostNamed)
    .map(({ name, contribution }) => `${wordsOf(name).noun} (${contribution.toFixed(2)})`);
  const scored = `Its score is ${score.toFixed(2)}`;
  if (named.length === 0) return `${scored}, and no signal stands out.`;
  const last = named.at(-1) as string;
  const list = named.length === 1 ? last : `${named.slice(0, -1).join(', ')} and ${last}`;
  return `${scored}, above all for ${list}.`;
}
