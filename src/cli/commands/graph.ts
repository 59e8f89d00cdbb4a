import type { Command } from 'commander';
import {
  type Exploration,
  type ExploreOptions,
  type MemoryGraph,
  type MemoryGraphOptions,
  type NavigateOptions,
  computedEdgeKinds,
  memoryGraphDot,
} from '../../index.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { decimal, repeated, repeatedList, wholeNumber } from '../option-values.ts';
import { cut, plain, plainLine, table, wrap } from '../text-layout.ts';

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

interface NavigateFlags {
  readonly only?: string;
  readonly mermaid?: boolean;
}

/** Adds `madeleine navigate`: a chain of thought, with its branches and revisions. */
export function addNavigate(program: Command, io: CommandIo): void {
  const command = program
    .command('navigate')
    .summary('a chain of thought: its line, its branches, what was revised and why')
    .description(
      'Walks a chain of thought from any of its thoughts to its root and to all its ends: the line that stands, ' +
        'the alternatives at each fork and what became of them, what was revised and why, and where it stopped.',
    )
    .argument('<id>', 'the id of a thought, such as observation:KEY')
    .option('--only <part>', 'alternatives, or revised')
    .option('--mermaid', 'print a Mermaid flowchart')
    .action(async (id: string, { only, mermaid }: NavigateFlags) => {
      const context = new CommandContext(io, command);
      const input = { id, signal: context.signal, ...(only === undefined ? {} : { only }) };
      // The library checks every value: what an option holds need not be of its type.
      const chain = await context.withAgent((agent) => agent.navigate(input as NavigateOptions));
      await context.print(chain, () =>
        (mermaid === true ? chain.toMermaid() : chain.toText()).split('\n').map(plainLine),
      );
    });
}

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
