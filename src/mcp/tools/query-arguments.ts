/** What recalling and searching take alike. */
import type { z } from 'zod';
import type { Mood, Quadrant, RecallOptions } from '../../index.ts';
import { count, emotionalContext, flag, given, id, listOf, moment, moodOf, share, text } from './arguments.ts';

/** The arguments that `recall_memory` and `search_memories` share. */
export const queryArguments: {
  readonly query: z.ZodString;
  readonly n_results: z.ZodOptional<z.ZodInt>;
  readonly about: z.ZodOptional<z.ZodArray<z.ZodString>>;
  readonly sessions: z.ZodOptional<z.ZodArray<z.ZodString>>;
  readonly emotional_context: z.ZodOptional<z.ZodType<Quadrant | Mood>>;
  readonly emotion_weight: z.ZodOptional<z.ZodNumber>;
  readonly as_of: z.ZodOptional<z.ZodString>;
  readonly faded: z.ZodOptional<z.ZodBoolean>;
} = {
  query: text(10_000).describe('A question or a few words; names help most'),
  n_results: count(1, 50).optional().describe('Memories to answer at most; 10 when left out'),
  about: listOf(text(512), 'names', 32).optional().describe('Only what mentions or concerns one of these names'),
  sessions: listOf(id, 'session ids', 100).optional().describe('Only what belongs to one of these sessions'),
  emotional_context: emotionalContext
    .optional()
    .describe('The mood to remember by: what felt alike comes up first. A word, or its place on two axes, -1..1'),
  emotion_weight: share(0, 1).optional().describe('How much that mood counts, 0..1; 0.3 when left out'),
  as_of: moment.optional().describe('Answers what you believed at this time, ISO 8601'),
  faded: flag.optional().describe('Also what has almost faded from memory'),
};

/** The same in the library's words. */
export function queryOptions(args: z.output<z.ZodObject<typeof queryArguments>>): RecallOptions {
  const { n_results: limit, emotional_context: felt, emotion_weight: emotionWeight, as_of: asOf } = args;
  const { query, about, sessions, faded } = args;
  const mood = felt === undefined ? undefined : moodOf(felt);
  // No tool tells of signals.
  return { query, signals: false, ...given({ limit, about, sessions, mood, emotionWeight, asOf, faded }) };
}
