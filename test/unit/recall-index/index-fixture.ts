/** Small worlds for tests of the index and of ranking: memories, beliefs and vectors with defaults. */
import type {
  IndexChange,
  IndexedBelief,
  IndexedEdge,
  IndexedLink,
  IndexedMemory,
  IndexedVector,
  RecallIndexOptions,
} from '../../../src/recall-index/entry.ts';
import { RecallIndex } from '../../../src/recall-index/recall-index.ts';

/** Noon of a day in the worlds' past. */
export const day0: number = Date.UTC(2026, 0, 5, 12);
/** The moment at which tests recall. */
export const now: number = Date.UTC(2026, 1, 1, 12);

/** A memory with a key, a text and whatever else a test cares about. */
export function memoryOf(key: string, content: string, fields: Partial<IndexedMemory> = {}): IndexedMemory {
  return {
    id: `observation:${key}`,
    type: 'user_input',
    content,
    occurredAt: day0,
    position: Number(/\d+/.exec(key)?.[0] ?? 0),
    importance: 5,
    mentions: [],
    about: [],
    concepts: [],
    surfacesWhen: [],
    ...fields,
  };
}

/** A fresh, strong belief. */
export function beliefOf(agent: string, memory: string, fields: Partial<IndexedBelief> = {}): IndexedBelief {
  return {
    agent,
    memory,
    strength: 1,
    reinforcedAt: day0,
    halfLifeDays: 60,
    permanent: false,
    since: day0,
    trust: 0.9,
    accesses: 0,
    ...fields,
  };
}

/** A change with whatever it is about. */
export function changeOf(seq: number, parts: Partial<IndexChange>): IndexChange {
  return { seq, memories: [], beliefs: [], vectors: [], removed: [], ...parts };
}

/** Links as edges. */
export function linkEdges(...links: readonly IndexedLink[]): readonly IndexedEdge[] {
  return links.map(({ kind: table, one: from, other: to, rule: by, believer, similarity, state }) => {
    return { table, record: { believer, from, to, similarity, state, by } };
  });
}

/** An index of memories that one agent believes. */
export function indexOf(
  memories: readonly IndexedMemory[],
  options: {
    readonly agent?: string;
    readonly vectors?: readonly IndexedVector[];
    readonly index?: RecallIndexOptions;
  } = {},
): RecallIndex {
  const index = new RecallIndex(options.index);
  const beliefs = memories.map(({ id }) => beliefOf(options.agent ?? 'lisa', id));
  index.apply(changeOf(1, { memories, beliefs, vectors: options.vectors ?? [] }));
  return index;
}

/** Numbers in 0..1 that are the same in every run. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A unit vector. */
export function unitVector(random: () => number, dimension: number): Float32Array {
  const vector = Float32Array.from({ length: dimension }, () => random() - 0.5);
  const norm = Math.hypot(...vector);
  return vector.map((value) => value / norm);
}

/** The same items in another order. */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((first, second) => first.at - second.at)
    .map(({ item }) => item);
}
