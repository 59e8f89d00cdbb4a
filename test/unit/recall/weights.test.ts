import { describe, expect, test } from 'vitest';
import { type Profile, balanced, normalisedWeights } from '../../../src/recall/profiles.ts';

const profile: Profile = {
  ...balanced,
  name: 'two signals',
  weights: { lexical: 1, semantic: 1 },
  asking: { own: { semantic: 3, lexical: 1 }, several: { semantic: 0 } },
};

const inPlay = { vectors: true, tokens: false };

describe('weights', () => {
  test('are multiplied by the factors for how a query asks, and still add up to 1', () => {
    expect(normalisedWeights(profile, inPlay)).toMatchObject({ lexical: 0.5, semantic: 0.5 });
    expect(normalisedWeights(profile, inPlay, ['own'])).toMatchObject({ lexical: 0.25, semantic: 0.75 });
    expect(normalisedWeights(profile, inPlay, ['several'])).toMatchObject({ lexical: 1, semantic: 0 });
  });

  test('follow the last manner that has a factor for a signal', () => {
    expect(normalisedWeights(profile, inPlay, ['own', 'several'])).toMatchObject({ lexical: 1, semantic: 0 });
    expect(normalisedWeights(profile, inPlay, ['several', 'own'])).toMatchObject({ lexical: 0.25, semantic: 0.75 });
  });

  test('of a profile without factors are the same however a query asks', () => {
    const { asking: _, ...plain } = profile;
    expect(normalisedWeights(plain, inPlay, ['own', 'several'])).toEqual(normalisedWeights(plain, inPlay));
  });
});
