/** A build keeps the lexicon, so that most texts are read without the library that it comes from. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { lexiconText } from '../../src/language/lexicon.ts';
import { root } from '../repo/source-files.ts';

interface Built {
  classOfWord(lower: string): string;
  beginsWithPerson(sentence: string, first: string): boolean;
}

test('what is kept is what the library says, and stands for it until a sentence is to be tagged', async () => {
  expect(readFileSync(`${root}dist/language/lexicon.txt`, 'utf8')).toBe(lexiconText());
  const { cache } = createRequire(import.meta.url);
  const isLoaded = (): boolean => Object.keys(cache).some((path) => path.includes('/compromise/'));
  for (const path of Object.keys(cache)) if (path.includes('/compromise/')) delete cache[path];
  const built: Built = await import(`${root}dist/language/lexicon.js`);
  expect([built.classOfWord('anna'), built.classOfWord('berlin')]).toEqual(['person', 'place']);
  expect(isLoaded()).toBe(false);
  expect(built.beginsWithPerson('Mark went home.', 'Mark')).toBe(true);
  expect(isLoaded()).toBe(true);
});
