import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inferFactFields, inferFields } from '../../../../src/remember/new-memory.ts';

const text = 'Always use absolute paths in Elefante to avoid errors';

describe('inferFields', () => {
  it('finds concepts and the triggers that follow from them', () => {
    const { concepts, surfacesWhen } = inferFields(text, {}, { technicalTerms: ['elefante'] });
    expect(concepts).toEqual(['elefante', 'always', 'absolute', 'paths', 'avoid']);
    expect(surfacesWhen.slice(0, 2)).toEqual(['elefante best practice', 'elefante how-to']);
  });

  it('leaves what is given as it is, an empty list included', () => {
    expect(inferFields(text, { concepts: [], surfacesWhen: ['x'] })).toEqual({ concepts: [], surfacesWhen: ['x'] });
  });

  it('makes triggers for given concepts', () => {
    expect(inferFields(text, { concepts: ['slashes'] }).surfacesWhen).toEqual([
      'slashes best practice',
      'slashes how-to',
      'slashes error',
      'slashes problem',
    ]);
  });
});

describe('inferFactFields', () => {
  it('adds kind and title', () => {
    const { kind, title } = inferFactFields(text, {});
    expect([kind, title]).toEqual(['intent.rule', `intent.rule: ${text}`]);
  });

  it('titles a fact by the kind that is given', () => {
    expect(inferFactFields('Luna is a cat', { kind: 'self.identity' }).title).toBe('self.identity: Luna is a cat');
    expect(inferFactFields('Luna is a cat', { title: 'Luna' })).toMatchObject({ kind: 'world.fact', title: 'Luna' });
  });

  it('says something of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (any) => {
        const fields = inferFactFields(any, {});
        expect(fields.title.startsWith(`${fields.kind}: `)).toBe(true);
        expect(fields.title.isWellFormed()).toBe(true);
      }),
    );
  });
});
