/** The guide to the commands: every command has a group and examples that it takes; other tools' names lead to one. */
import { describe, expect, test } from 'vitest';
import { commandGroups, examples, meantCommand, optionForWord } from '../../../src/cli/guide.ts';
import { commandName } from '../../../src/cli/command-context.ts';
import { createProgram } from '../../../src/cli/run-cli.ts';

const program = createProgram();
const names = program.commands.map((command) => command.name()).filter((name) => name !== 'complete');
/** Those that can be called: not those that need another behind them. */
const called = new Map(
  program.commands
    .filter((command) => command.name() !== 'complete')
    .flatMap((command) => (command.commands.length === 0 ? [command] : command.commands))
    .map((command) => [commandName(command), command] as const),
);

describe('the guide', () => {
  test('groups every command once', () => {
    const grouped = Object.values(commandGroups).flatMap((group) => group.split(' '));
    expect([...grouped, 'completion'].sort()).toEqual([...names].sort());
    expect(examples['completion']).toEqual(['completion bash']);
  });

  test('lists each command in one of its groups', () => {
    const headings = [...program.helpInformation().matchAll(/^(\w.*:)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(['Options:', ...Object.keys(commandGroups)]);
  });

  test.each([...called])('has examples of %s', (name, command) => {
    expect(examples[name]?.length).toBeGreaterThan(0);
    for (const example of examples[name]!) {
      const words = example.replace(/^.*\| madeleine /, '').replace(/ [<>] .*$/, '');
      expect(words.startsWith(name)).toBe(true);
      const rest = [...words.slice(name.length).matchAll(/"[^"]*"|\S+/g)].map(([word]) => word);
      const { operands, unknown } = command.parseOptions(rest);
      const globals = program.options.flatMap(({ long }) => long ?? []);
      expect(unknown.filter((word) => word.startsWith('--') && !globals.includes(word))).toEqual([]);
      const needed = command.registeredArguments.filter(({ required }) => required).length;
      expect(operands.length + unknown.filter((word) => !word.startsWith('--')).length).toBeGreaterThanOrEqual(needed);
    }
  });

  test('has no example of what is no command', () => {
    expect(Object.keys(examples).filter((name) => !called.has(name))).toEqual([]);
  });

  test.each([
    ['forget', 'Rex', 'subject'],
    ['forget', 'fact:KEY', 'id'],
    ['latest', '5', 'limit'],
    ['latest', 'Luna', undefined],
    ['rollback', 'import:chat.json', 'source'],
    ['token create', 'lisa', 'agent'],
    ['serve', '7777', 'port'],
    ['stats', './memory', 'at'],
    ['stats', '12', undefined],
    ['conflicts', 'confirmed', 'state'],
  ])('knows which option of %s "%s" is for', (name, word, expected) => {
    const options = called.get(name)!.options.map(({ long = '' }) => long.replace(/^--/, ''));
    expect(optionForWord(name, word, options)).toBe(expected);
    if (expected !== undefined) expect([...options, 'at', 'agent', 'embedder']).toContain(expected);
  });

  test.each([
    ['add', 'observe'],
    ['list', 'latest'],
    ['delete', 'forget'],
    ['Find', 'search'],
    ['version', '--version'],
  ])('knows what "%s" means elsewhere', (typed, meant) => {
    expect(meantCommand(typed)).toBe(meant);
  });

  test('takes no command for another', () => {
    expect(names.filter((name) => meantCommand(name) !== undefined)).toEqual([]);
  });
});
