import { describe, expect, test } from 'vitest';
import type { RecalledMemory } from '../../../src/index.ts';
import { rolesOf } from '../../../src/recall/constellation.ts';
import { linkTo, recalledMemory } from './recalled-memories.ts';

const at = new Date('2026-02-01');

function parts(
  ranked: readonly RecalledMemory[],
  broughtIn: readonly RecalledMemory[] = [],
  isBeside: (one: string, other: string) => boolean = () => false,
): Readonly<Record<string, string>> {
  return Object.fromEntries(rolesOf({ ranked, broughtIn, isBeside }));
}

describe('a primary memory', () => {
  test('is the best one, and what scores at least nine tenths of it', () => {
    const scores = [0.5, 0.46, 0.44];
    expect(parts(scores.map((score, place) => recalledMemory(`m${place}`, { score })))).toEqual({
      m0: 'primary',
      m1: 'primary',
      m2: 'context',
    });
  });

  test('has at most two others beside it', () => {
    expect(Object.values(parts(['a', 'b', 'c', 'd'].map((id) => recalledMemory(id))))).toEqual([
      'primary',
      'primary',
      'primary',
      'context',
    ]);
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

  test('is not said to support what it stands next to', () => {
    const ranked = [recalledMemory('a'), recalledMemory('b', { links: [linkTo('contradicts', 'a')] })];
    expect(parts(ranked, [], () => true)).toMatchObject({ b: 'contradicting' });
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
    expect(parts([recalledMemory('a'), recalledMemory('b', { score: 0.1 })], newcomers)).toMatchObject({
      n1: 'contradicting',
      n2: 'contradicting',
      n3: 'contradicting',
    });
  });
});

describe('a supporting memory', () => {
  const weak = { score: 0.1 };

  test('supports an answer by a link, stands next to one, or shares most of its names and terms with one', () => {
    const luna = [{ id: 'entity:luna', name: 'Luna', type: 'other' as const }];
    const ranked = [
      recalledMemory('a', { concepts: ['luna', 'arthritis', 'hips'], entities: luna }),
      recalledMemory('linked', { ...weak, links: [linkTo('supports', 'a')] }),
      recalledMemory('beside', weak),
      recalledMemory('alike', { ...weak, concepts: ['arthritis', 'vet'], entities: luna }),
      recalledMemory('same-name', { ...weak, concepts: ['luna'], entities: luna }),
      recalledMemory('other', weak),
    ];
    const isBeside = (one: string, other: string): boolean => [one, other].sort().join() === 'a,beside';
    expect(parts(ranked, [], isBeside)).toEqual({
      a: 'primary',
      linked: 'supporting',
      beside: 'supporting',
      alike: 'supporting',
      'same-name': 'context',
      other: 'context',
    });
  });

  test('is one of five at most, links before neighbours', () => {
    const ranked = [
      recalledMemory('a'),
      ...[1, 2, 3, 4, 5].map((n) => recalledMemory(`near${n}`, { score: 0.2 })),
      recalledMemory('linked', { ...weak, links: [linkTo('supports', 'a')] }),
    ];
    const roles = parts(ranked, [], (one) => one.startsWith('near'));
    expect(Object.entries(roles).filter(([, role]) => role === 'supporting')).toHaveLength(5);
    expect(roles).toMatchObject({ linked: 'supporting', near5: 'context' });
  });
});

test('nothing has no parts', () => {
  expect(parts([])).toEqual({});
});
