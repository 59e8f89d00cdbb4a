import type { Command } from 'commander';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import type { ConfigEntry } from '../config/resolve-config.ts';
import { plain, textTable } from '../text-layout.ts';

/** Adds `madeleine config`: every setting in force, and where it comes from. */
export function addConfig(program: Command, io: CommandIo): void {
  const command = program
    .command('config')
    .summary('the settings in force, and where they come from')
    .description(
      'Prints each setting, its value, and whether a flag, the environment, madeleine.toml or a default set it.',
    )
    .action(async () => {
      const context = new CommandContext(io, command);
      const { entries } = context.config();
      const shown = entries.map(({ key, value, from, source, secret }) => ({
        key,
        value: secret && value !== undefined ? '(set)' : (value ?? null),
        from,
        ...(source === undefined ? {} : { source }),
      }));
      await context.print(shown, () =>
        textTable(
          ['setting', 'value', 'from'],
          entries.map((entry) => [entry.key, valueText(entry), sourceText(entry)]),
        ),
      );
    });
}

function valueText({ value, secret }: ConfigEntry): string {
  if (value === undefined) return '-';
  if (secret) return '(set)';
  if (Array.isArray(value)) return value.length === 0 ? '(none)' : plain(value.join(', '));
  if (typeof value !== 'object' || value === null) return plain(String(value));
  const lists = Object.entries(value).map(([name, list]) => `${name}: ${String(list)}`);
  return lists.length === 0 ? '(none)' : plain(lists.join('; '));
}

function sourceText({ from, source }: ConfigEntry): string {
  return source === undefined ? from : `${from} ${plain(source)}`;
}
