/** The arguments that several tools take, with their words for the model and for a refusal. */
import { z } from 'zod';
import { type Channel, type Mood, type Quadrant, type RecallOptions, quadrantMoods } from '../../index.ts';

/** Text of 1 to `max` characters. */
export function textArgument(max: number): z.ZodString {
  const rule = `must be 1-${max.toLocaleString('en')} characters`;
  return z.string({ error: 'must be a string' }).min(1, { error: rule }).max(max, { error: rule });
}

/** A whole number from `min` to `max`. */
export function countArgument(min: number, max: number): z.ZodInt {
  const rule = `must be a whole number, ${min}-${max.toLocaleString('en')}`;
  return z.int({ error: rule }).min(min, { error: rule }).max(max, { error: rule });
}

/** A number from `min` to `max`. */
function share(min: number, max: number): z.ZodNumber {
  const rule = `must be ${min} to ${max}`;
  return z.number({ error: rule }).min(min, { error: rule }).max(max, { error: rule });
}

/** One of a closed list. */
export function choiceArgument<const T extends readonly string[]>(values: T): z.ZodEnum<{ [K in T[number]]: K }> {
  return z.enum(values, { error: `must be one of ${values.join(', ')}` });
}

/** A list of 1 to `max`. */
export function listArgument<T extends z.ZodType>(item: T, things: string, max: number): z.ZodArray<T> {
  const rule = `must be 1-${max} ${things}`;
  return z
    .array(item, { error: `must be a list of ${things}` })
    .min(1, { error: rule })
    .max(max, { error: rule });
}

/** True or false. */
export const flagArgument: z.ZodBoolean = z.boolean({ error: 'must be true or false' });

/** The id of a memory or a session. */
export const id: z.ZodString = textArgument(256);

/** A day or a moment. */
export const momentArgument: z.ZodString = textArgument(64).describe(
  'ISO 8601, such as 2026-03-01 or 2026-03-01T09:30:00Z',
);

const moodWords = Object.keys(quadrantMoods) as [Quadrant, ...Quadrant[]];

/** A mood, as a place on two axes or in a word for it. */
export const emotionalContext: z.ZodType<Quadrant | Mood> = z.union(
  [choiceArgument(moodWords), z.strictObject({ valence: share(-1, 1), arousal: share(-1, 1) })],
  { error: `must be one of ${moodWords.join(', ')}, or { valence, arousal }` },
);

/** The place on two axes that is meant. */
export function moodOf(context: Quadrant | Mood): Mood {
  return typeof context === 'string' ? quadrantMoods[context] : context;
}

/** Where a text comes from, as a model may say: what sleep derives is not among it. */
export type Source = Exclude<Channel, 'consolidation'>;

const sources = ['user', 'agent', 'tool', 'import'] as const satisfies readonly Source[];

/** Where a text comes from, by which it is trusted. */
export const channel: z.ZodType<Source> = choiceArgument(sources).describe(
  'Who it comes from: "user" for what the user said, "agent" (default) for your own conclusions, "tool" or "import" for text that you read in a tool\'s output, a page or a document. Be honest: what is trusted less cannot replace what is trusted more.',
);

/** Options without those that are left out. */
export function given<T extends object>(options: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

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
  query: textArgument(10_000).describe('A question or a few words; names help most'),
  n_results: countArgument(1, 50).optional().describe('Memories to answer at most; 10 when left out'),
  about: listArgument(textArgument(512), 'names', 32)
    .optional()
    .describe('Only what mentions or concerns one of these names'),
  sessions: listArgument(id, 'session ids', 100).optional().describe('Only what belongs to one of these sessions'),
  emotional_context: emotionalContext
    .optional()
    .describe('The mood to remember by: what felt alike comes up first. A word, or its place on two axes, -1..1'),
  emotion_weight: share(0, 1).optional().describe('How much that mood counts, 0..1; 0.3 when left out'),
  as_of: momentArgument.optional().describe('Answers what you believed at this time, ISO 8601'),
  faded: flagArgument.optional().describe('Also what has almost faded from memory'),
};

/** The same in the library's words. */
export function queryOptions(args: z.output<z.ZodObject<typeof queryArguments>>): RecallOptions {
  const { n_results: limit, emotional_context: felt, emotion_weight: emotionWeight, as_of: asOf } = args;
  const { query, about, sessions, faded } = args;
  const mood = felt === undefined ? undefined : moodOf(felt);
  // No tool tells of signals.
  return { query, signals: false, ...given({ limit, about, sessions, mood, emotionWeight, asOf, faded }) };
}
