import { describe, expect, it } from 'vitest';
import type { Fact } from '../../../src/domain/records.ts';
import { fieldChanges } from '../../../src/care/backfill.ts';
import { factOf, observationOf } from '../../support/ledger-records.ts';

const grounds = { technicalTerms: [], permanent: false };
const content = 'Always use absolute paths in Elefante to avoid errors';
const rules = {
  concepts: ['always', 'absolute', 'paths', 'elefante', 'avoid'],
  surfacesWhen: expect.arrayContaining(['absolute best practice', 'paths how-to']),
  kind: 'intent.rule',
  title: 'intent.rule: Always use absolute paths in Elefante to avoid errors',
  knowledgeType: 'law',
  ring: 'domain',
};

/** A fact as a store holds it that knows nothing of the rules. */
function bare(fields: Partial<Fact> = {}): Fact {
  return factOf('paths', { content, kind: 'world.fact', title: '', ...fields });
}

describe('what changes of a memory', () => {
  it('is every field of a fact that has none, and nothing the second time', () => {
    const changes = fieldChanges(bare(), grounds);
    expect(changes).toEqual(rules);
    expect(fieldChanges({ ...bare(), ...changes }, grounds)).toEqual({});
  });

  it('is concepts and triggers of an observation, which has no other fields', () => {
    const changes = fieldChanges(observationOf('paths', { content }), grounds);
    expect(changes).toEqual({ concepts: rules.concepts, surfacesWhen: rules.surfacesWhen });
  });

  it('is concepts that other rules or other technical terms made of the text, and their triggers', () => {
    const older = bare({ ...rules, concepts: ['use', 'in'], surfacesWhen: ['how to use'] } as Partial<Fact>);
    expect(fieldChanges(older, grounds)).toEqual({ concepts: rules.concepts, surfacesWhen: rules.surfacesWhen });
    const configured = fieldChanges(older, { ...grounds, technicalTerms: ['elefante'] });
    expect(configured.concepts?.[0]).toBe('elefante');
  });

  it.each<[string, Partial<Fact>]>([
    ['concepts that the text does not hold', { concepts: ['windows', 'elefante'] }],
    ['a concept of several words', { concepts: ['absolute paths'] }],
    ['triggers that no rule makes', { surfacesWhen: ['where does luna sleep'] }],
    ['a title of its own', { title: 'Paths' }],
    ['a kind with its title', { kind: 'world.method', title: `world.method: ${content}` }],
    ['a kind other than the default one', { kind: 'world.method' }],
    ['a type of knowledge', { knowledgeType: 'insight' }],
    ['a ring', { ring: 'core' }],
  ])('is never %s, which somebody chose', (_what, fields) => {
    const changes = fieldChanges(bare(fields), grounds);
    expect(Object.keys(changes)).not.toHaveLength(0);
    for (const field of Object.keys(fields)) {
      if (field === 'title' && 'kind' in fields) continue;
      expect(changes).not.toHaveProperty(field);
    }
  });

  it('is a title that was made by default for a kind that nobody knows any more', () => {
    const odd = bare({ kind: 'nonsense' as Fact['kind'], title: `nonsense: ${content}` });
    expect(fieldChanges(odd, grounds)).toMatchObject({ kind: rules.kind, title: rules.title });
  });

  it('is nothing where the default kind has its title: the rules of a version that writes titles said so, or a caller', () => {
    const said = bare({ title: `world.fact: ${content}` });
    expect(fieldChanges(said, grounds)).not.toHaveProperty('kind');
    expect(fieldChanges(said, grounds)).not.toHaveProperty('title');
  });

  it('puts what its only believer holds for good at the core', () => {
    expect(fieldChanges(bare(), { ...grounds, permanent: true }).ring).toBe('core');
  });

  it('is nothing of a text without words', () => {
    expect(fieldChanges(observationOf('none', { content: '!!!' }), grounds)).toEqual({});
  });
});
