import { describe, expect, test } from 'vitest';
import { moodAt, movedBy, shareOf } from '../../../../dashboard/src/views/recall/mood.ts';

const neutral = { valence: 0, arousal: 0 };
const pad = { left: 100, top: 50, width: 200, height: 200 };

describe('a place on the pad', () => {
  test('is pleasant to the right and aroused to the top', () => {
    expect(moodAt(300, 50, pad)).toEqual({ valence: 1, arousal: 1 });
    expect(moodAt(100, 250, pad)).toEqual({ valence: -1, arousal: -1 });
    expect(moodAt(200, 150, pad)).toEqual(neutral);
  });

  test('stays on the pad when the pointer leaves it', () => {
    expect(moodAt(999, -999, pad)).toEqual({ valence: 1, arousal: 1 });
  });

  test('is shown where it was put', () => {
    const mood = moodAt(150, 100, pad);
    expect([shareOf(mood, 'valence'), shareOf(mood, 'arousal')]).toEqual([0.25, 0.75]);
  });
});

describe('a key', () => {
  test.each([
    ['ArrowRight', { valence: 0.1, arousal: 0 }, 'valence'],
    ['ArrowLeft', { valence: -0.1, arousal: 0 }, 'valence'],
    ['ArrowUp', { valence: 0, arousal: 0.1 }, 'arousal'],
    ['ArrowDown', { valence: 0, arousal: -0.1 }, 'arousal'],
  ] as const)('%s moves along its own axis, whichever slider has the focus', (key, mood, axis) => {
    expect(movedBy(key, 'valence', neutral)).toEqual({ mood, axis });
    expect(movedBy(key, 'arousal', neutral)).toEqual({ mood, axis });
  });

  test.each([
    ['PageUp', 0.5],
    ['PageDown', -0.5],
    ['Home', -1],
    ['End', 1],
  ] as const)('%s moves the slider that has the focus', (key, value) => {
    expect(movedBy(key, 'arousal', neutral)).toEqual({ mood: { valence: 0, arousal: value }, axis: 'arousal' });
  });

  test('moves no further than the edge, and steps do not drift', () => {
    let mood = neutral;
    for (let step = 0; step < 12; step++) mood = movedBy('ArrowRight', 'valence', mood)?.mood ?? mood;
    expect(mood.valence).toBe(1);
    for (let step = 0; step < 10; step++) mood = movedBy('ArrowLeft', 'valence', mood)?.mood ?? mood;
    expect(mood.valence).toBe(0);
  });

  test('without a meaning moves nothing', () => {
    expect(movedBy('a', 'valence', neutral)).toBeUndefined();
  });
});
