import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import {
  type ExportOptions,
  type ImportOptions,
  type ImportReport,
  InvalidArgumentError,
  type SpaceVerbs,
} from '../../index.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { counted, plain } from '../text-layout.ts';
import { addSpaceCommand } from '../verb-command.ts';

interface ImportFlags {
  readonly format?: string;
  readonly onError?: string;
}

/** Refused lines that are shown; `--json` has more. */
const maxShown = 20;

/** Adds `madeleine import`: takes in a file of memories. */
export function addImport(program: Command, io: CommandIo): void {
  const command = program
    .command('import')
    .summary('take in a file of memories')
    .description(
      'Imports a LoCoMo conversation, a file of `export`, or the memory file of the MCP memory server. Importing twice stores nothing twice.',
    )
    .argument('<file>', 'the file')
    .option('--format <format>', 'locomo, ndjson or mcp-memory; found out from the file when left out')
    .option('--on-error <mode>', 'stop at the first bad line, or skip bad lines (default: stop)')
    .action(async (file: string, flags: ImportFlags) => {
      const context = new CommandContext(io, command);
      const { agent } = context.config().values;
      const { progress, signal } = context;
      const { format, onError } = flags;
      const options = { file, format, onError, agent, onProgress: progress.report, signal };
      // The library checks every value: what an option holds need not be of its type.
      const report = await context.withMemory((memory) => memory.import(options as unknown as ImportOptions));
      await context.print(report, () => renderReport(report, file, context));
    });
}

function renderReport(report: ImportReport, file: string, { colours }: CommandContext): readonly string[] {
  const { format, lines, stored, merged, forgotten, skipped, refused } = report;
  const out = forgotten === 0 ? '' : `, ${forgotten.toLocaleString('en')} forgotten and kept out`;
  const shown = refused.slice(0, maxShown);
  const element = format === 'locomo' ? 'turn' : 'line';
  return [
    `${colours.green('imported')} ${colours.bold(plain(file))} (${format}, ${counted(lines, element)})`,
    `  ${stored.toLocaleString('en')} stored, ${merged.toLocaleString('en')} there already, ${skipped.toLocaleString('en')} left out${out}`,
    ...shown.map((bad) => colours.yellow(`  ${element} ${bad.line}: ${plain(bad.reason)}`)),
    ...(skipped > shown.length ? [colours.yellow(`  and ${counted(skipped - shown.length, `more ${element}`)}`)] : []),
  ];
}

interface ExportFlags {
  readonly hash?: boolean;
  readonly asOf?: string;
  readonly validAt?: string;
}

/** Adds `madeleine export`: writes everything that a space knows. */
export function addExport(program: Command, io: CommandIo): void {
  const command = program
    .command('export')
    .summary('write everything that a space knows')
    .description('Writes every record of the space, of all agents, as NDJSON that `import` takes in again.')
    .argument('[file]', 'the file to write; standard output when left out or -')
    .option('--hash', 'print the hash of what would be written, and write nothing')
    .option('--as-of <date>', 'what was known and believed at this time, ISO 8601')
    .option('--valid-at <date>', 'what was so at this time, ISO 8601')
    .action(async (file: string | undefined, { hash = false, ...moment }: ExportFlags) => {
      const context = new CommandContext(io, command);
      const options: ExportOptions = { ...moment, signal: context.signal };
      await context.withMemory(async (memory) => {
        if (hash) {
          await printHash(memory, options, context);
          return;
        }
        if (file === undefined || file === '-') {
          for await (const line of memory.export(options)) await context.write(line);
          return;
        }
        const lines = await exportToFile(memory, file, options, context);
        await context.print({ file, lines }, () => [
          `${context.colours.green('exported')} ${counted(lines, 'line')} to ${context.colours.bold(plain(file))}`,
        ]);
      });
    });
}

async function printHash(memory: SpaceVerbs, options: ExportOptions, context: CommandContext): Promise<void> {
  const found = await memory.hash({ ...options, onProgress: context.progress.report });
  await context.print(found, () => [`${found.hash}  ${counted(found.records, 'record')}`]);
}

/** Writes beside the file and renames at the end, so that there is never half an export under its name. */
async function exportToFile(
  memory: SpaceVerbs,
  file: string,
  options: ExportOptions,
  { progress, signal }: CommandContext,
): Promise<number> {
  const partial = `${file}.partial`;
  let lines = 0;
  async function* counting(): AsyncGenerator<string> {
    for await (const line of memory.export({ ...options, onProgress: progress.report })) {
      lines += 1;
      yield line;
    }
  }
  try {
    await pipeline(counting, createWriteStream(partial, { mode: 0o600 }), { signal });
    await rename(partial, file);
  } catch (cause) {
    await rm(partial, { force: true });
    const { code } = cause as NodeJS.ErrnoException;
    if (!/^E[A-Z]+$/.test(code ?? '')) throw cause;
    throw new InvalidArgumentError('INVALID_ARGUMENT', `export: cannot write "${file}" (${code}).`, { cause });
  }
  return lines;
}

/** Adds `madeleine backup`: writes a file from which the space can be made again. */
export function addBackup(program: Command, io: CommandIo): void {
  addSpaceCommand(program, io, 'backup', {
    name: 'backup',
    summary: 'write a file from which the space can be made again',
    description: 'Writes every record of the space, as of one moment, with its hash, and reads the file back.',
    options: { file: '<file> the file; it must not be there yet' },
    print: ({ lines, hash }, { context: { colours }, asked: { file } }) => [
      `${colours.green('backed up')} ${counted(lines, 'line')} to ${colours.bold(plain(String(file)))}`,
      `  hash ${hash}`,
    ],
  });
}

/** Adds `madeleine restore`: makes a space of a backup again. */
export function addRestore(program: Command, io: CommandIo): void {
  addSpaceCommand(program, io, 'restore', {
    name: 'restore',
    summary: 'make a space of a backup again',
    description: 'Restores a file of `backup` into an empty space: all of it, or nothing.',
    options: { file: '<file> the backup' },
    print: ({ records, hash }, { context: { colours }, asked: { file } }) => [
      `${colours.green('restored')} ${counted(records, 'record')} of ${colours.bold(plain(String(file)))}`,
      `  hash ${hash}`,
    ],
  });
}
