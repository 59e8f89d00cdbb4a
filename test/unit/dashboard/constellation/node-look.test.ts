import { describe, expect, test } from 'vitest';
import type { GraphNode } from '../../../../dashboard/src/views/constellation/graph-in-view.ts';
import { opacityOf, radiusOf, scaleFor } from '../../../../dashboard/src/views/constellation/node-look.ts';

const fact: GraphNode = { id: 'fact:a', kind: 'fact', label: 'a', authority: 0.2, strength: 0.9 };

describe('how a star is drawn', () => {
  test('a memory is the larger the more it counts, however many ties it has', () => {
    expect(radiusOf({ ...fact, authority: 0.9 }, 1, 1)).toBeGreaterThan(radiusOf(fact, 1, 1));
    expect(radiusOf(fact, 100, 100)).toBe(radiusOf(fact, 1, 100));
  });

  test('an entity is the larger the more memories speak of it, up to the one that most speak of', () => {
    const entity: GraphNode = { id: 'entity:a', kind: 'entity', label: 'a' };
    expect(radiusOf(entity, 8, 20)).toBeGreaterThan(radiusOf(entity, 1, 20));
    expect(radiusOf(entity, 20, 20)).toBe(radiusOf(entity, 3, 3));
  });

  test('a memory is the fainter the less is left of it, and the more so where something took its place', () => {
    expect(opacityOf(0.4, false)).toBe(0.4);
    expect(opacityOf(0.9, true)).toBe(0.45);
    expect(opacityOf(0.01, false)).toBe(0.2);
  });

  test('what has no strength of its own is as bright as can be', () => {
    expect(opacityOf(undefined, false)).toBe(1);
  });

  test('many nodes are drawn smaller than few', () => {
    expect(scaleFor(100)).toBe(1);
    expect(scaleFor(1_600)).toBe(0.5);
    expect(scaleFor(100_000)).toBe(0.3);
  });
});
