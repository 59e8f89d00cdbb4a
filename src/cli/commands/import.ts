import type { Command } from 'commander';
import type { ImportOptions, ImportReport } from '../../index.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { counted, plain } from '../text-layout.ts';

interface ImportFlags {
  readonly format?: string;
  readonly onError?: string;
}

/** Refused lines that are shown; `--json` has more. */
const mostShown = 20;

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
  const shown = refused.slice(0, mostShown);
  const element = format === 'locomo' ? 'turn' : 'line';
  return [
    `${colours.green('imported')} ${colours.bold(plain(file))} (${format}, ${counted(lines, element)})`,
    `  ${stored.toLocaleString('en')} stored, ${merged.toLocaleString('en')} there already, ${skipped.toLocaleString('en')} left out${out}`,
    ...shown.map((bad) => colours.yellow(`  ${element} ${bad.line}: ${plain(bad.reason)}`)),
    ...(skipped > shown.length ? [colours.yellow(`  and ${counted(skipped - shown.length, `more ${element}`)}`)] : []),
  ];
}
