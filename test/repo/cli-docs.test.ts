/**
 * Holds `docs/cli.md` to the command line: a heading for each command that ends with its name, each of its
 * options under that heading, and nothing that the command line does not have.
 */
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { createProgram } from '../../src/cli/run-cli.ts';
import { readProjectFile } from './source-files.ts';

const program = createProgram();
const page = readProjectFile('docs/cli.md');

/** Every command with its full name, e.g. `bench recall`; the program itself has the empty name. */
function commandsOf(command: Command, name = ''): readonly (readonly [string, Command])[] {
  const below = command.commands.flatMap((sub) => commandsOf(sub, `${name} ${sub.name()}`.trim()));
  return [[name, command], ...below];
}

/** The text from a command's heading to the next heading, or undefined when it has none. */
function sectionOf(name: string): string | undefined {
  const sections = page.split(/^(?=#+ )/m);
  return sections.find(
    (section) =>
      (section.split('\n')[0] ?? '')
        .replace(/[`#]/g, '')
        .trim()
        .replace(/^madeleine /, '') === name,
  );
}

function flagsOf(command: Command): readonly string[] {
  return command.options.flatMap((option) => [option.long ?? option.short ?? '']);
}

const commands = commandsOf(program);

describe('the page about the command line', () => {
  test('there are commands to look at', () => {
    expect(commands.length).toBeGreaterThan(5);
  });

  test.each(commands.slice(1))('tells of `%s` and each of its options', (name, command) => {
    const section = sectionOf(name);
    expect(section, `docs/cli.md has no heading for "${name}"`).toBeDefined();
    expect(flagsOf(command).filter((flag) => !section?.includes(flag))).toEqual([]);
  });

  test('tells of the options that every command takes', () => {
    expect(flagsOf(program).filter((flag) => !page.includes(flag))).toEqual([]);
  });

  test('tells of no option that the command line lacks', () => {
    const known = new Set([...commands.flatMap(([, command]) => flagsOf(command)), '--help', '--version']);
    const told = new Set([...page.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)].map(([flag]) => flag));
    expect([...told].filter((flag) => !known.has(flag))).toEqual([]);
  });
});
