/** Where the words for emotions that data sets use lie on the axes of valence and arousal. */
import type { Mood } from '../../index.ts';

/**
 * Places on Russell's circumplex of affect (1980), rounded to a tenth; pleasant words right, aroused
 * words up. Only their order matters to the benches: joy against sorrow, alarm against calm.
 */
const moods: Readonly<Record<string, Mood>> = {
  happy: { valence: 0.8, arousal: 0.4 },
  anticipation: { valence: 0.4, arousal: 0.5 },
  excited: { valence: 0.7, arousal: 0.8 },
  calm: { valence: 0.6, arousal: -0.6 },
  neutral: { valence: 0, arousal: 0 },
  sad: { valence: -0.7, arousal: -0.4 },
  disappointed: { valence: -0.6, arousal: -0.2 },
  anxious: { valence: -0.5, arousal: 0.6 },
  anxiety: { valence: -0.5, arousal: 0.6 },
  fear: { valence: -0.6, arousal: 0.8 },
  frustrated: { valence: -0.6, arousal: 0.5 },
  angry: { valence: -0.6, arousal: 0.8 },
};

/** The mood that a word such as `Happy` stands for; undefined for a word that is not in the table. */
export function moodOfEmotion(word: string): Mood | undefined {
  return moods[word.trim().toLowerCase()];
}
