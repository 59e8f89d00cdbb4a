import { describe, expect, test } from 'vitest';
import type { IndexedMention, IndexedVector } from '../../../src/recall-index/entry.ts';
import { RecallIndex } from '../../../src/recall-index/recall-index.ts';
import { judgedMemories } from '../../../src/recall/defaults.ts';
import type { RankHit } from '../../../src/recall/rank.ts';
import { balanced, lexical, semantic } from '../../../src/recall/profiles.ts';
import {
  beliefOf,
  changeOf,
  day0,
  indexOf,
  memoryOf,
  now,
  randomOf,
  shuffled,
  unitVector,
} from '../recall-index/index-fixture.ts';
import { naiveBm25 } from './naive-bm25.ts';
import { ask, idsOf, randomQuestion, randomWorld } from './rank-fixture.ts';

const dayMs = 86_400_000;
const inContext = { ...lexical, context: balanced.context };

describe('the lexical score', () => {
  test.each([1, 2, 3])('is BM25 with the context of neighbours, as the formula gives it (world %i)', (seed) => {
    const random = randomOf(seed);
    const { memories } = randomWorld(random, 60);
    const index = indexOf(memories);
    for (let i = 0; i < 20; i++) {
      const question = randomQuestion(random);
      const oracle = naiveBm25(memories, question);
      const best = Math.max(...oracle.values());
      const { hits, total } = ask(index, 'lisa', question, { profile: inContext, limit: 100 });
      expect(total).toBe([...oracle.values()].filter((score) => score > 0).length);
      for (const { id, score } of hits) expect(score).toBeCloseTo((oracle.get(id) as number) / best, 9);
    }
  });

  test('has nothing for a query that shares no word with any memory', () => {
    const index = indexOf([memoryOf('1', 'a harbour')]);
    expect(ask(index, 'lisa', 'quantum chromodynamics')).toMatchObject({ hits: [], total: 0 });
    expect(ask(index, 'lisa', '')).toMatchObject({ hits: [], total: 0 });
  });

  test('gives the words of a question to its answer, more than those of a statement to what follows', () => {
    const turns = (first: string, key: number) => [
      memoryOf(`${key}`, first, { session: `session:${key}` }),
      memoryOf(`${key + 1}`, 'Blue, of course.', { session: `session:${key}` }),
    ];
    const index = indexOf([...turns('The kitten has a colour.', 1), ...turns('The kitten has a colour?', 3)]);
    const { hits } = ask(index, 'lisa', 'kitten', { profile: inContext });
    const scoreOf = (key: string): number => hits.find(({ id }) => id === `observation:${key}`)?.score as number;
    expect(scoreOf('1')).toBe(scoreOf('3'));
    expect(scoreOf('4')).toBeGreaterThan(scoreOf('2'));
  });

  test('finds a memory by its speaker and by what was said before it', () => {
    const session = { session: 'session:1' };
    const asked = memoryOf('1', 'Where did you adopt the kitten?', { ...session, speaker: 'Mark' });
    const told = memoryOf('2', 'At the shelter in Tacoma.', { ...session, speaker: 'Lisa' });
    const index = indexOf([asked, told, memoryOf('3', 'The shelter was closed.'), memoryOf('4', 'Rain again.')]);
    expect(new Set(idsOf(ask(index, 'lisa', 'kitten')))).toEqual(new Set([asked.id, told.id]));
    expect(idsOf(ask(index, 'lisa', 'Where did Lisa adopt a kitten?'))[0]).toBe(told.id);
  });

  test('finds words of scripts without spaces', () => {
    const index = indexOf([memoryOf('1', '我喜欢吃苹果'), memoryOf('2', '今天下雨了')]);
    expect(idsOf(ask(index, 'lisa', '苹果'))).toEqual(['observation:1']);
  });
});

describe('ranking', () => {
  test('does not depend on the order in which the turns of sessions came', () => {
    const random = randomOf(11);
    const { memories, vectors } = randomWorld(random, 120);
    const question = 'When did Lisa see the harbour lantern in January';
    const vector = vectors[5]?.vector as Float32Array;
    const plain = ask(indexOf(memories, { vectors }), 'lisa', question, { vector, limit: 120 });
    for (let round = 0; round < 5; round++) {
      const index = new RecallIndex();
      shuffled(memories, random).forEach((memory, i) => {
        const own = vectors.filter((entry) => entry.memory === memory.id);
        index.apply(changeOf(i + 1, { memories: [memory], beliefs: [beliefOf('lisa', memory.id)], vectors: own }));
      });
      expect(ask(index, 'lisa', question, { vector, limit: 120 })).toEqual(plain);
    }
  });

  test('skips as many of the best as asked', () => {
    const { memories, vectors } = randomWorld(randomOf(5), 80);
    const index = indexOf(memories, { vectors });
    const vector = vectors[0]?.vector as Float32Array;
    const all = ask(index, 'lisa', 'violin meadow', { vector, limit: 80 });
    const page = ask(index, 'lisa', 'violin meadow', { vector, limit: 7, offset: 20 });
    expect(page.hits).toEqual(all.hits.slice(20, 27));
    expect(page.total).toBe(all.total);
    expect(ask(index, 'lisa', 'violin', { vector, limit: 5, offset: 500 }).hits).toEqual([]);
  });

  test('prefers what was said on the day that is named', () => {
    const march = memoryOf('1', 'We planted the orchard.', { occurredAt: Date.UTC(2025, 2, 9) });
    const may = memoryOf('2', 'We planted the orchard.', { occurredAt: Date.UTC(2025, 4, 9) });
    const index = indexOf([march, may]);
    expect(idsOf(ask(index, 'lisa', 'What did we plant on 9 March 2025?'))[0]).toBe(march.id);
    expect(idsOf(ask(index, 'lisa', 'What did we plant in May 2025?'))[0]).toBe(may.id);
  });

  test('puts the first in order once more by their relevance, and leaves all others', () => {
    const random = randomOf(31);
    const { memories } = randomWorld(random, 300);
    const vectors = memories.map(({ id }) => ({ memory: id, vector: unitVector(random, 16) }));
    const index = indexOf(memories, { vectors });
    const vector = vectors[0]?.vector as Float32Array;
    const { hits } = ask(index, 'lisa', 'harbour lantern', { vector, limit: 100 });
    const unjudged = { ...balanced, weights: { ...balanced.weights, relevance: 0 } };
    const plain = idsOf(ask(index, 'lisa', 'harbour lantern', { vector, limit: 100, profile: unjudged }));
    const ids = hits.map(({ id }) => id);
    expect(ids.slice(judgedMemories)).toEqual(plain.slice(judgedMemories));
    expect(ids.slice(0, judgedMemories)).not.toEqual(plain.slice(0, judgedMemories));
    expect(new Set(ids)).toEqual(new Set(plain));
    hits.forEach(({ relevance, signals }, at) => {
      const { value } = signals.find(({ name }) => name === 'relevance')!;
      expect(value).toBe(at < judgedMemories ? relevance : 0);
    });
    expect(hits.map(({ score }) => score)).toEqual(
      hits.map(({ score }) => score).toSorted((one, other) => other - one),
    );
  });

  test('by vectors alone is the order of cosines, and needs no shared word', () => {
    const memories = [memoryOf('1', 'alpha'), memoryOf('2', 'beta'), memoryOf('3', 'gamma')];
    const vectors = [
      { memory: 'observation:1', vector: Float32Array.from([1, 0]) },
      { memory: 'observation:2', vector: Float32Array.from([0.8, 0.6]) },
    ];
    const { hits, total } = ask(indexOf(memories, { vectors }), 'lisa', 'delta', {
      vector: Float32Array.from([0.6, 0.8]),
      profile: semantic,
    });
    expect(hits.map(({ id }) => id)).toEqual(['observation:2', 'observation:1']);
    expect(hits[0]?.score).toBeCloseTo(0.96, 2);
    expect(total).toBe(2);
  });
});

test('a profile of words alone does not heed the query vector', () => {
  const { memories, vectors } = randomWorld(randomOf(8), 50);
  const index = indexOf(memories, { vectors });
  const words = ask(index, 'lisa', 'harbour lantern', { profile: lexical });
  expect(words.total).toBeGreaterThan(0);
  expect(words.total).toBeLessThan(50);
  const vector = vectors[0]?.vector as Float32Array;
  expect(ask(index, 'lisa', 'harbour lantern', { profile: lexical, vector })).toEqual(words);
});

describe('a perspective', () => {
  const shared = memoryOf('1', 'The harbour opens at nine.');
  const own = memoryOf('2', 'The harbour smells of tar.');
  const others = memoryOf('3', 'The harbour is a harbour, harbour, harbour.', { session: 'session:1', speaker: 'Zed' });

  function world(withOthers: boolean): RecallIndex {
    const index = indexOf([own]);
    index.apply(changeOf(2, { memories: [shared], beliefs: [beliefOf('system', shared.id)] }));
    const third = [beliefOf('electra', others.id), beliefOf('electra', own.id)];
    if (withOthers) index.apply(changeOf(2, { memories: [others], beliefs: third }));
    return index;
  }

  test('is what the agent and system believe, and nothing else', () => {
    const index = world(true);
    expect(new Set(idsOf(ask(index, 'lisa', 'harbour')))).toEqual(new Set([shared.id, own.id]));
    expect(new Set(idsOf(ask(index, 'electra', 'harbour')))).toEqual(new Set([shared.id, own.id, others.id]));
    expect(idsOf(ask(index, 'system', 'harbour'))).toEqual([shared.id]);
    expect(idsOf(ask(index, 'mark', 'harbour'))).toEqual([shared.id]);
  });

  test('scores to the last bit as if a third believer did not exist', () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const random = randomOf(seed);
      const mine = randomWorld(random, 40, 'mine');
      const all = randomWorld(random, 30, 'all');
      const theirs = randomWorld(random, 50, 'theirs');
      const parts = [
        { agent: 'lisa', ...mine },
        { agent: 'system', ...all },
        { agent: 'zed', ...theirs },
      ];
      const build = (chosen: readonly (typeof parts)[number][]): RecallIndex => {
        const index = new RecallIndex();
        for (const { agent, memories, vectors } of chosen) {
          index.apply(changeOf(1, { memories, vectors, beliefs: memories.map(({ id }) => beliefOf(agent, id)) }));
        }
        return index;
      };
      const without = build(parts.slice(0, 2));
      const among = build([parts[2] as (typeof parts)[number], ...parts.slice(0, 2)]);
      const overheard = mine.memories.map(({ id }) => beliefOf('zed', id, { strength: 0.5 }));
      among.apply(changeOf(2, { beliefs: overheard }));
      for (let i = 0; i < 10; i++) {
        const question = randomQuestion(random);
        const vector = mine.vectors[i]?.vector as Float32Array;
        const seen = ask(among, 'lisa', question, { vector, limit: 100 });
        expect(seen).toEqual(ask(without, 'lisa', question, { vector, limit: 100 }));
      }
    }
  });

  test('scores the same whether or not a third believer has vectors', () => {
    const build = (vectors: readonly IndexedVector[]): RecallIndex => {
      const index = indexOf([own, shared]);
      const theirs = { memories: [others], beliefs: [beliefOf('electra', others.id)], vectors };
      index.apply(changeOf(2, theirs));
      return index;
    };
    const vector = Float32Array.from([1, 0]);
    const question = (index: RecallIndex) => ask(index, 'lisa', 'harbour', { vector });
    expect(question(build([{ memory: others.id, vector }]))).toEqual(question(build([])));
  });

  test('shows a memory that both believe once, by its better score, through both beliefs', () => {
    const index = indexOf([own, memoryOf('4', 'tar, tar and more tar')]);
    index.apply(changeOf(2, { memories: [shared], beliefs: [beliefOf('system', shared.id)] }));
    index.apply(changeOf(3, { beliefs: [beliefOf('system', own.id, { strength: 0.8 })] }));
    const { hits, total } = ask(index, 'lisa', 'tar');
    expect(hits.map(({ id }) => id).sort()).toEqual([own.id, 'observation:4'].sort());
    expect(total).toBe(2);
    const both = hits.find(({ id }) => id === own.id);
    expect(both?.seenThrough.map(({ agent }) => agent)).toEqual(['lisa', 'system']);
    expect(both?.seenThrough[1]?.strength).toBeLessThan(both?.seenThrough[0]?.strength as number);
  });
});

describe('what is believed when', () => {
  const memory = memoryOf('1', 'The harbour opens at nine.');
  const world = (fields: Parameters<typeof beliefOf>[2]): RecallIndex => {
    const index = new RecallIndex();
    index.apply(changeOf(1, { memories: [memory], beliefs: [beliefOf('lisa', memory.id, fields)] }));
    return index;
  };

  test('a withdrawn belief is not seen, but was before', () => {
    const index = world({ since: day0, withdrawnAt: day0 + 5 * dayMs });
    expect(ask(index, 'lisa', 'harbour').hits).toEqual([]);
    expect(ask(index, 'lisa', 'harbour', { asOf: day0 + 4 * dayMs }).hits).toHaveLength(1);
    expect(ask(index, 'lisa', 'harbour', { asOf: day0 + 5 * dayMs }).hits).toEqual([]);
    expect(ask(index, 'lisa', 'harbour', { asOf: day0 - 1 }).hits).toEqual([]);
    expect(ask(index, 'lisa', 'harbour', { asOf: day0 }).hits).toHaveLength(1);
  });

  test('a belief of exactly the threshold is faded, one just above it is not', () => {
    const faded = world({ strength: 0.6, reinforcedAt: now - 60 * dayMs });
    expect(ask(faded, 'lisa', 'harbour').hits).toEqual([]);
    expect(ask(faded, 'lisa', 'harbour', { at: now - 1 }).hits).toHaveLength(1);
    expect(ask(faded, 'lisa', 'harbour', { faded: true }).hits[0]?.seenThrough).toEqual([
      { agent: 'lisa', strength: 0.3 },
    ]);
  });

  test('a faded recall sees down to the archive threshold and no further', () => {
    const index = world({ strength: 0.8, reinforcedAt: now - 180 * dayMs, since: now - 180 * dayMs });
    expect(ask(index, 'lisa', 'harbour', { faded: true }).hits).toHaveLength(1);
    expect(ask(index, 'lisa', 'harbour', { faded: true, at: now + dayMs }).hits).toEqual([]);
    expect(ask(index, 'lisa', 'harbour', { faded: true, asOf: now - 90 * dayMs }).hits).toHaveLength(1);
  });

  test('a permanent belief does not fade', () => {
    const index = world({ permanent: true, strength: 0.31, reinforcedAt: 0 });
    expect(ask(index, 'lisa', 'harbour').hits[0]?.seenThrough).toEqual([{ agent: 'lisa', strength: 0.31 }]);
    expect(ask(world({ permanent: true, strength: 0.3 }), 'lisa', 'harbour').hits).toEqual([]);
  });

  test('a belief that is reinforced comes back', () => {
    const index = world({ strength: 0.5, reinforcedAt: now - 90 * dayMs });
    expect(ask(index, 'lisa', 'harbour').hits).toEqual([]);
    index.apply(changeOf(2, { beliefs: [beliefOf('lisa', memory.id, { strength: 0.5, reinforcedAt: now })] }));
    expect(ask(index, 'lisa', 'harbour').hits).toHaveLength(1);
  });

  test('a forgotten memory is not seen at any time', () => {
    const index = world({});
    index.apply(changeOf(2, { removed: [memory.id] }));
    expect(ask(index, 'lisa', 'harbour').hits).toEqual([]);
    expect(ask(index, 'lisa', 'harbour', { asOf: day0, faded: true }).hits).toEqual([]);
  });

  test('forgetting leaves what never having known would have left', () => {
    const { memories, vectors } = randomWorld(randomOf(21), 60);
    const forgotten = memories.filter((_, i) => i % 4 === 0).map(({ id }) => id);
    const index = indexOf(memories, { vectors });
    index.apply(changeOf(2, { removed: forgotten }));
    const left = memories.filter(({ id }) => !forgotten.includes(id));
    const clean = indexOf(left, { vectors: vectors.filter((entry) => !forgotten.includes(entry.memory)) });
    const options = { vector: vectors[1]?.vector as Float32Array, limit: 60 };
    for (const question of ['harbour lantern', 'When did Mark see the canyon', 'velvet copper beacon']) {
      expect(ask(index, 'lisa', question, options)).toEqual(ask(clean, 'lisa', question, options));
    }
  });
});

describe('filters', () => {
  const random = randomOf(31);
  const { memories } = randomWorld(random, 3_000);
  const vectors = memories.map(({ id }) => ({ memory: id, vector: unitVector(random, 16) }));
  const luna: IndexedMention = { entity: 'entity:luna', type: 'person', surfaces: ['Luna'] };
  const marked = memories.map((memory, i) => ({
    ...memory,
    ...(i % 500 === 7 ? { mentions: [luna], domain: 'work' as const, type: 'error' as const } : {}),
    ...(i % 500 === 8 ? { about: ['agent:mark'] } : {}),
  }));
  const index = indexOf(marked, { vectors });
  const vector = vectors[0]?.vector as Float32Array;
  const sevens = marked.filter((_, i) => i % 500 === 7);
  const withWords = { vector, limit: 200 };

  test.each([
    ['about an entity', { about: ['entity:luna'] }, (i: number) => i % 500 === 7],
    ['about an agent', { about: ['agent:mark', 'agent:nobody'] }, (i: number) => i % 500 === 8],
    ['of a type', { types: ['error' as const] }, (i: number) => i % 500 === 7],
    ['of a domain', { domain: 'work' }, (i: number) => i % 500 === 7],
  ])('%s return every memory that passes, however rare', (_, filter, passes) => {
    const expected = marked.filter((__, i) => passes(i)).map(({ id }) => id);
    const { hits, total } = ask(index, 'lisa', 'zzz', { ...withWords, filter });
    expect(hits.map(({ id }) => id).sort()).toEqual(expected.sort());
    expect(total).toBe(expected.length);
    expect(total).toBeGreaterThan(3);
  });

  test('by session return all of the session', () => {
    const session = sevens.find((memory) => memory.session !== undefined)?.session as string;
    const expected = marked.filter((memory) => memory.session === session).map(({ id }) => id);
    const found = ask(index, 'lisa', 'zzz', { ...withWords, filter: { sessions: [session] } });
    expect([...idsOf(found)].sort()).toEqual(expected.sort());
  });

  test('by time include the first moment and exclude the last', () => {
    const at = (key: string, occurredAt: number) => memoryOf(key, 'harbour', { occurredAt });
    const small = indexOf([at('1', 100), at('2', 200), at('3', 300)]);
    const found = (from: number, to: number) => idsOf(ask(small, 'lisa', 'harbour', { filter: { from, to } }));
    expect([...found(100, 300)].sort()).toEqual(['observation:1', 'observation:2']);
    expect(found(301, 400)).toEqual([]);
  });

  test('change no relevance, and no score but by the relevance of the first', () => {
    const all = ask(index, 'lisa', 'harbour lantern', { vector, limit: 3_000 });
    const some = ask(index, 'lisa', 'harbour lantern', { ...withWords, filter: { about: ['entity:luna'] } });
    const ids = new Set(sevens.map(({ id }) => id));
    const byId = (hits: readonly RankHit[]): object[] =>
      hits
        .filter(({ id }) => ids.has(id))
        .map(({ score, signals, ...rest }) => {
          const [judged, others] = [signals.slice(-1), signals.slice(0, -1)];
          expect(judged).toMatchObject([{ name: 'relevance', value: expect.toBeOneOf([0, rest.relevance]) }]);
          return { ...rest, others, score: (score - judged[0]!.contribution).toFixed(9) };
        })
        .toSorted((one, other) => one.id.localeCompare(other.id));
    expect(some.hits).toHaveLength(ids.size);
    expect(some.hits.every(({ signals }) => signals.at(-1)!.value > 0)).toBe(true);
    expect(byId(some.hits)).toEqual(byId(all.hits));
  });

  test('that name what is not there pass nothing', () => {
    for (const filter of [
      { sessions: ['session:none'] },
      { about: ['entity:none'] },
      { domain: 'reference' },
      { types: [] },
    ]) {
      expect(ask(index, 'lisa', 'harbour', { ...withWords, filter })).toMatchObject({ hits: [], total: 0 });
    }
  });
});
