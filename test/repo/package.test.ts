import { existsSync, statSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { parse, projectFiles, readProjectFile, root } from './source-files.ts';

interface Manifest {
  readonly version: string;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly files: readonly string[];
}

const manifest: Manifest = JSON.parse(readProjectFile('package.json'));

describe('the package', () => {
  test('exports only what the source has, types before code', () => {
    for (const [name, target] of Object.entries(manifest.exports)) {
      if (typeof target === 'string') {
        expect(existsSync(`${root}${target}`), name).toBe(true);
        continue;
      }
      expect(Object.keys(target), name).toEqual(['types', 'default']);
      const source = (target['default'] as string).replace(/^\.\/dist\/(.*)\.js$/, 'src/$1.ts');
      expect(existsSync(`${root}${source}`), `${name} -> ${source}`).toBe(true);
      expect(target['types']).toBe((target['default'] as string).replace(/\.js$/, '.d.ts'));
    }
  });

  test('has an executable that Node runs', () => {
    const path = manifest.bin['madeleine'] as string;
    expect(readProjectFile(path).split('\n')[0]).toBe('#!/usr/bin/env node');
    expect(statSync(`${root}${path}`).mode & 0o111).toBe(0o111);
  });

  test('carries files that exist', () => {
    const built = ['dist'];
    const places = manifest.files.map((pattern) => pattern.replace(/^!/, '').replace(/\/\*.*$/, ''));
    expect(places.filter((path) => !built.includes(path) && !existsSync(`${root}${path}`))).toEqual([]);
  });

  test('lists its public surface by hand', () => {
    const source = parse('src/index.ts', readProjectFile('src/index.ts'));
    const others = source.statements.filter(
      (statement) =>
        !ts.isExportDeclaration(statement) ||
        !statement.moduleSpecifier ||
        !statement.exportClause ||
        !ts.isNamedExports(statement.exportClause),
    );
    expect(source.statements.length).toBeGreaterThan(0);
    expect(others.map((statement) => statement.getText())).toEqual([]);
  });

  test('has a changelog that speaks of its version or of what is unreleased', () => {
    const changelog = readProjectFile('CHANGELOG.md');
    expect(changelog.includes('## Unreleased') || changelog.includes(`## ${manifest.version}`)).toBe(true);
  });

  test('names no registry, so that it installs from whichever one a machine uses', () => {
    const hosts = ['npmjs', 'yarnpkg', 'npmmirror'].flatMap((name) => ['com', 'org'].map((end) => `${name}.${end}`));
    const naming = projectFiles().filter((path) => {
      const text = readProjectFile(path);
      return hosts.some((host) => text.includes(host));
    });
    expect(naming).toEqual([]);
    expect(readProjectFile('package-lock.json')).not.toContain('"resolved"');
  });

  test('locks the native parts of every platform, not only of the one that wrote the lockfile', () => {
    const locked: Readonly<Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>> =
      JSON.parse(readProjectFile('package-lock.json')).packages;
    const wanted = Object.entries(locked).flatMap(([path, { optionalDependencies }]) =>
      Object.keys(optionalDependencies ?? {}).map((name) => [`${path}/node_modules/${name}`, `node_modules/${name}`]),
    );
    expect(wanted.length).toBeGreaterThan(0);
    expect(wanted.filter((places) => !places.some((place) => locked[place])).map(([place]) => place)).toEqual([]);
  });
});
