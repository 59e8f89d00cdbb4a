/** Errors as the HTTP door tells them: problem details after RFC 9457. Owns what only HTTP knows: statuses and headers. */
import { type ErrorCode, MadeleineError, problemOf } from '../index.ts';

/** What HTTP itself refuses, with a status that no code of the library stands for. */
export class HttpRefusal extends MadeleineError {
  readonly #status: number;
  /** Headers that belong to the status, such as `allow`. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: ErrorCode, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(code, message);
    this.#status = status;
    this.headers = headers;
  }

  override get status(): number {
    return this.#status;
  }
}

/** The answer that tells of an error. */
export function problemResponse(error: unknown): Response {
  const problem = problemOf(error);
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: { 'content-type': 'application/problem+json', ...(error instanceof HttpRefusal ? error.headers : {}) },
  });
}

/** Whether an error is a defect of ours, of which the caller is told nothing and the log all. */
export function isDefect(error: unknown): boolean {
  return !(error instanceof MadeleineError) || error.code === 'INTERNAL';
}
