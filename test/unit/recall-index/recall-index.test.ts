import { describe, expect, test } from 'vitest';
import { RecallIndex } from '../../../src/recall-index/recall-index.ts';
import { beliefOf, changeOf, day0, indexOf, memoryOf } from './index-fixture.ts';

const cat = memoryOf('1', 'Luna is a cat');
const dog = memoryOf('2', 'Rex is a dog');

describe('what an index holds', () => {
  test('follows the changes that it is told', () => {
    const index = indexOf([cat, dog]);
    expect(index.size).toBe(2);
    expect(index.seq).toBe(1);
    expect([...index.memoryIds()]).toEqual([cat.id, dog.id]);
    index.apply(changeOf(2, { removed: [cat.id] }));
    expect(index.has(cat.id)).toBe(false);
    expect(index.beliefOf('lisa', cat.id)).toBeUndefined();
    expect([...index.beliefs('lisa')].map(({ memory }) => memory)).toEqual([dog.id]);
    expect(index.stats()).toMatchObject({ seq: 2, memories: 1, believers: { lisa: 1 } });
  });

  test('does not change when the same change comes twice, or an older one late', () => {
    const index = indexOf([cat, dog]);
    const withdrawal = changeOf(2, { beliefs: [beliefOf('lisa', cat.id, { withdrawnAt: day0 + 5 })] });
    index.apply(withdrawal);
    index.apply(withdrawal);
    index.apply(changeOf(1, { memories: [cat], beliefs: [beliefOf('lisa', cat.id)] }));
    expect(index.beliefOf('lisa', cat.id)?.withdrawnAt).toBe(day0 + 5);
    expect(index.stats()).toMatchObject({ memories: 2, believers: { lisa: 2 } });
  });

  test('is one belief per agent and memory, as it stands now', () => {
    const index = indexOf([cat]);
    const stronger = beliefOf('lisa', cat.id, { strength: 0.4, permanent: true, halfLifeDays: 7, since: day0 - 9 });
    index.apply(changeOf(2, { beliefs: [stronger, beliefOf('electra', cat.id)] }));
    expect(index.beliefOf('lisa', cat.id)).toEqual(stronger);
    expect(index.beliefOf('mark', cat.id)).toBeUndefined();
    expect([...index.beliefs('electra')]).toEqual([beliefOf('electra', cat.id)]);
  });

  test('leaves out beliefs in and vectors of memories that are not there', () => {
    const index = indexOf([cat]);
    const vectors = [{ memory: dog.id, vector: Float32Array.from([1, 0]) }];
    index.apply(changeOf(2, { beliefs: [beliefOf('lisa', dog.id)], vectors }));
    expect(index.has(dog.id)).toBe(false);
    expect([...index.beliefs('lisa')]).toHaveLength(1);
  });

  test('takes a forgotten memory in again as a new one', () => {
    const index = indexOf([cat]);
    index.apply(changeOf(2, { removed: [cat.id] }));
    index.apply(changeOf(3, { memories: [cat], beliefs: [beliefOf('lisa', cat.id)] }));
    expect([...index.memoryIds()]).toEqual([cat.id]);
    expect([...index.beliefs('lisa')]).toHaveLength(1);
  });
});

describe('vectors', () => {
  const vectors = [{ memory: cat.id, vector: Float32Array.from([1, 0, 0]) }];

  test('are known by memory, and so are the memories without one', () => {
    const index = indexOf([cat, dog], { vectors });
    expect(index.hasVector(cat.id)).toBe(true);
    expect(index.hasVector(dog.id)).toBe(false);
    expect(index.vectorlessIds()).toEqual([dog.id]);
  });

  test('of another dimension are refused before anything is changed', () => {
    const index = indexOf([cat, dog], { vectors });
    const odd = changeOf(2, { vectors: [{ memory: dog.id, vector: Float32Array.from([1, 0]) }], removed: [cat.id] });
    expect(() => index.apply(odd)).toThrow(/must have 3 components, got 2/);
    expect(index.has(cat.id)).toBe(true);
    expect(index.seq).toBe(1);
  });

  test('of another model replace those that were dropped', () => {
    const index = indexOf([cat, dog], { vectors });
    index.dropVectors(2);
    expect(index.vectorlessIds()).toEqual([cat.id, dog.id]);
    index.apply(changeOf(2, { vectors: [{ memory: dog.id, vector: Float32Array.from([0, 1]) }] }));
    expect(index.vectorlessIds()).toEqual([cat.id]);
  });
});

describe('names', () => {
  const luna = { entity: 'entity:luna', type: 'person' as const, surfaces: ['Luna', 'the  Moon'] };
  const named = memoryOf('3', 'Luna purrs', { mentions: [luna] });
  const other = { entity: 'entity:luna-bar', type: 'place' as const, surfaces: ['LUNA'] };
  const bar = memoryOf('4', 'Luna closes at nine', { mentions: [other] });

  test('are found whatever their case, spaces and diacritics', () => {
    const index = indexOf([named]);
    expect(index.entitiesNamed(['lisa'], 'lúna')).toEqual(['entity:luna']);
    expect(index.entitiesNamed(['lisa'], 'The Moon')).toEqual(['entity:luna']);
    expect(index.entitiesNamed(['lisa'], 'moon')).toEqual([]);
  });

  test('are those of the believers asked for and of nobody else', () => {
    const index = indexOf([named]);
    index.apply(changeOf(2, { memories: [bar], beliefs: [beliefOf('electra', bar.id)] }));
    expect(index.entitiesNamed(['lisa', 'system'], 'Luna')).toEqual(['entity:luna']);
    expect(index.entitiesNamed(['electra', 'system'], 'Luna')).toEqual(['entity:luna-bar']);
    expect(index.entitiesNamed(['lisa', 'electra'], 'Luna')).toEqual(['entity:luna', 'entity:luna-bar']);
  });

  test('end with the belief, with the memory, and with the mention', () => {
    const index = indexOf([named, bar]);
    index.apply(changeOf(2, { beliefs: [beliefOf('lisa', bar.id, { withdrawnAt: day0 })] }));
    expect(index.entitiesNamed(['lisa'], 'luna')).toEqual(['entity:luna']);
    index.apply(changeOf(3, { memories: [{ ...named, mentions: [] }] }));
    expect(index.entitiesNamed(['lisa'], 'luna')).toEqual([]);
    index.apply(changeOf(4, { memories: [named] }));
    expect(index.entitiesNamed(['lisa'], 'luna')).toEqual(['entity:luna']);
    index.apply(changeOf(5, { removed: [named.id] }));
    expect(index.entitiesNamed(['lisa'], 'luna')).toEqual([]);
  });

  test('of a memory that somebody else comes to believe are theirs too', () => {
    const index = indexOf([named]);
    index.apply(changeOf(2, { beliefs: [beliefOf('electra', named.id)] }));
    expect(index.entitiesNamed(['electra'], 'Luna')).toEqual(['entity:luna']);
  });
});

describe('documents of an entity', () => {
  const luna = { entity: 'entity:luna', type: 'person' as const, surfaces: ['Luna', 'Moonpie'] };
  const first = memoryOf('5', 'Luna purrs', { mentions: [luna] });
  const second = memoryOf('6', 'She is a cat', { about: ['entity:luna'] });
  const third = memoryOf('7', 'Luna sleeps', { mentions: [luna], about: ['entity:luna'] });
  const related = memoryOf('8', 'Mark has a cat', {
    relations: [{ from: 'entity:mark', predicate: 'owns', to: 'entity:luna' }],
  });
  const spokenOf = (index: RecallIndex, agent = 'lisa'): readonly (string | undefined)[] => {
    const believer = index.believer(agent);
    const docs = believer?.documentsOf(index.memories.names.find('entity:luna')) ?? [];
    return docs.map((doc) => index.memories.ids[believer?.rowOf.values[doc] as number]);
  };

  test('are those that mention it, are about it or relate it, each once, withdrawn ones included', () => {
    const index = indexOf([first, second, third, related, dog]);
    index.apply(changeOf(2, { beliefs: [beliefOf('lisa', second.id, { withdrawnAt: day0 })] }));
    expect(spokenOf(index)).toEqual([first.id, second.id, third.id, related.id]);
  });

  test('are the believer’s own', () => {
    const index = indexOf([first]);
    index.apply(changeOf(2, { memories: [second], beliefs: [beliefOf('electra', second.id)] }));
    expect(spokenOf(index)).toEqual([first.id]);
    expect(spokenOf(index, 'electra')).toEqual([second.id]);
  });

  test('follow what memories come to say, in the order of the documents', () => {
    const index = indexOf([first, second, third]);
    index.apply(changeOf(2, { memories: [{ ...first, mentions: [] }] }));
    expect(spokenOf(index)).toEqual([second.id, third.id]);
    index.apply(changeOf(3, { memories: [first, first] }));
    expect(spokenOf(index)).toEqual([first.id, second.id, third.id]);
  });

  test('end with the memory and with a belief that is forgotten', () => {
    const index = indexOf([first, second, third]);
    index.apply(changeOf(2, { removed: [second.id], unbelieved: [{ agent: 'lisa', memory: first.id }] }));
    expect(spokenOf(index)).toEqual([third.id]);
    expect(index.believer('lisa')?.documentsOf(-1)).toEqual([]);
  });
});

test('an empty index answers everything with nothing', () => {
  const index = new RecallIndex({ dimension: 8 });
  expect(index.size).toBe(0);
  expect(index.entitiesNamed(['lisa'], 'Luna')).toEqual([]);
  expect([...index.beliefs('lisa')]).toEqual([]);
  expect(index.stats()).toMatchObject({ dimension: 8, vectors: 0 });
});
