import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { type ExportOptions, InvalidArgumentError, type SpaceVerbs } from '../../index.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { counted, plain } from '../text-layout.ts';

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
