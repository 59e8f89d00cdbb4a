import { PassThrough } from 'node:stream';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { CommandContext } from '../../../src/cli/command-context.ts';
import { addConfirmation, chooseOne, confirm } from '../../../src/cli/confirm.ts';
import type { CommandIo } from '../../../src/cli/command-io.ts';

/** A command at a terminal, or in a script, whose user types `typed`. */
function surroundings({ typed = '', terminal = true, stop = new AbortController() } = {}) {
  const stdin = Object.assign(new PassThrough(), { isTTY: terminal });
  const stderr = Object.assign(new PassThrough(), { isTTY: terminal });
  if (typed !== '') stdin.end(typed);
  const io = { stdin, stderr, stdout: new PassThrough(), signal: stop.signal, environment: {} } as unknown as CommandIo;
  return {
    context: new CommandContext(io, new Command('forget')),
    stdin,
    stop,
    asked: () => String(stderr.read() ?? ''),
  };
}

describe('chooseOne', () => {
  const annas = ['Anna Berg', 'Anna Koch'];

  it('lists what there is, and answers the place of what is typed', async () => {
    const { context, asked } = surroundings({ typed: '2\n' });
    expect(await chooseOne(context, 'Which one?', annas)).toBe(1);
    expect(asked()).toBe('  1  Anna Berg\n  2  Anna Koch\nWhich one? [1-2] ');
  });

  it.each(['\n', '0\n', '3\n', 'Anna\n', '1.5\n'])('stops with nothing changed when %j is typed', async (typed) => {
    const { context } = surroundings({ typed });
    await expect(chooseOne(context, 'Which one?', annas)).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('asks nobody without a terminal', async () => {
    const { context, asked } = surroundings({ terminal: false });
    expect([await chooseOne(context, 'Which one?', annas), asked()]).toEqual([undefined, '']);
  });
});

describe('confirm', () => {
  it.each(['y\n', 'Yes\n', ' YES \n'])('goes on when %j is answered', async (typed) => {
    const { context, asked } = surroundings({ typed });
    await confirm(context, 'Forget 3 memories for good?', {});
    expect(asked()).toBe('Forget 3 memories for good? [y/N] ');
  });

  it.each(['n\n', '\n', 'yesterday\n', 'no'])('stops with nothing changed when %j is answered', async (typed) => {
    const { context } = surroundings({ typed });
    await expect(confirm(context, 'Sure?', {})).rejects.toMatchObject({
      code: 'CANCELLED',
      message: 'forget: not confirmed; nothing was changed.',
      hint: 'Answer y to go on; --yes goes on without asking.',
    });
  });

  it('takes the end of the input for a no', async () => {
    const { context, stdin, asked } = surroundings();
    stdin.end();
    await expect(confirm(context, 'Sure?', {})).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(asked()).toBe('Sure? [y/N] \n');
  });

  it('ends when the command is ended while it asks', async () => {
    const { context, stop } = surroundings();
    const asking = confirm(context, 'Sure?', {});
    stop.abort();
    await expect(asking).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('refuses without a terminal and names --yes, and asks nothing with it', async () => {
    const { context, asked } = surroundings({ terminal: false });
    await expect(confirm(context, 'Sure?', {})).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining('--yes') as string,
    });
    await confirm(context, 'Sure?', { yes: true });
    expect(asked()).toBe('');
  });

  it('reads --yes off the command line', () => {
    const command = addConfirmation(new Command('forget'));
    expect(command.parse(['--yes'], { from: 'user' }).opts()).toEqual({ yes: true });
  });
});
