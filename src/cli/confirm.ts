/** Asks a person before a command does what cannot be taken back. */
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { CancelledError } from '../index.ts';
import type { CommandContext } from './command-context.ts';

/** The option of {@link addConfirmation} as commander reads it. */
export interface ConfirmationFlags {
  readonly yes?: boolean;
}

/** Adds `--yes` to a command that asks before it acts. */
export function addConfirmation(command: Command): Command {
  return command.option('--yes', 'go on without asking, as scripts must');
}

/**
 * Settles when the user agrees, on the terminal or with `--yes`. The question goes to standard
 * error, so that standard output holds results and nothing else.
 *
 * @param question - one sentence that names what will be gone; `[y/N]` is put behind it.
 * @throws {InvalidArgumentError} when nobody can be asked and `--yes` is missing.
 * @throws {CancelledError} when the answer is anything but yes.
 */
export async function confirm(context: CommandContext, question: string, { yes }: ConfirmationFlags): Promise<void> {
  if (yes === true) return;
  const { stdin, stderr } = context.io;
  if (stdin.isTTY !== true || stderr.isTTY !== true) {
    throw context.refusal('this must be confirmed, and there is no terminal to ask on; pass --yes to go on');
  }
  const answer = await ask(context, `${question} [y/N] `);
  if (/^y(es)?$/i.test(answer.trim())) return;
  throw new CancelledError('CANCELLED', `${context.operation}: not confirmed; nothing was changed.`);
}

/** The line that the user types; empty when the input ends within it. */
async function ask({ io, signal }: CommandContext, prompt: string): Promise<string> {
  const lines = createInterface({ input: io.stdin, output: io.stderr, terminal: false });
  const answered = new AbortController();
  try {
    const closed = once(lines, 'close', { signal: answered.signal }).then(() => '');
    return await Promise.race([lines.question(prompt, { signal }), closed]);
  } finally {
    answered.abort();
    lines.close();
  }
}
