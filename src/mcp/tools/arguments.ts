/** The options that several tools offer, with their words for the model. */
import { z } from 'zod';
import { type Mood, type Quadrant, type RecallOptions, quadrantMoods } from '../../index.ts';
import { among, oneWordOf, type Offer, offered, textList, type ToolInput, upTo } from '../tool-input.ts';

const moodWords = Object.keys(quadrantMoods) as [Quadrant, ...Quadrant[]];
const moodError = { error: `must be one of ${moodWords.join(', ')}, or { valence, arousal }` };

/** A place on the axes as clients send it: a quadrant says what an axis leaves out, and half a place is of no strength. */
const placeOfMood = z
  .looseObject({ quadrant: oneWordOf(moodWords).optional() })
  .transform(({ quadrant, valence, arousal }) => {
    const middle = quadrant === undefined ? { valence: 0, arousal: 0 } : quadrantMoods[quadrant];
    // The verb checks what is on the axes.
    return { valence: valence ?? middle.valence, arousal: arousal ?? middle.arousal };
  });

/** A mood in a word, or as the place on two axes that the verb takes. */
export function moodOffer(words: string): Offer {
  return {
    words,
    as: 'emotional_context',
    narrowed: ({ schema }) => ({
      shown: { anyOf: [{ type: 'string', enum: moodWords }, schema] },
      own: z.union([oneWordOf(moodWords).transform((word): Mood => quadrantMoods[word]), placeOfMood], moodError),
    }),
  };
}

/** Where a text comes from, by which it is trusted. What sleep derives is not among it. */
export const channelOffer: Offer = {
  words:
    'Who says it: user, agent (you, default), tool or import (text that you read). Less trusted text replaces nothing more trusted',
  narrowed: among(['user', 'agent', 'tool', 'import']),
};

/** Who is talked with: every tool that reads or writes takes it. */
export const talkOffer: Offer = {
  words:
    'Who you talk with, where with several: user:NAME or group:NAME. What others told you stays out, and they hear nothing of this',
};

/** When to share, in one sentence. */
export const sharedWords = 'Whether every agent may recall it; not for opinions and confidences';

/** What a caller keeps with a memory. */
export const keptOffers = {
  concepts: { words: 'Its key terms', narrowed: textList },
  tags: 'Words by which to filter for it later',
  // Without a type: SDKs close every object that they are shown.
  metadata: { words: 'A JSON object kept with it', narrowed: () => ({ shown: {} }) },
  embedding: {
    words: 'For programs: { model, vector }',
    narrowed: () => ({ shown: {} }),
  },
} as const;

type QueryOption =
  | 'query'
  | 'limit'
  | 'about'
  | 'tags'
  | 'sessions'
  | 'mood'
  | 'emotionWeight'
  | 'asOf'
  | 'faded'
  | 'with';

/** The options that `recall_memory` and `search_memories` share. */
export const queryInput: ToolInput<Pick<RecallOptions, QueryOption>> = offered('recall', {
  query: 'A question or a few words; names help most',
  limit: { words: 'At most; 10 when left out', as: 'n_results', narrowed: upTo(50) },
  about: 'Only what concerns one of these names',
  tags: 'Only what has one of these tags',
  sessions: 'Only what belongs to one of these sessions',
  mood: moodOffer('The mood to remember by: what felt alike comes up first. A word, or its place on two axes, -1..1'),
  emotionWeight: 'How much that mood counts, 0..1; 0.3 when left out',
  asOf: 'Answers what you believed at this time',
  faded: 'Also what has almost faded from memory',
  with: talkOffer,
});
