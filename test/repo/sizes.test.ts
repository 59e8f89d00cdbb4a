import { describe, expect, test } from 'vitest';
import { projectFiles, readProjectFile } from './source-files.ts';

/** A generated file says so on its first line. */
function isGenerated(text: string): boolean {
  return /generated/i.test(text.slice(0, text.indexOf('\n')));
}

const code = projectFiles()
  .filter((path) => /\.(ts|tsx|js|mjs|css)$/.test(path))
  .map((path) => ({ path, text: readProjectFile(path) }))
  .filter(({ text }) => !isGenerated(text))
  .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }));

describe('the files of the project', () => {
  test('none written by hand has over 500 lines', () => {
    expect(code.length).toBeGreaterThan(10);
    expect(code.filter(({ lines }) => lines > 500)).toEqual([]);
  });

  test('nine in ten of the library have under 300 lines', () => {
    const library = code.filter(({ path }) => path.startsWith('src/'));
    const long = library.filter(({ lines }) => lines >= 300);
    expect(long.length / library.length, JSON.stringify(long)).toBeLessThanOrEqual(0.1);
  });

  test('bear names in kebab-case', () => {
    const name = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)+$/;
    const misnamed = code.filter(
      ({ path }) =>
        !path
          .split('/')
          .slice(0, -1)
          .concat('a.ts')
          .every((part) => /^\.?[a-z0-9]+([-.][a-z0-9]+)*$/.test(part)) || !name.test(path.split('/').at(-1) as string),
    );
    expect(misnamed.map(({ path }) => path)).toEqual([]);
  });

  test('are not named after a drawer for odds and ends', () => {
    const drawers = code.filter(({ path }) =>
      /(^|[/-])(utils?|helpers?|common|manager|service|misc)([/.-]|$)/.test(path),
    );
    expect(drawers.map(({ path }) => path)).toEqual([]);
  });
});
