/** Shows a constellation: its gist, then the memories under the parts that they play. */
import { type Constellation, memoryRoles, type RecalledMemory } from '../../index.ts';
import { plain, wrap } from '../text-layout.ts';
import { renderMemory, type RenderRecallOptions, resultHead } from './render-recall.ts';

/** A constellation as lines for a terminal. */
export function renderConstellation(result: Constellation, options: RenderRecallOptions): readonly string[] {
  const { colours, width } = options;
  const parts = memoryRoles.map((role) => ({ role, memories: result[role] }));
  const told = parts.flatMap(({ memories }) => memories);
  const numbers = new Map(told.map(({ id }, place) => [id, place + 1]));
  const shown = (memory: RecalledMemory): readonly string[] => ['', ...renderMemory(memory, numbers, options)];
  return [
    ...resultHead(result, options),
    ...wrap(plain(result.synthesis), width).filter((line) => line !== ''),
    ...parts.flatMap(({ role, memories }) => {
      const title = role === 'contradicting' ? '≠ Contradicting' : role.charAt(0).toUpperCase() + role.slice(1);
      return memories.length === 0 ? [] : ['', colours.underline(title), ...memories.flatMap(shown).slice(1)];
    }),
  ];
}
