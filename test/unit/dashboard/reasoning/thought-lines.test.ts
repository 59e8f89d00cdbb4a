import { describe, expect, test } from 'vitest';
import {
  linesOf,
  type LineThought,
  narrowed,
  thoughtsIn,
} from '../../../../dashboard/src/views/reasoning/thought-lines.ts';
import { shapeOf } from '../../../../src/graph/chain-shape.ts';

type Edge = readonly [from: string, to: string, type: 'next' | 'branch' | 'revision', reason?: string];
type Chain = Parameters<typeof linesOf>[0];

/** A chain whose thoughts were written in this order, as `navigate` answers it. */
function chain(ids: readonly string[], edges: readonly Edge[]): Chain {
  const follows = edges.map(([from, to, type, reason]) => ({
    from,
    to,
    type,
    ...(reason === undefined ? {} : { reason }),
  }));
  const shape = shapeOf({ asked: ids[0] as string, ids, edges: follows, known: new Map() });
  return {
    agent: 'electra',
    asked: ids[0] as string,
    total: ids.length,
    thoughts: ids.map((id) => {
      const edge = follows.find(({ from }) => from === id);
      return {
        id,
        content: id,
        occurredAt: '2026-01-16T17:15:00.000Z',
        ...(edge === undefined ? {} : { follows: { ...edge, id: edge.to } }),
        isCurrent: shape.current.includes(id),
      };
    }),
    toRoot: shape.toRoot,
    current: shape.current,
    forks: shape.forks,
    revisions: shape.revisions,
    end: { id: shape.end },
  };
}

/** Lines in one text: `a b(alternative: c d) e`. */
function told(line: readonly LineThought[]): string {
  const ways = (thought: LineThought): string => thought.ways.map((way) => `(${way.kind}: ${told(way.line)})`).join('');
  return line.map((one) => `${one.thought.id}${ways(one)}`).join(' ');
}

describe('the lines of a chain', () => {
  test('are one line where thinking went straight on', () => {
    expect(
      told(
        linesOf(
          chain(
            ['a', 'b', 'c'],
            [
              ['b', 'a', 'next'],
              ['c', 'b', 'next'],
            ],
          ),
        ),
      ),
    ).toBe('a b c');
  });

  test('have a branch beneath the thought from which it left', () => {
    const branched = chain(
      ['a', 'b', 'x', 'c'],
      [
        ['b', 'a', 'next'],
        ['x', 'a', 'branch'],
        ['c', 'b', 'next'],
      ],
    );
    expect(told(linesOf(branched))).toBe('a(alternative: x) b c');
  });

  test('go along a branch where the current line does, and have what was left beneath', () => {
    const branched = chain(
      ['a', 'b', 'x', 'y'],
      [
        ['b', 'a', 'next'],
        ['x', 'a', 'branch'],
        ['y', 'x', 'next'],
      ],
    );
    expect(told(linesOf(branched))).toBe('a(alternative: b) x y');
  });

  test('have a revised thought, and what was thought on it, beneath what took its place', () => {
    const revised = chain(
      ['a', 'b', 'c', 'd', 'e'],
      [
        ['b', 'a', 'next'],
        ['c', 'b', 'next'],
        ['d', 'b', 'revision', 'it was wrong'],
        ['e', 'd', 'next'],
      ],
    );
    const lines = linesOf(revised);
    expect(told(lines)).toBe('a d(revised: b c) e');
    expect(lines[1]?.ways).toMatchObject([{ kind: 'revised', reason: 'it was wrong' }]);
  });

  test('have every earlier version beneath the last one', () => {
    const twice = chain(
      ['a', 'b', 'c'],
      [
        ['b', 'a', 'revision'],
        ['c', 'b', 'revision'],
      ],
    );
    expect(told(linesOf(twice))).toBe('c(revised: a)(revised: b)');
  });

  test('have a second revision of a thought beneath the one that kept the place', () => {
    const rivals = chain(
      ['a', 'b', 'c'],
      [
        ['b', 'a', 'revision'],
        ['c', 'a', 'revision'],
      ],
    );
    expect(told(linesOf(rivals))).toBe('c(revised: a)(rival: b)');
  });

  test('hold every thought once', () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const wild = chain(ids, [
      ['b', 'a', 'next'],
      ['c', 'a', 'branch'],
      ['d', 'c', 'revision'],
      ['e', 'c', 'next'],
      ['f', 'b', 'revision'],
      ['g', 'b', 'branch'],
    ]);
    expect(thoughtsIn(linesOf(wild))).toBe(ids.length);
    expect(
      told(linesOf(wild))
        .match(/\b[a-g]\b/g)
        ?.sort(),
    ).toEqual(ids);
  });
});

describe('lines that are narrowed', () => {
  const lines = linesOf(
    chain(
      ['a', 'b', 'x', 'y', 'c', 'd'],
      [
        ['b', 'a', 'next'],
        ['x', 'a', 'branch'],
        ['y', 'x', 'revision'],
        ['c', 'b', 'next'],
        ['d', 'c', 'revision'],
      ],
    ),
  );

  test('show all of it without a filter', () => {
    expect(narrowed(lines, undefined)).toBe(lines);
    expect(told(lines)).toBe('a(alternative: y(revised: x)) b d(revised: c)');
  });

  test('show forks alone, with all that lies on the ways that were left', () => {
    expect(told(narrowed(lines, 'alternatives'))).toBe('a(alternative: y(revised: x))');
  });

  test('show what was revised, and the way to it', () => {
    expect(told(narrowed(lines, 'revised'))).toBe('a(alternative: y(revised: x)) d(revised: c)');
  });
});
