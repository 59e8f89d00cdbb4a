import type { HeldMemory, OpposedPair, Perspectives } from '../../index.ts';
import type { Layout } from '../command-context.ts';
import { beliefLines } from '../render/render-recall.ts';
import { columnsOf, cut, hanging, padEnd, plain, wrap } from '../text-layout.ts';
import { type Commands, spaceCommands } from '../verb-command.ts';

/** The command that shows two agents side by side. */
export const compareCommands: Commands = spaceCommands({
  perspectives: {
    name: 'compare',
    summary: 'what two agents both believe, only one does, and where they are opposed',
    description:
      'Compares two agents, about a topic or in what they believe most strongly: what both hold, what only one ' +
      'of them does, and which of their memories contradict each other.',
    options: {
      one: '<one> An agent.',
      other: '<other> Another agent.',
      topic: '[topic...] What to compare them about. Default: what they believe most strongly.',
      limit: '<number> How many memories or pairs to a list at most. Default: 10.',
    },
    prepare: ({ one, other, ...asked }) => ({ agents: [one, other], ...asked }),
    print: (result, { context }) => renderPerspectives(result, context),
  },
});

const maxLines = 4;

const nameWidth = 16;

/** A comparison as lines for a terminal. */
export function renderPerspectives(result: Perspectives, options: Layout): readonly string[] {
  const { agents, topic, shared, only, opposed, notices } = result;
  const { colours, width } = options;
  const [one, other] = agents.map((agent) => cut(plain(agent), nameWidth)) as [string, string];
  const about =
    topic === undefined
      ? 'in what they believe most strongly'
      : `about "${cut(plain(topic), Math.max(20, width - 50))}"`;
  const head = (title: string, count: number): readonly string[] => ['', colours.bold(`${title} (${count})`)];
  const list = (title: string, memories: readonly HeldMemory[]): readonly string[] => [
    ...head(title, memories.length),
    ...memories.flatMap((memory) => heldLines(memory, options)),
  ];
  return [
    ...wrap(`${one} and ${other} ${about}`, width),
    ...notices.map((notice) => colours.yellow(`! ${plain(notice)}`)),
    ...list('Both', shared),
    ...list(`Only ${one}`, only[agents[0]] ?? []),
    ...list(`Only ${other}`, only[agents[1]] ?? []),
    ...head('≠ Opposed', opposed.length),
    ...opposed.flatMap((pair) => pairLines(pair, one, other, options)),
  ];
}

function heldLines(memory: HeldMemory, layout: Layout): readonly string[] {
  const { supersededFor = [] } = memory;
  const { colours, width } = layout;
  const marks = supersededFor.length === 0 ? [] : [`≠ superseded for ${supersededFor.map(plain).join(', ')}`];
  return [
    ...saidLines('- ', memory, width),
    ...beliefLines(memory, layout, 4),
    ...marks.flatMap((mark) => wrap(mark, width - 4).map((line) => `    ${colours.yellow(line)}`)),
  ];
}

function pairLines(
  { one, other, rule, similarity, state }: OpposedPair,
  first: string,
  second: string,
  { colours, width }: Layout,
): readonly string[] {
  const column = Math.max(columnsOf(first), columnsOf(second));
  return [
    ...saidLines(`- ${padEnd(first, column)}  `, one, width),
    ...saidLines(`  ${padEnd(second, column)}  `, other, width),
    `    ${colours.yellow(`${cut(plain(rule), 32)}, similarity ${similarity.toFixed(2)}, ${state}`)}`,
  ];
}

/** What a memory says, with a mark before its first line. */
function saidLines(mark: string, { content }: HeldMemory, width: number): readonly string[] {
  const lines = hanging(mark, plain(content), width);
  return lines.length > maxLines ? [...lines.slice(0, maxLines), `${' '.repeat(columnsOf(mark))}…`] : lines;
}
