/**
 * What every bench works with: its options, an empty folder, its embedder, and where progress and figures go. What a
 * bench measures stands with the bench.
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import {
  type Embedder,
  embedderNames,
  InvalidArgumentError,
  type ProfileName,
  profileNames,
  resolveEmbedder,
} from 'madeleine';

/** How a bench shows how far it is. */
export type ShowProgress = (task: string, done: number, total: number) => void;

/** One run of one bench. */
export class BenchContext {
  /** An empty folder for the stores, removed at the end. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly json: boolean;
  /** The word that --embedder names. */
  readonly embedderFlag: string;
  readonly #bench: string;
  #showsProgress = false;

  constructor(command: Command, folder: string, signal: AbortSignal) {
    const { json, embedder } = command.optsWithGlobals<{ readonly json?: true; readonly embedder: string }>();
    this.folder = folder;
    this.signal = signal;
    this.json = json === true;
    this.embedderFlag = embedder;
    this.#bench = command.name();
  }

  /** An error about how the bench was called. */
  refusal(rule: string): InvalidArgumentError {
    return refused(this.#bench, rule);
  }

  /** The name of the embedder. */
  embedderName(): (typeof embedderNames)[number] {
    const known = embedderNames.find((name) => name === this.embedderFlag);
    if (known !== undefined) return known;
    throw this.refusal(`"--embedder" must be one of ${embedderNames.join(', ')}, got "${this.embedderFlag}"`);
  }

  /** Works with the embedder that --embedder names, and closes it. */
  async withEmbedder<T>(work: (embedder: Embedder, name: string) => Promise<T>): Promise<T> {
    const name = this.embedderName();
    const embedder = resolveEmbedder(name);
    try {
      return await work(embedder, name);
    } finally {
      await embedder.close();
    }
  }

  /** The profiles of these names, each once. */
  profilesNamed(names: readonly string[]): readonly ProfileName[] {
    return [...new Set(names)].map((name) => {
      const known = profileNames.find((profile) => profile === name);
      if (known !== undefined) return known;
      throw this.refusal(`"--profile" must be one of ${profileNames.join(', ')}, got "${name}"`);
    });
  }

  /** The one profile of these names. */
  oneProfile(names: readonly string[]): ProfileName {
    const [profile, ...others] = this.profilesNamed(names);
    if (profile === undefined || others.length > 0) throw this.refusal('"--profile" takes one profile');
    return profile;
  }

  /** Shows on a terminal how far the bench is, and nothing anywhere else. */
  readonly show: ShowProgress = (task, done, total) => {
    const { stderr } = process;
    if (!stderr.isTTY) return;
    this.#showsProgress = true;
    stderr.clearLine(0);
    stderr.cursorTo(0);
    stderr.write(`${task}: ${done} of ${total}`);
  };

  /** Takes the progress away. */
  endProgress(): void {
    if (!this.#showsProgress) return;
    this.#showsProgress = false;
    process.stderr.clearLine(0);
    process.stderr.cursorTo(0);
  }

  /** Says something that is no result. */
  notice(text: string): void {
    this.endProgress();
    process.stderr.write(`${text}\n`);
  }

  /** Prints a result: as JSON when that is asked for, else as text. */
  async print(result: unknown, text: () => readonly string[]): Promise<void> {
    this.endProgress();
    const printed = this.json ? `${JSON.stringify(result)}\n` : `${text().join('\n')}\n`;
    if (!process.stdout.write(printed)) await once(process.stdout, 'drain', { signal: this.signal });
  }
}

/** Lets a command do its work in a fresh temporary folder, which is removed whatever becomes of the work. */
export function runs<Flags>(
  command: Command,
  signal: AbortSignal,
  work: (flags: Flags, context: BenchContext) => Promise<void>,
): void {
  command.action(async (flags: Flags) => {
    const folder = await mkdtemp(join(tmpdir(), 'madeleine-bench-'));
    const context = new BenchContext(command, folder, signal);
    try {
      await work(flags, context);
    } finally {
      context.endProgress();
      await rm(folder, { recursive: true, force: true });
    }
  });
}

/** The option that names profiles, or the one for a bench that takes one alone. */
export function profileOption(flag: '--profile <name>' | '--profile <names>', description: string): Option {
  return new Option(flag, description).env('MADELEINE_RETRIEVAL__PROFILE').argParser(repeatedList);
}

/** Reads a number for an option, e.g. `decimal('mood', '--emotion-weight')`. */
export function decimal(bench: string, option: string): (text: string) => number {
  return (text) => {
    if (/^[-+]?(\d+\.?\d*|\.\d+)$/.test(text.trim())) return Number(text);
    throw refused(bench, `"${option}" must be a number, got ${JSON.stringify(text)}`);
  };
}

/** Reads a whole number for an option. */
export function wholeNumber(bench: string, option: string): (text: string) => number {
  return (text) => {
    if (/^[-+]?\d+$/.test(text.trim())) return Number(text);
    throw refused(bench, `"${option}" must be a whole number, got ${JSON.stringify(text)}`);
  };
}

/** Gathers an option that may be repeated and may hold several, separated by commas. */
export function repeatedList(value: string, before: readonly string[] | undefined): readonly string[] {
  const parts = value.split(',').map((part) => part.trim());
  return [...(before ?? []), ...parts.filter((part) => part !== '')];
}

function refused(bench: string, rule: string): InvalidArgumentError {
  return new InvalidArgumentError('INVALID_ARGUMENT', `${bench}: ${rule}.`);
}
