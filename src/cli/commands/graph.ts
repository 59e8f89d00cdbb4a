import type { Command } from 'commander';
import { computedEdgeKinds, type MemoryGraph, memoryGraphDot, type MemoryGraphOptions } from '../../index.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { decimal, repeated, repeatedList, wholeNumber } from '../option-values.ts';
import { cut, plain, plainLine, table } from '../text-layout.ts';

/** Memories that are listed beside the counts. */
const mostListed = 10;

interface GraphFlags {
  readonly limit?: number;
  readonly believer?: readonly string[];
  readonly type?: readonly string[];
  readonly from?: string;
  readonly to?: string;
  readonly minStrength?: number;
  readonly computed?: readonly string[];
  readonly perMemory?: number;
  readonly dot?: boolean;
}

/** Adds `madeleine graph`: the space as a graph. */
export function addGraph(program: Command, io: CommandIo): void {
  const command = program
    .command('graph')
    .summary('the space as a graph: what counts most, who believes it, and how it hangs together')
    .description(
      'Tells how many memories, agents, entities and sessions the graph of the space has, by which edges they hang ' +
        'together, and which memories count most; with --json or --dot it prints the graph itself. It is the view of ' +
        'whoever owns the space. Leaves no trace.',
    )
    .option('--limit <number>', 'how many memories, 1 to 20,000 (default: 2,000)', wholeNumber('graph', '--limit'))
    .option('--believer <name>', 'only what this agent or system believes (may be repeated)', repeated)
    .option('--type <types>', 'only memories of these types, separated by commas', repeatedList)
    .option('--from <date>', 'only what was first learned at this time or later, ISO 8601')
    .option('--to <date>', 'only what was first learned at this time or before, ISO 8601')
    .option(
      '--min-strength <number>',
      'how strong a belief must be, 0 to 1 (default: 0.1)',
      decimal('graph', '--min-strength'),
    )
    .option('--computed <kinds>', `edges to compute, of ${computedEdgeKinds.join(', ')}`, repeatedList)
    .option(
      '--per-memory <number>',
      'computed edges of each memory and kind, 1 to 20 (default: 3)',
      wholeNumber('graph', '--per-memory'),
    )
    .option('--dot', 'print the graph for Graphviz')
    .action(async ({ believer, type, dot, ...flags }: GraphFlags) => {
      const context = new CommandContext(io, command);
      const lists = {
        ...(believer === undefined ? {} : { agents: believer }),
        ...(type === undefined ? {} : { types: type }),
      };
      // The library checks every value: what an option holds need not be of its type.
      const options = { ...flags, ...lists, signal: context.signal } as MemoryGraphOptions;
      const graph = await context.withMemory((memory) => memory.graph(options));
      await context.print(graph, () =>
        dot === true ? memoryGraphDot(graph).split('\n').map(plainLine) : renderGraph(graph, context.width),
      );
    });
}

function renderGraph({ nodes, edges, notices }: MemoryGraph, width: number): readonly string[] {
  const strongest = nodes.filter(({ strength }) => strength !== undefined).slice(0, mostListed);
  const listed = strongest.map(({ id, label, authority = 0, strength = 0 }) => [
    authority.toFixed(2),
    strength.toFixed(2),
    cut(plain(label), width - 52),
    id,
  ]);
  return [
    ...table(['nodes', 'how many'], counts(nodes), [1]),
    '',
    ...table(['edges', 'how many'], counts(edges), [1]),
    ...(listed.length === 0 ? [] : ['', ...table(['authority', 'strength', 'memory', 'id'], listed, [0, 1])]),
    ...(notices.length === 0 ? [] : ['', ...notices]),
  ];
}

/** How many there are of each kind, the most first. */
function counts(things: readonly { readonly kind: string }[]): readonly (readonly string[])[] {
  const byKind = new Map<string, number>();
  for (const { kind } of things) byKind.set(kind, (byKind.get(kind) ?? 0) + 1);
  return [...byKind]
    .sort(([, one], [, other]) => other - one)
    .map(([kind, count]) => [kind, count.toLocaleString('en')]);
}
