import type { Command } from 'commander';
import type { SpaceStats } from '../../index.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { bytes, plain, table } from '../text-layout.ts';

/** Adds `madeleine stats`: what a space holds. */
export function addStats(program: Command, io: CommandIo): void {
  const command = program
    .command('stats')
    .summary('what a space holds')
    .description('Counts what the space holds, who believes how much of it, and how large the store is.')
    .action(async () => {
      const context = new CommandContext(io, command);
      const stats = await context.withMemory((memory) => memory.stats({ signal: context.signal }));
      await context.print(stats, () => renderStats(stats, context));
    });
}

function renderStats(stats: SpaceStats, { colours }: CommandContext): readonly string[] {
  const { model, dimension, missing } = stats.embedder;
  const records = Object.entries(stats.records).map(([name, count]) => [
    name.replaceAll('_', ' '),
    count.toLocaleString('en'),
  ]);
  const agents = stats.agents.map((agent) => [plain(agent.name), agent.believes.toLocaleString('en')]);
  const vectors = dimension === 0 ? 'none (lexical recall)' : `${model}, ${dimension} dimensions`;
  const size = stats.storeBytes === undefined ? '' : `, ${bytes(stats.storeBytes)} on disk`;
  return [
    `${colours.bold(`space ${stats.space}`)} at write ${stats.seq.toLocaleString('en')}${size}`,
    `embedder ${vectors}`,
    ...(missing > 0
      ? [colours.yellow(`${missing.toLocaleString('en')} memories lack a vector: run madeleine reindex`)]
      : []),
    '',
    ...table(['record', 'count'], records, [1]),
    '',
    ...table(['agent', 'believes'], agents, [1]),
  ];
}
