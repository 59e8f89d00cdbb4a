/** Large views: every vector in view is compared, by one sweep of the dot kernel, and every document is scored. */
import { describe, expect, test } from 'vitest';
import type { IndexedBelief, IndexedMemory } from '../../../src/recall-index/entry.ts';
import type { RecallIndex } from '../../../src/recall-index/recall-index.ts';
import { Perspective } from '../../../src/domain/belief.ts';
import { seen } from '../../../src/recall/believer-view.ts';
import { balanced, cognitive, semantic } from '../../../src/recall/profiles.ts';
import { View } from '../../../src/recall/view.ts';
import { beliefOf, changeOf, day0, indexOf, memoryOf, randomOf, unitVector } from '../recall-index/index-fixture.ts';
import { ask, idsOf, randomQuestion, randomWorld } from './rank-fixture.ts';

const world = randomWorld(randomOf(61), 2_400);
const vectorOf = new Map(world.vectors.map(({ memory, vector }) => [memory, vector]));

/** Every third memory is common, the rest are Lisa's or Electra's, and some are both Lisa's and common. */
function beliefs(memories: readonly IndexedMemory[]): readonly IndexedBelief[] {
  return memories.flatMap(({ id }, i) => {
    const agents = i % 3 === 0 ? ['system'] : i % 3 === 1 ? ['lisa'] : i % 60 === 2 ? ['lisa', 'system'] : ['electra'];
    return agents.map((agent) => beliefOf(agent, id));
  });
}

function built(): RecallIndex {
  const index = indexOf([]);
  index.apply(changeOf(1, { memories: world.memories, beliefs: beliefs(world.memories), vectors: world.vectors }));
  return index;
}

/** The ids of memories in the order of their cosines in full precision. */
function byCosine(query: Float32Array, ids: Iterable<string>): readonly string[] {
  const cosines = new Map(
    [...ids].flatMap((id) => {
      const cosine = vectorOf.get(id)?.reduce((sum, value, i) => sum + value * query[i]!, 0);
      return cosine === undefined ? [] : [[id, cosine] as const];
    }),
  );
  return [...cosines.keys()].sort((one, other) => cosines.get(other)! - cosines.get(one)!);
}

/** The share of the first ten ids that the others have too. */
function overlap(first: readonly string[], others: readonly string[]): number {
  const wanted = first.slice(0, 10);
  return wanted.length === 0 ? 1 : wanted.filter((id) => others.includes(id)).length / wanted.length;
}

describe('in a large view', () => {
  const index = built();
  const visible = world.memories.filter((_, i) => i % 3 !== 2 || i % 60 === 2).map(({ id }) => id);

  test('the nearest by cosine come first by the profile semantic', () => {
    const random = randomOf(67);
    const overlaps = Array.from({ length: 60 }, () => {
      const vector = unitVector(random, 16);
      return overlap(byCosine(vector, visible), idsOf(ask(index, 'lisa', '', { vector, profile: semantic })));
    });
    expect(overlaps.reduce((sum, value) => sum + value, 0) / overlaps.length).toBeGreaterThanOrEqual(0.95);
  });

  test.each([balanced, cognitive, semantic])('the first page is the head of a longer one, by $name', (profile) => {
    const random = randomOf(71);
    for (let i = 0; i < 40; i++) {
      const asked = { vector: unitVector(random, 16), profile };
      const question = randomQuestion(random);
      const long = ask(index, 'lisa', question, { ...asked, limit: 60 });
      const short = ask(index, 'lisa', question, asked);
      expect(short.total).toBe(long.total);
      expect(short.hits).toEqual(long.hits.slice(0, 10));
      expect(ask(index, 'lisa', question, { ...asked, offset: 50 }).hits).toEqual(long.hits.slice(50));
    }
  });

  test('a memory that both believe comes once', () => {
    const asked = { limit: 50, vector: unitVector(randomOf(5), 16) };
    const ids = idsOf(ask(index, 'lisa', 'harbour lantern violin', asked));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBe(50);
  });

  test.each([
    ['a few', (i: number) => i % 400 === 1],
    ['some', (i: number) => i % 8 === 1],
    ['half', (i: number) => i % 2 === 1],
  ])('a filter that %s pass is never starved', (_, passes) => {
    const marked = world.memories.map((memory, i) => (passes(i) ? { ...memory, about: ['agent:mark'] } : memory));
    const own = indexOf(marked, { vectors: world.vectors });
    const filter = { about: ['agent:mark'] };
    const passing = marked.filter(({ about }) => about.length > 0).map(({ id }) => id);
    const random = randomOf(73);
    for (let i = 0; i < 20; i++) {
      const vector = unitVector(random, 16);
      const profile = i % 2 === 0 ? balanced : semantic;
      const ids = idsOf(ask(own, 'lisa', 'zzz', { vector, filter, limit: 50, profile }));
      const nearest = byCosine(vector, passing);
      if (profile === semantic) expect(overlap(nearest, ids)).toBeGreaterThanOrEqual(0.9);
      if (profile === semantic) expect(ids.length).toBe(Math.min(50, nearest.length));
      expect(ids.filter((id) => !passing.includes(id))).toEqual([]);
    }
  });

  test('what is left when most is withdrawn is found', () => {
    const own = indexOf(world.memories, { vectors: world.vectors });
    const gone = world.memories.filter((_, i) => i % 5 !== 0);
    own.apply(changeOf(2, { beliefs: gone.map(({ id }) => beliefOf('lisa', id, { withdrawnAt: day0 })) }));
    const left = world.memories.filter((_, i) => i % 5 === 0).map(({ id }) => id);
    const random = randomOf(67);
    for (let i = 0; i < 20; i++) {
      const vector = unitVector(random, 16);
      const ids = idsOf(ask(own, 'lisa', '', { vector, profile: semantic }));
      expect(overlap(byCosine(vector, left), ids)).toBeGreaterThanOrEqual(0.9);
    }
  });

  test('what was just stored is found', () => {
    const late = Array.from({ length: 30 }, (_, i) => memoryOf(`late${i}`, 'a word of its own'));
    const random = randomOf(79);
    const vectors = late.map(({ id }) => ({ memory: id, vector: unitVector(random, 16) }));
    const own = built();
    own.apply(changeOf(2, { memories: late, beliefs: late.map(({ id }) => beliefOf('lisa', id)), vectors }));
    for (const { memory, vector } of vectors) {
      expect(idsOf(ask(own, 'lisa', 'zzz', { vector, profile: semantic }))[0]).toBe(memory);
    }
  });

  test('what came and went between two rankings is ranked as if it had always been so', () => {
    const [first, later] = [world.memories.slice(0, 1_500), world.memories.slice(1_500)];
    const of = (memories: readonly IndexedMemory[]) => {
      const ids = new Set(memories.map(({ id }) => id));
      const vectors = world.vectors.filter(({ memory }) => ids.has(memory));
      return { memories, vectors, beliefs: memories.map(({ id }) => beliefOf('lisa', id)) };
    };
    const removed = world.memories.filter((_, i) => i % 7 === 3).map(({ id }) => id);
    const [asked, fresh] = [indexOf([]), indexOf([])];
    const random = randomOf(83);
    const vector = unitVector(random, 16);
    const steps = [of(first), of(later), { removed }];
    for (const [step, change] of steps.entries()) {
      asked.apply(changeOf(step + 1, change));
      ask(asked, 'lisa', 'harbour lantern', { vector });
      fresh.apply(changeOf(step + 1, change));
    }
    for (let i = 0; i < 20; i++) {
      const query = { vector: unitVector(random, 16), limit: 50 };
      const question = randomQuestion(random);
      expect(ask(asked, 'lisa', question, query)).toEqual(ask(fresh, 'lisa', question, query));
    }
  });

  test('a vector that was set anew is found where it is now', () => {
    const own = built();
    const moved = world.memories[4]?.id as string;
    const vector = unitVector(randomOf(77), 16);
    own.apply(changeOf(2, { vectors: [{ memory: moved, vector }] }));
    expect(idsOf(ask(own, 'lisa', 'zzz', { vector, profile: semantic }))[0]).toBe(moved);
    const before = vectorOf.get(moved) as Float32Array;
    expect(idsOf(ask(own, 'lisa', 'zzz', { vector: before, profile: semantic }))[0]).not.toBe(moved);
  });

  test('what nothing but a key term relates to the question is found', () => {
    const own = built();
    const related = memoryOf('related', 'A mole by the sea', { concepts: ['quay'] });
    own.apply(changeOf(2, { memories: [related], beliefs: [beliefOf('lisa', related.id)] }));
    const asked = { vector: unitVector(randomOf(89), 16), profile: cognitive, limit: 50 };
    expect(idsOf(ask(own, 'lisa', 'Where is the quay?', asked))).toContain(related.id);
  });

  test('what was forgotten never comes back, until it is stored again', () => {
    const own = built();
    const removed = world.vectors.filter((_, i) => i % 4 === 0);
    own.apply(changeOf(2, { removed: removed.map(({ memory }) => memory) }));
    const gone = new Set(removed.map(({ memory }) => memory));
    for (const { vector } of removed.slice(0, 80)) {
      const ids = idsOf(ask(own, 'lisa', 'harbour', { vector, profile: semantic, limit: 50 }));
      expect(ids).toHaveLength(50);
      expect(ids.filter((id) => gone.has(id))).toEqual([]);
    }
    const again = world.memories.filter(({ id }) => gone.has(id));
    own.apply(changeOf(3, { memories: again, beliefs: again.map(({ id }) => beliefOf('lisa', id)), vectors: removed }));
    for (const { memory, vector } of removed.slice(0, 20)) {
      expect(idsOf(ask(own, 'lisa', 'zzz', { vector, profile: semantic }))[0]).toBe(memory);
    }
  });

  test('what only another agent believes is never shown, nor changes what is', () => {
    const own = built();
    const theirs = new Set(world.memories.filter((_, i) => i % 3 === 2 && i % 60 !== 2).map(({ id }) => id));
    const near = world.vectors.filter(({ memory }) => theirs.has(memory)).slice(0, 60);
    const answers = near.map(({ vector }) => ask(own, 'lisa', 'harbour lantern', { vector }));
    for (const answer of answers) expect(idsOf(answer).filter((id) => theirs.has(id))).toEqual([]);
    own.apply(changeOf(2, { removed: [...theirs] }));
    near.forEach(({ vector }, i) => {
      expect(ask(own, 'lisa', 'harbour lantern', { vector }).hits).toEqual(answers[i]?.hits);
    });
  });

  test('the vectors of another model take the place of the old ones', () => {
    const own = built();
    own.dropVectors(8);
    expect(own.stats().vectors).toBe(0);
    const others = world.memories.map(({ id }, i) => ({ memory: id, vector: unitVector(randomOf(i), 8) }));
    own.apply(changeOf(2, { vectors: others }));
    expect(own.stats().vectors).toBe(world.memories.length);
    const mine = others[4];
    expect(idsOf(ask(own, 'lisa', 'zzz', { vector: mine!.vector, profile: semantic }))[0]).toBe(mine!.memory);
  });

  test('whatever was asked before, a moment shows what is visible then', () => {
    const random = randomOf(83);
    const fading = world.memories.map(({ id }) =>
      beliefOf('lisa', id, { strength: 0.3 + 0.7 * random(), halfLifeDays: 5 + 300 * random() }),
    );
    const own = indexOf([]);
    own.apply(changeOf(1, { memories: world.memories, beliefs: fading, vectors: world.vectors }));
    const totals = new Set<number>();
    for (let i = 0; i < 60; i++) {
      const at = day0 + Math.floor(random() * 400) * 86_400_000;
      if (i % 10 === 9) own.apply(changeOf(i + 2, { beliefs: [{ ...fading[i]!, withdrawnAt: at }] }));
      const moment = i % 5 === 4 ? { at, faded: true } : { at };
      const view = new View(own, new Perspective('lisa'), moment);
      const shown = view.byBeliever.flatMap(({ states, inside, isVisible }) => {
        expect([...states].map((state) => state === seen.inside)).toEqual(Array.from(states, (_, d) => isVisible(d)));
        return [inside, states.filter((state) => state === seen.inside).length];
      });
      expect(shown[0]).toBe(shown[1]);
      totals.add(shown[0]!);
    }
    expect(totals.size).toBeGreaterThan(30);
  });
});
