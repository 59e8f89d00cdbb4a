/**
 * Every error that a caller can meet: one base class, a handful of subclasses by what the caller should do, and tables
 * from code to reaction and hint, and from reaction to HTTP status and exit code.
 */

/** The one table: code -> reaction and the hint that tells how to mend it. */
export const errorTable = {
  INVALID_ARGUMENT: { reaction: 'invalid', hint: 'Correct the named value and call again.' },
  CONFIG_INVALID: {
    reaction: 'invalid',
    hint: 'Correct the named setting; `madeleine config` shows what is in force.',
  },
  IMPORT_LINE: { reaction: 'invalid', hint: 'Correct the named line, or go on past it with --on-error skip.' },
  TOO_LARGE: { reaction: 'tooLarge', hint: 'Send less at a time.' },
  NOT_FOUND: { reaction: 'notFound', hint: 'Look the id up with recall or search first.' },
  UNAUTHORIZED: {
    reaction: 'unauthorized',
    hint: 'Send a token of the hub; `madeleine token create` makes one for an agent.',
  },
  FORBIDDEN: {
    reaction: 'forbidden',
    hint: "Use a token whose agent, space and scope allow it; an agent's token speaks for that agent alone.",
  },
  CONFLICT: { reaction: 'conflict', hint: 'Nothing was changed: mend what the message names, then call again.' },
  UNTRUSTED: {
    reaction: 'conflict',
    hint: 'Believe yours beside it, without superseding or withdrawing anything, or let the user make the correction.',
  },
  STORE_LOCKED: {
    reaction: 'unavailable',
    hint: 'Stop the process that holds the store (`madeleine stop --at FOLDER` ends a hub), or connect to it instead.',
  },
  STORE_READONLY: { reaction: 'unavailable', hint: 'Make the folder writable, or choose another with --at.' },
  STORE_PATH: { reaction: 'invalid', hint: 'Choose a folder that exists or can be made with --at.' },
  STORE_FULL: {
    reaction: 'unavailable',
    hint: 'Free some space on the disk of the store; reads go on, and writes go on by themselves then.',
  },
  STORE_MOVED: {
    reaction: 'unavailable',
    hint: 'The folder of the open store was moved or deleted. Put it back, or end this process and open it where it is.',
  },
  STORE_CORRUPT: { reaction: 'unavailable', hint: 'Restore a backup; do not write to this store.' },
  STORE_TRUNCATED: {
    reaction: 'unavailable',
    hint: 'Acknowledged writes are missing: restore a backup, or accept the loss with doctor --accept-loss.',
  },
  STORE_NEWER: { reaction: 'unsupported', hint: 'A newer version wrote this store: upgrade madeleine.' },
  STORE_UNREACHABLE: { reaction: 'unavailable', hint: 'Check the address, and that the server runs.' },
  STORE_REFUSED: {
    reaction: 'unavailable',
    hint: 'Correct the user, the password, the token or the level; docs/deploy-server.md has the script that makes a user.',
  },
  STORE_TIMEOUT: { reaction: 'unavailable', hint: 'Try again; if it stays so, run doctor.' },
  HUB_UNREACHABLE: { reaction: 'unavailable', hint: 'Start the hub with `madeleine serve`, and check its address.' },
  BUSY: { reaction: 'unavailable', hint: 'Too much is under way; call again in a moment.' },
  CLOSED: { reaction: 'conflict', hint: 'Open the memory again.' },
  EMBEDDER_UNAVAILABLE: { reaction: 'unavailable', hint: 'Choose another embedder, or none for lexical recall.' },
  EMBEDDER_MISMATCH: { reaction: 'conflict', hint: 'Run reindex to embed the memories with the model in use.' },
  MOOD_UNAVAILABLE: {
    reaction: 'unavailable',
    hint: 'Mend the mood provider; until then recall goes on without a mood.',
  },
  LANGUAGE_MODEL_UNAVAILABLE: {
    reaction: 'unavailable',
    hint: 'Check its provider, key and address, then sleep again; or sleep without it.',
  },
  CANCELLED: {
    reaction: 'cancelled',
    hint: 'The call was ended before it was done. What was acknowledged before stays; call again to go on.',
  },
  UNSUPPORTED: { reaction: 'unsupported', hint: 'Use one of the named alternatives.' },
  INTERNAL: { reaction: 'internal', hint: 'Please report this with the details.' },
} satisfies Readonly<Record<string, { readonly reaction: Reaction; readonly hint: string }>>;

/** The codes that errors carry. */
export type ErrorCode = keyof typeof errorTable;

/** What an error carries beside its message. */
export interface ErrorOptions {
  /** The values that the message speaks of. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** How the caller can mend this one. @default what mends most errors of the code */
  readonly hint?: string;
  readonly cause?: unknown;
}

/** The base of every error that Madeleine throws. */
export class MadeleineError extends Error {
  /** What went wrong, from a closed list. */
  readonly code: ErrorCode;
  /** The values that the message speaks of. */
  readonly details: Readonly<Record<string, unknown>>;
  /** How the caller can mend it. */
  readonly hint: string;

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.details = options.details ?? {};
    this.hint = options.hint ?? errorTable[code].hint;
  }

  /** The HTTP status that stands for it. */
  get status(): number {
    return reactions[errorTable[this.code].reaction].status;
  }

  /** The exit code that stands for it. */
  get exitCode(): number {
    return reactions[errorTable[this.code].reaction].exitCode;
  }
}

/** The caller passed something that the rules refuse; the call changed nothing. */
export class InvalidArgumentError extends MadeleineError {}
/** The id names nothing that this perspective can see. */
export class NotFoundError extends MadeleineError {}
/** The hub does not let the caller do it: no token that it knows, or one that does not reach so far. */
export class DeniedError extends MadeleineError {}
/** The call does not fit the state that it met. */
export class ConflictError extends MadeleineError {}
/** A part that the call needs is not to be had now. */
export class UnavailableError extends MadeleineError {}
/** This build or store cannot do it. */
export class UnsupportedError extends MadeleineError {}
/** A defect of ours. */
export class InternalError extends MadeleineError {}
/** The caller's signal ended the call. */
export class CancelledError extends MadeleineError {}

/** Throws a {@link CancelledError} if the signal has fired. */
export function throwIfCancelled(operation: string, signal: AbortSignal | undefined): void {
  if (signal?.aborted) {
    throw new CancelledError('CANCELLED', `${operation}: cancelled by its signal.`, { cause: signal.reason });
  }
}

/** What each kind of reaction stands for: its HTTP status, its exit code and its class. */
const reactions = {
  invalid: { status: 400, exitCode: 2, thrown: InvalidArgumentError },
  notFound: { status: 404, exitCode: 3, thrown: NotFoundError },
  unauthorized: { status: 401, exitCode: 7, thrown: DeniedError },
  forbidden: { status: 403, exitCode: 7, thrown: DeniedError },
  conflict: { status: 409, exitCode: 4, thrown: ConflictError },
  tooLarge: { status: 413, exitCode: 2, thrown: InvalidArgumentError },
  unavailable: { status: 503, exitCode: 5, thrown: UnavailableError },
  unsupported: { status: 501, exitCode: 6, thrown: UnsupportedError },
  cancelled: { status: 499, exitCode: 130, thrown: CancelledError },
  internal: { status: 500, exitCode: 1, thrown: InternalError },
};

/** What kind of reaction an error calls for. */
export type Reaction = keyof typeof reactions;

/** An error of the class that its code calls for, as when it was thrown in another process. */
export function errorOf(code: ErrorCode, message: string, options: ErrorOptions = {}): MadeleineError {
  return new reactions[errorTable[code].reaction].thrown(code, message, options);
}

/** What was thrown, in words. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
