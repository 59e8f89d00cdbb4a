/**
 * The edges that no record holds: between memories that have key terms, a topic, a ring or a type of knowledge in
 * common. Whole groups may have something in common, so each memory is tied to a few others only, and no pair is
 * looked at but of neighbours in time: the work grows with the memories, not with their pairs.
 */
import { maxConcepts } from '../language/words.ts';
import type { CognitiveColumns } from '../recall-index/memory-table.ts';
import { conceptNeighbours } from './defaults.ts';
import type { ComputedEdgeKind, MemoryGraphEdge } from './memory-graph-value.ts';
import type { ShownMemory } from './shown-memories.ts';

/** The computed edges of some kinds, each pair once a kind; every memory is tied to at most `perMemory` others of a kind. */
export function computedEdges(
  columns: CognitiveColumns,
  memories: readonly ShownMemory[],
  kinds: readonly ComputedEdgeKind[],
  perMemory: number,
): readonly MemoryGraphEdge[] {
  const inTime = [...memories].sort((one, other) => one.learnedAt - other.learnedAt || one.position - other.position);
  return [...new Set(kinds)].flatMap((kind) => {
    if (kind === 'SHARES_CONCEPT') return sharedConcepts(columns, inTime, perMemory);
    return chains(kind, groupOf[kind](columns), inTime, perMemory);
  });
}

/** The number of the group that the memory in a row belongs to; -1 for none. */
type GroupOf = (row: number) => number;

const groupOf: Readonly<Record<Exclude<ComputedEdgeKind, 'SHARES_CONCEPT'>, (columns: CognitiveColumns) => GroupOf>> = {
  CO_TOPIC: ({ topic }) => numberIn(topic.values, 0),
  CO_RING: ({ ring }) => numberIn(ring.values, 1),
  CO_KNOWLEDGE_TYPE: ({ knowledgeType }) => numberIn(knowledgeType.values, 1),
};

/** Of columns in which the first number stands for none. */
function numberIn(values: ArrayLike<number>, first: number): GroupOf {
  return (row) => (values[row] ?? -1) - first;
}

/** Ties each memory of a group to those that were learned next. */
function chains(
  kind: ComputedEdgeKind,
  group: GroupOf,
  inTime: readonly ShownMemory[],
  perMemory: number,
): readonly MemoryGraphEdge[] {
  const edges: MemoryGraphEdge[] = [];
  const before = new Map<number, string[]>();
  for (const { id, row } of inTime) {
    const number = group(row);
    if (number < 0) continue;
    const earlier = before.get(number) ?? [];
    for (const to of earlier) edges.push({ kind, from: id, to });
    before.set(number, [...earlier, id].slice(-perMemory));
  }
  return edges;
}

/** Ties each memory to the neighbours with which it shares the largest part of their key terms. */
function sharedConcepts(
  columns: CognitiveColumns,
  inTime: readonly ShownMemory[],
  perMemory: number,
): readonly MemoryGraphEdge[] {
  const conceptsOf = inTime.map(({ row }) =>
    columns.concepts.values.subarray(row * maxConcepts, (row + 1) * maxConcepts).filter((concept) => concept >= 0),
  );
  const inCommon = neighbourCounts(conceptsOf);
  const tied = new Set<number>();
  return conceptsOf.flatMap(({ length }, position) => {
    const shares = Array.from(inCommon(position), ([other, count]) => {
      return { other, share: count / (length + (conceptsOf[other] as Int32Array).length - count) };
    });
    const best = shares
      .sort(
        (one, other) => other.share - one.share || Math.abs(one.other - position) - Math.abs(other.other - position),
      )
      .slice(0, perMemory);
    return best.flatMap(({ other, share }): readonly MemoryGraphEdge[] => {
      const [later, earlier] = [Math.max(position, other), Math.min(position, other)];
      const pair = later * inTime.length + earlier;
      if (tied.has(pair)) return [];
      tied.add(pair);
      const [from, to] = [inTime[later]!, inTime[earlier]!];
      return [{ kind: 'SHARES_CONCEPT', from: from.id, to: to.id, weight: share }];
    });
  });
}

/** Of the memory in a position: which of its neighbours in time have key terms in common with it, and how many. To be asked position by position. */
function neighbourCounts(conceptsOf: readonly Int32Array[]): (position: number) => ReadonlyMap<number, number> {
  const lists = listsOf(conceptsOf);
  const passed = new Map<number, number>();
  return (position) => {
    const common = new Map<number, number>();
    for (const concept of conceptsOf[position]!) {
      const list = lists.get(concept) ?? [];
      const own = passed.get(concept) ?? 0;
      passed.set(concept, own + 1);
      for (const other of list.slice(Math.max(0, own - conceptNeighbours), own + conceptNeighbours + 1)) {
        if (other !== position) common.set(other, (common.get(other) ?? 0) + 1);
      }
    }
    return common;
  };
}

function listsOf(conceptsOf: readonly Int32Array[]): ReadonlyMap<number, readonly number[]> {
  const lists = new Map<number, number[]>();
  conceptsOf.forEach((concepts, position) => {
    for (const concept of concepts) {
      const list = lists.get(concept);
      if (list === undefined) lists.set(concept, [position]);
      else list.push(position);
    }
  });
  return lists;
}
