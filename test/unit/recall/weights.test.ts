import { describe, expect, test } from 'vitest';
import { type Profile, balanced, normalisedWeights } from '../../../src/recall/profiles.ts';

const profile: Profile = {
  ...balanced,
  name: 'two signals',
  weights: { lexical: 1, semantic: 1 },
  asking: { own: { semantic: 3, lexical: 1 }, several: { semantic: 0 } },
};

describe('weights', () => {
  test('are multiplied by the factors for how a query asks, and still add up to 1', () => {
    expect(normalisedWeights(profile, true)).toMatchObject({ lexical: 0.5, semantic: 0.5 });
    expect(normalisedWeights(profile, true, ['own'])).toMatchObject({ lexical: 0.25, semantic: 0.75 });
    expect(normalisedWeights(profile, true, ['several'])).toMatchObject({ lexical: 1, semantic: 0 });
  });

  test('follow the last manner that has a factor for a signal', () => {
    expect(normalisedWeights(profile, true, ['own', 'several'])).toMatchObject({ lexical: 1, semantic: 0 });
    expect(normalisedWeights(profile, true, ['several', 'own'])).toMatchObject({ lexical: 0.25, semantic: 0.75 });
  });

  test('of a profile without factors are the same however a query asks', () => {
    const { asking: _, ...plain } = profile;
    expect(normalisedWeights(plain, true, ['own', 'several'])).toEqual(normalisedWeights(plain, true));
  });
});
