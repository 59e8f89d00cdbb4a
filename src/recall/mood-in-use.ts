/**
 * Which mood a recall goes by: the one that the call gives, else what the provider says. A
 * provider is somebody else's code, so it may fail, answer nonsense or not answer: recall goes on
 * without a mood then, and says so.
 */
import { z } from 'zod';
import { type Fields, moodShape, record } from '../domain/result.ts';
import { UnavailableError } from '../domain/errors.ts';
import { checked, moodValue } from '../domain/input.ts';
import { quadrant, type Quadrant, quadrantMoods } from '../domain/mood.ts';
import type { Mood } from '../domain/records.ts';
import { moodTimeoutMs } from './defaults.ts';

/** Tells an agent's mood of the moment; nothing where it has none. */
export type MoodProvider = (agent: string) => Mood | undefined | Promise<Mood | undefined>;

const moodInUseFields = {
  quadrant: z.enum(Object.keys(quadrantMoods) as Quadrant[]),
  /** Whether the call gave it or the provider told it. */
  source: z.enum(['given', 'provider']),
};
/** The mood that a recall went by. */
export interface MoodInUse extends Mood, Fields<typeof moodInUseFields> {}

/** The rules of {@link MoodInUse}. */
export const moodInUseRules: z.ZodType<MoodInUse> = record({ ...moodShape, ...moodInUseFields });

/** How moods bear on recall where a call does not say. */
export interface MoodSettings {
  /** The share of the mood in the score, 0..1. */
  readonly emotionWeight: number;
  /** How many times the limit are put in order by mood, 1..5. */
  readonly candidateMultiplier: number;
  readonly provider?: MoodProvider;
  /** Hears why the provider failed. */
  readonly onError: (error: unknown) => void;
}

/**
 * The mood to go by, if there is one, and what to tell of it; it never fails.
 *
 * @param mayAsk - whether the provider is asked where the call gives no mood.
 */
export async function moodInUse(
  { provider, onError }: MoodSettings,
  agent: string,
  given: Mood | undefined,
  mayAsk: boolean,
): Promise<{ readonly mood?: MoodInUse; readonly notice?: string }> {
  if (given !== undefined) return { mood: { ...given, quadrant: quadrant(given), source: 'given' } };
  if (provider === undefined || !mayAsk) return {};
  try {
    const answer = await inTime(provider, agent);
    if (answer === undefined) return {};
    const mood = moodOf(answer);
    return { mood: { ...mood, quadrant: quadrant(mood), source: 'provider' } };
  } catch (error) {
    const reason = error instanceof ProviderFault ? error.message : 'failed';
    const message = `recall: the mood provider ${reason}.`;
    onError(new UnavailableError('MOOD_UNAVAILABLE', message, { details: { agent }, cause: error }));
    return { notice: `The mood provider ${reason}, so recall went on without a mood.` };
  }
}

/** Why an answer of the provider is of no use, in words that are ours and so may be shown. */
class ProviderFault extends Error {}

async function inTime(provider: MoodProvider, agent: string): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ProviderFault(`did not answer within ${moodTimeoutMs} ms`)), moodTimeoutMs);
  });
  try {
    return await Promise.race([provider(agent), late]);
  } finally {
    clearTimeout(timer);
  }
}

function moodOf(answer: unknown): Mood {
  try {
    return checked('recall', moodValue, answer);
  } catch (cause) {
    throw new ProviderFault('answered with what is no mood', { cause });
  }
}
