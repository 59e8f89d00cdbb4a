import type { Command } from 'commander';
import type { SpaceStats } from '../../index.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { bytes, counted, minute, plain, table } from '../text-layout.ts';

/** Adds `madeleine stats`: what a space holds. */
export function addStats(program: Command, io: CommandIo): void {
  const command = program
    .command('stats')
    .summary('what a space holds')
    .description(
      'Counts what the space holds, who believes how much of it, and how large the store is; tells when it was last ' +
        'backed up and slept, and how recall has done since the space was opened.',
    )
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
    ...pastOf(stats),
    '',
    ...table(['record', 'count'], records, [1]),
    '',
    ...table(['agent', 'believes'], agents, [1]),
  ];
}

/** What has happened: the last backup, the last sleep, recall since the space was opened. */
function pastOf({ lastBackup, lastSleep, recall }: SpaceStats): readonly string[] {
  const { calls, empty, medianMs, p95Ms } = recall;
  const taken =
    medianMs === undefined || p95Ms === undefined ? '' : `, ${ms(medianMs)} (95 of 100 within ${ms(p95Ms)})`;
  return [
    `last backup ${lastBackup === undefined ? 'none' : minute(lastBackup.at)}`,
    `last sleep ${lastSleep === undefined ? 'none' : sleepTimes(lastSleep)}`,
    `recall ${counted(calls, 'call')}, ${empty.toLocaleString('en')} of them empty${taken}`,
  ];
}

function sleepTimes({ startedAt, endedAt }: NonNullable<SpaceStats['lastSleep']>): string {
  return endedAt === undefined ? `${minute(startedAt)}, not ended` : minute(endedAt);
}

function ms(duration: number): string {
  return `${duration.toFixed(1)} ms`;
}
