/** Holds ARCHITECTURE.md to its size and to the files that there are. */
import { expect, test } from 'vitest';
import { projectFiles, readProjectFile } from './source-files.ts';

const tour = readProjectFile('ARCHITECTURE.md');

test('the tour has at most 350 lines of at most 120 columns', () => {
  const lines = tour.split('\n');
  expect(lines.length).toBeLessThanOrEqual(350);
  expect(lines.filter((line) => line.length > 120)).toEqual([]);
});

test('the tour names only files and folders that exist', () => {
  const files = projectFiles();
  const named = [...tour.matchAll(/`([\w.-]+(?:\/[\w.-]+)*(?:\.(?:ts|js|md)|\/))`/g)].map(([, name]) => name as string);
  expect(named.length).toBeGreaterThan(30);
  const exists = (name: string): boolean =>
    files.some((path) => `/${path}`.endsWith(`/${name}`) || (name.endsWith('/') && `/${path}`.includes(`/${name}`)));
  expect([...new Set(named)].filter((name) => !exists(name))).toEqual([]);
});
