import { beforeEach, describe, expect, test } from 'vitest';
import type { AgentMemory, Madeleine, MemoryGraphEdge, MemoryGraphOptions } from '../../../src/index.ts';
import { openSpace } from '../../support/open-space.ts';

const computed = ['SHARES_CONCEPT', 'CO_TOPIC', 'CO_RING', 'CO_KNOWLEDGE_TYPE'] as const;
let memory: Madeleine;
let lisa: AgentMemory;

beforeEach(async () => {
  let at = Date.parse('2026-01-01T00:00:00Z');
  memory = await openSpace({
    clock: () => {
      at += 1000;
      return new Date(at);
    },
  });
  lisa = memory.agent('lisa');
});

async function edgesOf(options: MemoryGraphOptions): Promise<readonly MemoryGraphEdge[]> {
  const { edges } = await memory.graph(options);
  return edges.filter(({ kind }) => computed.some((known) => known === kind));
}

const ends = (edges: readonly MemoryGraphEdge[]): readonly string[] =>
  edges.map(({ from, to }) => `${from} ${to}`.replaceAll('observation:', ''));

describe('computed edges', () => {
  test('are not there unless they are asked for', async () => {
    await lisa.observe({ content: 'Jasmine tea is served.', topic: 'tea' });
    await lisa.observe({ content: 'Jasmine tea is cold.', topic: 'tea' });
    expect(await edgesOf({})).toEqual([]);
  });

  test('tie what is of one topic, ring or type of knowledge to what was learned before, and nothing else', async () => {
    await lisa.observe({ id: 'a', content: 'One.', topic: 'tea', ring: 'core', knowledgeType: 'law' });
    await lisa.observe({ id: 'b', content: 'Two.', topic: 'Tea', ring: 'leaf', knowledgeType: 'law' });
    await lisa.observe({ id: 'c', content: 'Three.', topic: 'coffee', ring: 'leaf', knowledgeType: 'fact' });
    expect(await edgesOf({ computed: ['CO_TOPIC', 'CO_RING', 'CO_KNOWLEDGE_TYPE'] })).toEqual([
      { kind: 'CO_TOPIC', from: 'observation:b', to: 'observation:a' },
      { kind: 'CO_RING', from: 'observation:c', to: 'observation:b' },
      { kind: 'CO_KNOWLEDGE_TYPE', from: 'observation:b', to: 'observation:a' },
    ]);
  });

  test('tie each memory to so many others of a group and no more', async () => {
    for (const id of ['a', 'b', 'c', 'd']) await lisa.observe({ id, content: `Cup ${id}.`, topic: 'tea' });
    expect(ends(await edgesOf({ computed: ['CO_TOPIC'], perMemory: 2 }))).toEqual(['b a', 'c a', 'c b', 'd b', 'd c']);
  });

  test('tie what shares key terms, by the share of them, each pair once', async () => {
    await lisa.observe({ id: 'a', content: 'jasmine teapot kettle' });
    await lisa.observe({ id: 'b', content: 'jasmine teapot kettle' });
    await lisa.observe({ id: 'c', content: 'jasmine rocket orbit' });
    await lisa.observe({ id: 'd', content: 'piano lessons' });
    const edges = await edgesOf({ computed: ['SHARES_CONCEPT'] });
    expect(ends(edges)).toEqual(['b a', 'c a', 'c b']);
    expect(edges.map(({ weight }) => weight)).toEqual([1, expect.any(Number), expect.any(Number)]);
    expect(edges[1]?.weight).toBeGreaterThan(0);
    expect(edges[1]?.weight).toBeLessThan(0.5);
    expect(ends(await edgesOf({ computed: ['SHARES_CONCEPT'], perMemory: 1 }))).toEqual(['b a', 'c b']);
  });

  test('grow with the memories and not with their pairs where all share everything', async () => {
    const observations = Array.from({ length: 600 }, (_, place) => ({
      id: `m${place}`,
      content: `The teapot whistles, ${place}.`,
      topic: 'tea',
      ring: 'leaf' as const,
      knowledgeType: 'fact' as const,
    }));
    await lisa.observeMany({ observations });
    const edges = await edgesOf({ computed, perMemory: 3 });
    for (const kind of computed) {
      const count = edges.filter((edge) => edge.kind === kind).length;
      expect(count).toBeLessThanOrEqual(600 * 3);
      expect(count).toBeGreaterThanOrEqual(599);
    }
  });
});
