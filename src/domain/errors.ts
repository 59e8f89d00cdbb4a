/**
 * Every error that a caller can meet: one base class, a handful of subclasses by what the
 * caller should do, and one table from code to HTTP status, exit code and recovery hint.
 */

/** What kind of reaction an error calls for, with its HTTP status and its exit code. */
const reactions: Readonly<Record<Reaction, { readonly status: number; readonly exitCode: number }>> = {
  invalid: { status: 400, exitCode: 2 },
  notFound: { status: 404, exitCode: 3 },
  unauthorized: { status: 401, exitCode: 7 },
  forbidden: { status: 403, exitCode: 7 },
  conflict: { status: 409, exitCode: 4 },
  tooLarge: { status: 413, exitCode: 2 },
  unavailable: { status: 503, exitCode: 5 },
  unsupported: { status: 501, exitCode: 6 },
  cancelled: { status: 499, exitCode: 130 },
  internal: { status: 500, exitCode: 1 },
};

/** What kind of reaction an error calls for. */
export type Reaction =
  | 'invalid'
  | 'notFound'
  | 'unauthorized'
  | 'forbidden'
  | 'conflict'
  | 'tooLarge'
  | 'unavailable'
  | 'unsupported'
  | 'cancelled'
  | 'internal';

/** The codes that errors carry. */
export type ErrorCode =
  | 'INVALID_ARGUMENT'
  | 'CONFIG_INVALID'
  | 'IMPORT_LINE'
  | 'TOO_LARGE'
  | 'NOT_FOUND'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'CONFLICT'
  | 'UNTRUSTED'
  | 'STORE_LOCKED'
  | 'STORE_READONLY'
  | 'STORE_PATH'
  | 'STORE_CORRUPT'
  | 'STORE_TRUNCATED'
  | 'STORE_NEWER'
  | 'STORE_UNREACHABLE'
  | 'STORE_TIMEOUT'
  | 'HUB_UNREACHABLE'
  | 'BUSY'
  | 'CLOSED'
  | 'EMBEDDER_UNAVAILABLE'
  | 'EMBEDDER_MISMATCH'
  | 'MOOD_UNAVAILABLE'
  | 'LANGUAGE_MODEL_UNAVAILABLE'
  | 'CANCELLED'
  | 'UNSUPPORTED'
  | 'INTERNAL';

/** The one table: code -> reaction and the hint that tells how to mend it. */
export const errorTable: Readonly<Record<ErrorCode, { readonly reaction: Reaction; readonly hint: string }>> = {
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
  CONFLICT: { reaction: 'conflict', hint: 'Read the record again and repeat the call with what it says now.' },
  UNTRUSTED: {
    reaction: 'conflict',
    hint: 'Believe it without superseding anything, or let the user make the correction.',
  },
  STORE_LOCKED: {
    reaction: 'unavailable',
    hint: 'Stop the process that holds the store (`madeleine stop` ends a hub), or connect to it instead.',
  },
  STORE_READONLY: { reaction: 'unavailable', hint: 'Make the folder writable, or choose another with --at.' },
  STORE_PATH: { reaction: 'invalid', hint: 'Choose a folder that exists or can be made with --at.' },
  STORE_CORRUPT: { reaction: 'unavailable', hint: 'Restore a backup; do not write to this store.' },
  STORE_TRUNCATED: {
    reaction: 'unavailable',
    hint: 'Acknowledged writes are missing: restore a backup, or accept the loss with doctor --accept-loss.',
  },
  STORE_NEWER: { reaction: 'unsupported', hint: 'A newer version wrote this store: upgrade madeleine.' },
  STORE_UNREACHABLE: { reaction: 'unavailable', hint: 'Check the address, the server and the credentials.' },
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
};

/** What an error carries beside its message. */
export interface ErrorOptions {
  /** The values that the message speaks of. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** The base of every error that Madeleine throws. */
export class MadeleineError extends Error {
  /** What went wrong, from a closed list. */
  readonly code: ErrorCode;
  /** The values that the message speaks of. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.details = options.details ?? {};
  }

  /** How the caller can mend it. */
  get hint(): string {
    return errorTable[this.code].hint;
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

const classes: Readonly<Record<Reaction, typeof MadeleineError>> = {
  invalid: InvalidArgumentError,
  notFound: NotFoundError,
  unauthorized: DeniedError,
  forbidden: DeniedError,
  conflict: ConflictError,
  tooLarge: InvalidArgumentError,
  unavailable: UnavailableError,
  unsupported: UnsupportedError,
  cancelled: CancelledError,
  internal: InternalError,
};

/** An error of the class that its code calls for, as when it was thrown in another process. */
export function errorOf(code: ErrorCode, message: string, options: ErrorOptions = {}): MadeleineError {
  return new classes[errorTable[code].reaction](code, message, options);
}
