/**
 * An agent's memory at the hub of its store, spoken to with plain requests: the least that a hook has to load. The
 * whole of what a memory does over HTTP is `Madeleine.connect`.
 */
import { request } from 'node:http';
import type { HookMemory } from './hook-memory.ts';

/** Which memory is meant, and where its hub listens. */
export interface HubAddress {
  /** Such as `http://127.0.0.1:20123`. */
  readonly url: string;
  readonly token: string;
  readonly space: string;
  readonly agent: string;
}

/** The memory behind an address. */
export function hubMemory({ url, token, space, agent }: HubAddress): HookMemory {
  const base = `${url}/v1/spaces/${encodeURIComponent(space)}/agents/${encodeURIComponent(agent)}`;
  const call = <T>(verb: string, options: unknown): Promise<T> => post(`${base}/${verb}`, token, options) as Promise<T>;
  return {
    name: agent,
    ambient: (options) => call('ambient', options),
    observe: (options) => call('observe', options),
    session: (options) => call('session', options),
    sessions: (options) => call('sessions', options),
    digest: (options) => call('digest', options),
  };
}

/** `fetch` would do, but takes several times as long to be there as the whole call takes. */
function post(url: string, token: string, options: unknown): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const call = request(url, { method: 'POST', headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const body = Buffer.concat(chunks).toString('utf8');
        const { statusCode = 0 } = response;
        if (statusCode >= 200 && statusCode < 300) resolve(JSON.parse(body === '' ? 'null' : body));
        else reject(new Error(`${url} answered ${statusCode}: ${body.slice(0, 500)}`));
      });
    });
    call.on('error', reject);
    call.end(JSON.stringify(options));
  });
}
