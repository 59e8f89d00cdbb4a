/** Doors that stand behind this one's policy and limits, such as MCP over HTTP, and answer requests by themselves. */
import type { Call, Method, Route } from './call.ts';
import { type HttpLimits, readBody } from './read-body.ts';
import type { Identity } from './policy.ts';
import { type Access, InternalError } from '../index.ts';

/** A door that {@link serveHttp} opens at a path of its own. */
export interface Mount {
  /** Such as `/mcp`: exactly this path, nothing below it. */
  readonly path: string;
  readonly methods: readonly Method[];
  /** What the token must allow at least, or the owner's token; what the door does with the identity beyond that is its own. */
  readonly access: Access | 'owner';
  /** One sentence for the OpenAPI document. */
  readonly summary: string;
  /**
   * Answers a request. Host, origin, token and size are checked, and the body has come whole; the request's signal fires
   * when the caller is gone. An answer of the type `text/event-stream` may go on and on.
   */
  readonly handle: (request: Request, identity: Identity) => Promise<Response>;
}

/** The route of a mounted door. */
export function mountRoute({ path, methods, access, summary, handle }: Mount, { bodyBytes }: HttpLimits): Route {
  const answer = async ({ identity, incoming, signal, url }: Call): Promise<Response> => {
    if (identity === undefined) throw new InternalError('INTERNAL', `http: ${path} was reached without an identity.`);
    const headers = new Headers();
    for (const [name, values = []] of Object.entries(incoming.headersDistinct)) {
      for (const value of values) headers.append(name, value);
    }
    const body = await readBody(incoming, bodyBytes, signal);
    const sent = body.length === 0 ? {} : { body };
    return handle(new Request(url, { method: incoming.method ?? 'GET', headers, signal, ...sent }), identity);
  };
  return { path, methods, access, summary, timed: true, tokensOnly: true, handle: answer };
}
