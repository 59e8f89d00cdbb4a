import { describe, expect, test } from 'vitest';
import { communitiesOf, type WeightedEdge } from '../../../src/graph/clusters.ts';

/** Edges between all of some places. */
function clique(places: readonly number[], weight = 1): readonly WeightedEdge[] {
  return places.flatMap((one, i) => places.slice(i + 1).map((other) => ({ one, other, weight })));
}

describe('communities', () => {
  test('are what has more edges within than between', () => {
    const edges = [...clique([0, 2, 4]), ...clique([1, 3, 5]), { one: 0, other: 1, weight: 1 }];
    expect(communitiesOf(6, edges)).toEqual([
      [0, 2, 4],
      [1, 3, 5],
    ]);
  });

  test('follow the weights', () => {
    const path = [
      { one: 0, other: 1, weight: 5 },
      { one: 1, other: 2, weight: 1 },
      { one: 2, other: 3, weight: 5 },
    ];
    expect(communitiesOf(4, path)).toEqual([
      [0, 1],
      [2, 3],
    ]);
  });

  test('leave alone what has no edges', () => {
    expect(communitiesOf(3, [])).toEqual([[0], [1], [2]]);
    expect(communitiesOf(0, [])).toEqual([]);
  });

  test('are the same whatever the order and direction of the edges', () => {
    const edges = [...clique([0, 1, 2]), ...clique([3, 4, 5, 6]), { one: 2, other: 3, weight: 1 }];
    const turned = edges.toReversed().map(({ one, other, weight }) => ({ one: other, other: one, weight }));
    expect(communitiesOf(7, turned)).toEqual(communitiesOf(7, edges));
  });
});
