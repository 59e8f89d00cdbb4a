import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conceptsOf, maxConcepts } from '../../../src/language/words.ts';

describe('conceptsOf', () => {
  it('gives the example of its design in order', () => {
    const text = 'Always use absolute paths in Elefante to avoid errors';
    const concepts = conceptsOf(text, { technicalTerms: ['elefante'] });
    expect(concepts).toEqual(['elefante', 'always', 'absolute', 'paths', 'avoid']);
  });

  it('orders the same example by place alone when nothing in it is technical', () => {
    const concepts = conceptsOf('Always use absolute paths in Elefante to avoid errors');
    expect(concepts).toEqual(['always', 'absolute', 'paths', 'elefante', 'avoid']);
  });

  it('counts every occurrence', () => {
    expect(conceptsOf('garden flowers trees garden')[0]).toBe('garden');
    expect(conceptsOf('flowers trees garden rain garden')).toEqual(['garden', 'flowers', 'trees', 'rain']);
  });

  it('lifts words that only code is written with', () => {
    const concepts = conceptsOf('Yesterday somebody broke parseToken and user_id in src/auth.py for good');
    expect(concepts.slice(0, 3)).toEqual(['parsetoken', 'user_id', 'auth.py']);
  });

  it('knows common technical terms and leaves everyday words where they stand', () => {
    expect(conceptsOf('The path to the error leads through kubernetes')[0]).toBe('kubernetes');
  });

  it('folds case, diacritics and possessives, so that a query meets its memory', () => {
    expect(conceptsOf("Mark's CAFÉ")).toEqual(conceptsOf('mark cafe'));
  });

  it('reads an address without its scheme', () => {
    expect(conceptsOf('https://www.seattle.example/cats')).toEqual(['seattle', 'example', 'cats']);
  });

  it('leaves out stop words, contractions, numbers and single letters', () => {
    expect(conceptsOf("I don't know what you're doing, it's 2023 and a b c 42")).toEqual([]);
  });

  it.each([
    ['我的猫叫露娜，我们住在西雅图', ['露娜', '西雅图']],
    ['ルナはマークの猫です', ['ルナ', 'マーク', '猫']],
    ['Вчера Анна поехала в Москву', ['анна', 'москву']],
    ['मेरी बिल्ली लूना', ['बिल्ली', 'लूना']],
    ['แมวชื่อลูน่า', ['แมว']],
    ['قطتي لونا تحب الشمس', ['لونا', 'الشمس']],
  ])('finds words in %j', (text, expected) => {
    expect(conceptsOf(text)).toEqual(expect.arrayContaining(expected));
  });

  it('gives at most five distinct terms of any text, the same each time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const concepts = conceptsOf(text);
        expect(concepts.length).toBeLessThanOrEqual(maxConcepts);
        expect(new Set(concepts).size).toBe(concepts.length);
        expect(concepts.every((concept) => concept.length > 0 && concept.length <= 100)).toBe(true);
        expect(conceptsOf(text)).toEqual(concepts);
      }),
    );
  });
});
