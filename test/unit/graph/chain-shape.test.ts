import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Follows } from '../../../src/domain/records.ts';
import { type ChainShape, shapeOf } from '../../../src/graph/chain-shape.ts';

/** Edges from a text such as `2>1 3>2 4~3 5/2`: next, revision, branch. */
function edgesIn(text: string): readonly Follows[] {
  return text.split(' ').map((edge) => {
    const [, from, sign, to] = /^(\w+)([>~/])(\w+)$/.exec(edge) as unknown as [string, string, string, string];
    return { from, to, type: sign === '>' ? 'next' : sign === '~' ? 'revision' : 'branch' };
  });
}

function shaped(edges: string, asked = '1', last: readonly string[] = []): ChainShape {
  const known = edgesIn(edges);
  const ids = [...new Set(known.flatMap(({ from, to }) => [from, to]))].sort();
  return shapeOf({ asked, ids, edges: known, known: new Map(last.map((id) => [id, { isLast: true }])) });
}

const fatesAt = (shape: ChainShape, at: string): readonly string[] =>
  shape.forks
    .filter((fork) => fork.at === at)
    .flatMap(({ alternatives }) => alternatives.map(({ first, last, fate }) => `${first}-${last} ${fate}`));

describe('the current line', () => {
  test('leads to the latest thought, with a revision in the place of what it revises', () => {
    expect(shaped('2>1 3>2 4~3 5>4').current).toEqual(['1', '2', '4', '5']);
  });

  test('leaves what was thought on a revised thought behind with it', () => {
    expect(shaped('2>1 3>2 4>3 5~2 6>5').current).toEqual(['1', '5', '6']);
  });

  test('keeps what was thought on a revised thought where the revision goes on from there', () => {
    expect(shaped('2>1 3>2 4>3 5>4 5~2').current).toEqual(['1', '3', '4', '5']);
  });

  test('ends where a revision of a revision ends', () => {
    expect(shaped('2>1 3~2 4~3').current).toEqual(['1', '4']);
  });

  test('goes along a branch that was thought on last', () => {
    expect(shaped('2>1 3/1 4>3').current).toEqual(['1', '3', '4']);
  });

  test('is the root alone where there is nothing else', () => {
    expect(shapeOf({ asked: '1', ids: ['1'], edges: [], known: new Map() })).toMatchObject({
      current: ['1'],
      toRoot: ['1'],
      end: '1',
      forks: [],
    });
  });
});

describe('a fork', () => {
  test('says of each way where it led', () => {
    const shape = shaped('2>1 3/1 4/1 5>3 6/1 7~6 8>2');
    expect(fatesAt(shape, '1')).toEqual(['2-8 current', '3-5 continued', '4-4 ended', '6-7 revised']);
  });

  test('counts a way that said that nothing is needed after it as ended', () => {
    expect(fatesAt(shaped('2>1 3/1 4>3 5>2', '1', ['4']), '1')).toEqual(['2-5 current', '3-4 ended']);
  });

  test('does not count the thoughts of branches off a way', () => {
    const [fork] = shaped('2>1 3/1 4>3 5/3 6>2').forks;
    expect(fork?.alternatives.map(({ first, last, thoughts }) => [first, last, thoughts])).toEqual([
      ['2', '6', 2],
      ['3', '4', 2],
    ]);
  });

  test('is also where two thoughts go straight on from one', () => {
    expect(fatesAt(shaped('2>1 3>1'), '1')).toEqual(['2-2 ended', '3-3 current']);
  });
});

describe('a chain that a damaged file tells of', () => {
  test('has a root though its thoughts follow each other in a ring', () => {
    const { toRoot, current } = shaped('1>3 2>1 3>2', '2');
    expect(toRoot.at(-1)).toBe('2');
    expect(new Set(toRoot).size).toBe(toRoot.length);
    expect(current.length).toBeGreaterThan(0);
  });

  test('keeps to its tree, whatever follows what', () => {
    const edge = fc.record({
      from: fc.integer({ min: 0, max: 11 }),
      to: fc.integer({ min: 0, max: 11 }),
      type: fc.constantFrom('next', 'branch', 'revision'),
    });
    fc.assert(
      fc.property(fc.array(edge, { maxLength: 30 }), fc.integer({ min: 0, max: 11 }), (drawn, asked) => {
        const ids = Array.from({ length: 12 }, (_, at) => `${at}`);
        const edges = drawn.map(({ from, to, type }) => ({ from: `${from}`, to: `${to}`, type }) as Follows);
        const shape = shapeOf({ asked: `${asked}`, ids, edges, known: new Map() });
        expect(shape.toRoot.at(-1)).toBe(`${asked}`);
        for (const [at, id] of shape.toRoot.entries()) {
          expect(shape.goesOnFrom.get(id)?.to).toBe(at === 0 ? undefined : shape.toRoot[at - 1]);
        }
        expect(shape.current.at(-1)).toBe(shape.end);
        expect(new Set(shape.current).size).toBe(shape.current.length);
        const revised = new Set(edges.filter(({ type }) => type === 'revision').map(({ to }) => to));
        expect(shape.current.slice(0, -1).filter((id) => revised.has(id))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });
});
