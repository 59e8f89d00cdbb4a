import { describe, expect, test } from 'vitest';
import { readProjectFile } from './source-files.ts';

const readme = readProjectFile('README.md');

describe('the README', () => {
  test('gives the two commands that start and test the project', () => {
    expect(readme).toContain('npm ci && npm run demo');
    expect(readme).toContain('npm ci && npm test');
  });

  test('stays under 250 lines', () => {
    expect(readme.split('\n').length).toBeLessThan(250);
  });

  test('names only scripts that exist', () => {
    const scripts = Object.keys(JSON.parse(readProjectFile('package.json')).scripts);
    const named = [...readme.matchAll(/npm run ([a-z:]+)/g)].map((match) => match[1] as string);
    expect(named.filter((name) => !scripts.includes(name))).toEqual([]);
  });
});
