import { describe, expect, test } from 'vitest';
import type { RecallIndex } from '../../../src/recall-index/recall-index.ts';
import { fullNames } from '../../../src/recall/defaults.ts';
import { OwnWorth, ownSignals } from '../../../src/recall/signals.ts';
import { balanced, normalisedWeights } from '../../../src/recall/profiles.ts';
import { changeOf, indexOf, randomOf } from '../recall-index/index-fixture.ts';
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

  const weights = normalisedWeights(balanced, { vectors: false, tokens: false });
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

  test('is in no session more than the bound of the session, though memories changed', () => {
    const own = world();
    const known = randomWorld(randomOf(97), 300).memories;
    const changed = known.filter((_, i) => i % 7 === 0).map((memory) => ({ ...memory, ring: 'domain' as const }));
    const names = ['Ida', 'Nils', 'Sven'].map((name) => ({
      entity: `entity:${name}`,
      type: 'person' as const,
      surfaces: [name],
    }));
    own.apply(changeOf(2, { memories: changed.map((memory) => ({ ...memory, mentions: names })) }));
    const { timelines, sessionTraits, rowOf } = own.believer('lisa')!;
    const bounded = new OwnWorth(own.memories, weights);
    const slack = timelines.timelines.flatMap((documents, timeline) => {
      const most = bounded.atMostIn(sessionTraits, timeline);
      return documents.map((document) => most - bounded.atMost(rowOf.get(document)));
    });
    expect(slack.length).toBeGreaterThan(200);
    expect(Math.min(...slack)).toBeGreaterThan(-1e-12);
    expect(Math.min(...slack)).toBeLessThan(0.01);
  });
});
