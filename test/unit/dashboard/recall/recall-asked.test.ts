import { expect, test } from 'vitest';
import { askedIn, optionsOf, paramsOf, type RecallAsked } from '../../../../dashboard/src/views/recall/recall-asked.ts';

const everything: RecallAsked = {
  query: 'Luna?',
  profile: 'lexical',
  mood: { valence: 0.5, arousal: -0.25 },
  emotionWeight: 0.6,
  asOf: '2026-02-01T00:00:00.000Z',
  type: 'fact',
  session: 'session:cold-snap',
  faded: true,
};

test('an address leads back to what was asked', () => {
  expect(askedIn(paramsOf(everything))).toEqual(everything);
});

test('an empty address asks nothing, and by the defaults of recall', () => {
  expect(optionsOf(askedIn({}))).toEqual({ query: '', profile: 'balanced' });
  const params = paramsOf({ profile: 'balanced', emotionWeight: 0.3, faded: false });
  expect(Object.values(params)).toEqual([undefined, undefined, undefined]);
});

test('what an address has wrong counts as not said', () => {
  const asked = askedIn({ query: 'Luna', profile: 'x', mood: '2,0', weight: '7', asof: 'soon' });
  expect(optionsOf(asked)).toEqual({ query: 'Luna', profile: 'balanced' });
  for (const mood of ['', '0.5', 'a,b', '0,-1.1']) expect(askedIn({ mood }).mood, mood).toBeUndefined();
  expect(askedIn({ weight: '7' }).emotionWeight).toBe(0.3);
});

test('the weight of the mood is asked for only with a mood', () => {
  expect(optionsOf({ ...everything, mood: undefined })).not.toHaveProperty('emotionWeight');
  expect(optionsOf(everything)).toEqual({
    query: 'Luna?',
    profile: 'lexical',
    mood: { valence: 0.5, arousal: -0.25 },
    emotionWeight: 0.6,
    asOf: '2026-02-01T00:00:00.000Z',
    types: ['fact'],
    sessions: ['session:cold-snap'],
    faded: true,
  });
});

test('only what changed is put into the address', () => {
  expect(paramsOf({ mood: undefined })).toEqual({ mood: undefined });
  expect(paramsOf({ query: 'x' })).toEqual({ query: 'x' });
});
