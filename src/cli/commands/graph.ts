/** The commands that walk and draw: explore, navigate, graph. */
import { type Exploration, type MemoryGraph, memoryGraphDot } from '../../index.ts';
import { repeatedList } from '../option-values.ts';
import { cut, plain, plainLine, textTable, wrap, grouped } from '../text-layout.ts';
import { agentCommands, spaceCommands } from '../verb-command.ts';

const maxListed = 10;

/** The commands that walk and draw. */
export const graphCommands = {
  ...agentCommands({
    explore: {
      summary: 'what lies around a name: the best of it, and how it hangs together',
      description:
        'Walks from names, entities or memories to all that they are tied to, in the perspective of the agent that ' +
        '--agent names, and prints the best of it with its path in words, in clusters. Leaves no trace.',
      own: ['mermaid', 'dot'],
      options: {
        from: '<from...> Names, or ids such as `entity:KEY`, `fact:KEY` or `agent:NAME`.',
        depth: '<number> How many steps to go. Default: 2.',
        nodes:
          '<number> How many nodes at most. The best are kept, not the first, each with the nodes on its path. Default: 30.',
        serendipity: '<number> The share of nodes that are drawn by chance instead of by their score. Default: 0.',
        seed: '<number> The seed of that chance: the same seed draws the same nodes. Default: 1.',
        anchors:
          "<theme> A theme by which nodes count for more. Default: the key terms that the agent's own memories have most.",
        asOf: '<date> As it was known at this time.',
        validAt: '<date> What was so at this time.',
        mermaid: 'Prints a Mermaid flowchart, each cluster as a subgraph.',
        dot: 'Prints a graph for Graphviz, each cluster as a subgraph.',
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
    },
    navigate: {
      summary: 'a chain of thought: its line, its branches, what was revised and why',
      description:
        'Walks a chain of thought from any of its thoughts to its root and to all its ends: the line that stands, ' +
        'the alternatives at each fork and what became of them, what was revised and why, and where it stopped.',
      own: ['mermaid'],
      options: {
        id: '<id> The id of a thought, such as `observation:KEY`.',
        only: '<part> `alternatives`: only forks, with the branches beside the current line. `revised`: only what was revised, and by what. Default: everything.',
        mermaid: 'Prints a Mermaid flowchart: thick boxes are on the current line, dashed ones were revised.',
      },
      print: (chain, { asked }) => plainLines(asked['mermaid'] === true ? chain.toMermaid() : chain.toText()),
    },
  }),
  ...spaceCommands({
    graph: {
      summary: 'the space as a graph: what counts most, who believes it, and how it hangs together',
      description:
        'Tells how many memories, agents, entities and sessions the graph of the space has, by which edges they hang ' +
        'together, and which memories count most; with --json or --dot it prints the graph itself. It is the view of ' +
        'whoever owns the space. Leaves no trace.',
      own: ['dot'],
      readers: { types: repeatedList, computed: repeatedList },
      options: {
        limit: '<number> How many memories. Default: 2,000.',
        agents:
          "<name> Only what this agent or `system` believes, with their beliefs and links alone. Default: everybody's.",
        types: '<types> Only memories of these types, separated by commas. Default: all.',
        from: '<date> Only what was first learned at this time or later.',
        to: '<date> Only what was first learned at this time or before.',
        minStrength:
          '<number> The effective strength that at least one belief in a memory must have. Default: 0.1, below which a belief is archived.',
        computed:
          '<kinds> Edges that no record holds, separated by commas: `SHARES_CONCEPT` (key terms in common), `CO_TOPIC`, `CO_RING`, `CO_KNOWLEDGE_TYPE` (of one topic, ring, type of knowledge, learned one after the other). Default: none.',
        perMemory: '<number> To how many others a memory is tied by each kind of computed edges. Default: 3.',
        dot: 'Prints a graph for Graphviz.',
      },
      print: (graph, { asked, context }) =>
        asked['dot'] === true ? plainLines(memoryGraphDot(graph)) : renderGraph(graph, context.width),
    },
  }),
};

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
  return [...byKind].sort(([, one], [, other]) => other - one).map(([kind, count]) => [kind, grouped(count)]);
}
