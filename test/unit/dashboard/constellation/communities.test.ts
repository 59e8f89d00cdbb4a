import { describe, expect, test } from 'vitest';
import {
  type Community,
  communitiesOf,
  drawnFirst,
  tiesIn,
} from '../../../../dashboard/src/views/constellation/communities.ts';
import type { GraphNode } from '../../../../dashboard/src/views/constellation/graph-in-view.ts';
import { sampleGraph } from './sample-graph.ts';

const memory = (id: string, agent: string, kind: GraphNode['kind'] = 'observation'): GraphNode => {
  return { id, kind, label: id, strength: 1, agents: [agent] };
};

describe('what belongs together', () => {
  test('is read from every tie but who believes what', () => {
    const believed = sampleGraph.edges.filter(({ kind }) => kind === 'BELIEVES').length;
    expect(tiesIn(sampleGraph)).toHaveLength(2 * (sampleGraph.edges.length - believed));
  });

  test('is called by whom it speaks of most, the largest group first', () => {
    const group = Int32Array.from(sampleGraph.nodes, ({ id }) => (/b[12]$|ben$/.test(id) ? 1 : 0));
    const [largest, other] = communitiesOf(sampleGraph, group);
    expect([largest?.key, largest?.name, largest?.memories.length]).toEqual(['entity:caroline', 'Caroline', 3]);
    expect(other?.memories.map(({ id }) => id)).toEqual(['observation:b1', 'observation:b2']);
  });
});

describe('what is drawn first', () => {
  const many = Array.from({ length: 90 }, (_, at) => memory(`ada ${at}`, 'ada'));
  const few = [memory('ben', 'ben'), memory('fact', 'ada', 'fact')];
  const groups: readonly Community[] = [
    { key: 'large', name: 'large', memories: [...many, ...few] },
    { key: 'small', name: 'small', memories: [memory('lone', 'ada')] },
  ];

  test('has something of every group, agent and kind, however many others there are', () => {
    const drawn = drawnFirst(groups, new Set(), 10);
    expect(drawn.size).toBeLessThanOrEqual(10);
    expect([...drawn]).toEqual(expect.arrayContaining(['ada 0', 'ben', 'fact', 'lone']));
  });

  test('has all of a group that is opened', () => {
    expect(drawnFirst(groups, new Set(['large']), 10).size).toBe(93);
  });

  test('is all where there is room for it', () => {
    expect(drawnFirst(groups, new Set(), 1000).size).toBe(93);
  });
});
