import type { Command } from 'commander';
import {
  type AmbientStats,
  type Finding,
  type Latency,
  MadeleineError,
  type MigrationReport,
  type SharedClaim,
  type SharingPolicy,
  sharingPartNames,
  type SleepReport,
  type SleepStepName,
  type SleepStepReport,
  type SpaceStats,
} from '../../index.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { meant } from '../install/carry-out.ts';
import { hookTrouble } from '../install/host-agent.ts';
import { bytes, counted, minute, plain, textTable, wrap, grouped } from '../text-layout.ts';
import { type Commands, spaceCommands } from '../verb-command.ts';

const steps: Readonly<Record<SleepStepName, { readonly verb: string; readonly one: string; readonly many: string }>> = {
  promote: { verb: 'read for facts', one: 'observation', many: 'observations' },
  link: { verb: 'compared', one: 'memory', many: 'memories' },
  resolve: { verb: 'settled', one: 'conflict', many: 'conflicts' },
  merge: { verb: 'merged', one: 'entity', many: 'entities' },
  archive: { verb: 'archived', one: 'faded belief', many: 'faded beliefs' },
};

/** The commands that look after a space. */
export const careCommands: Commands = {
  doctor: addDoctor,
  ...spaceCommands({
    sleep: {
      summary: 'let what happened become what is known, and archive what is forgotten',
      description:
        'One pass over the whole space, for all its agents. Can be stopped and started again; started twice it changes nothing more.',
      options: {
        dryRun: 'Counts what each step would change now, lists what would be shared with whom, and changes nothing.',
      },
      print: (report, { context }) => renderSleep(report, context),
    },
    sharing: {
      summary: 'who gets what no call has shared',
      description:
        'Tells the policy of the space, or sets it: by a preset, by its parts, or both. It counts from then on and rewrites nothing that is there.',
      options: {
        preset: '[preset] Sets all parts that are not given themselves.',
        statements: '<who> Who gets what users say, when sleep makes facts of it.',
        findings: '<who> Who gets what agents note and believe on their own account.',
        thoughts: "<who> Who gets agents' thoughts.",
      },
      use: (_context, { signal: _signal, ...policy }) => ({ makes: Object.keys(policy).length > 0 }),
      print: (policy, { context }) => renderSharing(policy, context),
    },
    stats: {
      summary: 'what a space holds',
      description:
        'Counts what the space holds, who believes how much of it, and how large the store is; tells when it was last ' +
        'backed up and slept, and how recall and ambient memory have done since the space was opened.',
      print: (stats, { context }) => renderStats(stats, context),
    },
    reindex: {
      summary: 'embed memories with the embedder in use',
      description: 'Embeds every memory that has no vector of the embedder in use. Can be stopped and started again.',
      print: ({ embedded, model, remaining }, { context: { colours } }) => [
        `${colours.green('embedded')} ${counted(embedded, 'memory', 'memories')} with ${model}`,
        ...(remaining > 0 ? [`  ${grouped(remaining)} remain: run it again`] : []),
      ],
    },
    migrate: {
      summary: 'bring what an older version stored up to date',
      description:
        'Gives memories that an older version stored what this one would have written of them. Backs the space up first. Can be stopped and started again.',
      options: {
        dryRun: 'Counts what would change, and changes nothing.',
        backup:
          '<file> A new file for the backup. Default: one beside the store, named after it, the space and the time; for a server in the working folder.',
      },
      // A hub backs up beside the store and nowhere else.
      use: (_context, { backup }) => ({ alone: backup !== undefined }),
      print: (report, { context }) => renderMigration(report, context),
    },
  }),
};

function renderSleep({ dryRun, steps: taken, shares }: SleepReport, { colours }: CommandContext): readonly string[] {
  const changed = taken.some((step) => step.changed > 0);
  const title = dryRun ? colours.yellow('would change') : colours.green('slept');
  return [
    changed ? title : `${title}: nothing to change`,
    ...taken.map((step) => `  ${lineOf(step)}`),
    ...(shares === undefined ? [] : sharedLines(shares)),
  ];
}

function sharedLines(shares: readonly SharedClaim[]): readonly string[] {
  if (shares.length === 0) return ['would share nothing'];
  const lines = shares.map(({ believer, content, from }) => `  ${plain(`${from} -> ${believer}: ${content}`)}`);
  return [`would share ${counted(shares.length, 'fact', 'facts')}; system stands for every agent`, ...lines];
}

const sharingOrigins = {
  opened: 'by the configuration',
  space: 'set for this space',
  default: 'by default',
} as const;

const sharedThings = {
  statements: 'what users say, after sleep',
  findings: "agents' findings",
  thoughts: "agents' thoughts",
  opinions: "agents' opinions",
  confidences: 'what is told in confidence',
} as const;

function renderSharing({ from, ...parts }: SharingPolicy, { colours }: CommandContext): readonly string[] {
  const rows = sharingPartNames.map((part) => [
    part,
    parts[part],
    part === 'opinions' || part === 'confidences' ? 'always' : sharingOrigins[from[part]],
    sharedThings[part],
  ]);
  return [colours.bold('who gets what no call has shared'), ...textTable(['part', 'to', 'set', 'what'], rows)];
}

function lineOf({ step, lookedAt, changed, counts }: SleepStepReport): string {
  const { verb, one, many } = steps[step];
  const details = Object.entries(counts).flatMap(([what, count]) => (count === 0 ? [] : [`${what}: ${count}`]));
  const found = details.length === 0 ? '' : ` (${details.join(', ')})`;
  return `${step.padEnd(8)} ${verb} ${grouped(changed)} of ${counted(lookedAt, one, many)}${found}`;
}

function renderStats(stats: SpaceStats, { colours }: CommandContext): readonly string[] {
  const { model, dimension, missing } = stats.embedder;
  const records = Object.entries(stats.records).map(([name, count]) => [name.replaceAll('_', ' '), grouped(count)]);
  const agents = stats.agents.map((agent) => [plain(agent.name), grouped(agent.believes)]);
  const vectors = dimension === 0 ? 'none (lexical recall)' : `${model}, ${dimension} dimensions`;
  const size = stats.storeBytes === undefined ? '' : `, ${bytes(stats.storeBytes)} on disk`;
  return [
    `${colours.bold(`space ${stats.space}`)} at write ${grouped(stats.seq)}${size}`,
    `embedder ${vectors}`,
    `index ${counted(stats.index.memories, 'memory', 'memories')}, ${partsOf(stats.index.bytes)}`,
    `in memory ${counted(stats.rows.kept, 'row')} of ${bytes(stats.rows.bytes)}, at most ${bytes(stats.rows.maxBytes)}`,
    ...(missing > 0 ? [colours.yellow(`${grouped(missing)} memories lack a vector: run madeleine reindex`)] : []),
    ...pastOf(stats),
    '',
    ...textTable(['record', 'count'], records, [1]),
    '',
    ...textTable(['agent', 'believes'], agents, [1]),
  ];
}

/** What the parts of the index take of memory. */
function partsOf(parts: SpaceStats['index']['bytes']): string {
  return Object.entries(parts)
    .map(([what, size]) => `${what} ${bytes(size)}`)
    .join(', ');
}

/** What has happened: the last backup, the last sleep, recall and ambient memory since the space was opened. */
function pastOf({ lastBackup, lastSleep, recall, ambient }: SpaceStats): readonly string[] {
  const empty = grouped(recall.empty);
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
  const told = causes.map(([cause, times]) => `${grouped(times)} ${cause}`);
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

function addDoctor(program: Command, io: CommandIo, end: (exitCode: number) => void): void {
  const command = program
    .command('doctor')
    .summary('check the store')
    .description(
      'Checks store, sequence, records, index against ledger, permissions, free disk and versions. Ends with 1 when it finds an error.',
    )
    .option('--accept-loss', 'Opens a store that has lost acknowledged writes; what is missing is lost.')
    .option('--deep', 'Reads every record, and finds each again by every key of the engine.')
    .action(async (flags: { readonly acceptLoss?: boolean; readonly deep?: boolean }) => {
      const context = new CommandContext(io, command);
      const { report: ofStore, exitCode } = await examine(context, flags);
      const report = { ...ofStore, findings: [...ofStore.findings, ...(await ofHooks(context))] };
      await context.print(report, () => renderDoctor(report, context));
      end(exitCode);
    });
}

/** The doctor's report, or what stands for it when the store does not open. */
interface Report {
  readonly ok: boolean;
  readonly findings: readonly (Omit<Finding, 'check'> & { readonly check: string })[];
}

/** A store that does not open is a finding too, with the exit code that its error has everywhere. */
async function examine(
  context: CommandContext,
  { acceptLoss = false, deep = false }: { readonly acceptLoss?: boolean; readonly deep?: boolean },
): Promise<{ readonly report: Report; readonly exitCode: number }> {
  try {
    const report = await context.withMemory((memory) => memory.doctor({ deep, signal: context.signal }), {
      acceptLoss,
      alone: acceptLoss,
    });
    return { report, exitCode: report.ok ? 0 : 1 };
  } catch (error) {
    if (!(error instanceof MadeleineError) || !error.code.startsWith('STORE_')) throw error;
    const finding = { check: 'store', level: 'error', message: error.message, remedy: error.hint } as const;
    return { report: { ok: false, findings: [finding] }, exitCode: error.exitCode };
  }
}

/** What keeps the hooks of Claude Code from the hub of this store, yours and those of the project here. */
async function ofHooks(context: CommandContext): Promise<Report['findings']> {
  if (context.serverPlace !== undefined) return [];
  const found = [false, true].map((project) => hookTrouble(context, meant(context, 'claude-code', { project })));
  const remedy =
    'Put them in again with `madeleine install claude-code --hooks http`, and --project for those of a project.';
  return (await Promise.all(found)).flatMap((message) =>
    message === undefined ? [] : { check: 'hooks', level: 'warning' as const, message, remedy },
  );
}

function renderDoctor(report: Report, { colours, width }: CommandContext): readonly string[] {
  const marks = { ok: colours.green('ok     '), warning: colours.yellow('warning'), error: colours.red('error  ') };
  const findings = report.findings.flatMap((finding) => [
    ...wrap(`${plain(finding.check)}: ${plain(finding.message)}`, width - 9).map((line, index) =>
      index === 0 ? `${marks[finding.level]}  ${line}` : `         ${line}`,
    ),
    ...(finding.remedy === undefined ? [] : [colours.dim(`         ${plain(finding.remedy)}`)]),
  ]);
  return [
    ...findings,
    '',
    report.ok ? colours.green('The store is sound.') : colours.red('The store needs attention.'),
  ];
}

/** How each field is called in the table. */
const names: Readonly<Record<string, string>> = {
  surfacesWhen: 'triggers',
  knowledgeType: 'type of knowledge',
  contradicts: 'contradictions',
};

function renderMigration(report: MigrationReport, { colours }: CommandContext): readonly string[] {
  const { dryRun, backup, changed, counts, memories } = report;
  const isDone = counts.every((count) => count.changed === 0);
  const rows = counts.map((count) => [
    names[count.what] ?? count.what,
    ...[count.before, count.changed, count.after].map((number) => grouped(number)),
    count.of === undefined ? '' : grouped(count.of),
  ]);
  const linked = counts.reduce((sum, count) => sum + (count.of === undefined ? count.changed : 0), 0);
  const found = linked === 0 ? '' : `, ${counted(linked, 'link')} found`;
  const verb = dryRun ? colours.yellow('would change') : colours.green('changed');
  return [
    isDone
      ? `${colours.green('up to date')}: ${counted(memories, 'memory', 'memories')}`
      : `${verb} ${grouped(changed)} of ${counted(memories, 'memory', 'memories')}${found}`,
    ...(backup === undefined ? [] : [`  backup ${plain(backup.file)}, ${counted(backup.lines, 'line')}`]),
    '',
    ...textTable(['', 'before', 'changed', 'after', 'of'], rows, [1, 2, 3, 4]),
  ];
}
