/** The guide to the commands: every command has a group and examples that it takes; other tools' names lead to one. */
import { describe, expect, test } from 'vitest';
import { commandGroups, examples, meantCommand } from '../../../src/cli/guide.ts';
import { createProgram } from '../../../src/cli/run-cli.ts';

const program = createProgram();
const names = program.commands.map((command) => command.name()).filter((name) => name !== 'complete');

describe('the guide', () => {
  test('groups every command once', () => {
    const grouped = Object.values(commandGroups).flatMap((group) => group.split(' '));
    expect([...grouped, 'completion'].sort()).toEqual([...names].sort());
    expect(examples['completion']).toEqual(['completion bash']);
  });

  test.each(Object.values(commandGroups).flatMap((group) => group.split(' ')))('has examples of %s', (name) => {
    expect(examples[name]?.length).toBeGreaterThan(0);
    for (const example of examples[name]!) {
      const words = example.replace(/^.*\| madeleine /, '').replace(/ [<>] .*$/, '');
      const [first, ...rest] = [...words.matchAll(/"[^"]*"|\S+/g)].map(([word]) => word);
      expect(first).toBe(name);
      const command = program.commands.find((one) => one.name() === name)!;
      const below = command.commands.find((one) => one.name() === rest[0]);
      const called = below ?? command;
      const { operands, unknown } = called.parseOptions(below === undefined ? rest : rest.slice(1));
      const globals = program.options.flatMap(({ long }) => long ?? []);
      expect(unknown.filter((word) => word.startsWith('--') && !globals.includes(word))).toEqual([]);
      const needed = called.registeredArguments.filter(({ required }) => required).length;
      expect(operands.length + unknown.filter((word) => !word.startsWith('--')).length).toBeGreaterThanOrEqual(needed);
    }
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
