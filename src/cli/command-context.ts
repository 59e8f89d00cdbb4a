/**
 * What every command works with: its configuration, the memory, and where results go. Owns opening
 * and closing; what a command does stands with the command.
 */
import { once } from 'node:events';
import type { Command } from 'commander';
import pc from 'picocolors';
import {
  type AgentMemory,
  InvalidArgumentError,
  Madeleine,
  type OpenOptions,
  signalNames,
  type SignalWeights,
} from '../index.ts';
import type { CommandIo } from './command-io.ts';
import { type Config, type ConfigFlags, resolveConfig } from './config/resolve-config.ts';
import { type SettingValues, weightKey } from './config/settings.ts';
import { ProgressBar } from './progress-bar.ts';
import { layoutWidth } from './text-layout.ts';

/** The options that every command takes. */
export interface GlobalOptions {
  readonly at?: string;
  readonly space?: string;
  readonly agent?: string;
  readonly embedder?: string;
  readonly json?: boolean;
  readonly color?: boolean;
}

/** Colours for text, or none. */
export type Colours = ReturnType<typeof pc.createColors>;

/** One run of one command. */
export class CommandContext {
  readonly io: CommandIo;
  /** The verb, as it stands before the colon of an error. */
  readonly operation: string;
  readonly json: boolean;
  readonly colours: Colours;
  /** Columns to lay out for. */
  readonly width: number;
  /** Shows long work on a terminal. */
  readonly progress: ProgressBar;
  readonly #options: GlobalOptions;
  #config: Config | undefined;

  constructor(io: CommandIo, command: Command) {
    this.io = io;
    this.operation = command.name();
    this.#options = command.optsWithGlobals();
    this.progress = new ProgressBar(io.stderr);
    this.json = this.#options.json === true;
    this.colours = pc.createColors(coloursWanted(io, this.#options));
    this.width = layoutWidth(io.stdout.columns);
  }

  get signal(): AbortSignal {
    return this.io.signal;
  }

  /** The word that --embedder names, which a bench knows more of than the configuration does. */
  get embedderFlag(): string | undefined {
    return this.#options.embedder;
  }

  /** The configuration in force; `more` are settings that this command's own options set. */
  config(more: ConfigFlags = {}): Config {
    const { at, space, agent, embedder } = this.#options;
    // A word that is no embedder is refused by the setting's rule, with the same message as elsewhere.
    const flags = { at, space, agent, embedder, ...more } as ConfigFlags;
    this.#config ??= resolveConfig(flags, this.io);
    return this.#config;
  }

  /** Opens the memory, does the work, and closes whatever becomes of it. */
  async withMemory<T>(work: (memory: Madeleine) => Promise<T>, more: Partial<OpenOptions> = {}): Promise<T> {
    try {
      const memory = await Madeleine.open({ ...this.#openOptions(), onProgress: this.progress.report, ...more });
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

  /** Opens the memory as the agent that the configuration names. */
  withAgent<T>(
    work: (agent: AgentMemory, memory: Madeleine) => Promise<T>,
    more: Partial<OpenOptions> = {},
  ): Promise<T> {
    const { agent } = this.config().values;
    if (agent === undefined) throw this.refusal('an agent must be named; pass --agent NAME, or set MADELEINE_AGENT');
    return this.withMemory((memory) => work(memory.agent(agent), memory), more);
  }

  /** An error about how the command was called. */
  refusal(rule: string): InvalidArgumentError {
    return new InvalidArgumentError('INVALID_ARGUMENT', `${this.operation}: ${rule}.`);
  }

  /** Prints a result: as JSON when that is asked for, else as text. */
  async print(result: unknown, text: () => readonly string[]): Promise<void> {
    await this.write(this.json ? `${JSON.stringify(result)}\n` : `${text().join('\n')}\n`);
  }

  /** Writes to standard output and waits where it is full. */
  async write(text: string): Promise<void> {
    if (!this.io.stdout.write(text)) await once(this.io.stdout, 'drain', { signal: this.signal });
  }

  /** Says something that is no result. */
  notice(text: string): void {
    this.io.stderr.write(`${text}\n`);
  }

  #openOptions(): OpenOptions {
    const { values } = this.config();
    return {
      at: values.at,
      space: values.space,
      embedder: values.embedder,
      profile: values['retrieval.profile'],
      weights: weightsIn(values),
      emotionWeight: values['retrieval.emotion_weight'],
      candidateMultiplier: values['retrieval.candidate_multiplier'],
      inferMood: values['retrieval.infer_mood'],
      decay: values['belief.decay'],
      factHalfLifeDays: values['belief.fact_half_life_days'],
      observationHalfLifeDays: values['belief.observation_half_life_days'],
      technicalTerms: values['concepts.technical_terms'],
      ambient: values['ambient.enabled'],
      anchors: values['ambient.anchors'],
      ...given('username', values['server.username']),
      ...given('password', values['server.password']),
      ...given('token', values['server.token']),
      signal: this.signal,
    };
  }
}

/** The weights that are set, by the names of their signals. */
function weightsIn(values: SettingValues): SignalWeights {
  return Object.fromEntries(
    signalNames.flatMap((name) => {
      const weight = values[weightKey(name)];
      return weight === undefined ? [] : [[name, weight]];
    }),
  );
}

function given<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
  return (value === undefined ? {} : { [key]: value }) as { readonly [P in K]?: V };
}

/** NO_COLOR, --no-color and anything that is no terminal turn colours off; FORCE_COLOR turns them on for the last. */
function coloursWanted(io: CommandIo, options: GlobalOptions): boolean {
  if (options.color === false || io.environment['NO_COLOR']) return false;
  return io.stdout.isTTY === true || Boolean(io.environment['FORCE_COLOR']);
}
