import type { Command } from 'commander';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { counted } from '../text-layout.ts';

/** Adds `madeleine reindex`: embeds again what another model embedded. */
export function addReindex(program: Command, io: CommandIo): void {
  const command = program
    .command('reindex')
    .summary('embed memories with the embedder in use')
    .description('Embeds every memory that has no vector of the embedder in use. Can be stopped and started again.')
    .action(async () => {
      const context = new CommandContext(io, command);
      const { progress, signal } = context;
      const result = await context.withMemory((memory) => memory.reindex({ onProgress: progress.report, signal }));
      await context.print(result, () => [
        `${context.colours.green('embedded')} ${counted(result.embedded, 'memory', 'memories')} with ${result.model}`,
        ...(result.remaining > 0 ? [`  ${result.remaining.toLocaleString('en')} remain: run it again`] : []),
      ]);
    });
}
