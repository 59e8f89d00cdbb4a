/** Links from one Markdown file of the project to another: the file is there, and so is the heading. */
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFiles, readProjectFile, root } from './source-files.ts';

const documents = projectFiles().filter((path) => path.endsWith('.md'));

/** A document without its blocks of code. */
function withoutBlocks(path: string): string {
  return readProjectFile(path).replaceAll(/^( *)(```|~~~)[\s\S]*?^\1\2\s*$/gm, '');
}

/** The same without its spans of code. */
function prose(path: string): string {
  return withoutBlocks(path).replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()]/g, ' '));
}

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(path: string): ReadonlySet<string> {
  const found = new Set<string>();
  const headings = withoutBlocks(path).matchAll(/^#{1,6}\s+(.+?)\s*$/gm);
  for (const [, heading = ''] of headings) {
    const words = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = words.replaceAll(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-');
    let number = 0;
    while (found.has(number === 0 ? anchor : `${anchor}-${number}`)) number += 1;
    found.add(number === 0 ? anchor : `${anchor}-${number}`);
  }
  return found;
}

/** The file that a link leads to. */
function leadsTo(from: string, target: string): string {
  const [path = ''] = target.split('#');
  return path === '' ? from : join(dirname(from), decodeURI(path));
}

/** What is wrong with a link. */
function fault(from: string, target: string): string | undefined {
  const [, anchor] = target.split('#');
  const file = leadsTo(from, target);
  if (!existsSync(`${root}${file}`)) return `${from}: ${target} leads to nothing`;
  if (anchor === undefined || statSync(`${root}${file}`).isDirectory() || !file.endsWith('.md')) return undefined;
  return anchorsOf(file).has(anchor) ? undefined : `${from}: ${target} has no such heading`;
}

/** The links to files of the project. */
const links = documents
  .flatMap((from) =>
    Array.from(prose(from).matchAll(/\]\(([^)\s]+)(?:\s+"[^"]*")?\)/g), ([, target = '']) => ({ from, target })),
  )
  .filter(({ target }) => !/^(?:[a-z]+:|\/)/.test(target));

test('every link of the documents leads to a file and a heading that are there', () => {
  expect(links.length).toBeGreaterThan(100);
  expect(links.flatMap(({ from, target }) => fault(from, target) ?? [])).toEqual([]);
});

test('every link of the documents in the package leads to what is in it too', () => {
  const { files }: { readonly files: readonly string[] } = JSON.parse(readProjectFile('package.json'));
  const carried = [...files, 'README.md', 'LICENSE', 'package.json'].map((pattern) => {
    const [before = '', ...after] = pattern.split('*');
    return (path: string): boolean =>
      after.length === 0
        ? path === pattern || path.startsWith(`${pattern}/`)
        : path.startsWith(before) && path.endsWith(after.at(-1)!);
  });
  const isCarried = (path: string): boolean => carried.some((fits) => fits(path));
  const missing = links.filter(({ from, target }) => isCarried(from) && !isCarried(leadsTo(from, target)));
  expect(missing).toEqual([]);
});

test.each([
  ['no-such-file.md', 'leads to nothing'],
  ['CHANGELOG.md#no-such-heading', 'has no such heading'],
])('a link to %s is found', (target, wrong) => {
  expect(fault('README.md', target)).toContain(wrong);
});
