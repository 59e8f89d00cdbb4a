/**
 * Mood as a place on two axes, and how alike two moods are (design C).
 */
import type { Mood } from './records.ts';

/** The quarter of the plane in which a mood lies; `neutral` is its centre and nothing else. */
export type Quadrant = 'excited' | 'frustrated' | 'calm' | 'depleted' | 'neutral';

/** What each quadrant stands for where a mood is given by a word: its middle. */
export const quadrantMoods: Readonly<Record<Quadrant, Mood>> = {
  excited: { valence: 0.5, arousal: 0.5 },
  frustrated: { valence: -0.5, arousal: 0.5 },
  calm: { valence: 0.5, arousal: -0.5 },
  depleted: { valence: -0.5, arousal: -0.5 },
  neutral: { valence: 0, arousal: 0 },
};

/** The quadrant of a mood; the axes belong to the pleasant and to the aroused side. */
export function quadrant(mood: Mood): Quadrant {
  if (mood.valence === 0 && mood.arousal === 0) return 'neutral';
  if (mood.arousal >= 0) return mood.valence >= 0 ? 'excited' : 'frustrated';
  return mood.valence >= 0 ? 'calm' : 'depleted';
}

/** How alike two moods are: 1 (the same) to 0 (opposite corners); 0.5 if either is missing. */
export function emotionalSimilarity(one: Mood | undefined, other: Mood | undefined): number {
  if (one === undefined || other === undefined) return 0.5;
  const distance = Math.hypot(one.valence - other.valence, one.arousal - other.arousal);
  return Math.max(0, 1 - distance / Math.sqrt(8));
}

/** How far a mood is from neutral: 0 (neutral, or none) to 1 (a corner). It lengthens the half-life. */
export function emotionalIntensity(mood: Mood | undefined): number {
  if (mood === undefined) return 0;
  return Math.min(1, Math.hypot(mood.valence, mood.arousal) / Math.SQRT2);
}

/** The similarity 0..1 that an L2 distance between unit vectors stands for. */
export function similarityOfDistance(distance: number): number {
  return Math.max(0, 1 - distance / 2);
}

/**
 * Tilts a semantic score by an emotional one: both 0..1, so is the result.
 *
 * @param emotionWeight 0 (semantic only) to 1 (mood only); design C has 0.3.
 */
export function tiltByMood(semantic: number, emotional: number, emotionWeight: number): number {
  return (1 - emotionWeight) * semantic + emotionWeight * emotional;
}
