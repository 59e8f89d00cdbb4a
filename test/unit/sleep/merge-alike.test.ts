import { describe, expect, it, test } from 'vitest';
import type { Entity } from '../../../src/domain/records.ts';
import { alikeBy } from '../../../src/sleep/merge-alike.ts';
import { entityOf } from '../../support/ledger-records.ts';
import { openSpace } from '../../support/open-space.ts';
import { twoLunas } from '../../support/two-lunas.ts';

/** The groups by a name, as lists of keys. */
function groups(key: string, entities: readonly Entity[]): readonly string[] {
  return alikeBy({ key, entities }).map((group) => group.map(({ id }) => id.slice('entity:'.length)).join(' '));
}

describe('the entities that one name makes the same', () => {
  const luna = entityOf('1', { name: 'Luna', nameKey: 'luna' });
  test.each<readonly [string, readonly Entity[], readonly string[]]>([
    ['of one name and type', [luna, entityOf('2', { nameKey: 'luna' })], ['1 2']],
    ['of which one has no type of its own', [luna, entityOf('2', { nameKey: 'luna', type: 'other' })], ['1 2']],
    ['of two types: each by itself', [luna, entityOf('2', { nameKey: 'luna', type: 'place' })], []],
    [
      'of two types, and of none, which could be either',
      [luna, entityOf('2', { nameKey: 'luna', type: 'place' }), entityOf('3', { nameKey: 'luna', type: 'other' })],
      [],
    ],
    [
      'of two types, twice',
      [luna, entityOf('2', { nameKey: 'luna', type: 'place' }), entityOf('3', { nameKey: 'luna' })],
      ['1 3'],
    ],
    ['as a name and an alias', [luna, entityOf('2', { nameKey: 'moonpie' })], ['1 2']],
    ['as an alias of two', [entityOf('2', { nameKey: 'anna smith' }), entityOf('3', { nameKey: 'anna jones' })], []],
    [
      'as a name, and as an alias of two',
      [luna, entityOf('2', { nameKey: 'luna lovegood' }), entityOf('3', { nameKey: 'luna park' })],
      [],
    ],
    ['as the alias of another type', [luna, entityOf('2', { nameKey: 'luna park', type: 'place' })], []],
    [
      'at two paths',
      [
        entityOf('1', { nameKey: 'luna', type: 'file', path: 'a/luna' }),
        entityOf('2', { nameKey: 'luna', type: 'file', path: 'b/luna' }),
      ],
      [],
    ],
  ])('%s', (_, entities, expected) => {
    expect(groups('luna', entities)).toEqual(expected);
  });
});

describe('merging entities', () => {
  it('lets every name of an entity lead to all that is remembered of it', async () => {
    const { memory, find } = await twoLunas();
    expect(await find('lisa', 'Luna')).toEqual(['basket', 'nickname']);
    expect(await find('lisa', 'Moonpie')).toEqual(['basket', 'nickname', 'vet']);
    expect((await memory.sleep()).steps.find(({ step }) => step === 'merge')).toMatchObject({ changed: 1 });
    expect(await find('lisa', 'Luna')).toEqual(['basket', 'nickname', 'vet']);
    expect(await find('lisa', 'luna')).toEqual(['basket', 'nickname', 'vet']);
  });

  it('tells nobody else, and finds nothing more to do', async () => {
    const { memory, find } = await twoLunas();
    await memory.sleep();
    expect(await find('electra', 'Moonpie')).toEqual(['pie']);
    expect(await find('electra', 'Luna')).toEqual([]);
    const { seq } = await memory.stats();
    expect((await memory.sleep()).steps.every(({ changed }) => changed === 0)).toBe(true);
    // Nothing but the record of the sleep itself.
    expect((await memory.stats()).seq - seq).toBeLessThan(8);
  });

  it('is known after opening again', async () => {
    const { memory, find } = await twoLunas();
    await memory.sleep();
    const again = await openSpace({ space: memory.space });
    const { memories } = await again.agent('lisa').search({ query: 'basket, vet, nickname, pie', about: ['Luna'] });
    expect(memories.map(({ id }) => id)).toContain('observation:vet');
    expect(await find('lisa', 'Luna')).toContain('vet');
  });

  it('counts a name in a query once, whichever of its entities a memory mentions', async () => {
    const { memory } = await twoLunas();
    await memory.sleep();
    const { memories } = await memory.agent('lisa').search({ query: 'What about Moonpie?' });
    const entity = memories.map(({ id, signals }) => [id, signals.find(({ name }) => name === 'entity')?.value]);
    expect(Object.fromEntries(entity)).toEqual({
      'observation:basket': 1,
      'observation:nickname': 1,
      'observation:vet': 1,
    });
  });

  it('can be undone, and is not made again', async () => {
    const { memory, find } = await twoLunas();
    await memory.sleep();
    const [operation] = await memory.undoable();
    expect(operation).toMatchObject({ kind: 'merge', changes: 1 });
    await memory.undo(operation?.id as string);
    expect(await find('lisa', 'Luna')).toEqual(['basket', 'nickname']);
    expect((await memory.sleep()).steps.find(({ step }) => step === 'merge')).toMatchObject({ changed: 0 });
    expect(await find('lisa', 'Luna')).toEqual(['basket', 'nickname']);
  });
});
