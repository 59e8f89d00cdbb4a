/** A cat that goes by two names, for tests of merging. */
import type { Madeleine, OpenOptions } from '../../src/index.ts';
import { openSpace } from './open-space.ts';

/** What an agent finds about a name. */
type Find = (agent: string, about: string) => Promise<readonly string[]>;

/** A space in which one cat is two entities to Lisa, and Electra knows another by the name of one of them. */
export async function twoLunas(
  options: Partial<OpenOptions> = {},
): Promise<{ readonly memory: Madeleine; readonly find: Find }> {
  const memory = await openSpace(options);
  const luna = { name: 'Luna', type: 'person' } as const;
  await memory.agent('lisa').observe({ content: 'A basket was bought.', id: 'basket', entities: [luna] });
  await memory.agent('lisa').observe({
    content: 'The vet came.',
    id: 'vet',
    entities: [{ name: 'Moonpie', type: 'person' }],
  });
  await memory.agent('lisa').observe({
    content: 'A nickname was found.',
    id: 'nickname',
    entities: [{ ...luna, aliases: ['Moonpie'] }],
  });
  await memory.agent('electra').observe({ content: 'A pie was baked.', id: 'pie', entities: ['Moonpie'] });
  return {
    memory,
    find: async (agent, about) => {
      const { memories } = await memory.agent(agent).search({ query: 'basket, vet, nickname, pie', about: [about] });
      return memories.map(({ id }) => id.slice('observation:'.length)).sort();
    },
  };
}
