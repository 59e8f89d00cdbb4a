/** A call that never came to its answer, and what is known of how far it came. */

/** Codes of a connection that never came about: nobody heard the request. */
const unheard: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** The connection was lost before the answer had come whole. */
export class LostConnection extends Error {
  /** Whether the request may have been heard, and so may have been carried out. */
  readonly mayBeDone: boolean;

  constructor(cause: unknown) {
    super('the connection was lost', { cause });
    this.mayBeDone = !unheard.has(codeOf(cause));
  }
}

/** The system's word for what went wrong, from wherever in the chain of causes it stands. */
export function codeOf(error: unknown): string {
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: readonly unknown[] };
  if (typeof code === 'string') return code;
  // A name with several addresses fails with what went wrong at each of them.
  const inner = cause ?? errors?.[0];
  return inner === undefined || inner === null ? '' : codeOf(inner);
}
