/** A space whose clock stands still until a test lets days go by. */
import type { Madeleine } from '../../src/index.ts';
import { dayMs } from '../../src/domain/time.ts';
import { openSpace } from './open-space.ts';

/** Where the clock of an aging space begins: a Monday at noon. */
export const agingStart: number = Date.parse('2026-01-05T12:00:00Z');

/** Opens a space at {@link agingStart}. */
export async function agingSpace(): Promise<{ readonly memory: Madeleine; readonly wait: (days: number) => void }> {
  let now = agingStart;
  const memory = await openSpace({ clock: () => new Date(now) });
  return {
    memory,
    wait: (days) => {
      now += days * dayMs;
    },
  };
}
