/** What the HTTP door makes of a request that it let in, and what it answers from. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'zod';
import { type ErrorCode, MadeleineError, problemOf } from '../index.ts';
import type { Identity, RouteAccess } from './policy.ts';

/** The methods that routes have. */
export type Method = 'GET' | 'POST' | 'DELETE';

/** A request that the policy allows. */
export interface Call {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly url: URL;
  /** Who calls; nobody on a route that is open. */
  readonly identity: Identity | undefined;
  /** The space that the path names. */
  readonly space: string;
  /** The agent that the path names. */
  readonly agent: string;
  /** Fires when the caller is gone or the time for the call is up. */
  readonly signal: AbortSignal;
  /** Fires when the server closes: what goes on and on ends then. */
  readonly closing: AbortSignal;
}

/** One path of the server and what answers there. */
export interface Route {
  readonly methods: readonly Method[];
  /** Such as `/v1/spaces/{space}/stats`. */
  readonly path: string;
  readonly access: RouteAccess;
  /** One sentence. */
  readonly summary: string;
  /** Whether a token alone counts, and no page that is signed in: that of a mounted door. @default false */
  readonly tokensOnly?: boolean;
  /** Whether the call must be answered within `callMs`. */
  readonly timed: boolean;
  /** The rules of a body in JSON, for the document; none where there is no such body. */
  readonly input?: z.ZodType;
  /** The form of an answer in JSON, for the document. */
  readonly result?: z.ZodType;
  readonly handle: (call: Call) => Promise<Response>;
}

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
