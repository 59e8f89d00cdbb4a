/** Each cognitive field and each signal of use moves ranking: of two memories that differ in nothing else, the better comes first. */
import { describe, expect, test } from 'vitest';
import type { IndexedBelief, IndexedMemory } from '../../../src/recall-index/entry.ts';
import { RecallIndex } from '../../../src/recall-index/recall-index.ts';
import { balanced, cognitive, type Profile, type SignalName } from '../../../src/recall/profiles.ts';

import { beliefOf, changeOf, day0, indexOf, memoryOf, now, randomOf } from '../recall-index/index-fixture.ts';
import { type Asked, ask, idsOf, randomQuestion, randomWorld } from './rank-fixture.ts';

const dayMs = 86_400_000;
const content = 'The harbour office keeps the lanterns.';
const [first, second] = ['observation:1', 'observation:2'] as const;

/** What tells the better memory from the worse, and the query that it shows in. */
interface Difference {
  readonly query: string;
  readonly better: Partial<IndexedMemory>;
  readonly worse?: Partial<IndexedMemory>;
  readonly betterBelief?: Partial<IndexedBelief>;
  readonly worseBelief?: Partial<IndexedBelief>;
  readonly ask?: Asked;
}

const differences: Readonly<Partial<Record<SignalName, Difference>>> = {
  concept: {
    query: 'harbour lanterns',
    better: { concepts: ['harbour', 'lanterns'] },
    worse: { concepts: ['office'] },
  },
  trigger: { query: 'what about a lantern error', better: { surfacesWhen: ['lantern error', 'lantern problem'] } },
  domain: {
    query: 'harbour office of apollo',
    better: { domain: 'project:Apollo' },
    worse: { domain: 'project:Gemini' },
  },
  topic: { query: 'harbour opening hours', better: { topic: 'Opening hours' }, worse: { topic: 'Rent' } },
  authority: { query: 'harbour', better: { importance: 9 }, worse: { importance: 3 } },
  recency: {
    query: 'harbour',
    better: {},
    betterBelief: { since: now - dayMs },
    worseBelief: { since: now - 100 * dayMs },
  },
  ring: { query: 'harbour', better: { ring: 'core' }, worse: { ring: 'leaf' } },
  knowledge: {
    query: 'what did we decide about the harbour',
    better: { knowledgeType: 'decision' },
    worse: { knowledgeType: 'fact' },
  },
};

/** An index of two memories, of which the better is the first or the second. */
function pair({ better, worse = {}, betterBelief = {}, worseBelief = {} }: Difference, isFirst: boolean): RecallIndex {
  const fields = isFirst ? [better, worse] : [worse, better];
  const beliefs = isFirst ? [betterBelief, worseBelief] : [worseBelief, betterBelief];
  const memories = ['1', '2'].map((key, i) => memoryOf(key, content, fields[i]));
  const index = new RecallIndex();
  const vectors = memories.map(({ id }) => ({ memory: id, vector: Float32Array.from([0.6, 0.8]) }));
  index.apply(
    changeOf(1, { memories, vectors, beliefs: memories.map(({ id }, i) => beliefOf('lisa', id, beliefs[i] ?? {})) }),
  );
  return index;
}

const vector = Float32Array.from([1, 0]);

function expectSwap(difference: Difference, profile: Profile, prepare: (index: RecallIndex, id: string) => void): void {
  for (const better of [first, second]) {
    const index = pair(difference, better === first);
    prepare(index, better);
    const hits = idsOf(ask(index, 'lisa', difference.query, { vector, profile, ...difference.ask }));
    expect(hits).toEqual(better === first ? [first, second] : [second, first]);
  }
}

const nothing = (): void => undefined;
const names = Object.keys(differences) as SignalName[];

describe('in the balanced profile', () => {
  test.each(names)('%s decides between memories that are otherwise the same', (name) => {
    expectSwap(differences[name] as Difference, balanced, nothing);
  });

  test('coActivation decides between memories that are otherwise the same', () => {
    expectSwap({ query: 'harbour', better: {} }, balanced, recalledWithAThird);
  });

  test('accesses and the last of them decide, through authority and recency', () => {
    const betterBelief = { accesses: 5, lastAccessedAt: now - dayMs };
    expectSwap({ query: 'harbour', better: {}, betterBelief }, balanced, nothing);
  });

  test('the kind of a fact decides where one is asked for', () => {
    const fields = { query: 'what are the harbour rules', better: { kind: 'intent.rule' } } as const;
    expectSwap({ ...fields, worse: { kind: 'world.fact' } }, balanced, nothing);
  });

  test('a given title decides where its words are asked for', () => {
    const better = { type: 'fact', title: 'Winter timetable' } as const;
    expectSwap({ query: 'winter harbour', better, worse: { type: 'fact' } }, balanced, nothing);
  });

  test('the focus decides, and what the query says has no need of one', () => {
    const of = (asked: Asked): Difference => ({
      query: 'harbour',
      better: { domain: 'work', topic: 'Rent' },
      worse: { domain: 'personal', topic: 'Cats' },
      ask: asked,
    });
    expectSwap(of({ focus: { domain: 'work' } }), balanced, nothing);
    expectSwap(of({ focus: { topic: 'rent' } }), balanced, nothing);
  });
});

describe('in the cognitive profile', () => {
  test('the six signals have the weights of their design', () => {
    const { hits } = ask(pair({ query: '', better: {} }, true), 'lisa', 'harbour', { vector, profile: cognitive });
    const weights = Object.fromEntries(hits[0]?.signals.map(({ name, weight }) => [name, weight]) ?? []);
    expect(Object.keys(weights).sort()).toEqual(Object.keys(cognitive.weights).sort());
    for (const [name, weight] of Object.entries(cognitive.weights)) expect(weights[name]).toBeCloseTo(weight, 9);
    expect(cognitive.weights).toEqual({
      semantic: 0.3,
      concept: 0.2,
      domain: 0.15,
      coActivation: 0.15,
      authority: 0.1,
      recency: 0.1,
    });
  });

  test.each(['concept', 'domain', 'authority', 'recency'] as const)('%s decides', (name) => {
    expectSwap(differences[name] as Difference, cognitive, nothing);
  });

  test('coActivation decides', () => {
    expectSwap({ query: 'harbour', better: {} }, cognitive, recalledWithAThird);
  });

  test('the meaning decides, and counts as the cosine that it is', () => {
    const memories = [memoryOf('1', content), memoryOf('2', content)];
    const vectors = [
      { memory: first, vector: Float32Array.from([0.6, 0.8]) },
      { memory: second, vector: Float32Array.from([0.8, 0.6]) },
    ];
    const { hits } = ask(indexOf(memories, { vectors }), 'lisa', 'harbour', { vector, profile: cognitive });
    expect(hits.map(({ id }) => id)).toEqual([second, first]);
    expect(hits[0]?.signals.find(({ name }) => name === 'semantic')?.value).toBeCloseTo(0.8, 2);
  });
});

/** Lisa has recalled the memory of an id together with a third one, and the third just now. */
function recalledWithAThird(index: RecallIndex, id: string): void {
  const third = memoryOf('3', 'Nothing of the kind.');
  const record = { agent: 'lisa', from: id, to: third.id, count: 3, lastAt: new Date(now - dayMs) };
  index.apply(changeOf(2, { memories: [third], edges: [{ table: 'co_activated', record }] }));
  index.coActivation.noteRecalled('lisa', [index.memories.row(third.id)], now - 60_000);
}

function valueIn(name: SignalName, index: RecallIndex, id: string, more: Asked & { text: string }): number {
  const { text, ...asked } = more;
  const hit = ask(index, 'lisa', text, asked).hits.find((one) => one.id === id);
  return hit?.signals.find((signal) => signal.name === name)?.value as number;
}

describe('the value of', () => {
  test('concept is Jaccard of stems', () => {
    const index = indexOf([memoryOf('1', content, { concepts: ['harbour', 'office', 'lanterns', 'keeps'] })]);
    expect(valueIn('concept', index, first, { text: 'lantern harbours xylophone' })).toBeCloseTo(2 / 5, 12);
    expect(valueIn('concept', index, first, { text: 'harbour' })).toBe(1 / 4);
  });

  test('concept of technical terms counts them as memories do', () => {
    const index = indexOf([memoryOf('1', 'harbour', { concepts: ['elefante'] })]);
    const text = 'harbour one red green blue grey pink elefante';
    expect(valueIn('concept', index, first, { text })).toBe(0);
    expect(valueIn('concept', index, first, { text, technicalTerms: ['Elefante'] })).toBe(1 / 5);
  });

  test.each([
    ['the same project', 'harbour of apollo', { domain: 'project:Apollo' }, 1],
    ['another project', 'harbour of apollo', { domain: 'project:Gemini' }, 0.3],
    ['no project', 'harbour of apollo', { domain: 'work' }, 0],
    ['none', 'harbour of apollo', {}, 0],
    ['any, where none is asked for', 'harbour', { domain: 'work' }, 0.5],
  ] as const)('domain for a memory of %s', (_, text, fields, value) => {
    const other = memoryOf('2', 'something else', { domain: 'project:Apollo' });
    expect(valueIn('domain', indexOf([memoryOf('1', content, fields), other]), first, { text })).toBe(value);
  });

  test('domain does not heed projects that only another agent has', () => {
    const index = indexOf([memoryOf('1', content)]);
    const theirs = memoryOf('2', 'a secret', { domain: 'project:Apollo' });
    index.apply(changeOf(2, { memories: [theirs], beliefs: [beliefOf('electra', theirs.id)] }));
    expect(valueIn('domain', index, first, { text: 'harbour of apollo' })).toBe(0.5);
  });

  test('ring is 0.25 for a leaf and for none, 1 at the core', () => {
    const rings = ['core', 'domain', 'topic', 'leaf'] as const;
    const index = indexOf([memoryOf('1', content), ...rings.map((ring, i) => memoryOf(`${i + 2}`, content, { ring }))]);
    const values = ['1', '2', '3', '4', '5'].map((key) =>
      valueIn('ring', index, `observation:${key}`, { text: 'harbour' }),
    );
    expect(values).toEqual([0.25, 1, 0.75, 0.5, 0.25]);
  });

  test('authority is that of the design: 0.724 for a new memory of importance 8 with one access', () => {
    const index = new RecallIndex();
    const belief = beliefOf('lisa', first, { since: now, accesses: 1, lastAccessedAt: now });
    index.apply(changeOf(1, { memories: [memoryOf('1', content, { importance: 8 })], beliefs: [belief] }));
    expect(valueIn('authority', index, first, { text: 'harbour' })).toBeCloseTo(0.724, 3);
  });

  test('authority and recency of an earlier time leave later accesses out', () => {
    const build = (fields: Partial<IndexedBelief>): RecallIndex => {
      const index = new RecallIndex();
      index.apply(changeOf(1, { memories: [memoryOf('1', content)], beliefs: [beliefOf('lisa', first, fields)] }));
      return index;
    };
    const asked = { text: 'harbour', asOf: day0 + 10 * dayMs };
    const since = { since: day0 };
    const used = build({ ...since, accesses: 9, lastAccessedAt: day0 + 12 * dayMs });
    const before = build({ ...since, accesses: 9, lastAccessedAt: day0 + 8 * dayMs });
    for (const name of ['authority', 'recency'] as const) {
      expect(valueIn(name, used, first, asked)).toBe(valueIn(name, build(since), first, asked));
      expect(valueIn(name, before, first, asked)).toBeGreaterThan(valueIn(name, used, first, asked));
    }
  });

  test("coActivation is nothing for an earlier time, and for another agent's recalls", () => {
    const index = pair({ query: '', better: {} }, true);
    recalledWithAThird(index, first);
    expect(valueIn('coActivation', index, first, { text: 'harbour' })).toBeGreaterThan(0);
    expect(valueIn('coActivation', index, first, { text: 'harbour', asOf: now - 1000 })).toBe(0);
    index.apply(changeOf(3, { beliefs: [beliefOf('electra', first)] }));
    const { hits } = ask(index, 'electra', 'harbour');
    expect(hits[0]?.signals.find(({ name }) => name === 'coActivation')?.value).toBe(0);
  });
});

test.each([balanced, cognitive])('of profile $name leave no memory out that belongs among the first', (profile) => {
  const random = randomOf(97);
  const { memories, vectors } = randomWorld(random, 400);
  const fielded = memories.map((memory, i) => ({
    ...memory,
    importance: 1 + (i % 10),
    concepts: i % 3 === 0 ? ['harbour', 'canyon'] : ['lantern'],
    surfacesWhen: i % 5 === 0 ? ['velvet error', 'how to harbour'] : [],
    ...(i % 7 === 0 ? { domain: 'project:Copper', topic: 'Beacon', ring: 'core', knowledgeType: 'law' } : {}),
  })) as readonly IndexedMemory[];
  const index = indexOf(fielded, { vectors });
  for (let i = 0; i < 20; i++) {
    const text = `${randomQuestion(random)} how to fix the velvet error of copper beacon`;
    const asked = { profile, vector: vectors[i]?.vector as Float32Array };
    const all = ask(index, 'lisa', text, { ...asked, limit: 400 });
    expect(ask(index, 'lisa', text, { ...asked, limit: 7 }).hits).toEqual(all.hits.slice(0, 7));
  }
});

describe('a memory without a word of the query', () => {
  const silent = (fields: Partial<IndexedMemory>) =>
    idsOf(ask(indexOf([memoryOf('1', 'a b c', fields)]), 'lisa', 'deploy setup'));

  test.each([
    ['a pattern', { surfacesWhen: ['deploy setup'] }],
    ['a concept', { concepts: ['deploy'] }],
    ['its topic', { topic: 'Deploy' }],
  ])('comes up by %s', (_, fields) => {
    expect(silent(fields)).toEqual([first]);
  });

  test('does not come up by its standing or its domain alone', () => {
    const fields = { importance: 10, ring: 'core', domain: 'project:deploy', knowledgeType: 'law' } as const;
    expect(silent(fields)).toEqual([]);
    const index = pair({ query: '', better: fields }, true);
    recalledWithAThird(index, first);
    expect(ask(index, 'lisa', 'what are the deploy rules', { focus: { domain: 'project:deploy' } }).total).toBe(0);
  });
});
