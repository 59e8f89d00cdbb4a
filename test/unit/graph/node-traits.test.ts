import { describe, expect, test } from 'vitest';
import { Perspective } from '../../../src/domain/belief.ts';
import { entityTraits, givenAnchors, memoryTraits } from '../../../src/graph/node-score.ts';
import type { RecallIndex } from '../../../src/recall-index/recall-index.ts';
import type { Moment, RankFilter } from '../../../src/recall/believer-view.ts';
import { View } from '../../../src/recall/view.ts';
import { beliefOf, changeOf, day0, indexOf, memoryOf, now } from '../recall-index/index-fixture.ts';

const luna = { entity: 'entity:luna', type: 'other' as const, surfaces: ['Luna'] };
const dayMs = 86_400_000;

/** A memory that mentions Luna. */
function aboutLuna(key: string, fields: Parameters<typeof memoryOf>[2] = {}) {
  return memoryOf(key, `Luna, ${key}.`, { mentions: [luna], ...fields });
}

function viewOf(index: RecallIndex, agent = 'lisa', moment: Moment = { at: now }, filter: RankFilter = {}): View {
  return new View(index, new Perspective(agent), moment, filter);
}

function traitsOfLuna(index: RecallIndex, view: View) {
  return entityTraits(view, [index.memories.names.find(luna.entity)], []);
}

describe('what a perspective sees', () => {
  test('is what the agent and system believe, the last written first, and no other memory', () => {
    const index = indexOf([aboutLuna('1'), aboutLuna('2')]);
    const [shared, secret, withdrawn, faded] = [aboutLuna('3'), aboutLuna('4'), aboutLuna('5'), aboutLuna('6')];
    index.apply(
      changeOf(2, {
        memories: [shared, secret, withdrawn, faded],
        beliefs: [
          beliefOf('system', shared.id),
          beliefOf('lisa', shared.id),
          beliefOf('electra', secret.id),
          beliefOf('lisa', withdrawn.id, { withdrawnAt: now - dayMs }),
          beliefOf('lisa', faded.id, { strength: 0.2 }),
        ],
      }),
    );
    const entity = index.memories.names.find(luna.entity);
    const ids = (view: View, most = 10) => view.rowsOf([entity], most).map((slot) => index.memories.ids[slot]);
    expect(ids(viewOf(index))).toEqual(['observation:3', 'observation:2', 'observation:1']);
    expect(ids(viewOf(index), 2)).toEqual(['observation:3', 'observation:2']);
    expect(ids(viewOf(index, 'electra'))).toEqual(['observation:4', 'observation:3']);
    expect(ids(viewOf(index, 'lisa', { at: now, asOf: now - 2 * dayMs }))).toContain('observation:5');
    expect(ids(viewOf(index, 'lisa', { at: now }, { validAt: day0 - 1 }))).toEqual([]);
  });

  test('has a name only where a memory in view calls somebody so', () => {
    const index = indexOf([aboutLuna('1')]);
    const mentions = [{ ...luna, surfaces: ['Moonpie'] }];
    const secret = memoryOf('2', 'Moonpie slept.', { mentions });
    index.apply(changeOf(2, { memories: [secret], beliefs: [beliefOf('electra', secret.id)] }));
    expect(viewOf(index).named('LUNA')).toHaveLength(1);
    expect(viewOf(index).named('Moonpie')).toEqual([]);
    expect(viewOf(index, 'electra').named('moonpie')).toHaveLength(1);
  });

  test('joins those that are the same to it', () => {
    const lu = { entity: 'entity:lu', type: 'other' as const, surfaces: ['Lu'] };
    const index = indexOf([aboutLuna('1'), memoryOf('2', 'Lu ate.', { mentions: [lu] })]);
    index.apply(changeOf(2, { merges: [{ believer: 'lisa', from: lu.entity, to: luna.entity }] }));
    const entity = index.memories.names.find(luna.entity);
    expect(viewOf(index).sameAs(entity)).toHaveLength(2);
    expect(viewOf(index, 'electra').sameAs(entity)).toEqual([entity]);
  });
});

describe('the traits of a memory', () => {
  test('are those of the beliefs in view', () => {
    const memory = memoryOf('1', 'Winter came.', { occurredAt: day0 + dayMs, mood: { valence: 0.5, arousal: -0.5 } });
    const index = indexOf([]);
    const beliefs = [
      beliefOf('lisa', memory.id, { trust: 0.4, since: day0, accesses: 3, lastAccessedAt: day0 + 2 * dayMs }),
      beliefOf('system', memory.id, { trust: 0.9, since: day0 + dayMs }),
      beliefOf('electra', memory.id, { trust: 1, since: day0 - dayMs, accesses: 9, lastAccessedAt: day0 }),
    ];
    index.apply(changeOf(2, { memories: [memory], beliefs }));
    const slot = index.memories.row(memory.id);
    const anchors = givenAnchors(index.memories, ['winter']);
    expect(memoryTraits(viewOf(index), slot, anchors)).toEqual({
      lastAt: day0 + dayMs,
      knownSince: day0,
      times: 4,
      trust: 0.9,
      anchors: 1,
      mood: { valence: 0.5, arousal: -0.5 },
    });
    expect(memoryTraits(viewOf(index, 'lisa', { at: now, asOf: day0 + dayMs }), slot, [])).toMatchObject({ times: 1 });
    expect(memoryTraits(viewOf(index, 'lisa', { at: now, asOf: day0 - dayMs }), slot, [])).toBeUndefined();
  });
});

describe('the traits of an entity', () => {
  test('follow from the memories in view that speak of it', () => {
    const index = indexOf([
      aboutLuna('1', { occurredAt: day0, mood: { valence: 1, arousal: 0 } }),
      aboutLuna('2', { occurredAt: day0 + 3 * dayMs, mood: { valence: 0, arousal: 0.5 } }),
    ]);
    const secret = aboutLuna('3', { occurredAt: day0 + 9 * dayMs });
    index.apply(changeOf(2, { memories: [secret], beliefs: [beliefOf('electra', secret.id, { trust: 1 })] }));
    expect(traitsOfLuna(index, viewOf(index))).toEqual({
      lastAt: day0 + 3 * dayMs,
      knownSince: day0,
      times: 2,
      trust: 0.9,
      anchors: undefined,
      mood: { valence: 0.5, arousal: 0.25 },
    });
    expect(traitsOfLuna(index, viewOf(index, 'marvin'))).toBeUndefined();
  });
});
