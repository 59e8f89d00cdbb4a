/** The command that shows two agents side by side. */
import type { Command } from 'commander';
import type { HeldMemory, OpposedPair, Perspectives } from '../../index.ts';
import { CommandContext, type Layout } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { wholeNumber } from '../option-values.ts';
import { beliefLines } from '../render/render-recall.ts';
import { columnsOf, cut, padEnd, plain, wrap } from '../text-layout.ts';

/** Adds `madeleine compare`: two agents side by side. */
export function addCompare(program: Command, io: CommandIo): void {
  const command = program
    .command('compare')
    .summary('what two agents both believe, only one does, and where they are opposed')
    .description(
      'Compares two agents, about a topic or in what they believe most strongly: what both hold, what only one ' +
        'of them does, and which of their memories contradict each other.',
    )
    .argument('<one>', 'An agent.')
    .argument('<other>', 'Another agent.')
    .argument('[topic...]', 'What to compare them about. Default: what they believe most strongly.')
    .option(
      '--limit <number>',
      'How many memories or pairs to a list at most. From 1 to 100. Default: 10.',
      wholeNumber('compare', '--limit'),
    )
    .action(async (one: string, other: string, words: readonly string[], flags: { readonly limit?: number }) => {
      const context = new CommandContext(io, command);
      const { limit } = flags;
      const result = await context.withMemory((memory) =>
        memory.perspectives({
          agents: [one, other],
          ...(words.length === 0 ? {} : { topic: words.join(' ') }),
          ...(limit === undefined ? {} : { limit }),
          signal: context.signal,
        }),
      );
      await context.print(result, () => renderPerspectives(result, context));
    });
}

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
    ...hanging('- ', memory, width),
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
    ...hanging(`- ${padEnd(first, column)}  `, one, width),
    ...hanging(`  ${padEnd(second, column)}  `, other, width),
    `    ${colours.yellow(`${cut(plain(rule), 32)}, similarity ${similarity.toFixed(2)}, ${state}`)}`,
  ];
}

/** What a memory says, with a mark before its first line. */
function hanging(mark: string, { content }: HeldMemory, width: number): readonly string[] {
  const margin = columnsOf(mark);
  const lines = wrap(plain(content), width - margin);
  const shown = lines.length > maxLines ? [...lines.slice(0, maxLines), '…'] : lines;
  return shown.map((line, place) => (place === 0 ? mark : ' '.repeat(margin)) + line);
}
