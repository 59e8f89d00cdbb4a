import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { InvalidArgumentError, type Madeleine } from '../../index.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { counted, plain } from '../text-layout.ts';

interface ExportFlags {
  readonly hash?: boolean;
}

/** Adds `madeleine export`: writes everything that a space knows. */
export function addExport(program: Command, io: CommandIo): void {
  const command = program
    .command('export')
    .summary('write everything that a space knows')
    .description('Writes every record of the space, of all agents, as NDJSON that `import` takes in again.')
    .argument('[file]', 'the file to write; standard output when left out or -')
    .option('--hash', 'print the hash of what would be written, and write nothing')
    .action(async (file: string | undefined, { hash = false }: ExportFlags) => {
      const context = new CommandContext(io, command);
      await context.withMemory(async (memory) => {
        if (hash) {
          await printHash(memory, context);
          return;
        }
        if (file === undefined || file === '-') {
          for await (const line of memory.export({ signal: context.signal })) await context.write(line);
          return;
        }
        const lines = await exportToFile(memory, file, context);
        await context.print({ file, lines }, () => [
          `${context.colours.green('exported')} ${counted(lines, 'line')} to ${context.colours.bold(plain(file))}`,
        ]);
      });
    });
}

async function printHash(memory: Madeleine, context: CommandContext): Promise<void> {
  const { progress, signal } = context;
  const found = await memory.hash({ onProgress: progress.report, signal });
  await context.print(found, () => [`${found.hash}  ${counted(found.records, 'record')}`]);
}

/** Writes beside the file and renames at the end, so that there is never half an export under its name. */
async function exportToFile(memory: Madeleine, file: string, { progress, signal }: CommandContext): Promise<number> {
  const partial = `${file}.partial`;
  let lines = 0;
  async function* counting(): AsyncGenerator<string> {
    for await (const line of memory.export({ onProgress: progress.report, signal })) {
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
