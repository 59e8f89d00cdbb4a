import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldName, normaliseContent } from '../../../src/language/fold.ts';

describe('foldName', () => {
  it.each([
    ['Luna', 'luna'],
    ['  LUNA  ', 'luna'],
    ["Mark's", 'mark'],
    ['Mark’s.', 'mark'],
    ["Jones'", 'jones'],
    ['José  García', 'jose garcia'],
    ['Ｌｕｎａ', 'luna'],
    ['"The Name of the Wind"', 'the name of the wind'],
    ['«Война и мир»', 'воина и мир'],
    ['Straße', 'strasse'],
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσευσ'],
    ['@alice', 'alice'],
    ['parse_token()', 'parse_token'],
    ['./src/auth.py', 'src/auth.py'],
    ['.env', '.env'],
    ['...wait', 'wait'],
    ['~/.bashrc', '~/.bashrc'],
    ['__init__', '__init__'],
    ['C++', 'c++'],
    ['C#', 'c#'],
    ['#', ''],
    ['New\n York', 'new york'],
    ['露娜', '露娜'],
    ['ガルシア', 'ガルシア'],
    ['हिन्दी', 'हिन्दी'],
    ['', ''],
  ])('folds %j to %j', (name, key) => {
    expect(foldName(name)).toBe(key);
  });

  it('tells names apart that differ in more than their writing', () => {
    expect(new Set(['C', 'C++', 'C#', 'env', '.env', 'init', '__init__'].map(foldName)).size).toBe(7);
  });

  it('changes a key no further', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (name) => {
        expect(foldName(foldName(name))).toBe(foldName(name));
      }),
    );
  });

  it('gives upper and lower case one key', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zäöüéñA-ZÄÖÜÉÑ]{1,20}$/), (name) => {
        expect(foldName(name.toUpperCase())).toBe(foldName(name.toLowerCase()));
      }),
    );
  });

  it('is done with hostile punctuation at once', () => {
    expect(foldName(`${'!'.repeat(100_000)}a${"'s".repeat(50_000)}`)).toBe('a');
  });
});

describe('normaliseContent', () => {
  it.each([
    ['Luna is a cat.', 'luna is a cat'],
    ['  luna  IS\n a cat!! ', 'luna is a cat'],
    ['Luna is “Mark’s” cat…', 'luna is "mark\'s" cat'],
    ['Is Luna a cat?', 'is luna a cat?'],
    ['露娜是猫。', '露娜是猫'],
  ])('gives %j the key %j', (text, key) => {
    expect(normaliseContent(text)).toBe(key);
  });

  it('keeps apart what differs in words, diacritics or as a question', () => {
    const texts = ['Luna is a cat', 'Luna is a cat?', 'Lúna is a cat', 'Luna is the cat'];
    expect(new Set(texts.map(normaliseContent)).size).toBe(texts.length);
  });

  it('changes a key no further', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        expect(normaliseContent(normaliseContent(text))).toBe(normaliseContent(text));
      }),
    );
  });
});
