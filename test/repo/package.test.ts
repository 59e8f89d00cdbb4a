import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { parse, projectFiles, readProjectFile, root } from './source-files.ts';

interface Manifest {
  readonly version: string;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly files: readonly string[];
  readonly dependencies: Readonly<Record<string, string>>;
}

/** A package as the lockfile has it. */
interface Locked {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
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
      const [, module = ''] = /^\.\/dist\/(.*)\.d\.ts$/.exec(target['types'] as string) ?? [];
      expect(existsSync(`${root}src/${module}.ts`), `${name} -> ${module}`).toBe(true);
      expect(target['default']).toBe(`./dist/bundle/${basename(module)}.js`);
    }
  });

  test('has an executable that Node runs', () => {
    const path = manifest.bin['madeleine'] as string;
    expect(readProjectFile(path).split('\n')[0]).toBe('#!/usr/bin/env node');
    expect(statSync(`${root}${path}`).mode & 0o111).toBe(0o111);
  });

  test('carries files that exist', () => {
    const built = ['dist', 'dist/bundle', 'dist/page', 'dist/language/lexicon.txt'];
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

  test('runs without what only peers ask for, which is TypeScript and its helpers', () => {
    const locked: Readonly<Record<string, Locked>> = JSON.parse(readProjectFile('package-lock.json')).packages;
    const installed = new Set<string>();
    const missing = new Set<string>();
    const reach = (from: string, names: Readonly<Record<string, string>> = {}): void => {
      for (const name of Object.keys(names)) {
        const path = placesFrom(from, name).find((place) => locked[place]) ?? name;
        if (installed.has(path)) continue;
        installed.add(path);
        reach(path, locked[path]?.dependencies);
      }
    };
    reach('', manifest.dependencies);
    for (const from of installed)
      for (const name of Object.keys(locked[from]?.peerDependencies ?? {}))
        if (locked[from]?.peerDependenciesMeta?.[name]?.optional !== true)
          if (!placesFrom(from, name).some((place) => installed.has(place))) missing.add(name);
    expect([...installed].filter((path) => !locked[path])).toEqual([]);
    expect([...missing].sort()).toEqual(['tslib', 'typescript']);
  });

  test('tells all its parts: what npm installs with it, and what is built into it', () => {
    const command = [`${root}scripts/sbom.js`];
    const { components } = JSON.parse(execFileSync(process.execPath, command, { cwd: root, encoding: 'utf8' }));
    const names: readonly string[] = components.map(({ name }: { readonly name: string }) => name);
    const taken: readonly string[] = JSON.parse(readProjectFile('scripts/taken.json'));
    expect(names).toEqual(expect.arrayContaining([...Object.keys(manifest.dependencies), ...taken, 'debug', 'ms']));
    expect(names.filter((name) => ['vitest', 'ai', 'vite'].includes(name))).toEqual([]);
  });
});

/** Where Node looks for a package that one at this path of the lockfile imports, the nearest first. */
function placesFrom(path: string, name: string): readonly string[] {
  const parts = path.split('/node_modules/');
  const folders = parts.map((_, at) => parts.slice(0, parts.length - at).join('/node_modules/'));
  return [...folders, ''].map((folder) => `${folder}/node_modules/${name}`.replace(/^\//, ''));
}
