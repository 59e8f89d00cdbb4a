/**
 * What each signal says, in plain English. A sentence tells what the value proves and no more: it knows the value and
 * the memory, not the query nor the other memories.
 */
import type { RecalledMemory } from './recall-options.ts';

/** How a signal is put into words. */
export interface SignalWords {
  /** What it is for, after "for": `its words`. */
  readonly noun: string;
  /** One sentence about a value, 0..1. */
  readonly sentence: (value: number, memory: RecalledMemory) => string;
}

/** A share of the whole, in per cent. */
export const percent = (value: number): string => {
  const rounded = Math.round(value * 100);
  // What is not the whole, or not nothing, must not read so.
  return `${Math.min(value < 1 ? 99 : 100, Math.max(value > 0 ? 1 : 0, rounded))} %`;
};
/** A value in words. */
export const outOfOne = (value: number): string => `${value.toFixed(2)} of 1`;

/** A sentence for 1, for what lies between, and for 0. */
function graded(
  noun: string,
  full: string,
  between: (value: number, memory: RecalledMemory) => string,
  zero: string,
): SignalWords {
  return {
    noun,
    sentence: (value, memory) => (value >= 1 ? full : value <= 0 ? zero : between(value, memory)),
  };
}

/** The words for each signal by its name. */
export const signalWords: Readonly<Record<string, SignalWords>> = {
  lexical: graded(
    'its words',
    'No other memory in view matches the words of the question better.',
    (value) => `Its words, and those said around it, match the question ${percent(value)} as well as the best in view.`,
    'Neither it nor what was said around it has a word of the question.',
  ),
  semantic: graded(
    'its meaning',
    'No other memory in view is closer to the question in meaning.',
    (value) => `Its closeness to the question in meaning is ${outOfOne(value)}.`,
    'Its meaning is not close to that of the question, or it has no vector.',
  ),
  session: {
    noun: 'its session',
    sentence: (value, { session }) => {
      if (session === undefined) return `It has no session; as one of its own, its words count ${outOfOne(value)}.`;
      if (value >= 1) return 'No session in view has more to do with the words of the question than its own.';
      if (value <= 0) return 'Its session has nothing to do with the words of the question.';
      return `Its session has ${percent(value)} as much to do with the words of the question as the best one.`;
    },
  },
  episode: {
    noun: 'its episode',
    sentence: (value, { session }) => {
      if (session === undefined) return `It has no session; by itself it matches the question ${outOfOne(value)}.`;
      if (value <= 0) return 'No memory of its session matches the question.';
      return `The best memories of its session, taken together, match the question ${outOfOne(value)}.`;
    },
  },
  date: graded(
    'its date',
    'It happened at the time that the question names.',
    (value) => `How near it is to the time that the question names counts ${outOfOne(value)}.`,
    'It is not of a time that the question names, if it names one.',
  ),
  speaker: graded(
    'its speaker',
    'The one person whom the question names said it.',
    (value) => `The person whom the question names has to do with who said it: ${outOfOne(value)}.`,
    'It was not said by the one person whom the question names, if it names one.',
  ),
  entity: graded(
    'what it mentions',
    'It mentions everybody and everything that the question names.',
    (value) => `It mentions ${percent(value)} of those whom the question names.`,
    'It mentions nobody and nothing that the question names, if it names any.',
  ),
  statement: graded(
    'stating something',
    'It states something and asks nothing.',
    (value) => `${percent(value)} of it states something; the rest asks.`,
    'It only asks.',
  ),
  answer: graded(
    'its kind of answer',
    'It holds the kind of answer that the question asks for: a time, a number or a place.',
    (value) => `It holds the kind of answer that the question asks for: ${outOfOne(value)}.`,
    'It holds no time, number or place that the question asks for.',
  ),
  length: graded(
    'its length',
    'It is long enough to say a good deal.',
    (value) => `What it can say by its length counts ${outOfOne(value)}.`,
    'It is too short to say anything.',
  ),
  names: graded(
    'what it names',
    'It names three or more people, places, works or things.',
    (value) => `It names ${value < 0.5 ? 'one thing' : 'two things'}, be it a person, a place or a work.`,
    'It names nobody and nothing but those who speak.',
  ),
  concept: graded(
    'its key terms',
    'Its key terms are those of the question.',
    (value) => `Of its key terms and those of the question, ${percent(value)} are shared.`,
    'It shares no key term with the question.',
  ),
  trigger: graded(
    'its pattern',
    'It is marked to come up for questions like this one.',
    (value) => `It is marked to come up for questions much like this one: ${outOfOne(value)}.`,
    'It is not marked to come up for questions like this one.',
  ),
  domain: {
    noun: 'its area',
    sentence: (value) => {
      if (value >= 1) return 'It belongs to the area that the question is about.';
      if (value >= 0.5) return 'The question names no area, so its own counts half.';
      if (value > 0) return 'It belongs to another project than the one that the question is about.';
      return 'It does not belong to the area that the question is about.';
    },
  },
  topic: graded(
    'its topic',
    'Its topic is that of the question.',
    (value) => `Its topic is much like that of the question: ${outOfOne(value)}.`,
    'It has no topic that the question names.',
  ),
  coActivation: graded(
    'what it came up with',
    'It has come up together with what was recalled lately, again and again.',
    (value) => `It has come up together with what was recalled lately: ${outOfOne(value)}.`,
    'It has not come up together with what was recalled lately.',
  ),
  authority: graded(
    'its authority',
    'It is vital, in use and new: its authority is full.',
    (value) => `Its authority, made of importance, use and age, is ${outOfOne(value)}.`,
    'It has no authority: it is trivial, unused and old.',
  ),
  recency: graded(
    'being recent',
    'It is new, and was in mind just now.',
    (value) => `How new it is, and how lately it was in mind, count ${outOfOne(value)}.`,
    'It is old and was long out of mind.',
  ),
  ring: {
    noun: 'its ring',
    sentence: (value) => {
      if (value >= 1) return 'It lies at the core of what is known.';
      if (value >= 0.75) return 'It holds for a whole area: its ring is the second from the core.';
      if (value >= 0.5) return 'It holds for one topic: its ring is the third from the core.';
      return 'It is a detail, or nobody said how close to the core it lies.';
    },
  },
  knowledge: graded(
    'its kind of knowledge',
    'It holds the kind of knowledge that the question asks for, such as a method, a decision or a preference.',
    (value) => `It holds the kind of knowledge that the question asks for: ${outOfOne(value)}.`,
    'It does not hold a kind of knowledge that the question asks for.',
  ),
  link: graded(
    'what it is linked to',
    'A memory that supports or contradicts it matches the question as well as any could.',
    (value) => `A memory that supports or contradicts it matches the question: ${outOfOne(value)}.`,
    'No memory that supports or contradicts it matches the question.',
  ),
  standing: {
    noun: 'its standing',
    sentence: (value) => {
      if (value > 0.5) return `Other memories in view support it: ${outOfOne(value)}.`;
      if (value < 0.5)
        return `A memory in view that is more important, or as important and later, contradicts it: ${outOfOne(value)}.`;
      return 'Nothing in view speaks clearly for or against it.';
    },
  },
  thought: graded(
    'its place in a chain of thought',
    'It is an alternative or a revision, as the question asks for.',
    (value) => `It belongs to an alternative, or was revised, as the question asks for: ${outOfOne(value)}.`,
    'It is no alternative or revision that the question asks for.',
  ),
  wordMeaning: graded(
    'the meaning of its words',
    'No other of the first memories has words closer to each word of the question in meaning.',
    (value) => `Its words are ${percent(value)} as close to those of the question in meaning as the closest.`,
    'None of the first memories has words further from those of the question in meaning, or it is not among these.',
  ),
  contextMeaning: graded(
    'the meaning of the words around it',
    'With what was said around it, no other of the first memories has words closer to the question in meaning.',
    (value) =>
      `With what was said around it, its words are ${percent(value)} as close to the question in meaning as the closest.`,
    'With what was said around it, none of the first memories is further from the question in meaning, or it is not among these.',
  ),
  relevance: graded(
    'its relevance',
    'It answers the question for certain.',
    (value) =>
      `By its words, its meaning and what was said around it, it answers the question with a chance of ${percent(value)}.`,
    'It does not answer the question, or it is not among the first memories, whose relevance counts.',
  ),
  evidence: graded(
    'what reading it says',
    'Read together with the question, it answers better than all others among the first memories.',
    (value) =>
      `Read together with the question, it lies at ${percent(value)} between the least of the first memories and the best.`,
    'Read together with the question, it answers least of the first memories, or it is not among these.',
  ),
  mood: {
    noun: 'its mood',
    sentence: (value, { mood }) => {
      if (mood === undefined) return 'It has no mood of its own, which counts half.';
      if (value >= 1) return 'It felt just as the present mood does.';
      return `The likeness of its mood to the present one is ${outOfOne(value)}.`;
    },
  },
};

/** How a signal is put into words; one that is not known by its name and value alone. */
export function wordsOfSignal(name: string): SignalWords {
  const words = Object.hasOwn(signalWords, name) ? signalWords[name] : undefined;
  return words ?? { noun: name, sentence: (value) => `The signal "${name}" counts ${outOfOne(value)}.` };
}
