/**
 * What every command works with: its configuration, the memory, and where results go. Owns opening
 * and closing; what a command does stands with the command.
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import pc from 'picocolors';
import {
  type AgentVerbs,
  type HubRecordsPlace,
  InvalidArgumentError,
  type OpenOptions,
  type PlaceContents,
  type SpaceVerbs,
  contentsOf,
  foldAgent,
  resolveEmbedder,
  writtenSpaces,
} from '../index.ts';
import type { CommandIo } from './command-io.ts';
import { isAddress } from './config/find-store.ts';
import { type Config, type ConfigFlags, openOptionsOf, resolveConfig } from './config/resolve-config.ts';
import type { HubStart } from './hub/start-hub.ts';
import { openMemory, type StoreUse } from './open-memory.ts';
import { layoutWidth, plainJson } from './text-layout.ts';
import { ProgressBar } from './progress-bar.ts';

const whoseMemory = 'Add --agent NAME to the command; for good, write agent = "NAME" into madeleine.toml.';

/** The options that every command takes. */
export interface GlobalOptions {
  readonly at?: string;
  readonly space?: string;
  readonly agent?: string;
  readonly embedder?: string;
  readonly username?: string;
  readonly authLevel?: string;
  readonly json?: boolean;
  readonly color?: boolean;
}

/** What a command needs of the store, and what it opens it with where it does so itself. */
export type MemoryUse = StoreUse & Omit<Partial<OpenOptions>, 'signal'>;

/** Colours for text, or none. */
export type Colours = ReturnType<typeof pc.createColors>;

/** How results are laid out: in which colours, and for how many columns. */
export type Layout = Pick<CommandContext, 'colours' | 'width'>;

/** One run of one command. */
export class CommandContext {
  readonly io: CommandIo;
  /** The verb, as it stands before the colon of an error. */
  readonly operation: string;
  readonly json: boolean;
  readonly colours: Colours;
  /** Columns to lay out for. */
  readonly width: number;
  /** Shows long work. */
  readonly progress: ProgressBar;
  /** The global options of the command line, without what is configured. */
  readonly given: GlobalOptions;
  #config: Config | undefined;

  constructor(io: CommandIo, command: Command) {
    this.io = io;
    this.operation = commandName(command);
    this.given = command.optsWithGlobals();
    this.json = this.given.json === true;
    // A program that asks for JSON has no use for lines on standard error.
    this.progress = new ProgressBar(io.stderr, { lines: !this.json });
    this.colours = pc.createColors(coloursWanted(io, this.given));
    this.width = layoutWidth(io.stdout.columns);
  }

  get signal(): AbortSignal {
    return this.io.signal;
  }

  /** The configuration in force; `more` are settings that this command's own options set. */
  config(more: ConfigFlags = {}): Config {
    const { at, space, agent, embedder, username, authLevel } = this.given;
    const server = { 'server.username': username, 'server.auth_level': authLevel };
    // A word that is no embedder is refused by the setting's rule, with the same message as elsewhere.
    const flags = { at, space, agent, embedder, ...server, ...more } as ConfigFlags;
    this.#config ??= resolveConfig(flags, this.io);
    return this.#config;
  }

  /** The folder of the store, for what no store on a SurrealDB server has. */
  get folder(): string {
    const { at } = this.config().values;
    if (isAddress(at)) throw this.refusal('a store on a SurrealDB server has no folder; name one with --at');
    return at;
  }

  /** Where a store on a SurrealDB server keeps what its hubs have in common; undefined for a store in a folder. */
  get serverPlace(): HubRecordsPlace | undefined {
    const { values } = this.config();
    return isAddress(values.at) ? { ...openOptionsOf(values), space: values.space } : undefined;
  }

  /** What a hub is started with where this command starts one. */
  get hubStart(): HubStart {
    const { embedder } = this.given;
    const { values } = this.config();
    return {
      space: values.space,
      idleExit: values['hub.idle_exit'],
      ...(embedder === undefined ? {} : { embedder }),
    };
  }

  /**
   * Comes to the memory, does the work, and lets go of it whatever becomes of it; `use` says what this command needs of
   * the store, and what it opens it with where it does so itself.
   */
  async withMemory<T>(work: (memory: SpaceVerbs) => Promise<T>, use: MemoryUse = {}): Promise<T> {
    const { makes = false } = use;
    const at = use.at ?? this.config().values.at;
    const found = await this.placeFor(at, makes !== false);
    if (isBare(found)) await use.check?.();
    if (makes === 'for now' && isBare(found))
      return inTemporaryFolder((empty) => this.#open(work, { ...use, at: empty, alone: true }));
    return this.#open(async (memory) => {
      const result = await work(memory);
      this.noticeMade(at, found);
      if (makes === false) await this.#noteEmptySpace(at);
      return result;
    }, use);
  }

  async #open<T>(work: (memory: SpaceVerbs) => Promise<T>, use: MemoryUse): Promise<T> {
    try {
      const memory = await this.#memory(use);
      try {
        return await work(memory);
      } finally {
        this.progress.stop();
        await memory.close();
      }
    } finally {
      this.progress.stop();
    }
  }

  /** Comes to the memory as the agent that the configuration names. */
  withAgent<T>(work: (agent: AgentVerbs, memory: SpaceVerbs) => Promise<T>, use: MemoryUse = {}): Promise<T> {
    const { agent } = this.config().values;
    if (agent === undefined)
      throw this.refusal('an agent must be named; pass --agent NAME, or set MADELEINE_AGENT', whoseMemory);
    return this.withMemory((memory) => work(memory.agent(agent), memory), use);
  }

  /** Says that a store was made, where none was. */
  noticeMade(at: string, found: PlaceContents): void {
    if (!isBare(found)) return;
    const was = found === 'missing' ? 'was not there' : 'was empty';
    this.notice(`${this.operation}: "${at}" ${was}; a new store was made in it.`);
  }

  /**
   * What is where a command wants a store.
   *
   * @param makes - whether the command makes one where none is.
   * @throws {InvalidArgumentError} STORE_PATH where none is and the command makes none, or would make it among other files.
   */
  async placeFor(at: string, makes: boolean): Promise<PlaceContents> {
    const found = isAddress(at) ? 'a store' : await contentsOf(at);
    if (found === 'a store' || (makes && found !== 'other files')) return found;
    const details = { at };
    if (!makes) {
      const message = `${this.operation}: there is no store at "${at}", and this command makes none; correct --at.`;
      const hint = 'Name the folder of a store with --at; what is remembered or imported makes one.';
      throw new InvalidArgumentError('STORE_PATH', message, { hint, details });
    }
    const message = `${this.operation}: "${at}" holds other files and no store, so none is made in it; correct --at.`;
    const hint = `Name a new or an empty folder with --at, such as ${JSON.stringify(join(at, 'memory'))}.`;
    throw new InvalidArgumentError('STORE_PATH', message, { hint, details });
  }

  async #memory({ alone, startsHub, makes: _makes, check: _check, ...more }: MemoryUse): Promise<SpaceVerbs> {
    const { operation, progress, signal } = this;
    const { values } = this.config();
    const open = { ...openOptionsOf(values), space: values.space, signal, onProgress: progress.report, ...more };
    const { embedder } = this.given;
    const memory = await openMemory({
      operation,
      open,
      start: this.hubStart,
      alone: alone ?? false,
      startsHub: startsHub ?? values['hub.start_for_commands'],
      signal,
      newId: this.io.newId,
      onOtherSettings: ({ url }) =>
        this.notice(
          `${operation}: the hub at ${url} goes on with the settings that it was started with, which are not these.`,
        ),
    });
    if (embedder === undefined || resolveEmbedder(values.embedder).model === memory.embedder.model) return memory;
    this.notice(`${operation}: the hub goes on with the embedder ${memory.embedder.model}, which it was started with.`);
    return memory;
  }

  /** An error about how the command was called. */
  refusal(rule: string, hint?: string): InvalidArgumentError {
    const options = hint === undefined ? {} : { hint };
    return new InvalidArgumentError('INVALID_ARGUMENT', `${this.operation}: ${rule}.`, options);
  }

  /** Prints a result: as JSON when that is asked for, else as text. */
  async print(result: unknown, text: () => readonly string[]): Promise<void> {
    await this.write(this.json ? `${plainJson(JSON.stringify(result))}\n` : `${text().join('\n')}\n`);
  }

  /** Writes to standard output and waits where it is full. */
  async write(text: string): Promise<void> {
    if (!this.io.stdout.write(text)) await once(this.io.stdout, 'drain', { signal: this.signal });
  }

  /** Says that the agent has no memory here where others have: its name may be mistyped. */
  async noteStranger(agent: AgentVerbs, memory: SpaceVerbs): Promise<void> {
    const { signal } = this;
    if ((await agent.stats({ signal })).own > 0) return;
    const { names } = await memory.stats({ signal });
    const isKnown = [...names, 'system'].some((name) => foldAgent(name) === foldAgent(agent.name));
    if (isKnown || names.length === 0) return;
    this.notice(`${this.operation}: no memory of agent ${JSON.stringify(agent.name)} here; known: ${names.join(', ')}`);
  }

  /** Says that nothing was ever written in the space here where others hold something: its name may be mistyped. */
  async #noteEmptySpace(at: string): Promise<void> {
    const { space } = this.config().values;
    const written = isAddress(at) ? [] : await writtenSpaces(at);
    if (written.length === 0 || written.includes(space)) return;
    this.notice(`${this.operation}: nothing is in a space ${JSON.stringify(space)} here; known: ${written.join(', ')}`);
  }

  /** Says something that is no result. */
  notice(text: string): void {
    this.io.stderr.write(`${text}\n`);
  }
}

/** A command as it is typed, such as `token create`. */
export function commandName(command: Command): string {
  const { parent } = command;
  return parent === null || parent.parent === null ? command.name() : `${commandName(parent)} ${command.name()}`;
}

/** NO_COLOR, --no-color and anything that is no terminal turn colours off; FORCE_COLOR turns them on for the last. */
function coloursWanted(io: CommandIo, options: GlobalOptions): boolean {
  if (options.color === false || io.environment['NO_COLOR']) return false;
  return io.stdout.isTTY === true || Boolean(io.environment['FORCE_COLOR']);
}

/** Whether a store would be new where this was found. */
function isBare(found: PlaceContents): boolean {
  return found === 'missing' || found === 'empty';
}

/** Does the work in a fresh temporary folder, which is removed whatever becomes of it. */
export async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'madeleine-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
