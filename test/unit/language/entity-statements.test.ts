import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  entityTypeOf,
  observationStatement,
  readEntityStatement,
  relationStatement,
  relationTypeOf,
  predicateInWords,
  typeStatement,
} from '../../../src/language/entity-statements.ts';

const named = fc.constantFrom('Ann', 'Mark_Reyes', 'Ann: the first', '日本 🗼', 'is of type', ' Ann ');
const said = fc.oneof(
  fc.string(),
  fc.tuple(named, fc.constantFrom(': ', ' is of type ', ' '), fc.string()).map((parts) => parts.join('')),
);

describe('the sentences of a knowledge graph', () => {
  it('read back to the letter, whatever the text and the name', () => {
    fc.assert(
      fc.property(named, said, (name, text) => {
        const observed = readEntityStatement(observationStatement(name, text), name);
        expect(observed).toEqual({ says: 'observation', text });
        expect(readEntityStatement(typeStatement(name, text), name)).toEqual({ says: 'type', type: text });
      }),
    );
  });

  it('name what they are about, once', () => {
    expect(observationStatement('Ann', 'likes tea')).toBe('Ann: likes tea');
    expect(observationStatement('Mark_Reyes', 'mark reyes likes tea')).toBe('mark reyes likes tea');
    expect(relationStatement('Mark_Reyes', 'worksAt', 'Acme')).toBe('Mark_Reyes works at Acme');
  });

  it.each(['works_at', 'worksAt', 'Works-At', 'works at'])('keep %s as the type of a relation', (type) => {
    expect(relationTypeOf(predicateInWords(type), type)).toBe(type);
  });

  it('take no other title for the type of a relation', () => {
    expect(relationTypeOf('works at', 'world.fact: Mark works at Acme')).toBe('works at');
  });
});

describe('the type of an entity', () => {
  it('is known by common words for it, and by no others', () => {
    const words = ['Company', ' place ', 'toString', 'gizmo'];
    expect(words.map(entityTypeOf)).toEqual(['organisation', 'place', 'other', 'other']);
  });
});
