import { describe, expect, test } from 'vitest';
import { type ClusterNode, clustersOf } from '../../../src/graph/clusters.ts';
import type { GraphEdge } from '../../../src/graph/edges.ts';

function mentions(from: string, to: string): GraphEdge {
  return { kind: 'mentions', from, to, words: 'mentions' };
}

const nodes: readonly ClusterNode[] = [
  { id: 'fact:1', concepts: ['token', 'expiry', 'login'] },
  { id: 'fact:2', concepts: ['harbour', 'winter'] },
  { id: 'entity:clock', name: 'src/clock.py' },
  { id: 'fact:3', concepts: ['token', 'clock.py', 'login'] },
  { id: 'fact:4', concepts: ['harbour', 'walk'] },
  { id: 'fact:5', concepts: ['violin'] },
];
const edges = [mentions('fact:3', 'entity:clock')];

describe('clusters', () => {
  test('join what is tied and what shares key terms, the rest stands together', () => {
    expect(clustersOf(nodes, edges, []).map(({ nodes: ids }) => ids)).toEqual([
      ['fact:1', 'entity:clock', 'fact:3'],
      ['fact:2', 'fact:4'],
      ['fact:5'],
    ]);
  });

  test('are called by what most of them have, each thing once, and not by what was asked for', () => {
    const themes = clustersOf(nodes, edges, ['the login']).map(({ theme }) => theme);
    expect(themes[0]).toMatch(/^token, /);
    expect(themes[0]).toContain('src/clock.py');
    expect(themes[0]).not.toMatch(/login|, clock\.py/);
    expect(themes[1]).toMatch(/^harbour/);
    expect(themes[2]).toBe('Other');
  });

  test('are none of nothing', () => {
    expect(clustersOf([], [], [])).toEqual([]);
  });
});
