/** Which memories of an answer are out of their place in one perspective, and what comes before them for it. */
import { type Memory, isFact, type Supersedes } from '../domain/records.ts';
import { isInForce, standing } from '../domain/supersession.ts';
import type { Superseded } from './memory-link.ts';
import type { RecalledMemory } from './recall-options.ts';
import type { Surroundings } from './surroundings.ts';

/**
 * Since when a memory does not hold: since something took its place, the agent's own word before
 * that of `system` and then the first, or else since the end of its validity. A correction counts
 * while somebody in view believes what it put there, faded or not, and that of `system` only where
 * the agent does not hold the old fact itself.
 */
export function supersededOf(
  memory: Memory,
  edges: readonly Supersedes[],
  agent: string,
  surroundings: Surroundings,
): Superseded | undefined {
  const known = standing(edges, surroundings.at);
  const holdsItself = surroundings.beliefsIn(memory.id).some((belief) => belief.agent === agent && belief.isSeen);
  const isHeld = (id: string): boolean => surroundings.beliefsIn(id).some(({ state }) => state === 'held');
  const [first] = known
    .filter((edge) => edge.to === memory.id && isInForce(edge, known) && isHeld(edge.from))
    .filter(({ believer }) => believer === agent || !holdsItself)
    .sort(
      (one, other) =>
        Number(other.believer === agent) - Number(one.believer === agent) || one.at.getTime() - other.at.getTime(),
    );
  if (first !== undefined) {
    const { from, at, reason } = first;
    return { ...(surroundings.sees(from) ? { by: from } : {}), at, ...(reason === undefined ? {} : { reason }) };
  }
  const end = isFact(memory) ? memory.validTo : undefined;
  return end === undefined || end.getTime() > surroundings.at ? undefined : { at: end };
}

/** The memories in their order, but each that was superseded after what took its place, if that is among them. */
export function behindWhatSuperseded(memories: readonly RecalledMemory[]): readonly RecalledMemory[] {
  const byId = new Map(memories.map((memory) => [memory.id, memory]));
  const placed = new Set<RecalledMemory>();
  const ordered: RecalledMemory[] = [];
  for (const memory of memories) {
    const waiting: RecalledMemory[] = [];
    let next: RecalledMemory | undefined = memory;
    // Believers may have put two facts in each other's place.
    while (next !== undefined && !placed.has(next)) {
      placed.add(next);
      waiting.push(next);
      next = next.superseded?.by === undefined ? undefined : byId.get(next.superseded.by);
    }
    ordered.push(...waiting.reverse());
  }
  return ordered;
}
