import { expect, test } from 'vitest';
import {
  type AgentFacts,
  believersOf,
  factReaders,
  type FactInView,
  heldFacts,
} from '../../../../dashboard/src/views/entity/entity-facts.ts';

const fact = (id: string, isReplaced = false): FactInView => ({
  id: `fact:${id}`,
  content: id,
  title: id,
  about: [],
  relations: [],
  ...(isReplaced ? { superseded: { by: 'fact:new' } as NonNullable<FactInView['superseded']> } : {}),
});

const views: readonly AgentFacts[] = [
  { agent: 'lisa', facts: [fact('old', true), fact('hers'), fact('both'), fact('all')] },
  { agent: 'electra', facts: [fact('both'), fact('all')] },
  { agent: 'system', facts: [fact('all')] },
];

test('a fact is told once with all who believe it: what most hold first, what was replaced last', () => {
  expect(heldFacts(views).map((held) => [held.fact.content, believersOf(held)])).toEqual([
    ['all', 'everybody may recall it'],
    ['both', 'lisa and electra believe it'],
    ['hers', 'lisa believes it'],
    ['old', 'lisa believes it'],
  ]);
});

test('a fact is replaced only where it is for all who believe it', () => {
  const apart = [
    { agent: 'lisa', facts: [fact('tea', true)] },
    { agent: 'electra', facts: [fact('tea')] },
  ];
  expect(heldFacts(apart).map(({ isReplaced }) => isReplaced)).toEqual([false]);
  expect(heldFacts(views).at(-1)?.isReplaced).toBe(true);
});

test('what is universal is read however many agents there are', () => {
  const names = Array.from({ length: 30 }, (_, at) => `agent ${at}`);
  expect(factReaders([...names, 'system']).slice(0, 2)).toEqual(['system', 'agent 0']);
  expect(factReaders([...names, 'system'])).toHaveLength(24);
});
