import { describe, expect, test } from 'vitest';
import type { RecallIndex } from '../../../src/recall-index/recall-index.ts';
import { fullNames } from '../../../src/recall/defaults.ts';
import { OwnWorth, ownSignals } from '../../../src/recall/signal-sources.ts';
import { balanced, normalisedWeights } from '../../../src/recall/profiles.ts';
import { indexOf, randomOf } from '../index/index-fixture.ts';
import { ask, randomWorld } from './rank-fixture.ts';

/** Random memories of which some have names, rings and titles that make them long. */
function world(): RecallIndex {
  const random = randomOf(97);
  const names = ['Luna', 'Mark', 'Oslo', 'Kyoto', 'Quito'];
  const { memories } = randomWorld(random, 300);
  const named = memories.map((memory, i) => ({
    ...memory,
    ...(i % 3 === 0 ? { ring: 'core' as const } : {}),
    mentions: names
      .filter(() => random() < 0.3)
      .map((name) => ({ entity: `entity:${name}`, type: 'person' as const, surfaces: [name, name.slice(0, 2)] })),
  }));
  return indexOf(named);
}

describe('the worth of a memory by itself', () => {
  const index = world();

  const weights = normalisedWeights(balanced, false);
  const worth = new OwnWorth(index.memories, weights);
  const { hits } = ask(index, 'lisa', 'harbour lantern violin meadow glacier compass orchard', { limit: 300 });

  /** What the worth of a hit is more than what its signals add. */
  function excess({ id, signals }: (typeof hits)[number]): number {
    const own = signals.filter(({ name }) => ownSignals.has(name));
    expect(own).toHaveLength(ownSignals.size);
    return own.reduce((rest, { contribution }) => rest - contribution, worth.atMost(index.memories.row(id)));
  }

  test('is what its signals add, and no less where a name is a speaker that counts for nothing', () => {
    const speaker = index.memories.names.find('entity:Mark');
    const names = hits.map(({ id }) => index.memories.mentions[index.memories.row(id)] ?? []);
    const addressed = hits.filter((_, i) => names[i]?.includes(speaker));
    const others = hits.filter((hit) => !addressed.includes(hit));
    expect(addressed.length).toBeGreaterThan(20);
    expect(others.length).toBeGreaterThan(50);
    for (const hit of others) expect(excess(hit)).toBeCloseTo(0, 9);
    for (const hit of addressed) expect(excess(hit)).toBeGreaterThan(-1e-9);
    expect(Math.max(...addressed.map(excess))).toBeCloseTo(weights.names / fullNames, 9);
  });
});
