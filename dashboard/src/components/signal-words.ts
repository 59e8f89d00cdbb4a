/** The signals of a score in a word or two, and by what they go. */
import type { Signal } from 'madeleine';

/** By what a signal goes: it is coloured by that. */
export type SignalGroup = 'words' | 'place' | 'subject' | 'manner' | 'standing' | 'mood';

/** What each group goes by. */
export const signalGroups: Readonly<Record<SignalGroup, string>> = {
  words: 'what it says',
  place: 'where it was said',
  subject: 'whom and what it is about',
  manner: 'what sort of thing it is',
  standing: 'what it counts by itself',
  mood: 'how it felt',
};

/** The signals of recall, then those of ambient memory alone. */
const known: Readonly<Record<string, readonly [words: string, group: SignalGroup]>> = {
  lexical: ['words', 'words'],
  semantic: ['meaning', 'words'],
  wordMeaning: ['words in meaning', 'words'],
  contextMeaning: ['words around it in meaning', 'words'],
  relevance: ['relevance', 'words'],
  evidence: ['read with the question', 'words'],
  concept: ['key terms', 'words'],
  trigger: ['pattern', 'words'],
  session: ['session', 'place'],
  episode: ['episode', 'place'],
  date: ['date', 'subject'],
  speaker: ['speaker', 'subject'],
  entity: ['what it mentions', 'subject'],
  domain: ['area', 'subject'],
  topic: ['topic', 'subject'],
  statement: ['states something', 'manner'],
  answer: ['kind of answer', 'manner'],
  length: ['length', 'manner'],
  names: ['names', 'manner'],
  knowledge: ['kind of knowledge', 'manner'],
  ring: ['ring', 'manner'],
  coActivation: ['came up together', 'standing'],
  authority: ['authority', 'standing'],
  recency: ['recent', 'standing'],
  link: ['linked memories', 'standing'],
  standing: ['support', 'standing'],
  thought: ['place in a chain', 'standing'],
  mood: ['mood', 'mood'],
  closeness: ['close to the message', 'words'],
  anchors: ['what the agent cares about', 'subject'],
  novelty: ['new', 'manner'],
  frequency: ['use', 'standing'],
  trust: ['trust', 'standing'],
  sentiment: ['feeling', 'mood'],
};

/** A signal's name in a word or two. */
export function signalWords(name: string): string {
  return known[name]?.[0] ?? name;
}

/** By what a signal goes. */
export function signalGroup(name: string): SignalGroup {
  return known[name]?.[1] ?? 'standing';
}

/** The signals that add something to a score, what adds most first; equals stay as they were. */
export function speaking<One extends Signal>(signals: readonly One[]): readonly One[] {
  return signals
    .filter(({ contribution }) => contribution > 0)
    .sort((one, other) => other.contribution - one.contribution);
}

/**
 * Parts of a sum in whole thousandths, so that what is written adds up to what is written for the sum: what is lost by
 * rounding down goes to those that lose most by it.
 */
export function inThousandths(parts: readonly number[], sum: number): readonly number[] {
  const whole = parts.map((part) => Math.floor(part * 1000));
  let left = Math.round(sum * 1000) - whole.reduce((total, part) => total + part, 0);
  const byLoss = parts
    .map((part, place) => ({ place, loss: part * 1000 - Math.floor(part * 1000) }))
    .sort((one, other) => other.loss - one.loss);
  for (const { place } of byLoss) {
    if (left <= 0) break;
    whole[place] = (whole[place] as number) + 1;
    left--;
  }
  return whole;
}
