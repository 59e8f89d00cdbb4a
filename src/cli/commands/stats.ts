import type { Command } from 'commander';
import type { AmbientStats, Latency, SpaceStats } from '../../index.ts';
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
        'backed up and slept, and how recall and ambient memory have done since the space was opened.',
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

/** What has happened: the last backup, the last sleep, recall and ambient memory since the space was opened. */
function pastOf({ lastBackup, lastSleep, recall, ambient }: SpaceStats): readonly string[] {
  const empty = recall.empty.toLocaleString('en');
  return [
    `last backup ${lastBackup === undefined ? 'none' : minute(lastBackup.at)}`,
    `last sleep ${lastSleep === undefined ? 'none' : sleepTimes(lastSleep)}`,
    `recall ${counted(recall.calls, 'call')}, ${empty} of them empty${taken(recall.latencyMs)}`,
    `ambient ${counted(ambient.messages, 'message')}${surfaced(ambient)}${taken(ambient.latencyMs)}${silentBy(ambient)}`,
  ];
}

/** At how many messages something surfaced, and how much. */
function surfaced({ messages, share, tokens }: AmbientStats): string {
  if (messages === 0) return '';
  const size = share === 0 ? '' : ` of ${tokens.toFixed(0)} tokens on average`;
  return `, ${Math.round(share * 100)}% with context${size}`;
}

/** Why at the others nothing did. */
function silentBy({ silence }: AmbientStats): string {
  const causes = Object.entries(silence).filter(([, times]) => times > 0);
  const told = causes.map(([cause, times]) => `${times.toLocaleString('en')} ${cause}`);
  return told.length === 0 ? '' : `; silent: ${told.join(', ')}`;
}

function taken(latency: Latency | undefined): string {
  return latency === undefined ? '' : `, ${ms(latency.p50)} (95 of 100 within ${ms(latency.p95)})`;
}

function sleepTimes({ startedAt, endedAt }: NonNullable<SpaceStats['lastSleep']>): string {
  return endedAt === undefined ? `${minute(startedAt)}, not ended` : minute(endedAt);
}

function ms(duration: number): string {
  return `${duration.toFixed(1)} ms`;
}
