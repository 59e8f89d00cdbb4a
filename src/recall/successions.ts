import type { Supersedes } from '../domain/records.ts';
import type { WhyMemory, WhySuccession } from './why-value.ts';

/** The successions in which the memory at one end is another than `id`, oldest first; those whose memory is not found are left out. */
export function successionsOf(
  edges: readonly Supersedes[],
  found: ReadonlyMap<string, WhyMemory>,
  end: 'from' | 'to',
  id: string,
): readonly WhySuccession[] {
  return edges
    .flatMap((edge): WhySuccession[] => {
      const memory = edge[end] === id ? undefined : found.get(edge[end]);
      const { from: _from, to: _to, saidAt: _said, ...told } = edge;
      return memory === undefined ? [] : [{ memory, ...told }];
    })
    .sort((one, other) => one.at.getTime() - other.at.getTime());
}
