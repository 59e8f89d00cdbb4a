/**
 * Adds the token to requests, since the suite has no option for one. All else goes through as it is; only the proxy's
 * own address, where a client names it as Host or Origin, becomes that of the hub, which so judges any other itself.
 */
import { once } from 'node:events';
import { createServer, request, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy that listens. */
export interface TokenProxy {
  readonly url: string;
  close(): void;
}

/** Starts a proxy in front of a hub. */
export async function startProxy(hub: URL, token: string): Promise<TokenProxy> {
  const server = createServer((incoming, outgoing) => {
    const { port } = server.address() as AddressInfo;
    const headers = { ...renamed(incoming.headers, port, hub.host), authorization: `Bearer ${token}` };
    const { method, url: path } = incoming;
    const forwarded = request({ host: hub.hostname, port: hub.port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.once('error', () => outgoing.destroy());
    outgoing.once('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function renamed({ host, origin, ...headers }: IncomingHttpHeaders, port: number, hub: string): IncomingHttpHeaders {
  const own = new Set([`127.0.0.1:${port}`, `localhost:${port}`]);
  const named = host === undefined || own.has(host) ? hub : host;
  if (origin === undefined) return { ...headers, host: named };
  return { ...headers, host: named, origin: own.has(origin.replace('http://', '')) ? `http://${hub}` : origin };
}
