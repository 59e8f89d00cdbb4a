/** Large views, where graphs answer and candidates alone are scored: made small here, against the exact search. */
import { describe, expect, test } from 'vitest';
import type { IndexedBelief, IndexedMemory } from '../../../src/recall-index/entry.ts';
import type { RecallIndex, RecallIndexOptions } from '../../../src/recall-index/recall-index.ts';
import { balanced, cognitive, type Profile, semantic } from '../../../src/recall/profiles.ts';
import type { RankQuery, RankResult } from '../../../src/recall/rank.ts';
import {
  beliefOf,
  changeOf,
  day0,
  graphsFrom,
  indexOf,
  memoryOf,
  randomOf,
  unitVector,
} from '../index/index-fixture.ts';
import { ask, idsOf, randomQuestion, randomWorld } from './rank-fixture.ts';

const exactly = { exact: true };
const world = randomWorld(randomOf(61), 2_400);

/** Every third memory is common, the rest are Lisa's or Electra's, and some are both Lisa's and common. */
function beliefs(memories: readonly IndexedMemory[]): readonly IndexedBelief[] {
  return memories.flatMap(({ id }, i) => {
    const agents = i % 3 === 0 ? ['system'] : i % 3 === 1 ? ['lisa'] : i % 60 === 2 ? ['lisa', 'system'] : ['electra'];
    return agents.map((agent) => beliefOf(agent, id));
  });
}

function built(options: RecallIndexOptions = {}): RecallIndex {
  const index = indexOf([], { index: options });
  index.apply(changeOf(1, { memories: world.memories, beliefs: beliefs(world.memories), vectors: world.vectors }));
  index.graphs.build();
  return index;
}

/** The share of the first answer's hits that the second has too. */
function overlap(first: RankResult, second: RankResult): number {
  const ids = new Set(idsOf(second));
  return first.hits.length === 0 ? 1 : idsOf(first).filter((id) => ids.has(id)).length / first.hits.length;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Asks the same questions of both and answers the mean overlap of the first ten. */
function agreement(index: RecallIndex, profile: Profile, more: Partial<RankQuery> = {}): number {
  const random = randomOf(67);
  const overlaps = Array.from({ length: 60 }, () => {
    const question = randomQuestion(random);
    const asked = { vector: unitVector(random, 16), profile, ...more };
    return overlap(ask(index, 'lisa', question, { ...asked, ...exactly }), ask(index, 'lisa', question, { ...asked }));
  });
  return mean(overlaps);
}

describe('graphs', () => {
  const counted = graphsFrom(300);
  const index = built(counted);

  test('are used in large views', () => {
    const before = counted.searches();
    ask(index, 'lisa', 'harbour', { vector: unitVector(randomOf(1), 16) });
    expect(counted.searches()).toBe(before + 2);
  });

  test.each([balanced, cognitive, semantic])('lead to what the exact search finds, by the profile $name', (profile) => {
    expect(agreement(index, profile)).toBeGreaterThanOrEqual(0.95);
  });

  test('lead to the same signals of the first hit, and to the same count', () => {
    const random = randomOf(71);
    let same = 0;
    for (let i = 0; i < 40; i++) {
      const asked = { vector: unitVector(random, 16) };
      const question = randomQuestion(random);
      const exact = ask(index, 'lisa', question, { ...asked, ...exactly });
      const near = ask(index, 'lisa', question, asked);
      expect(near.total).toBe(exact.total);
      if (near.hits[0]?.id !== exact.hits[0]?.id) continue;
      expect(near.hits[0]).toEqual(exact.hits[0]);
      same++;
    }
    expect(same).toBeGreaterThanOrEqual(38);
  });

  test('lead to a memory that both believe once', () => {
    const asked = { limit: 50, vector: unitVector(randomOf(5), 16) };
    const ids = idsOf(ask(index, 'lisa', 'harbour lantern violin', asked));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBe(50);
  });

  test('are not asked for what lies far down', () => {
    const before = counted.searches();
    const asked = { vector: unitVector(randomOf(5), 16), offset: 50, limit: 10 };
    expect(ask(index, 'lisa', 'harbour', asked)).toEqual(ask(index, 'lisa', 'harbour', { ...asked, ...exactly }));
    expect(counted.searches()).toBe(before);
  });

  test.each([
    ['a few', (i: number) => i % 400 === 1],
    ['some', (i: number) => i % 8 === 1],
    ['half', (i: number) => i % 2 === 1],
  ])('never starve a filter that %s pass', (_, passes) => {
    const marked = world.memories.map((memory, i) => (passes(i) ? { ...memory, about: ['agent:mark'] } : memory));
    const own = indexOf(marked, { vectors: world.vectors, index: graphsFrom(300) });
    own.graphs.build();
    const filter = { about: ['agent:mark'] };
    const count = marked.filter(({ about }) => about.length > 0).length;
    const random = randomOf(73);
    for (let i = 0; i < 20; i++) {
      const asked = { vector: unitVector(random, 16), filter, limit: 50, profile: i % 2 === 0 ? balanced : semantic };
      const exact = ask(own, 'lisa', 'zzz', { ...asked, ...exactly });
      const near = ask(own, 'lisa', 'zzz', { ...asked });
      expect(near.hits.length).toBe(Math.min(50, exact.hits.length));
      if (count < 50) expect([...idsOf(near)].sort()).toEqual([...idsOf(exact)].sort());
      expect(overlap({ ...exact, hits: exact.hits.slice(0, 10) }, near)).toBeGreaterThanOrEqual(0.9);
    }
  });

  test('give way to the exact search when most is withdrawn', () => {
    const options = graphsFrom(300);
    const own = indexOf(world.memories, { vectors: world.vectors, index: options });
    own.graphs.build();
    const gone = world.memories.filter((_, i) => i % 5 !== 0);
    own.apply(changeOf(2, { beliefs: gone.map(({ id }) => beliefOf('lisa', id, { withdrawnAt: day0 })) }));
    const before = options.searches();
    expect(agreement(own, semantic)).toBe(1);
    expect(options.searches()).toBe(before);
  });

  test('do not hide what was just stored', () => {
    const late = Array.from({ length: 30 }, (_, i) => memoryOf(`late${i}`, 'a word of its own'));
    const random = randomOf(79);
    const vectors = late.map(({ id }) => ({ memory: id, vector: unitVector(random, 16) }));
    const own = built(graphsFrom(300));
    own.graphs.stop();
    own.apply(changeOf(2, { memories: late, beliefs: late.map(({ id }) => beliefOf('lisa', id)), vectors }));
    expect(own.graphs.pending).toBe(30);
    for (const { memory, vector } of vectors) {
      expect(idsOf(ask(own, 'lisa', 'zzz', { vector, profile: semantic }))[0]).toBe(memory);
    }
  });

  test('find what nothing but a key term relates to the question', () => {
    const own = built(graphsFrom(300));
    const related = memoryOf('related', 'A mole by the sea', { concepts: ['quay'] });
    own.apply(changeOf(2, { memories: [related], beliefs: [beliefOf('lisa', related.id)] }));
    const asked = { vector: unitVector(randomOf(89), 16), profile: cognitive, limit: 50 };
    expect(idsOf(ask(own, 'lisa', 'Where is the quay?', { ...asked, ...exactly }))).toContain(related.id);
    expect(idsOf(ask(own, 'lisa', 'Where is the quay?', asked))).toContain(related.id);
  });

  test('never bring back what was forgotten', () => {
    const own = built(graphsFrom(300));
    const removed = world.vectors.filter((_, i) => i % 4 === 0);
    own.apply(changeOf(2, { removed: removed.map(({ memory }) => memory) }));
    const gone = new Set(removed.map(({ memory }) => memory));
    for (const { vector } of removed.slice(0, 80)) {
      const ids = idsOf(ask(own, 'lisa', 'harbour', { vector, profile: semantic, limit: 50 }));
      expect(ids).toHaveLength(50);
      expect(ids.filter((id) => gone.has(id))).toEqual([]);
    }
  });

  test('never show what only another agent believes, nor change with it', () => {
    const own = built(graphsFrom(300));
    const theirs = new Set(world.memories.filter((_, i) => i % 3 === 2 && i % 60 !== 2).map(({ id }) => id));
    const near = world.vectors.filter(({ memory }) => theirs.has(memory)).slice(0, 60);
    const answers = near.map(({ vector }) => ask(own, 'lisa', 'harbour lantern', { vector }));
    for (const answer of answers) expect(idsOf(answer).filter((id) => theirs.has(id))).toEqual([]);
    own.apply(changeOf(2, { removed: [...theirs] }));
    near.forEach(({ vector }, i) => {
      expect(ask(own, 'lisa', 'harbour lantern', { vector }).hits).toEqual(answers[i]?.hits);
    });
  });

  test('that cannot be had leave everything to the exact search', () => {
    const own = built({ graphFrom: 300, makeHnsw: () => undefined });
    const plain = built({ graphFrom: Number.POSITIVE_INFINITY });
    const random = randomOf(83);
    for (let i = 0; i < 10; i++) {
      const asked = { vector: unitVector(random, 16) };
      expect(ask(own, 'lisa', 'harbour', asked)).toEqual(ask(plain, 'lisa', 'harbour', asked));
    }
  });
});
