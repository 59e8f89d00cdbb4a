import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { factKindOf, knowledgeTypeOf } from '../../../src/language/knowledge.ts';
import { factKinds, knowledgeTypes } from '../../../src/domain/vocabulary.ts';

describe('knowledgeTypeOf', () => {
  it.each([
    ['Always use absolute paths in Elefante to avoid errors', 'law'],
    ['Never commit secrets to the repository', 'law'],
    ['You should write the test first', 'principle'],
    ['Avoid long functions', 'principle'],
    ['Lisa prefers tea to coffee', 'preference'],
    ['Mark is allergic to peanuts', 'law'],
    ['Run the migrations before starting the server', 'method'],
    ['We decided to move the meeting to Friday', 'decision'],
    ['The team settled on SurrealDB', 'decision'],
    ['Mark plans to move to Seattle', 'decision'],
    ['It turned out that the cache was cold', 'insight'],
    ['Uploads fail for files above two gigabytes', 'insight'],
    ['Luna is a cat', 'fact'],
    ['My name is Lisa', 'fact'],
  ] as const)('takes %j for a %s', (text, type) => {
    expect(knowledgeTypeOf(text, factKindOf(text))).toBe(type);
  });

  it('goes by the kind where the words say nothing, in any language', () => {
    expect(knowledgeTypeOf('リサは紅茶が好きです', 'self.preference')).toBe('preference');
    expect(knowledgeTypeOf('Перед запуском выполните миграции', 'world.method')).toBe('method');
    expect(knowledgeTypeOf('露娜是一只猫', 'world.fact')).toBe('fact');
  });

  it('says one of the types of any text and kind', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...factKinds), (text, kind) => {
        expect(knowledgeTypes).toContain(knowledgeTypeOf(text, kind));
      }),
    );
  });
});
