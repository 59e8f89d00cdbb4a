/** The options that several tools offer, with their words for the model. */
import { z } from 'zod';
import { type Mood, type Quadrant, type RecallOptions, quadrantMoods } from '../../index.ts';
import { among, oneWordOf, type Offer, offered, type ToolInput, upTo } from '../tool-input.ts';

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
    'Who it comes from: "user" for what the user said, "agent" (default) for your own conclusions, "tool" or "import" for text that you read in a tool\'s output, a page or a document. Be honest: what is trusted less cannot replace what is trusted more.',
  narrowed: among(['user', 'agent', 'tool', 'import']),
};

/** Who is talked with: every tool that reads or writes takes it. */
export const talkOffer: Offer = {
  words:
    'Who you talk with, where you talk with several: user:NAME or group:NAME. Nothing that others told you comes up, and they do not hear what you store',
};

/** When to share, in one sentence. */
export const sharedWords =
  'Whether every agent may recall it: true for what others who work here need, such as how a bug was mended; false for opinions, confidences and drafts. Left out, the policy of the space decides';

type QueryOption = 'query' | 'limit' | 'about' | 'sessions' | 'mood' | 'emotionWeight' | 'asOf' | 'faded' | 'with';

/** The options that `recall_memory` and `search_memories` share. */
export const queryInput: ToolInput<Pick<RecallOptions, QueryOption>> = offered('recall', {
  query: 'A question or a few words; names help most',
  limit: { words: 'Memories to answer at most; 10 when left out', as: 'n_results', narrowed: upTo(50) },
  about: 'Only what mentions or concerns one of these names',
  sessions: 'Only what belongs to one of these sessions',
  mood: moodOffer('The mood to remember by: what felt alike comes up first. A word, or its place on two axes, -1..1'),
  emotionWeight: 'How much that mood counts, 0..1; 0.3 when left out',
  asOf: 'Answers what you believed at this time, ISO 8601',
  faded: 'Also what has almost faded from memory',
  with: talkOffer,
});
