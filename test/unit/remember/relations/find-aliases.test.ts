/** Other names that a text gives, and who knows them. */
import { describe, expect, test } from 'vitest';
import { readEntities } from '../../../../src/remember/entities.ts';
import { openSpace } from '../../../support/open-space.ts';

function forms(content: string, speaker?: string): Readonly<Record<string, readonly string[]>> {
  const { names } = readEntities({ content, speaker });
  return Object.fromEntries(names.map(({ input, surfaces }) => [input.name, [...new Set(surfaces)]]));
}

describe('another name', () => {
  test.each([
    ['We asked the Portland Water Bureau (PWB) about it.', 'Portland Water Bureau', 'PWB'],
    ['Robert, also known as Bob, lives in Oslo.', 'Robert', 'Bob'],
    ['Robert (aka Bob) lives in Oslo.', 'Robert', 'Bob'],
  ])('stands behind a name: %s', (content, name, alias) => {
    const found = forms(content);
    expect(found[name]).toEqual([name, alias]);
    expect(found[alias]).toBeUndefined();
  });

  test('is what whoever speaks wants to be called', () => {
    expect(forms('Hi all, call me Kit!', 'Christopher')).toEqual({ Christopher: ['Christopher', 'Kit'] });
    expect(forms('Hi all, call me Kit!')['Christopher']).toBeUndefined();
  });

  test.each([
    ['Please call me Monday.', 'Christopher'],
    ["Don't call me Kit.", 'Christopher'],
    ['Robert (NATO) spoke.', 'Christopher'],
    ['Robert called Bob.', 'Christopher'],
  ])('is none in: %s', (content, speaker) => {
    expect(Object.values(forms(content, speaker)).every((surfaces) => surfaces.length === 1)).toBe(true);
  });
});

test('an alias names its entity to whoever has the memory in view, and to nobody else', async () => {
  const memory = await openSpace();
  const [lisa, electra] = [memory.agent('lisa'), memory.agent('electra')];
  const told = await lisa.observe({ content: 'Robert, also known as Bob, came by.' });
  const [robert] = told.linked;
  const [bob] = (await lisa.observe({ content: 'I met Bob again.' })).linked;
  expect(bob?.id).toBe(robert?.id);
  const [other] = (await electra.observe({ content: 'I met Bob again.' })).linked;
  expect(other?.id).not.toBe(robert?.id);
});
