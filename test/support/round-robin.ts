/**
 * A small proxy that passes each request to the next of several hubs, as they come. A hub that takes no connection is passed
 * over; one that dies under a request is answered for with 502.
 */
import { createServer, request } from 'node:http';

/** A proxy that listens. */
export interface RoundRobin {
  readonly url: string;
  readonly port: number;
  /** How many requests each hub has answered, by its address. */
  readonly answered: ReadonlyMap<string, number>;
  /** Passes requests to these from now on. */
  serve(hubs: readonly string[]): void;
  close(): Promise<void>;
}

/** Starts one. */
export async function startRoundRobin(): Promise<RoundRobin> {
  const answered = new Map<string, number>();
  let hubs: readonly string[] = [];
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => pass(Buffer.concat(parts), hubs.length));
    const pass = (body: Buffer, left: number): void => {
      turn += 1;
      const hub = hubs[turn % hubs.length];
      if (hub === undefined || left === 0) return void outgoing.writeHead(503).end('no hub');
      const { method, headers } = incoming;
      const passed = request(new URL(incoming.url ?? '/', hub), { method, headers, agent: false }, (answer) => {
        answered.set(hub, (answered.get(hub) ?? 0) + 1);
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        outgoing.flushHeaders();
        answer.on('error', () => outgoing.destroy()).pipe(outgoing);
      });
      passed.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') pass(body, left - 1);
        else if (outgoing.headersSent) outgoing.destroy();
        else outgoing.writeHead(502).end('the hub died');
      });
      outgoing.on('close', () => passed.destroy());
      passed.end(body);
    };
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    answered,
    serve: (next) => {
      hubs = next;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
