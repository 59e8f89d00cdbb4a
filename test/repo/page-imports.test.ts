import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importsOf, projectFiles, readProjectFile } from './source-files.ts';

const files = projectFiles()
  .filter((path) => /^dashboard\/src\/.*\.tsx?$/.test(path))
  .map((path) => ({ path, text: readProjectFile(path) }));

describe('the page', () => {
  test('has source to look at', () => {
    expect(files.length).toBeGreaterThan(10);
  });

  test('imports nothing of the project beside it, and of the library its types alone', () => {
    const outside = files.flatMap(({ path, text }) =>
      importsOf(path, text)
        .filter(
          (module) => module.startsWith('.') && !posix.join(posix.dirname(path), module).startsWith('dashboard/src/'),
        )
        .map((module) => `${path}: ${module}`),
    );
    const values = files.filter(({ text }) => /import (?!type\b)[^;]* from 'madeleine'/.test(text));
    expect([...outside, ...values.map(({ path }) => path)]).toEqual([]);
  });

  test('shows texts as texts', () => {
    const asMarkup = /dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|document\.write/;
    expect(files.filter(({ text }) => asMarkup.test(text)).map(({ path }) => path)).toEqual([]);
  });
});
