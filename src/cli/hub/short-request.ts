/**
 * Requests of a text for a text, such as those of most verbs, to a hub on this machine. Connections are kept and bodies
 * come whole, which takes a fraction of the time that the platform's `fetch` takes for its streams.
 */
import { Agent, request } from 'node:http';
import type { HubAnswer, HubRequestInit } from '../../index.ts';

/** Below the five seconds after which a hub closes a connection that nothing comes on, so that none is used that is closing. */
const keptMs = 4_000;
const agent = new Agent({ keepAlive: true, timeout: keptMs });

/** Whether a request is one of those. */
export function isShort(url: URL, { body, headers }: HubRequestInit = {}): boolean {
  return url.protocol === 'http:' && typeof body === 'string' && headers?.['accept'] === 'application/json';
}

/** Makes a short request, as `fetch` would. */
export function shortRequest(url: URL, init: HubRequestInit): Promise<HubAnswer> {
  const { body, method = 'GET', headers = {}, signal } = init;
  return new Promise((resolve, reject) => {
    const options = { agent, method, headers, ...(signal == null ? {} : { signal }) };
    const sent = request(url, options, (answer) => {
      const { statusCode: status = 500 } = answer;
      let told = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        told += part;
      });
      answer.on('error', reject).on('end', () => {
        resolve({ ok: status >= 200 && status < 300, status, url: url.href, body: null, text: async () => told });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
