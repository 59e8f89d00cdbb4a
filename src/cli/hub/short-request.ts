/**
 * Requests of a text for a text, such as those of most verbs, to a hub on this machine. Connections are kept and bodies
 * come whole, which takes a fraction of the time that the platform's `fetch` takes for its streams.
 */
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** Below the five seconds after which a hub closes a connection that nothing comes on, so that none is used that is closing. */
const keptMs = 4_000;
const agent = new Agent({ keepAlive: true, timeout: keptMs });

/** Whether a request is one of those. */
export function isShort(url: URL, { body, headers }: RequestInit = {}): boolean {
  return (
    url.protocol === 'http:' && typeof body === 'string' && new Headers(headers).get('accept') === 'application/json'
  );
}

/** Makes a short request, as `fetch` would; its answer has no headers. */
export function shortRequest(url: URL, init: RequestInit): Promise<Response> {
  const { body, method = 'GET', signal } = init;
  const headers = Object.fromEntries(new Headers(init.headers));
  return new Promise((resolve, reject) => {
    const options = { agent, method, headers, ...(signal == null ? {} : { signal }) };
    const sent = request(url, options, (answer) => {
      text(answer).then((told) => resolve(new Response(told, { status: answer.statusCode ?? 500 })), reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
