import { describe, expect, test } from 'vitest';
import { ambientReads, layerViolations, partCycles, type SourceFile, sharedPackages } from './layer-rules.ts';
import { readProjectFile, sourceFiles } from './source-files.ts';

const files: readonly SourceFile[] = sourceFiles().map((path) => ({ path, text: readProjectFile(`src/${path}`) }));

describe('the layers of src', () => {
  test('there is source to look at', () => {
    expect(files.length).toBeGreaterThan(5);
  });

  test('imports point one way, and outside packages stay in the folder that owns them', () => {
    expect(layerViolations(files)).toEqual([]);
  });

  test('no outside package is imported by two folders', () => {
    expect(sharedPackages(files)).toEqual([]);
  });

  test('no two folders import each other, directly or in a ring', () => {
    expect(partCycles(files)).toEqual([]);
  });

  test('clock, randomness, environment and console are read only where a process starts', () => {
    expect(ambientReads(files)).toEqual([]);
  });
});

describe('the rules find what they are there for', () => {
  const violations = (path: string, text: string): number => layerViolations([{ path, text }]).length;

  test.each([
    ['domain/a.ts', "import { b } from '../store/b.ts';"],
    ['domain/a.ts', "import type { B } from '../recall/b.ts';"],
    ['domain/a.ts', "import { readFile } from 'node:fs/promises';"],
    ['store/a.ts', "export { b } from '../recall/b.ts';"],
    ['recall-index/a.ts', "const b = await import('../madeleine.ts');"],
    ['recall/a.ts', "let b: import('../cli/b.ts').B;"],
    ['recall/a.ts', "import { Surreal } from 'surrealdb';"],
    ['remember/a.ts', "import { NodeEngine } from '@surrealdb/node';"],
    ['recall/a.ts', "const { Surreal } = require('surrealdb');"],
    ['cli/a.ts', "import { b } from '../store/b.ts';"],
    ['cli/commands/a.ts', "import { b } from '../../madeleine.ts';"],
    ['http/a.ts', "import { b } from '../cli/b.ts';"],
    ['mcp/a.ts', "import { Command } from 'commander';"],
    ['madeleine.ts', "import { b } from './index.ts';"],
    ['utils/a.ts', 'export const a = 1;'],
    ['recall/a.ts', "import { b } from '../../bench/b.ts';"],
  ])('%s: %s is refused', (path, text) => {
    expect(violations(path, text)).toBe(1);
  });

  test.each([
    ['recall/a.ts', "import { b } from '../recall-index/deep/b.ts';"],
    ['cli/commands/a.ts', "import { Memory } from '../../index.ts'; import { c } from '../c.ts';"],
    ['cli/a.ts', "import { Command } from 'commander'; import { serve } from '../http/serve.ts';"],
    ['store/a.ts', "import { Surreal } from 'surrealdb'; import { b } from '../domain/b.ts';"],
    ['store/a.ts', "const require = createRequire(import.meta.url); require('surrealdb');"],
    ['index.ts', "export { Memory } from './madeleine.ts';"],
  ])('%s: %s is allowed', (path, text) => {
    expect(violations(path, text)).toBe(0);
  });

  test('a ring over three folders is named', () => {
    const ring = [
      { path: 'recall/a.ts', text: "import '../ambient/b.ts';" },
      { path: 'ambient/b.ts', text: "import '../sleep/c.ts';" },
      { path: 'sleep/c.ts', text: "import '../recall/d.ts';" },
    ];
    expect(partCycles(ring)).toEqual(['recall -> ambient -> sleep -> recall']);
  });

  test('a package in two folders is named', () => {
    const both = ['recall/a.ts', 'remember/b.ts'].map((path) => ({ path, text: "import nlp from 'compromise';" }));
    expect(sharedPackages(both)).toEqual(['compromise is imported by recall and remember']);
  });

  test.each(['Date.now()', 'new Date()', 'Math.random()', "process['env'].HOME", 'console.log(1)', 'process.exit(1)'])(
    '%s is found in the library and allowed in the command line',
    (text) => {
      expect(ambientReads([{ path: 'recall/a.ts', text }])).toHaveLength(1);
      expect(ambientReads([{ path: 'cli/a.ts', text }])).toEqual([]);
      expect(ambientReads([{ path: 'embed/minilm-worker.ts', text }])).toEqual([]);
    },
  );
});
