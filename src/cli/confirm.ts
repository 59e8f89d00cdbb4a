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

const unasked =
  'Nothing was changed. A script passes --yes; --dry-run, where a command has it, shows first what would change.';

/** What `--yes` means, with which nobody is asked. */
export const confirmation = 'Goes on without asking, as scripts must.';

/** Adds `--yes` to a command that asks before it acts. */
export function addConfirmation(command: Command): Command {
  return command.option('--yes', confirmation);
}

/** Options of a command that can show what it would do. */
export interface DryRunFlags extends ConfirmationFlags {
  readonly dryRun?: boolean;
}

/** A change that a user agrees to. */
export interface ShownChange<Report> {
  readonly make: (dryRun: boolean) => Promise<Report>;
  /** What would be changed. */
  readonly lines: (report: Report) => readonly string[];
  /** As {@link confirm} takes it. */
  readonly question: (report: Report) => string;
  /** Whether nothing would be changed, so that nobody is asked. @default something is */
  readonly isNothing?: (report: Report) => boolean;
}

/** Shows what a change would do on standard error, asks and makes it. With `--dry-run` it makes none, with `--yes` it asks nobody. */
export async function makeConfirmed<Report>(
  context: CommandContext,
  { yes, dryRun }: DryRunFlags,
  { make, lines, question, isNothing }: ShownChange<Report>,
): Promise<Report> {
  if (yes !== true || dryRun === true) {
    const dry = await make(true);
    if (dryRun === true || isNothing?.(dry) === true) return dry;
    for (const line of lines(dry)) context.notice(line);
    await confirm(context, question(dry), {});
  }
  return make(false);
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
  if (!isAtTerminal(context)) {
    throw context.refusal('this must be confirmed, and there is no terminal to ask on; pass --yes to go on', unasked);
  }
  const answer = await ask(context, `${question} [y/N] `);
  if (/^y(es)?$/i.test(answer.trim())) return;
  throw notDone(context, 'not confirmed', 'Answer y to go on; --yes goes on without asking.');
}

/**
 * The place of one of several things that the user chooses on the terminal, from 0; undefined where nobody can be asked.
 *
 * @throws {CancelledError} when the answer is no number of the list.
 */
export async function chooseOne(
  context: CommandContext,
  question: string,
  things: readonly string[],
): Promise<number | undefined> {
  if (!isAtTerminal(context)) return undefined;
  for (const [place, thing] of things.entries()) context.notice(`  ${place + 1}  ${thing}`);
  const answer = Number((await ask(context, `${question} [1-${things.length}] `)).trim());
  if (Number.isInteger(answer) && answer >= 1 && answer <= things.length) return answer - 1;
  throw notDone(context, 'nothing was chosen', 'Answer with one of the numbers.');
}

function notDone({ operation }: CommandContext, why: string, hint: string): CancelledError {
  return new CancelledError('CANCELLED', `${operation}: ${why}; nothing was changed.`, { hint });
}

/** Whether there is a terminal to ask on. */
export function isAtTerminal({ io: { stdin, stderr } }: CommandContext): boolean {
  return stdin.isTTY === true && stderr.isTTY === true;
}

/** The line that the user types; empty when the input ends within it. */
export async function ask({ io, signal }: CommandContext, prompt: string): Promise<string> {
  const lines = createInterface({ input: io.stdin, output: io.stderr, terminal: false });
  const answered = new AbortController();
  try {
    const closed = once(lines, 'close', { signal: answered.signal }).then(() => undefined);
    const line = await Promise.race([lines.question(prompt, { signal }), closed]);
    // Nobody has ended the line of the question then.
    if (line === undefined) io.stderr.write('\n');
    return line ?? '';
  } finally {
    answered.abort();
    lines.close();
  }
}
