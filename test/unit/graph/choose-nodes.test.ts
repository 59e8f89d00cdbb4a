import { describe, expect, test } from 'vitest';
import { type WalkedNode, chooseNodes, pathTo } from '../../../src/graph/walk.ts';

const values = { recency: 0, frequency: 0, trust: 0, novelty: 0, anchors: 0, sentiment: 0, nearness: 0 };

function node(id: string, score: number, from?: WalkedNode): WalkedNode {
  const depth = from === undefined ? 0 : from.depth + 1;
  const edge = { kind: 'mentions' as const, from: id, to: from?.id ?? '', words: 'mentions' };
  return { id, key: id, score, depth, values, ...(from === undefined ? {} : { via: { node: from, edge } }) };
}

const seed = node('seed', 0.1);
const near = Array.from({ length: 50 }, (_, i) => node(`near${i}`, (i + 1) / 100, seed));
const ids = (chosen: { readonly nodes: readonly WalkedNode[] }): readonly string[] => chosen.nodes.map(({ id }) => id);
const plain = { serendipity: 0, seed: 1 };

describe('the choice of nodes', () => {
  test('is what was asked for, and then the best and not the first', () => {
    expect(ids(chooseNodes([seed, ...near], { ...plain, nodes: 4 }))).toEqual(['seed', 'near49', 'near48', 'near47']);
  });

  test('has every node on the path to a chosen one', () => {
    const between = node('between', 0.01, seed);
    const far = node('far', 0.9, between);
    const chosen = chooseNodes([seed, ...near, between, far], { ...plain, nodes: 4 });
    expect(ids(chosen)).toEqual(['seed', 'far', 'near49', 'between']);
    expect(pathTo(far).map(({ id }) => id)).toEqual(['seed', 'between', 'far']);
  });

  test('leaves out a node for whose path there is no room', () => {
    const deep = node('deep', 0.305, node('b', 0.1, node('a', 0.1, seed)));
    const found = [seed, ...pathTo(deep).slice(1), ...near];
    expect(ids(chooseNodes(found, { ...plain, nodes: 23 }))).not.toContain('deep');
    expect(ids(chooseNodes(found, { ...plain, nodes: 24 }))).toContain('deep');
  });

  test('draws a share by chance, the same for the same seed, and keeps the best besides', () => {
    const drawn = (seedOf: number, found: readonly WalkedNode[] = near) =>
      chooseNodes([seed, ...found], { nodes: 11, serendipity: 0.5, seed: seedOf });
    const first = drawn(1);
    expect(first.nodes).toHaveLength(11);
    expect(first.byChance.size).toBe(5);
    expect(ids(first)).toEqual(expect.arrayContaining(['near49', 'near48', 'near47', 'near46', 'near45']));
    expect(ids(drawn(1, near.toReversed()))).toEqual(ids(first));
    expect([2, 3, 4].some((other) => ids(drawn(other)).join() !== ids(first).join())).toBe(true);
    expect(chooseNodes([seed, ...near], { ...plain, nodes: 11 }).byChance.size).toBe(0);
  });

  test('draws what scores higher more often', () => {
    let [high, low] = [0, 0];
    for (let drawing = 0; drawing < 200; drawing++) {
      const { byChance } = chooseNodes([seed, ...near], { nodes: 11, serendipity: 0.5, seed: drawing });
      for (const id of byChance)
        if (Number(id.slice(4)) >= 22) high += 1;
        else low += 1;
    }
    expect(high).toBeGreaterThan(low * 1.5);
  });
});
