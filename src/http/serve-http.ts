/**
 * The HTTP door: serves the memories of a store to callers with a token.
 *
 *   socket -> limits -> Host and Origin -> token or page -> policy -> place -> route (a verb, a mounted door, the page, the server)
 *
 * Other doors are mounted: a `Mount` in `mounts` names a path, and its handler gets each request that was let in there,
 * with the identity that its token gives.
 */
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RequestError, getRequestListener } from '@hono/node-server';
import { type Clock, type HubRecords, InvalidArgumentError, type Readiness, type SpaceVerbs } from '../index.ts';
import { HttpRefusal, type Route, problemResponse } from './call.ts';
import { createApp, statusRoutes } from './create-app.ts';
import type { Tokens } from './hub-tokens.ts';
import { type HttpLimits, defaultLimits } from './read-body.ts';
import { type Mount, mountRoute } from './mount.ts';
import { openApiDocument } from './openapi.ts';
import { type OriginRules, inUrl, originRules } from './origin-guard.ts';
import { pageFileRoutes } from './page-files.ts';
import { pageRoutes } from './page-routes.ts';
import { PageSessions } from './page-sessions.ts';
import { RecallTraces } from './recall-traces.ts';
import { Slots, Strangers } from './slots.ts';
import { verbRoutes } from './verb-routes.ts';

/** What the HTTP door serves, to whom and within which limits. */
export interface ServeHttpOptions {
  /** Opens the memory of a space, or answers the one that is open. */
  readonly memory: (space: string) => Promise<SpaceVerbs>;
  /** Settles when the store is open; rejects with the reason when it is not. */
  readonly ready: () => Promise<Readiness>;
  readonly tokens: Tokens;
  /** The page that is served at `/`, and what it shows. */
  readonly page: ServedPage;
  /** The address to listen on; another than the loopback's takes `allowRemote`. @default '127.0.0.1' */
  readonly host?: string;
  /** 0 takes a free one. @default 0 */
  readonly port?: number;
  /** Lets callers of other machines in. @default false */
  readonly allowRemote?: boolean;
  /** Further values of the `Host` header that requests may have, such as `memory.example:443`. */
  readonly allowedHosts?: readonly string[];
  /** Further origins whose pages may make requests, such as `https://memory.example`. */
  readonly allowedOrigins?: readonly string[];
  readonly limits?: Partial<HttpLimits>;
  /** Doors that are served beside the verbs, behind the same policy. */
  readonly mounts?: readonly Mount[];
  /** What `/metrics` answers: counts in the text form of Prometheus. */
  readonly metrics?: () => string;
  /** Hears how many calls are under way whenever one begins or ends; asking how the server is counts as none. */
  readonly onCall?: (open: number) => void;
  /** Hears of defects, whose words no caller is told. */
  readonly onError?: (error: unknown) => void;
}

/** The page as the server has it. */
export interface ServedPage {
  /** Where it was built. */
  readonly folder: string;
  /** The space that it shows where nobody names another. */
  readonly space: string;
  /** Tells when codes and sessions of it end. */
  readonly clock: Clock;
  /** Where codes and sessions lie when several hubs share them. */
  readonly records?: HubRecords | undefined;
  /** The spaces of the store, among which the page lets its reader choose. @default `space` alone */
  readonly spaces?: () => Promise<readonly string[]>;
  /** What agents recalled, at this door and at others. @default what they recall at this door */
  readonly recalls?: RecallTraces;
}

/** A route as the server has it. */
export interface ServedRoute extends Pick<Route, 'methods' | 'path' | 'access'> {}

/** A server that listens. */
export interface HttpServer {
  /** Such as `http://127.0.0.1:4180`. */
  readonly url: string;
  readonly port: number;
  /** Every route that is served, with what it asks of a caller. */
  readonly routes: readonly ServedRoute[];
  /** Takes no further calls, ends what goes on and on, waits for the calls under way, and closes. Safe to call twice. */
  close(): Promise<void>;
}

/** What every answer has: nothing of it is guessed at, kept, framed or run. */
const securityHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};
/** Milliseconds in which the headers of a request must have come. */
const headersMs = 10_000;
/** Milliseconds in which a whole request must have come, the longest upload included. */
const requestMs = 3_600_000;
/** Milliseconds between two looks for connections without a call, while the server closes. */
const sweepMs = 50;
const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

/** Whether only programs of this machine reach an address. */
export function isLoopback(host: string): boolean {
  return loopback.has(host);
}

/**
 * Serves memories over HTTP.
 *
 * @throws {InvalidArgumentError} when it is to listen to other machines and `allowRemote` does not say so, or cannot
 *   listen there.
 */
export async function serveHttp(options: ServeHttpOptions): Promise<HttpServer> {
  const { host = '127.0.0.1', port = 0, allowedHosts = [], allowedOrigins = [] } = options;
  if (!isLoopback(host) && options.allowRemote !== true) {
    const rule = '"host" must be 127.0.0.1 or ::1 unless remote callers are allowed';
    throw new InvalidArgumentError('INVALID_ARGUMENT', `serve: ${rule}, got "${host}"; pass --allow-remote.`);
  }
  const limits = { ...defaultLimits, ...options.limits };
  const closing = new AbortController();
  let rules: OriginRules = { hosts: new Set(), origins: new Set() };
  const { server, routes } = createHttpServer(options, limits, closing.signal, () => rules);
  await listening(server, host, port);
  const bound = (server.address() as AddressInfo).port;
  rules = originRules({ host, port: bound }, { hosts: allowedHosts, origins: allowedOrigins });
  let closed: Promise<void> | undefined;
  return {
    url: `http://${inUrl(host)}:${bound}`,
    port: bound,
    routes,
    close: () => {
      closing.abort();
      closed ??= closeServer(server, limits.closeMs);
      return closed;
    },
  };
}

function createHttpServer(
  { memory, metrics, ready, tokens, page, mounts = [], onCall = () => {}, onError = () => {} }: ServeHttpOptions,
  limits: HttpLimits,
  closing: AbortSignal,
  rules: () => OriginRules,
): { readonly server: Server; readonly routes: readonly ServedRoute[] } {
  const { clock, space, spaces = async () => [space], recalls = new RecallTraces(clock) } = page;
  const verbs = verbRoutes({ memory, limits, recalls, onError });
  const sessions = new PageSessions(clock, page.records);
  const paged = [...pageFileRoutes(page.folder), ...pageRoutes({ sessions, space, spaces, memory, limits })];
  const mounted = mounts.map((mount) => mountRoute(mount, limits));
  let document: object | undefined;
  const documented = (): object => {
    document ??= openApiDocument(verbs, [...status, ...paged, ...mounted]);
    return document;
  };
  const status = statusRoutes({ ready, metrics, document: documented });
  const routes = [...status, ...paged, ...mounted, ...verbs];
  const slots = new Slots(limits, onCall);
  const strangers = new Strangers(limits.strangers);
  const { callMs } = limits;
  const app = createApp({ routes, tokens, sessions, slots, strangers, callMs, rules, closing, onError });
  const listener = getRequestListener(app.fetch, {
    // The process belongs to the program that serves: its globals stay as they are.
    overrideGlobalObjects: false,
    errorHandler: (error) => problemResponse(error instanceof RequestError ? malformed() : error),
  });
  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      keepAliveTimeout: limits.keepAliveMs,
      headersTimeout: headersMs,
      connectionsCheckingInterval: headersMs / 2,
      requestTimeout: requestMs,
    },
    (incoming, outgoing) => {
      for (const [name, value] of Object.entries(securityHeaders)) outgoing.setHeader(name, value);
      void listener(incoming, outgoing);
    },
  );
  server.on('connection', (socket) => strangers.enter(socket));
  return { server, routes };
}

/** What comes to no `Request`, such as one whose `Host` is no name. */
function malformed(): HttpRefusal {
  return new HttpRefusal(400, 'INVALID_ARGUMENT', 'http: the request is malformed.');
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (cause: NodeJS.ErrnoException): void => reject(unusable(cause, host, port));
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      resolve();
    });
  });
}

/** Why it cannot listen at an address, as a rule where the caller can choose another. */
function unusable(cause: NodeJS.ErrnoException, host: string, port: number): Error {
  const rules: Readonly<Record<string, string>> = {
    EADDRINUSE: `"port" must be free, got ${port}, which another program has; choose another`,
    EACCES: `"port" must be one that this user may take, got ${port}; choose one above 1,023`,
    EADDRNOTAVAIL: `"host" must be an address of this machine, got "${host}"; choose another`,
  };
  const { [cause.code ?? '']: rule } = rules;
  if (rule === undefined) return cause;
  return new InvalidArgumentError('INVALID_ARGUMENT', `serve: ${rule}.`, { cause, details: { host, port } });
}

/** Connections go as they fall idle; those that still have a call after `graceMs` are cut. */
function closeServer(server: Server, graceMs: number): Promise<void> {
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  return new Promise((resolve) => {
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(cut);
      resolve();
    });
  });
}
