/** What a command line may touch of the process that it runs in: injected, so that tests can. */
import type { ConfigSurroundings } from './config/resolve-config.ts';

/** Somewhere to write text. */
export interface TextOutput extends NodeJS.WritableStream {
  readonly isTTY?: boolean;
  /** The width of a terminal. */
  readonly columns?: number;
}

/** The surroundings of a command. */
export interface CommandIo extends ConfigSurroundings {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  /** Results, and nothing else. */
  readonly stdout: TextOutput;
  /** Errors, notices and progress. */
  readonly stderr: TextOutput;
  /** Ends the command early. */
  readonly signal: AbortSignal;
}

/** Why a command is ended when nobody reads its output any more; that is no failure. */
export class BrokenPipe extends Error {
  override readonly name: string = 'BrokenPipe';
}
