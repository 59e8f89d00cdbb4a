/** Places on the pad of moods, and what they are called. */
import type { Mood, Quadrant } from 'madeleine';

/** Each quarter of the pad in words. */
export const quadrantWords: Readonly<Record<Quadrant, string>> = {
  excited: 'excited',
  frustrated: 'frustrated',
  calm: 'calm',
  depleted: 'depleted',
  neutral: 'neutral, which changes nothing',
};

/** An axis of the pad. */
export type MoodAxis = keyof Mood;

/** How far an arrow key moves a mood, and how far a page key does. */
const steps = { arrow: 0.1, page: 0.5 } as const;

/** The keys that move a mood: the axis, where they have one of their own, and by how much. */
const keys: Readonly<Record<string, readonly [axis: MoodAxis | undefined, by: number]>> = {
  ArrowRight: ['valence', steps.arrow],
  ArrowLeft: ['valence', -steps.arrow],
  ArrowUp: ['arousal', steps.arrow],
  ArrowDown: ['arousal', -steps.arrow],
  PageUp: [undefined, steps.page],
  PageDown: [undefined, -steps.page],
  Home: [undefined, -2],
  End: [undefined, 2],
};

/** Where a key moves a mood, and along which axis; undefined for a key that does not. */
export function movedBy(
  key: string,
  focused: MoodAxis,
  mood: Mood,
): { readonly mood: Mood; readonly axis: MoodAxis } | undefined {
  const [axis = focused, by] = keys[key] ?? [];
  return by === undefined ? undefined : { axis, mood: { ...mood, [axis]: onAxis(mood[axis] + by) } };
}

/** Where the pad is, in pixels. */
interface Pad {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The mood at a place of the pad, whose left and lower edges are -1. */
export function moodAt(x: number, y: number, pad: Pad): Mood {
  return {
    valence: onAxis((2 * (x - pad.left)) / pad.width - 1),
    arousal: onAxis(1 - (2 * (y - pad.top)) / pad.height),
  };
}

/** Where a mood lies along an axis of the pad, 0..1 from its left or lower edge. */
export function shareOf(mood: Mood, axis: MoodAxis): number {
  return (mood[axis] + 1) / 2;
}

/** A value on an axis: -1..1 in hundredths. */
function onAxis(value: number): number {
  return Math.min(1, Math.max(-1, Math.round(value * 100) / 100)) + 0;
}
