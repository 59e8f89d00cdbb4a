import { describe, expect, test } from 'vitest';
import type { RecallIndex } from '../../../src/recall-index/recall-index.ts';
import { inEightBits } from '../../../src/recall-index/vector-column.ts';
import type { VectorGraph } from '../../../src/recall-index/graph-keeper.ts';
import { randomWorld } from '../recall/rank-fixture.ts';
import { beliefOf, changeOf, indexOf, memoryOf, randomOf, unitVector } from './index-fixture.ts';
import { eventually } from '../../support/eventually.ts';

const { memories, vectors } = randomWorld(randomOf(3), 200);
const withVector = new Set(vectors.map(({ memory }) => memory));

function graphOf(index: RecallIndex, agent: string): VectorGraph {
  const believer = index.believer(agent);
  const graph = believer === undefined ? undefined : index.graphs.of(believer);
  if (graph === undefined) throw new Error(`${agent} has no graph`);
  return graph;
}

describe('graphs', () => {
  test('begin when a space has enough vectors, for those who believe enough', () => {
    const index = indexOf(memories, { vectors, index: { graphFrom: vectors.length + 1, graphLeast: 50 } });
    expect(index.stats().graphs).toEqual({});
    const few = memories.slice(0, 40).map(({ id }) => beliefOf('electra', id));
    const late = memoryOf('late', 'the one that makes it enough');
    index.apply(
      changeOf(2, {
        memories: [late],
        beliefs: [beliefOf('lisa', late.id), ...few],
        vectors: [{ memory: late.id, vector: unitVector(randomOf(4), 16) }],
      }),
    );
    expect(index.stats().graphs).toEqual({ lisa: 0 });
    index.graphs.stop();
  });

  test('are built after the writing, not in it, until nothing is pending', async () => {
    const index = indexOf(memories, { vectors, index: { graphFrom: 100 } });
    expect(graphOf(index, 'lisa').size).toBe(0);
    expect(index.graphs.pending).toBe(vectors.length);
    await eventually(() => expect(index.graphs.pending).toBe(0));
    expect(index.stats().graphs).toEqual({ lisa: vectors.length });
  });

  test('are not built on once they are told to stop', async () => {
    const index = indexOf(memories, { vectors, index: { graphFrom: 100 } });
    index.graphs.stop();
    index.apply(changeOf(2, { beliefs: [beliefOf('lisa', memories[0]?.id as string)] }));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(index.graphs.pending).toBe(vectors.length);
  });

  test('hold what their believer believes and nothing else', () => {
    const hers = memories.slice(0, 120);
    const index = indexOf(hers, { vectors: [], index: { graphFrom: 50 } });
    const others = memories.slice(120);
    index.apply(changeOf(2, { memories: others, beliefs: others.map(({ id }) => beliefOf('electra', id)), vectors }));
    index.graphs.build();
    const withOne = (list: typeof memories): number => list.filter(({ id }) => withVector.has(id)).length;
    expect(index.stats().graphs).toEqual({ lisa: withOne(hers), electra: withOne(others) });
  });

  test('find a vector that was set anew where it is now', () => {
    const index = indexOf(memories, { vectors, index: { graphFrom: 100 } });
    index.graphs.build();
    const moved = vectors[5]?.memory as string;
    const vector = unitVector(randomOf(77), 16);
    index.apply(changeOf(2, { vectors: [{ memory: moved, vector }] }));
    const graph = graphOf(index, 'lisa');
    const doc = index.believer('lisa')?.doc(index.memories.slot(moved)) as number;
    expect([...graph.pending]).toEqual([doc]);
    expect([...graph.nearest(inEightBits(vector).values, 200)]).not.toContain(doc);
    index.graphs.build();
    expect(graph.nearest(inEightBits(vector).values, 1)[0]).toBe(doc);
    expect(graph.size).toBe(vectors.length);
  });

  test('lose what is forgotten, added or pending, and let its place be taken', () => {
    const index = indexOf(memories, { vectors, index: { graphFrom: 100 } });
    const graph = graphOf(index, 'lisa');
    graph.step(50, (doc) => index.vectors.row(index.believer('lisa')?.slotOf.values[doc] as number));
    const removed = vectors.slice(40, 60).map(({ memory }) => memory);
    index.apply(changeOf(2, { removed }));
    expect(graph.size).toBe(40);
    index.graphs.build();
    expect(graph.size).toBe(vectors.length - 20);
    const again = memories.filter(({ id }) => removed.includes(id));
    const beliefs = removed.map((id) => beliefOf('lisa', id));
    index.apply(changeOf(3, { memories: again, beliefs, vectors: vectors.slice(40, 60) }));
    index.graphs.build();
    expect(graph.size).toBe(vectors.length);
    const nearest = graph.nearest(inEightBits(vectors[45]?.vector as Float32Array).values, 1)[0];
    expect(nearest).toBe(index.believer('lisa')?.doc(index.memories.slot(removed[5] as string)));
  });

  test('go with the vectors of another model', () => {
    const index = indexOf(memories, { vectors, index: { graphFrom: 100 } });
    index.graphs.build();
    index.dropVectors(8);
    expect(index.stats().graphs).toEqual({});
    const others = memories.map(({ id }, i) => ({ memory: id, vector: unitVector(randomOf(i), 8) }));
    index.apply(changeOf(2, { vectors: others }));
    index.graphs.build();
    expect(index.stats().graphs).toEqual({ lisa: memories.length });
  });

  test('do without where the library cannot be loaded', () => {
    const index = indexOf(memories, { vectors, index: { graphFrom: 100, makeHnsw: () => undefined } });
    index.graphs.build();
    expect(index.stats().graphs).toEqual({});
    expect(index.graphs.pending).toBe(0);
  });
});
