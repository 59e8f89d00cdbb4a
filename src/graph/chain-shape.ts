/**
 * The shape of a chain, from its thoughts and edges alone: what each thought goes on from, the way to
 * the root, the current line, forks and revisions.
 *
 * Each thought goes on from one other, so that a chain is a tree whatever a file says: where it follows
 * several, from the first of them, and an edge that would close a ring is left out. A revision takes its place: what was
 * thought on the revised thought stays with that, off the current line.
 */
import { groupBy, present } from '../domain/values.ts';
import type { Follows } from '../domain/records.ts';
import type { IndexedThought } from '../recall-index/entry.ts';
import type { Alternative, Fork, Revision } from './chain-value.ts';
import { reachedFrom, type WalkedChain } from './walk.ts';

/** What the shape needs to know of a chain. */
export interface ShapedChain extends WalkedChain {
  /** The id of the thought that is asked about. */
  readonly asked: string;
  /** What each thought says of its chain; of one that is missing nothing is known. */
  readonly known: ReadonlyMap<string, Pick<Partial<IndexedThought>, 'branch' | 'isLast'>>;
}

/** How the thoughts of a chain hang together. */
export interface ChainShape {
  /** By id: the edge to what the thought goes on from. */
  readonly goesOnFrom: ReadonlyMap<string, Follows>;
  readonly toRoot: readonly string[];
  readonly current: readonly string[];
  /** The id of the last thought on the current line. */
  readonly end: string;
  readonly forks: readonly Fork[];
  readonly revisions: readonly Revision[];
}

/** Finds the shape of a chain. */
export function shapeOf(chain: ShapedChain): ChainShape {
  const positionOf = positionsOf(chain);
  const goesOnFrom = treeOf(chain);
  const revisions = revisionsOf(chain, positionOf);
  const revised = new Set(revisions.map(({ of }) => of));
  const toRoot = wayTo(chain.asked, goesOnFrom);
  const [root] = toRoot;
  const isOurs = (id: string): boolean => wayTo(id, goesOnFrom)[0] === root;
  const end = chain.ids.findLast((id) => !revised.has(id) && isOurs(id)) ?? chain.ids.findLast(isOurs) ?? chain.asked;
  const way = wayTo(end, goesOnFrom);
  const current = way.filter((id) => id === end || !revised.has(id));
  const forks = forksOf(chain, { goesOnFrom, revised, isPassed: new Set(way) });
  return { goesOnFrom, toRoot, current, end, forks, revisions };
}

function positionsOf({ ids }: Pick<ShapedChain, 'ids'>): (id: string) => number {
  const positions = new Map(ids.map((id, position) => [id, position]));
  return (id) => positions.get(id) ?? -1;
}

function treeOf({ ids, edges }: ShapedChain): ReadonlyMap<string, Follows> {
  const byThought = groupBy(edges, ({ from }) => from);
  const tree = new Map<string, Follows>();
  // Each thought leads towards the root of its tree, by shorter and shorter ways as it is asked.
  const above = new Map<string, string>();
  const rootOf = (id: string): string => {
    let root = id;
    for (let next = above.get(root); next !== undefined; next = above.get(root)) root = next;
    for (let passed = id; passed !== root; ) {
      const next = above.get(passed) ?? root;
      above.set(passed, root);
      passed = next;
    }
    return root;
  };
  for (const id of ids) {
    const edge = byThought.get(id)?.find(({ to }) => rootOf(to) !== id);
    if (edge === undefined) continue;
    tree.set(id, edge);
    above.set(id, edge.to);
  }
  return tree;
}

function revisionsOf({ edges }: ShapedChain, positionOf: (id: string) => number): readonly Revision[] {
  return edges
    .filter(({ type }) => type === 'revision')
    .toSorted((one, other) => positionOf(one.from) - positionOf(other.from))
    .map(({ from, to, reason }) => present({ of: to, by: from, reason }));
}

function wayTo(id: string, goesOnFrom: ReadonlyMap<string, Follows>): readonly string[] {
  const way = [id];
  for (let edge = goesOnFrom.get(id); edge !== undefined; edge = goesOnFrom.get(edge.to)) way.push(edge.to);
  return way.reverse();
}

interface Outcome {
  readonly goesOnFrom: ReadonlyMap<string, Follows>;
  readonly revised: ReadonlySet<string>;
  /** The thoughts that the current line passes, revised ones included. */
  readonly isPassed: ReadonlySet<string>;
}

function forksOf(chain: ShapedChain, { goesOnFrom, revised, isPassed }: Outcome): readonly Fork[] {
  const after = groupBy(
    chain.ids.flatMap((id) => goesOnFrom.get(id) ?? []),
    ({ to }) => to,
  );
  const reaches = reachesOf(chain, goesOnFrom, after);
  const alternativeOf = ({ from: first, type, reason }: Follows): Alternative => {
    const { thoughts, last } = reaches.get(first) ?? { thoughts: 1, last: first };
    const branchId = chain.known.get(first)?.branch;
    const isOver = thoughts === 1 || chain.known.get(last)?.isLast === true;
    const fate = isPassed.has(first) ? 'current' : revised.has(first) ? 'revised' : isOver ? 'ended' : 'continued';
    return present({ type: type === 'branch' ? 'branch' : 'next', branchId, reason, first, last, thoughts, fate });
  };
  return chain.ids.flatMap((at) => {
    const ways = (after.get(at) ?? []).filter(({ type }) => type !== 'revision');
    const isFork = ways.length > 1 || ways.some(({ type }) => type === 'branch');
    return isFork ? [{ at, alternatives: ways.map(alternativeOf) }] : [];
  });
}

/** How far thinking went from a thought on, branches apart. */
interface Reach {
  readonly thoughts: number;
  /** The id of the latest. */
  readonly last: string;
}

/** How far thinking went from each thought on: counted from the ends of the tree, since a chain may be deeper than a stack. */
function reachesOf(
  { ids }: ShapedChain,
  goesOnFrom: ReadonlyMap<string, Follows>,
  after: ReadonlyMap<string, readonly Follows[]>,
): ReadonlyMap<string, Reach> {
  const positionOf = positionsOf({ ids });
  const later = (one: string, other: string): string => (positionOf(one) > positionOf(other) ? one : other);
  const roots = ids.filter((id) => !goesOnFrom.has(id));
  const fromTheRoots = reachedFrom(roots, (id) => (after.get(id) ?? []).map(({ from }) => from));
  const reaches = new Map<string, Reach>();
  for (const id of fromTheRoots.toReversed()) {
    const ways = (after.get(id) ?? []).flatMap(({ from, type }) =>
      type === 'branch' ? [] : (reaches.get(from) ?? []),
    );
    reaches.set(id, {
      thoughts: ways.reduce((sum, { thoughts }) => sum + thoughts, 1),
      last: ways.reduce((latest, { last }) => later(latest, last), id),
    });
  }
  return reaches;
}
