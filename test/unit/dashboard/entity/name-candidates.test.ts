import { describe, expect, test } from 'vitest';
import { candidatesFor, likenessOf, type NamedEntity } from '../../../../dashboard/src/views/entity/name-candidates.ts';

const person = (name: string, memories = 1): NamedEntity => {
  return { id: `entity:${name}`, name, type: 'person', memories };
};

describe('who may be the same', () => {
  test('has a name in common, the same letters, or initials', () => {
    expect(likenessOf('Dr. Okafor', 'okafor')).toBeGreaterThan(0.5);
    expect(likenessOf('José Núñez', 'jose nunez')).toBe(1);
    expect(likenessOf('Caroline', 'Carolin')).toBeGreaterThan(0.75);
    expect(likenessOf('New York', 'NY')).toBe(0.6);
    expect(likenessOf('Luna', 'Mark')).toBe(0);
    expect(likenessOf('A', 'Anna')).toBe(0);
  });

  test('is offered the likeliest first, and neither itself nor what is of another type', () => {
    const known = [
      person('Carolin'),
      person('Mark'),
      person('Caroline'),
      person('Caroline Smith', 9),
      { ...person('caroline'), id: 'entity:file', type: 'file' },
      { ...person('CAROLINE'), id: 'entity:other', type: 'other' },
    ];
    expect(candidatesFor(person('Caroline'), known).map(({ id }) => id)).toEqual([
      'entity:other',
      'entity:Carolin',
      'entity:Caroline Smith',
    ]);
    expect(candidatesFor(person('Caroline'), known, 1)).toHaveLength(1);
  });
});
