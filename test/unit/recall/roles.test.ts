import { describe, expect, test } from 'vitest';
import type { RecalledMemory } from '../../../src/index.ts';
import { rolesOf } from '../../../src/recall/roles.ts';
import { linkTo, recalledMemory } from './recalled-memories.ts';

const at = new Date('2026-02-01');

function parts(
  ranked: readonly RecalledMemory[],
  broughtIn: readonly RecalledMemory[] = [],
): Readonly<Record<string, string>> {
  return Object.fromEntries(rolesOf({ ranked, broughtIn }));
}

describe('a primary memory', () => {
  test('is the best one, and what scores at least nine tenths of it', () => {
    const scores = [0.5, 0.46, 0.44, 0.3];
    expect(parts(scores.map((score, place) => recalledMemory(`m${place}`, { score })))).toEqual({
      m0: 'primary',
      m1: 'primary',
      m2: 'supporting',
      m3: 'context',
    });
  });

  test('has at most two others beside it', () => {
    expect(Object.values(parts(['a', 'b', 'c', 'd'].map((id) => recalledMemory(id))))).toEqual([
      'primary',
      'primary',
      'primary',
      'supporting',
    ]);
  });

  test('is not what only says again, elsewhere, what a better one says', () => {
    const said = (id: string, content: string, fields: Partial<RecalledMemory> = {}): RecalledMemory =>
      recalledMemory(id, { content, concepts: ['ruth', 'tarvik'], session: id, speaker: id, ...fields });
    const better = said('better', 'Ruth lives in Tarvik.');
    const parted = parts([
      better,
      said('again', 'Yes, Ruth lives in Tarvik'),
      said('alike', 'Ruth adores Tarvik.'),
      said('more', 'Ruth lives in Tarvik. Her brother keeps goats there.'),
    ]);
    expect(parted).toEqual({ better: 'primary', again: 'supporting', alike: 'primary', more: 'primary' });
    // Within one session it is no further evidence, and who tells twice of what happened may tell of two times.
    expect(parts([better, said('again', 'Ruth lives in Tarvik.', { session: 'better', speaker: 'better' })])).toEqual({
      better: 'primary',
      again: 'primary',
    });
    const walk = { content: 'Ruth climbed to Tarvik.', speaker: 'emil' };
    expect(parts([said('one', '', walk), said('two', '', walk)])).toEqual({ one: 'primary', two: 'primary' });
  });

  test('takes no place of what says the same, whatever a model reads in the two', () => {
    const about = { concepts: ['book', 'fair'], relevance: 0.9 };
    const early = recalledMemory('early', { ...about, content: 'The book fair is in the town hall.', session: 'one' });
    const late = recalledMemory('late', { ...about, content: 'Book fair: town hall.', session: 'two', occurredAt: at });
    const roles = rolesOf({ ranked: [early, late], broughtIn: [], asked: new Set(['fair']), readToEnd: () => true });
    expect(Object.fromEntries(roles)).toEqual({ early: 'primary', late: 'supporting' });
  });

  test('is the fact too that says all that it says', () => {
    const said = recalledMemory('said', { content: 'Otto died last spring.', score: 0.9 });
    const fact = recalledMemory('fact', { type: 'fact', content: 'Otto died.', score: 0.1, derivedFrom: ['said'] });
    expect(parts([said, fact])).toEqual({ said: 'primary', fact: 'primary' });
    const more = recalledMemory('more', { content: 'Otto died last spring. I really like black tea.', score: 0.9 });
    expect(parts([more, { ...fact, derivedFrom: ['more'] }])).toEqual({ more: 'primary', fact: 'context' });
  });

  test('is no question while something is stated, and no thought that was revised', () => {
    const asked = recalledMemory('asked', { content: 'How long have you been married?' });
    expect(parts([asked, recalledMemory('told', { score: 0.2 })])).toEqual({ asked: 'context', told: 'primary' });
    expect(parts([asked])).toEqual({ asked: 'primary' });
    const revised = recalledMemory('revised', { type: 'thought', thought: { revisedBy: 'better' } });
    const better = recalledMemory('better', {
      type: 'thought',
      score: 0,
      thought: { type: 'revision', of: 'revised' },
    });
    expect(parts([revised, better])).toEqual({ revised: 'contradicting', better: 'primary' });
    expect(parts([revised], [better])).toEqual({ revised: 'contradicting', better: 'primary' });
  });

  test('is nothing that has ended and is near the question by chance, nor what ended it', () => {
    const van = recalledMemory('van', { content: 'The van is a white Kangoo.', relevance: 0.4, score: 0.9 });
    const sold = { content: 'We sold the Kangoo last week.', relevance: 0.01, occurredAt: new Date('2026-02-01') };
    const trainee = recalledMemory('trainee', { content: 'Tobias is a trainee.', relevance: 0.4, score: 0.5 });
    const ranked = [van, trainee, recalledMemory('sold', { ...sold, score: 0.1 })];
    const asked = new Set(['apprentic']);
    const roles = rolesOf({ ranked, broughtIn: [], floor: 0.05, asked });
    expect(Object.fromEntries(roles)).toEqual({ trainee: 'primary', van: 'context', sold: 'context' });
    const sure = rolesOf({
      ranked: [{ ...van, relevance: 0.9 }, ...ranked.slice(1)],
      broughtIn: [],
      floor: 0.05,
      asked,
    });
    expect(sure.get('sold')).toBe('primary');
  });

  test('is nothing where what hardly answers was replaced by what answers less', () => {
    const now = recalledMemory('now', { relevance: 0.01, occurredAt: new Date('2026-02-01') });
    const roles = (relevance: number): object => {
      const before = recalledMemory('before', { relevance, superseded: { by: 'now', at } });
      return Object.fromEntries(rolesOf({ ranked: [before], broughtIn: [now], floor: 0.05 }));
    };
    expect(Object.values(roles(0.1))).not.toContain('primary');
    expect(roles(0.4)).toEqual({ before: 'contradicting', now: 'primary' });
  });

  test('is what a fact was read out of too, where that tells of the change', () => {
    const before = recalledMemory('before', { content: 'The default tool is npm.', relevance: 0.9, score: 0.9 });
    const now = { content: 'We moved from npm to pnpm. The default tool is pnpm.', occurredAt: new Date('2026-02-01') };
    const said = recalledMemory('said', { ...now, relevance: 0.8, score: 0.8 });
    const fact = recalledMemory('fact', {
      ...{ type: 'fact', content: 'The default tool is pnpm.', occurredAt: now.occurredAt, derivedFrom: ['said'] },
      ...{ relevance: 0.95, score: 1 },
    });
    const roles = rolesOf({ ranked: [fact, before, said], broughtIn: [], floor: 0.05, asked: new Set(['default']) });
    expect([roles.get('fact'), roles.get('before')]).toEqual(['primary', 'contradicting']);
  });

  test('is of whom the question names, unless what is of others is more relevant', () => {
    const others = recalledMemory('others', { relevance: 0.4 });
    const named = recalledMemory('named', { relevance: 0.6, score: 0.48 });
    const roles = (ranked: readonly RecalledMemory[]): object =>
      Object.fromEntries(rolesOf({ ranked, broughtIn: [], floor: 0.05, isOfNamed: ({ id }) => id === 'named' }));
    expect(roles([others, named])).toEqual({ others: 'context', named: 'primary' });
    expect(roles([{ ...others, relevance: 0.7 }, named])).toEqual({ others: 'primary', named: 'primary' });
    expect(roles([others])).toEqual({ others: 'primary' });
  });

  test('is the fact, and not what it was read out of', () => {
    const said = recalledMemory('said', { score: 0.6 });
    const fact = recalledMemory('fact', { type: 'fact', score: 0.58, derivedFrom: ['said'] });
    expect(parts([said, fact])).toEqual({ said: 'context', fact: 'primary' });
  });

  test('is not superseded, unless nothing else answers', () => {
    const old = recalledMemory('old', { superseded: { by: 'new', at } });
    expect(parts([old, recalledMemory('new')])).toEqual({ old: 'contradicting', new: 'primary' });
    expect(parts([old, recalledMemory('new', { score: 0.1 })])).toEqual({ old: 'contradicting', new: 'primary' });
    const circle = ['a', 'b'].map((id, place) => recalledMemory(id, { superseded: { by: 'ba'.charAt(place), at } }));
    expect(parts(circle)).toEqual({ a: 'contradicting', b: 'primary' });
    expect(parts([old, recalledMemory('far', { score: 0.1 })])).toEqual({ old: 'primary', far: 'context' });
    const ended = recalledMemory('ended', { superseded: { at } });
    expect(parts([ended, recalledMemory('other')])).toEqual({ ended: 'context', other: 'primary' });
  });
});

describe('a contradicting memory', () => {
  test('opposes a primary one, whichever of the two has the link, and whatever its score', () => {
    expect(parts([recalledMemory('a'), recalledMemory('b', { links: [linkTo('contradicts', 'a')] })])).toEqual({
      a: 'primary',
      b: 'contradicting',
    });
    expect(
      parts([recalledMemory('a', { links: [linkTo('contradicts', 'b', 'exception')] }), recalledMemory('b')]),
    ).toEqual({ a: 'primary', b: 'contradicting' });
  });

  test('opposes a supporting one too, but among the rest it stays context', () => {
    const ranked = [
      recalledMemory('a'),
      recalledMemory('support', { score: 0.3, links: [linkTo('supports', 'a')] }),
      recalledMemory('against', { score: 0.2, links: [linkTo('contradicts', 'support')] }),
      recalledMemory('c', { score: 0.1, links: [linkTo('contradicts', 'd')] }),
      recalledMemory('d', { score: 0.1 }),
    ];
    expect(parts(ranked)).toEqual({
      a: 'primary',
      support: 'supporting',
      against: 'contradicting',
      c: 'context',
      d: 'context',
    });
  });

  test('is one of three at most, first those that oppose an answer; a newcomer without a part is left out', () => {
    const against = (id: string, target: string, score = 0.2): RecalledMemory =>
      recalledMemory(id, { score, links: [linkTo('contradicts', target)] });
    const ranked = [recalledMemory('a'), recalledMemory('b', { score: 0.1 }), against('x', 'a'), against('y', 'a')];
    const newcomers = [against('n1', 'b', 0.4), against('n2', 'a'), against('n3', 'b')];
    expect(parts(ranked, newcomers)).toEqual({
      a: 'primary',
      b: 'context',
      x: 'contradicting',
      y: 'contradicting',
      n2: 'contradicting',
    });
    // What contradicts something that is no answer is not told.
    for (const score of [0.1, 0.35])
      expect(parts([recalledMemory('a'), recalledMemory('b', { score })], newcomers)).toEqual({
        a: 'primary',
        b: 'context',
        n2: 'contradicting',
      });
    expect(parts([recalledMemory('a'), recalledMemory('b', { score: 0.44 })], newcomers)).toMatchObject({
      b: 'supporting',
      n1: 'contradicting',
      n2: 'contradicting',
      n3: 'contradicting',
    });
  });
});

describe('a supporting memory', () => {
  const weak = { score: 0.1 };

  test('supports an answer by a link, or says the same independently; shared words support nothing', () => {
    const ranked = [
      recalledMemory('a', { content: 'Staging runs Redis 7.', concepts: ['staging', 'redis'], session: 'one' }),
      recalledMemory('linked', { ...weak, links: [linkTo('supports', 'a')] }),
      recalledMemory('agrees', { ...weak, content: 'We use Redis 7 on staging.', concepts: ['redis', 'staging'] }),
      recalledMemory('alike', { ...weak, content: 'Redis is slow on staging.', concepts: ['redis', 'staging'] }),
      recalledMemory('asks', { ...weak, content: 'Is Redis 7 on staging?', concepts: ['redis', 'staging'] }),
      recalledMemory('again', {
        ...weak,
        content: 'Staging runs Redis 7.',
        concepts: ['staging', 'redis'],
        session: 'one',
      }),
    ];
    expect(parts(ranked)).toEqual({
      a: 'primary',
      linked: 'supporting',
      agrees: 'supporting',
      alike: 'context',
      asks: 'context',
      again: 'context',
    });
  });

  test('is no question, nothing superseded, and not what an answer was read out of', () => {
    const ranked = [
      recalledMemory('fact', { type: 'fact', derivedFrom: ['source'] }),
      recalledMemory('asks', { score: 0.44, content: 'And where is it?', links: [linkTo('supports', 'fact')] }),
      recalledMemory('source', { score: 0.44, links: [linkTo('supports', 'fact')] }),
      recalledMemory('over', { score: 0.44, superseded: { at } }),
    ];
    expect(parts(ranked)).toEqual({ fact: 'primary', asks: 'context', source: 'context', over: 'context' });
  });

  test('is one of five at most, links before what answers next', () => {
    const ranked = [
      recalledMemory('a'),
      ...[1, 2, 3, 4, 5].map((n) => recalledMemory(`next${n}`, { score: 0.42 })),
      recalledMemory('linked', { ...weak, links: [linkTo('supports', 'a')] }),
    ];
    const roles = parts(ranked);
    expect(Object.entries(roles).filter(([, role]) => role === 'supporting')).toHaveLength(5);
    expect(roles).toMatchObject({ linked: 'supporting', next5: 'context' });
  });
});

test('nothing has no parts', () => {
  expect(parts([])).toEqual({});
});
