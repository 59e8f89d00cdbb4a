import { describe, expect, test } from 'vitest';
import {
  aroundIn,
  askedOf,
  hiddenBy,
  timeIn,
  toggled,
} from '../../../../dashboard/src/views/constellation/graph-question.ts';

describe('the address of the constellation', () => {
  test('asks for what counts most and is not archived where it says nothing', () => {
    expect(askedOf({})).toEqual({ limit: 2000, minStrength: 0.1 });
  });

  test('asks for what one agent learned in a time, to the end of the last day', () => {
    expect(askedOf({ of: 'ada', since: '2026-01-02', until: '2026-01-03', strength: '0.3', limit: '20000' })).toEqual({
      limit: 20_000,
      minStrength: 0.3,
      agents: ['ada'],
      from: '2026-01-02',
      to: '2026-01-03T23:59:59.999Z',
    });
  });

  test('asks for the computed edges that it names, and for none that do not exist', () => {
    expect(askedOf({ computed: 'CO_RING,MADE_UP,SHARES_CONCEPT' })).toMatchObject({
      computed: ['SHARES_CONCEPT', 'CO_RING'],
    });
  });

  test('names what of the answer is not shown', () => {
    const { nodes, edges } = hiddenBy({ hide: 'agent,nobody', without: 'MENTIONS' });
    expect([[...nodes], [...edges]]).toEqual([['agent'], ['MENTIONS']]);
  });

  test('takes a word in and out of a list', () => {
    expect(toggled(undefined, 'agent')).toBe('agent');
    expect(toggled('agent,fact', 'agent')).toBe('fact');
    expect(toggled('agent', 'agent')).toBe('');
  });

  test('names what the sky is drawn around, in one step where it says no number that there is', () => {
    expect(aroundIn({})).toBeUndefined();
    expect(aroundIn({ around: 'entity:a', depth: '3' })).toEqual({ id: 'entity:a', depth: 3 });
    expect(aroundIn({ around: 'entity:a', depth: '99' })).toEqual({ id: 'entity:a', depth: 1 });
  });

  test('names a time, and none that is no time', () => {
    expect(timeIn({ time: '2026-01-01T00:00:00.000Z' })).toBe(Date.UTC(2026, 0, 1));
    expect(timeIn({ time: 'yesterday' })).toBeUndefined();
  });
});
