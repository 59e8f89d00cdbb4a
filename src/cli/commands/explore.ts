import type { Command } from 'commander';
import type { Exploration, ExploreOptions } from '../../index.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { decimal, repeated, wholeNumber } from '../option-values.ts';
import { plainLine, wrap } from '../text-layout.ts';

interface ExploreFlags {
  readonly depth?: number;
  readonly nodes?: number;
  readonly serendipity?: number;
  readonly seed?: number;
  readonly anchor?: readonly string[];
  readonly asOf?: string;
  readonly validAt?: string;
  readonly mermaid?: boolean;
  readonly dot?: boolean;
}

/** Adds `madeleine explore`: what lies around a name. */
export function addExplore(program: Command, io: CommandIo): void {
  const command = program
    .command('explore')
    .summary('what lies around a name: the best of it, and how it hangs together')
    .description(
      'Walks from names, entities or memories to all that they are tied to, in the perspective of the agent that ' +
        '--agent names, and prints the best of it with its path in words, in clusters. Leaves no trace.',
    )
    .argument('<from...>', 'names, or ids such as entity:KEY, fact:KEY or agent:NAME')
    .option('--depth <number>', 'how many steps to go, 1 to 4 (default: 2)', wholeNumber('explore', '--depth'))
    .option('--nodes <number>', 'how many nodes at most, 10 to 100 (default: 30)', wholeNumber('explore', '--nodes'))
    .option(
      '--serendipity <number>',
      'the share drawn by chance, 0 to 0.5 (default: 0)',
      decimal('explore', '--serendipity'),
    )
    .option('--seed <number>', 'what chance draws by (default: 1)', wholeNumber('explore', '--seed'))
    .option('--anchor <theme>', 'a theme that counts for more (may be repeated)', repeated)
    .option('--as-of <date>', 'as it was known at this time, ISO 8601')
    .option('--valid-at <date>', 'what was so at this time, ISO 8601')
    .option('--mermaid', 'print a Mermaid flowchart')
    .option('--dot', 'print a graph for Graphviz')
    .action(async (from: readonly string[], { anchor, mermaid, dot, ...flags }: ExploreFlags) => {
      const context = new CommandContext(io, command);
      if (mermaid === true && dot === true) throw context.refusal('--mermaid and --dot exclude each other');
      const input = { from, ...flags, signal: context.signal, ...(anchor === undefined ? {} : { anchors: anchor }) };
      // The library checks every value: what an option holds need not be of its type.
      const result = await context.withAgent((agent) => agent.explore(input as ExploreOptions));
      await context.print(result, () => {
        if (mermaid === true) return result.toMermaid().split('\n').map(plainLine);
        return dot === true ? result.toDot().split('\n').map(plainLine) : textLines(result, context.width);
      });
    });
}

/** The text, its long lines broken, what goes on further in. */
function textLines(result: Exploration, width: number): readonly string[] {
  return result
    .toText()
    .split('\n')
    .flatMap((line) => {
      const indent = ' '.repeat(line.length - line.trimStart().length);
      const [first = '', ...rest] = wrap(plainLine(line).trimStart(), width - indent.length - 2);
      return [`${indent}${first}`, ...rest.map((more) => `${indent}  ${more}`)];
    });
}
