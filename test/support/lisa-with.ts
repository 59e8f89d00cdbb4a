/** An agent in a new space that was told something. */
import type { AgentMemory } from '../../src/index.ts';
import { openSpace } from './open-space.ts';

/** Tells Lisa some notes, and what somebody says in a talk. */
export async function lisaWith(
  ...told: readonly (string | readonly [speaker: string, content: string])[]
): Promise<AgentMemory> {
  const lisa = (await openSpace()).agent('lisa');
  for (const one of told) {
    const said = typeof one === 'string' ? { content: one } : { speaker: one[0], content: one[1], session: 'talk' };
    await lisa.observe(said);
  }
  return lisa;
}
