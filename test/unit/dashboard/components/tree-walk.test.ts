import { describe, expect, test } from 'vitest';
import { itemsInSight, stepOf } from '../../../../dashboard/src/components/tree/tree-walk.ts';

interface Item {
  readonly id: string;
  readonly children: readonly Item[];
}

/** `one` with `inner` and its `leaf`, then `two`. */
const items: readonly Item[] = [
  { id: 'one', children: [{ id: 'inner', children: [{ id: 'leaf', children: [] }] }] },
  { id: 'two', children: [] },
];
const open = new Set<string>();

describe('a tree', () => {
  test('shows what is beneath open items, from top to bottom', () => {
    const seen = (closed: ReadonlySet<string>): readonly string[] =>
      itemsInSight(items, closed).map(({ item }) => item.id);
    expect(seen(open)).toEqual(['one', 'inner', 'leaf', 'two']);
    expect(seen(new Set(['inner']))).toEqual(['one', 'inner', 'two']);
  });
});

describe('a key in a tree', () => {
  test('leads down and up through what is in sight, and stops at its ends', () => {
    expect(stepOf('ArrowDown', 'leaf', items, open)).toEqual({ focus: 'two' });
    expect(stepOf('ArrowDown', 'one', items, new Set(['one']))).toEqual({ focus: 'two' });
    expect(stepOf('ArrowUp', 'two', items, open)).toEqual({ focus: 'leaf' });
    expect(stepOf('ArrowUp', 'one', items, open)).toEqual({});
    expect(stepOf('ArrowDown', 'two', items, open)).toEqual({});
  });

  test('leads to the first and the last item', () => {
    expect(stepOf('Home', 'leaf', items, open)).toEqual({ focus: 'one' });
    expect(stepOf('End', 'one', items, open)).toEqual({ focus: 'two' });
  });

  test('opens an item, then leads into it', () => {
    expect(stepOf('ArrowRight', 'one', items, new Set(['one']))).toEqual({ toggle: 'one' });
    expect(stepOf('ArrowRight', 'one', items, open)).toEqual({ focus: 'inner' });
    expect(stepOf('ArrowRight', 'two', items, open)).toEqual({});
  });

  test('closes an item, then leads out of it', () => {
    expect(stepOf('ArrowLeft', 'inner', items, open)).toEqual({ toggle: 'inner' });
    expect(stepOf('ArrowLeft', 'inner', items, new Set(['inner']))).toEqual({ focus: 'one' });
    expect(stepOf('ArrowLeft', 'leaf', items, open)).toEqual({ focus: 'inner' });
    expect(stepOf('ArrowLeft', 'two', items, open)).toEqual({});
  });

  test('chooses an item', () => {
    expect(stepOf('Enter', 'leaf', items, open)).toEqual({ choose: 'leaf' });
    expect(stepOf(' ', 'leaf', items, open)).toEqual({ choose: 'leaf' });
  });

  test('means nothing where it is no key of a tree, or the item is out of sight', () => {
    expect(stepOf('x', 'one', items, open)).toBeUndefined();
    expect(stepOf('ArrowDown', 'leaf', items, new Set(['one']))).toBeUndefined();
  });
});
