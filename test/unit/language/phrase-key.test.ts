import { describe, expect, it } from 'vitest';
import { phraseKey, phraseKeysIn } from '../../../src/language/words.ts';

const says = (text: string, phrase: string): boolean => phraseKeysIn(text).has(phraseKey(phrase));

describe('a phrase', () => {
  it.each([
    ['How do we deploy Madeleine Core?', 'madeleine-core'],
    ['what about unit tests', 'Unit Testing'],
    ['Wie läuft das CAFÉ-Projekt', 'Café'],
    ['我们的西雅图项目怎么样了', '西雅图'],
    ['Когда выйдет проект Аполлон?', 'аполлон'],
  ])('%j says %j', (text, phrase) => {
    expect(says(text, phrase)).toBe(true);
  });

  it.each([
    ['where to start', 'art'],
    ['core of Madeleine', 'madeleine core'],
    ['', 'anything'],
  ])('%j does not say %j', (text, phrase) => {
    expect(says(text, phrase)).toBe(false);
  });

  it('without words has no key', () => {
    expect(phraseKey('—')).toBe('');
    expect(phraseKeysIn('?!').size).toBe(0);
  });
});
