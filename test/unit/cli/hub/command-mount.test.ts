/** The door of a hub for command lines: how many it runs at once, and what becomes of them when it ends. */
import { describe, expect, test } from 'vitest';
import { commandMount } from '../../../../src/cli/hub/command-mount.ts';
import type { CommandIo } from '../../../../src/cli/command-io.ts';

const folders = { workingFolder: '/', homeFolder: '/', dataFolder: '/', configFolder: '/' };
const screen = { isTTY: false };
const key = '0f9619ff-8b86-4011-b42d-00cf4fc964ff';
const command = { args: ['stats'], key, environment: {}, ...folders, userName: 'mark', stdout: screen, stderr: screen };

/** A door whose commands end when `end` is called, or their signal fires. */
function door() {
  const ending = new AbortController();
  const running: CommandIo[] = [];
  let end: () => void = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const mount = commandMount({
    folder: '/',
    ending: ending.signal,
    runCommand: async (_, io) => {
      running.push(io);
      io.stderr.write('one ');
      await Promise.race([ended, new Promise((stopped) => io.signal.addEventListener('abort', stopped))]);
      io.stdout.write('two');
      return 3;
    },
  });
  const ask = async (signal: AbortSignal = new AbortController().signal): Promise<unknown> => {
    const sent = { method: 'POST', body: JSON.stringify(command), signal };
    const answer = await mount.handle(new Request('http://hub/', sent), { token: 'owner', scope: 'admin' });
    return answer.json();
  };
  return { ask, ending, running, end: () => end() };
}

describe('the door for command lines', () => {
  test('tells what was written in its order, and the exit code', async () => {
    const { ask, end } = door();
    end();
    const written = [
      ['stderr', 'one '],
      ['stdout', 'two'],
    ];
    expect(await ask()).toEqual({ ran: { exitCode: 3, written } });
  });

  test('leaves the seventeenth at once to its own process, since each makes a call itself', async () => {
    const { ask, running, end } = door();
    const first = Array.from({ length: 16 }, () => ask());
    await expect.poll(() => running.length).toBe(16);
    expect(await ask()).toEqual({});
    end();
    expect(await Promise.all(first)).not.toContainEqual({});
    expect(await ask()).not.toEqual({});
  });

  test('leaves what it has not ended when the hub ends, or when the caller goes', async () => {
    const { ask, ending, running } = door();
    const gone = new AbortController();
    const left = ask(gone.signal);
    await expect.poll(() => running.length).toBe(1);
    gone.abort();
    expect(await left).toEqual({});
    const open = ask();
    await expect.poll(() => running.length).toBe(2);
    ending.abort();
    expect(await open).toEqual({});
  });

  test('runs nothing that reads standard input', async () => {
    const { ask, running, end } = door();
    const asked = ask();
    await expect.poll(() => running.length).toBe(1);
    expect(() => running[0]?.stdin).toThrow('runs it');
    end();
    expect(await asked).toEqual({});
  });
});
