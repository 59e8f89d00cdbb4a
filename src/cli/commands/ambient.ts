import type { Command } from 'commander';
import type { AmbientOptions } from '../../index.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { contentFrom } from '../memory-flags.ts';
import { repeated, wholeNumber } from '../option-values.ts';
import { renderAmbient } from '../render/render-ambient.ts';
import { addWhyFlag } from '../recall-flags.ts';

interface AmbientFlags {
  readonly session?: string;
  readonly exclude?: readonly string[];
  readonly anchor?: readonly string[];
  readonly maxTokens?: number;
  readonly why?: boolean;
}

/** Adds `madeleine ambient`: what a message brings to mind. */
export function addAmbient(program: Command, io: CommandIo): void {
  const command = program
    .command('ambient')
    .summary('what a message brings to mind, as prose')
    .description(
      'Prints in a few sentences what the message brings to the mind of the agent that --agent names, and nothing ' +
        'when nothing is worth saying.',
    )
    .argument('[message]', 'what was said; - or a pipe reads it from standard input')
    .option('--session <key>', 'the session that the message belongs to')
    .option('--exclude <text>', 'a text, or the id of a memory, that the context holds (may be repeated)', repeated)
    .option('--anchor <words>', 'what the agent cares about (may be repeated)', repeated)
    .option('--max-tokens <number>', 'tokens at most, 1 to 200 (default: 200)', wholeNumber('ambient', '--max-tokens'));
  addWhyFlag(command).action(async (argument: string | undefined, flags: AmbientFlags) => {
    const context = new CommandContext(io, command);
    const message = await contentFrom(context, argument, 'message');
    const { anchor: anchors, why = false, ...asked } = flags;
    const options: AmbientOptions = {
      message,
      ...asked,
      ...(anchors === undefined ? {} : { anchors }),
      signal: context.signal,
    };
    // The library answers a failure with silence; whoever types a command wants to know of it.
    const result = await context.withAgent((agent) => agent.ambient(options), {
      onError: (error) => context.notice(error instanceof Error ? error.message : String(error)),
    });
    const isSaid = context.json || why || result.text !== '';
    if (isSaid) await context.print(result, () => renderAmbient(result, { ...context, why }));
  });
}
