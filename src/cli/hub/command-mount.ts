/**
 * Command lines as a door of the hub: it runs those that ask one verb, as the process would that they were typed for, and
 * leaves every other to that process. For the owner on this machine alone: it reads folders that the caller names.
 */
import { realpathSync } from 'node:fs';
import { Writable } from 'node:stream';
import type { Command } from 'commander';
import { z } from 'zod';
import type { Mount } from '../../http/mount.ts';
import { checked, InvalidArgumentError } from '../../index.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo, RunCommand, TextOutput } from '../command-io.ts';
import { AskingCommand } from '../verb-command.ts';
import { type AskedCommand, commandPath, type HeardCommand, keysFrom, type Screen } from './ask-hub.ts';

/** What the door is made of. */
export interface CommandMountOptions {
  /** The folder of the store that the hub serves, without links in its path. */
  readonly folder: string;
  readonly runCommand: RunCommand;
  /** Fires when the hub is about to end. */
  readonly ending: AbortSignal;
}

/** Commands under way at once. Each calls its verb over HTTP, and all of them together must leave room for these calls. */
const maxAtOnce = 16;

const screenRules = z.strictObject({ isTTY: z.boolean(), columns: z.int().exactOptional() });
const commandRules: z.ZodType<AskedCommand> = z.strictObject({
  args: z.array(z.string()),
  key: z.uuid(),
  environment: z.record(z.string(), z.string()),
  workingFolder: z.string(),
  homeFolder: z.string(),
  dataFolder: z.string(),
  configFolder: z.string(),
  userName: z.string(),
  stdout: screenRules,
  stderr: screenRules,
});

/** Opens the door. */
export function commandMount({ folder, runCommand, ending }: CommandMountOptions): Mount {
  let running = 0;
  const run = async (asked: AskedCommand, gone: AbortSignal): Promise<HeardCommand> => {
    const written: (readonly ['stdout' | 'stderr', string])[] = [];
    let left = false;
    const leave = (): never => {
      left = true;
      throw new Error('The process that the command was typed for runs it.');
    };
    const signal = AbortSignal.any([gone, ending]);
    const { args, key, stdout, stderr, ...surroundings } = asked;
    const io: CommandIo = {
      ...surroundings,
      get stdin() {
        return leave();
      },
      stdout: output(stdout, (text) => written.push(['stdout', text])),
      stderr: output(stderr, (text) => written.push(['stderr', text])),
      signal,
      newId: keysFrom(key),
      beforeAction: (command) => {
        if (!isAnswered(command, io, folder)) leave();
      },
    };
    const exitCode = await runCommand(args, io);
    return left || signal.aborted ? {} : { ran: { exitCode, written } };
  };
  return {
    path: commandPath,
    methods: ['POST'],
    access: 'owner',
    summary:
      'A command line that asks one verb, from the command line of this machine; an empty answer leaves it there.',
    handle: async (request) => {
      const asked = checked('commands', commandRules, jsonIn(await request.text()));
      if (running >= maxAtOnce) return Response.json({});
      running += 1;
      try {
        return Response.json(await run(asked, request.signal));
      } finally {
        running -= 1;
      }
    },
  };
}

/** Whether a command asks one verb of this store, and nothing is lost if it is run again after the connection was. */
function isAnswered(command: Command, io: CommandIo, folder: string): boolean {
  if (!(command instanceof AskingCommand)) return false;
  const { form, repeatable } = command.verb;
  if (form !== 'json' || !repeatable) return false;
  try {
    return realpathSync(new CommandContext(io, command).config().values.at) === folder;
  } catch {
    // What is wrong with the settings is told in its turn.
    return false;
  }
}

function output(screen: Screen, hear: (text: string) => void): TextOutput {
  const write = (text: string, _encoding: string, done: () => void): void => {
    hear(text);
    done();
  };
  return Object.assign(new Writable({ decodeStrings: false, write }), screen);
}

function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new InvalidArgumentError('INVALID_ARGUMENT', 'commands: the body must be JSON.', { cause });
  }
}
