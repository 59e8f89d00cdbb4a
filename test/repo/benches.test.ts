/**
 * Holds `bench/` to what it is: measured through the public API, documented command by command, and no part of the
 * published package.
 */
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { createBenches } from '../../bench/benches.ts';
import { importsOf, projectFiles, readProjectFile, root } from './source-files.ts';

const program = createBenches(new AbortController().signal);
const page = readProjectFile('bench/COMMANDS.md');
/** The benches themselves; what else measures Madeleine has packages of its own below bench/. */
const files = projectFiles().filter((path) => /^bench\/(?!conformance|peers|reference-servers).*\.ts$/.test(path));

function flagsOf(command: Command): readonly string[] {
  return command.options.flatMap((option) => [option.long ?? option.short ?? '']);
}

function sectionOf(name: string): string | undefined {
  return page.split(/^(?=#+ )/m).find((section) => section.startsWith(`## \`${name}\`\n`));
}

describe('the page about the benches', () => {
  test.each(program.commands.map((command) => [command.name(), command] as const))(
    'tells of `%s` and each of its options',
    (name, command) => {
      const section = sectionOf(name);
      expect(section, `bench/COMMANDS.md has no heading for "${name}"`).toBeDefined();
      expect(flagsOf(command).filter((flag) => !section?.includes(flag))).toEqual([]);
    },
  );

  test('tells of the options that every bench takes, and of none that there is not', () => {
    const known = [program, ...program.commands].flatMap(flagsOf);
    expect(flagsOf(program).filter((flag) => !page.includes(flag))).toEqual([]);
    const told = new Set([...page.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)].map(([flag]) => flag));
    expect([...told].filter((flag) => !known.includes(flag) && flag !== '--silent')).toEqual([]);
  });
});

describe('the benches', () => {
  test('reach past the public API in one file alone', () => {
    expect(files.length).toBeGreaterThan(20);
    const reaching = files.filter((path) =>
      importsOf(path, readProjectFile(path)).some((module) => /\/(src|dist)\//.test(module)),
    );
    expect(reaching).toEqual(['bench/internals.ts']);
  });

  test('reach there for modules that exist', () => {
    const modules = [...readProjectFile('bench/internals.ts').matchAll(/built\('(.+)\.js'\)/g)].map(([, path]) => path);
    expect(modules.length).toBeGreaterThan(0);
    expect(modules.filter((path) => !existsSync(`${root}src/${path}.ts`))).toEqual([]);
  });

  test('are no part of the published package, but for their documents', () => {
    const { files: published, exports } = JSON.parse(readProjectFile('package.json'));
    expect(
      published.filter(
        (path: string) => (path.startsWith('bench') && !path.endsWith('.md')) || path.startsWith('dist-bench'),
      ),
    ).toEqual([]);
    expect(JSON.stringify(exports)).not.toContain('bench');
    expect(JSON.parse(readProjectFile('bench/package.json')).private).toBe(true);
  });
});
