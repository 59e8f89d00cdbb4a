/** The commands that walk and draw: explore, navigate, graph. */
import type { Command } from 'commander';
import { computedEdgeKinds, type Exploration, type MemoryGraph, memoryGraphDot } from '../../index.ts';
import type { CommandIo } from '../command-io.ts';
import { repeatedList } from '../option-values.ts';
import { cut, plain, plainLine, textTable, wrap } from '../text-layout.ts';
import { addAgentCommand, addSpaceCommand } from '../verb-command.ts';

/** Memories that are listed beside the counts. */
const maxListed = 10;

/** Adds `madeleine explore`: what lies around a name. */
export function addExplore(program: Command, io: CommandIo): void {
  addAgentCommand(program, io, 'explore', {
    name: 'explore',
    summary: 'what lies around a name: the best of it, and how it hangs together',
    description:
      'Walks from names, entities or memories to all that they are tied to, in the perspective of the agent that ' +
      '--agent names, and prints the best of it with its path in words, in clusters. Leaves no trace.',
    own: ['mermaid', 'dot'],
    options: {
      from: '<from...> names, or ids such as entity:KEY, fact:KEY or agent:NAME',
      depth: '<number> how many steps to go, 1 to 4 (default: 2)',
      nodes: '<number> how many nodes at most, 10 to 100 (default: 30)',
      serendipity: '<number> the share drawn by chance, 0 to 0.5 (default: 0)',
      seed: '<number> what chance draws by (default: 1)',
      anchors: '<theme> a theme that counts for more (may be repeated)',
      asOf: '<date> as it was known at this time, ISO 8601',
      validAt: '<date> what was so at this time, ISO 8601',
      mermaid: 'print a Mermaid flowchart',
      dot: 'print a graph for Graphviz',
    },
    prepare: (asked, context) => {
      if (asked['mermaid'] === true && asked['dot'] === true)
        throw context.refusal('--mermaid and --dot exclude each other');
      return asked;
    },
    print: (result, { asked: { mermaid, dot }, context }) => {
      if (mermaid === true) return plainLines(result.toMermaid());
      return dot === true ? plainLines(result.toDot()) : textLines(result, context.width);
    },
  });
}

function plainLines(text: string): readonly string[] {
  return text.split('\n').map(plainLine);
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

/** Adds `madeleine navigate`: a chain of thought, with its branches and revisions. */
export function addNavigate(program: Command, io: CommandIo): void {
  addAgentCommand(program, io, 'navigate', {
    name: 'navigate',
    summary: 'a chain of thought: its line, its branches, what was revised and why',
    description:
      'Walks a chain of thought from any of its thoughts to its root and to all its ends: the line that stands, ' +
      'the alternatives at each fork and what became of them, what was revised and why, and where it stopped.',
    own: ['mermaid'],
    options: {
      id: '<id> the id of a thought, such as observation:KEY',
      only: '<part> alternatives, or revised',
      mermaid: 'print a Mermaid flowchart',
    },
    print: (chain, { asked }) => plainLines(asked['mermaid'] === true ? chain.toMermaid() : chain.toText()),
  });
}

/** Adds `madeleine graph`: the space as a graph. */
export function addGraph(program: Command, io: CommandIo): void {
  addSpaceCommand(program, io, 'graph', {
    name: 'graph',
    summary: 'the space as a graph: what counts most, who believes it, and how it hangs together',
    description:
      'Tells how many memories, agents, entities and sessions the graph of the space has, by which edges they hang ' +
      'together, and which memories count most; with --json or --dot it prints the graph itself. It is the view of ' +
      'whoever owns the space. Leaves no trace.',
    own: ['dot'],
    readers: { types: repeatedList, computed: repeatedList },
    options: {
      limit: '<number> how many memories, 1 to 20,000 (default: 2,000)',
      agents: '<name> only what this agent or system believes (may be repeated)',
      types: '<types> only memories of these types, separated by commas',
      from: '<date> only what was first learned at this time or later, ISO 8601',
      to: '<date> only what was first learned at this time or before, ISO 8601',
      minStrength: '<number> how strong a belief must be, 0 to 1 (default: 0.1)',
      computed: `<kinds> edges to compute, of ${computedEdgeKinds.join(', ')}`,
      perMemory: '<number> computed edges of each memory and kind, 1 to 20 (default: 3)',
      dot: 'print the graph for Graphviz',
    },
    print: (graph, { asked, context }) =>
      asked['dot'] === true ? plainLines(memoryGraphDot(graph)) : renderGraph(graph, context.width),
  });
}

function renderGraph({ nodes, edges, notices }: MemoryGraph, width: number): readonly string[] {
  const strongest = nodes.filter(({ strength }) => strength !== undefined).slice(0, maxListed);
  const listed = strongest.map(({ id, label, authority = 0, strength = 0 }) => [
    authority.toFixed(2),
    strength.toFixed(2),
    cut(plain(label), width - 52),
    id,
  ]);
  return [
    ...textTable(['nodes', 'how many'], counts(nodes), [1]),
    '',
    ...textTable(['edges', 'how many'], counts(edges), [1]),
    ...(listed.length === 0 ? [] : ['', ...textTable(['authority', 'strength', 'memory', 'id'], listed, [0, 1])]),
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
