/** What a sleep did, in words. */
import type { SpaceAnswer } from '../../wire.ts';
import { countOf } from '../../words.ts';

/** What a sleep did, in a sentence. */
export function sleepWords({ steps }: SpaceAnswer<'sleep'>): string {
  const changed = steps.reduce((sum, step) => sum + step.changed, 0);
  if (changed === 0) return 'Slept, and nothing had to be changed.';
  const taken = steps.filter((step) => step.changed > 0).map(({ step }) => step);
  return `Slept, and dealt with ${countOf(changed, 'thing')} (${taken.join(', ')}); Time tells what came of it.`;
}
