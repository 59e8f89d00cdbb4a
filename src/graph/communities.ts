/**
 * Which nodes of a small graph have more to do with each other than with the rest: greedy modularity
 * (Clauset, Newman and Moore, 2004). Of a hundred nodes all pairs can be looked at, so it needs no library.
 */

/** An edge between two nodes by their places. */
export interface WeightedEdge {
  readonly one: number;
  readonly other: number;
  readonly weight: number;
}

/** Places of nodes by community, each ascending; a node without edges stands alone. */
export function communitiesOf(size: number, edges: readonly WeightedEdge[]): readonly (readonly number[])[] {
  const total = edges.reduce((sum, { weight }) => sum + weight, 0);
  let groups: readonly (readonly number[])[] = Array.from({ length: size }, (_, place) => [place]);
  while (true) {
    const [best] = mergers(groups, edges, total);
    if (best === undefined) return groups;
    const joined = [...(groups[best.one] as number[]), ...(groups[best.other] as number[])].sort((a, b) => a - b);
    groups = groups.flatMap((group, place) => (place === best.one ? [joined] : place === best.other ? [] : [group]));
  }
}

/** Two groups, the lesser first, and by how much joining them would raise the modularity. */
interface Merger {
  readonly one: number;
  readonly other: number;
  readonly gain: number;
}

/** The mergers that gain, the best first. */
function mergers(
  groups: readonly (readonly number[])[],
  edges: readonly WeightedEdge[],
  total: number,
): readonly Merger[] {
  const groupOf = new Map(groups.flatMap((group, place) => group.map((node): [number, number] => [node, place])));
  const degrees = groups.map(() => 0);
  const between = new Map<string, { readonly one: number; readonly other: number; weight: number }>();
  for (const { one, other, weight } of edges) {
    const ends = [groupOf.get(one) as number, groupOf.get(other) as number] as const;
    for (const end of ends) degrees[end] = (degrees[end] as number) + weight;
    const [first, second] = ends[0] < ends[1] ? ends : [ends[1], ends[0]];
    if (first === second) continue;
    const pair = between.get(`${first} ${second}`) ?? { one: first, other: second, weight: 0 };
    pair.weight += weight;
    between.set(`${first} ${second}`, pair);
  }
  return [...between.values()]
    .map(({ one, other, weight }) => {
      const expected = ((degrees[one] as number) * (degrees[other] as number)) / (2 * total);
      return { one, other, gain: (weight - expected) / total };
    })
    .filter(({ gain }) => gain > 1e-12)
    .sort((a, b) => b.gain - a.gain || a.one - b.one || a.other - b.other);
}
