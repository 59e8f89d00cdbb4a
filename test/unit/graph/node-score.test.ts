import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  contributions,
  minRecency,
  type NodeTraits,
  nodeFrequency,
  nodeNovelty,
  nodeRecency,
  nodeSignalNames,
  nodeSignals,
  nodeWeights,
  weighed,
} from '../../../src/graph/node-score.ts';

const dayMs = 86_400_000;
const at = Date.UTC(2026, 2, 1);
const daysAgo = (days: number): number => at - days * dayMs;

const traits: fc.Arbitrary<NodeTraits> = fc.record({
  lastAt: fc.integer({ min: daysAgo(20_000), max: daysAgo(-20_000) }),
  knownSince: fc.integer({ min: daysAgo(20_000), max: daysAgo(-20_000) }),
  times: fc.integer({ min: 1, max: 1_000_000 }),
  trust: fc.double({ min: 0, max: 1, noNaN: true }),
  anchors: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
  mood: fc.option(
    fc.record({
      valence: fc.double({ min: -1, max: 1, noNaN: true }),
      arousal: fc.double({ min: -1, max: 1, noNaN: true }),
    }),
    { nil: undefined },
  ),
});

describe('the signals of a node', () => {
  test('lie in 0..1, and so does their score, whose parts they are', () => {
    fc.assert(
      fc.property(traits, (node) => {
        const values = nodeSignals(node, at);
        for (const name of nodeSignalNames) {
          expect(values[name]).toBeGreaterThanOrEqual(0);
          expect(values[name]).toBeLessThanOrEqual(1);
        }
        const score = weighed(values, nodeWeights);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1 + 1e-9);
        const parts = contributions(values, nodeWeights);
        expect(parts.map(({ name }) => name)).toEqual([...nodeSignalNames]);
        expect(parts.reduce((sum, { contribution }) => sum + contribution, 0)).toBeCloseTo(score, 12);
      }),
    );
  });

  test('weigh 1 together', () => {
    expect(Object.values(nodeWeights).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
  });

  test('let what was long not spoken of fade to the floor and no further', () => {
    expect(nodeRecency(at, at)).toBe(1);
    expect(nodeRecency(daysAgo(30), at)).toBeCloseTo(0.75, 12);
    expect(nodeRecency(daysAgo(4_000), at)).toBeCloseTo(minRecency, 6);
    expect(nodeRecency(daysAgo(-10), at)).toBe(1);
  });

  test('count what comes up often for more, less and less so', () => {
    expect(nodeFrequency(1)).toBe(0.25);
    expect(nodeFrequency(3)).toBe(0.5);
    expect(nodeFrequency(4) - nodeFrequency(3)).toBeLessThan(nodeFrequency(2) - nodeFrequency(1));
  });

  test('call new what was lately learned, however long ago it was', () => {
    expect(nodeNovelty(daysAgo(14), at)).toBeCloseTo(0.5, 12);
    const node = { lastAt: daysAgo(900), times: 1, trust: 0.9, anchors: undefined };
    const old = weighed(nodeSignals({ ...node, knownSince: daysAgo(900) }, at), nodeWeights);
    const imported = weighed(nodeSignals({ ...node, knownSince: at }, at), nodeWeights);
    expect(imported - old).toBeCloseTo(nodeWeights.novelty, 6);
  });

  test('leave what the user said once and years ago at about a half', () => {
    const node = { lastAt: daysAgo(900), knownSince: daysAgo(900), times: 1, trust: 0.9, anchors: undefined };
    expect(weighed(nodeSignals(node, at), nodeWeights)).toBeGreaterThan(0.5);
  });

  test('take strong feelings for more than none, and no anchors for neither yes nor no', () => {
    const node = { lastAt: at, knownSince: at, times: 1, trust: 0.9, anchors: undefined };
    expect(nodeSignals(node, at)).toMatchObject({ sentiment: 0, anchors: 0.5 });
    expect(nodeSignals({ ...node, mood: { valence: -1, arousal: 1 } }, at).sentiment).toBe(1);
    expect(nodeSignals({ ...node, anchors: 0 }, at).anchors).toBe(0);
  });
});
