/** Clusters of explored nodes, each with a theme: by the edges between them, and by the key terms that memories share. */
import { foldName } from '../language/fold.ts';
import type { GraphEdge } from './edges.ts';
import type { ExploredCluster } from './exploration-value.ts';
import { alikeShare, maxThemeWords } from './defaults.ts';

/** A node as its cluster sees it. */
export interface ClusterNode {
  readonly id: string;
  /** Of an entity. */
  readonly name?: string;
  /** Of a memory: its key terms. */
  readonly concepts?: readonly string[];
}

const nameless = 'Other';
const notWord = /[^\p{L}\p{M}\p{N}]+/u;

/**
 * The nodes in clusters, in their order: the cluster of the first node first. Those that are tied to no other
 * stand together in the last one. No theme says what was `asked` for, since all have to do with that.
 */
export function clustersOf(
  nodes: readonly ClusterNode[],
  edges: readonly GraphEdge[],
  asked: readonly string[],
): readonly ExploredCluster[] {
  const communities = communitiesOf(nodes.length, [...tied(nodes, edges), ...alike(nodes)]);
  const groups = communities.map((positions) => positions.flatMap((position) => nodes[position] ?? []));
  const clusters = groups.filter(({ length }) => length > 1);
  const alone = groups.filter(({ length }) => length === 1).flat();
  const frequency = new Map<string, number>();
  for (const group of groups) {
    for (const word of wordsOf(group).keys()) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  }
  return [
    ...clusters.map((group) => ({ theme: themeOf(group, frequency, groups.length, asked), nodes: idsOf(group) })),
    ...(alone.length === 0 ? [] : [{ theme: nameless, nodes: idsOf(alone) }]),
  ];
}

function tied(nodes: readonly ClusterNode[], edges: readonly GraphEdge[]): readonly WeightedEdge[] {
  const positions = new Map(nodes.map(({ id }, position) => [id, position]));
  return edges.flatMap(({ from, to }) => {
    const [one, other] = [positions.get(from), positions.get(to)];
    return one === undefined || other === undefined ? [] : [{ one, other, weight: 1 }];
  });
}

/** Memories that share key terms, by the share of those they have in common. */
function alike(nodes: readonly ClusterNode[]): readonly WeightedEdge[] {
  return nodes.flatMap(({ concepts = [] }, one) =>
    nodes.slice(one + 1).flatMap(({ concepts: others = [] }, position): readonly WeightedEdge[] => {
      const common = concepts.filter((concept) => others.includes(concept)).length;
      const weight = common / Math.max(1, concepts.length + others.length - common);
      return weight >= alikeShare ? [{ one, other: one + 1 + position, weight }] : [];
    }),
  );
}

/** The names and key terms that many nodes of a cluster have and few of the others, the most telling first. */
function themeOf(
  group: readonly ClusterNode[],
  frequency: ReadonlyMap<string, number>,
  groups: number,
  asked: readonly string[],
): string {
  const ranked = [...wordsOf(group)]
    .map(([key, { shown, count }]) => ({ key, shown, worth: count * Math.log(1 + groups / (frequency.get(key) ?? 1)) }))
    .sort((one, other) => other.worth - one.worth || (one.key < other.key ? -1 : 1));
  const said = asked.map(foldName);
  const words: string[] = [];
  for (const { key, shown } of ranked) {
    // A file's path and the name that ends it say the same.
    if (said.some((other) => isWithin(key, other) || isWithin(other, key))) continue;
    said.push(key);
    if (words.push(shown) === maxThemeWords) break;
  }
  return words.length === 0 ? nameless : words.join(', ');
}

/** Whether one name has all words of another. */
function isWithin(one: string, other: string): boolean {
  const words = new Set(other.split(notWord));
  return one.split(notWord).every((word) => words.has(word));
}

/** Names and key terms by their folded form, with how many nodes have them; a name counts as long as its cluster. */
function wordsOf(group: readonly ClusterNode[]): Map<string, { readonly shown: string; readonly count: number }> {
  const words = new Map<string, { readonly shown: string; readonly count: number }>();
  for (const { name, concepts = [] } of group) {
    if (name !== undefined) words.set(foldName(name), { shown: name, count: group.length / 2 });
    for (const concept of concepts) {
      const key = foldName(concept);
      const { shown, count } = words.get(key) ?? { shown: concept, count: 0 };
      words.set(key, { shown, count: count + 1 });
    }
  }
  return words;
}

function idsOf(nodes: readonly ClusterNode[]): readonly string[] {
  return nodes.map(({ id }) => id);
}

/** An edge between two nodes by their positions. */
export interface WeightedEdge {
  readonly one: number;
  readonly other: number;
  readonly weight: number;
}

/** Places of nodes by community, each ascending; a node without edges stands alone. */
export function communitiesOf(size: number, edges: readonly WeightedEdge[]): readonly (readonly number[])[] {
  const total = edges.reduce((sum, { weight }) => sum + weight, 0);
  let groups: readonly (readonly number[])[] = Array.from({ length: size }, (_, position) => [position]);
  while (true) {
    const [best] = mergers(groups, edges, total);
    if (best === undefined) return groups;
    const joined = [best.one, best.other].flatMap((position) => groups[position] ?? []).sort((a, b) => a - b);
    groups = groups.flatMap((group, position) =>
      position === best.one ? [joined] : position === best.other ? [] : [group],
    );
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
  const groupOf = new Map(groups.flatMap((group, position) => group.map((node): [number, number] => [node, position])));
  const degrees = new Map<number, number>();
  const between = new Map<string, { readonly one: number; readonly other: number; weight: number }>();
  for (const { one, other, weight } of edges) {
    const ends = [groupOf.get(one) ?? -1, groupOf.get(other) ?? -1];
    for (const end of ends) degrees.set(end, (degrees.get(end) ?? 0) + weight);
    const [first, second] = [Math.min(...ends), Math.max(...ends)];
    if (first === second) continue;
    const pair = between.get(`${first} ${second}`) ?? { one: first, other: second, weight: 0 };
    pair.weight += weight;
    between.set(`${first} ${second}`, pair);
  }
  return [...between.values()]
    .map(({ one, other, weight }) => {
      const expected = ((degrees.get(one) ?? 0) * (degrees.get(other) ?? 0)) / (2 * total);
      return { one, other, gain: (weight - expected) / total };
    })
    .filter(({ gain }) => gain > 1e-12)
    .sort((a, b) => b.gain - a.gain || a.one - b.one || a.other - b.other);
}
