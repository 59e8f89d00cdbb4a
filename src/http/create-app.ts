/**
 * Leads a request from the socket to a route: origin, token or session, policy, place, time. Owns their order, which is
 * the order in which a caller is refused. The routes own the answers.
 */
import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { agentSchema, checked, DeniedError, NotFoundError, type Readiness, UnavailableError } from '../index.ts';
import { HttpRefusal, type Method, type Route, isDefect, problemResponse } from './call.ts';
import type { Tokens } from './hub-tokens.ts';
import { type OriginRules, checkOrigin } from './origin-guard.ts';
import type { PageSessions } from './page-sessions.ts';
import { type Identity, type CallerReach, decide } from './policy.ts';
import { referenceRoute } from './reference-page.ts';
import type { Slots, Strangers } from './slots.ts';

/** What requests are led by. */
export interface AppParts {
  readonly routes: readonly Route[];
  readonly tokens: Tokens;
  readonly sessions: PageSessions;
  readonly slots: Slots;
  readonly strangers: Strangers;
  /** Milliseconds until a timed call must be answered. */
  readonly callMs: number;
  /** The rules in force; they are known once the server listens. */
  readonly rules: () => OriginRules;
  /** Fires when the server closes. */
  readonly closing: AbortSignal;
  /** Hears of defects. */
  readonly onError: (error: unknown) => void;
}

interface Bindings {
  readonly Bindings: HttpBindings;
}

/** The application that answers requests. */
export function createApp(parts: AppParts): Hono<Bindings> {
  const app = new Hono<Bindings>();
  app.use(async ({ env }, next) => {
    checkOrigin(env.incoming, parts.rules());
    checkAgent(env.incoming);
    await next();
  });
  const allowed = new Map<string, readonly Method[]>();
  for (const route of parts.routes) {
    const path = route.path.replace(/\{(\w+)\}/g, ':$1');
    app.on([...route.methods], path, (context) => lead(route, context, parts));
    allowed.set(path, [...(allowed.get(path) ?? []), ...route.methods]);
  }
  for (const [path, methods] of allowed) {
    app.all(path, ({ req }) => {
      const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
      throw new HttpRefusal(405, 'INVALID_ARGUMENT', `http: ${req.method} is not answered here.`, { allow });
    });
  }
  app.notFound(({ req }) => {
    const hint = 'GET /v1/openapi.json lists every route.';
    return problemResponse(new NotFoundError('NOT_FOUND', `http: there is no route "${req.path}".`, { hint }));
  });
  app.onError((error, { req }) => {
    if (isDefect(error) && !req.raw.signal.aborted) parts.onError(error);
    return problemResponse(error);
  });
  return app;
}

/**
 * Refuses an address with dots in the place of an agent: without them it is that of the whole space.
 *
 * @throws {InvalidArgumentError} INVALID_ARGUMENT.
 */
function checkAgent({ url = '' }: IncomingMessage): void {
  const [, dots] = /^[^?]*?\/agents\/((?:\.|%2e){1,2})(?:[/\\?]|$)/i.exec(url) ?? [];
  if (dots !== undefined) checked('agent', agentSchema, { name: decodeURIComponent(dots) });
}

async function lead(route: Route, { env, req }: Context<Bindings>, parts: AppParts): Promise<Response> {
  const { slots, callMs, closing } = parts;
  const { space, agent } = req.param() as { readonly space?: string; readonly agent?: string };
  const identity = await identify(env.incoming, route, parts);
  if (identity !== undefined) parts.strangers.know(env.incoming.socket);
  admit(identity, { access: route.access, space, agent });
  const answer = (): Promise<Response> =>
    withinTime(route.timed ? callMs : undefined, req.raw.signal, (signal) => {
      const { incoming, outgoing } = env;
      // A store may have two spellings of one name from before: a token is for the one that it was made for.
      const place = { url: new URL(req.url), space: space ?? '', agent: (agent && identity?.agent) ?? agent ?? '' };
      return route.handle({ ...place, incoming, outgoing, identity, signal, closing });
    });
  // How the server is must be told even when it is full, and the page and signing in cost next to nothing.
  if (route.access === 'open') return answer();
  if (closing.aborted) throw closingRefusal();
  return slots.run(env.outgoing, answer);
}

/** Who calls: the agent or owner of the token, or the owner on a signed-in page. */
async function identify(
  incoming: IncomingMessage,
  { tokensOnly = false }: Route,
  { tokens, sessions }: AppParts,
): Promise<Identity | undefined> {
  const { authorization } = incoming.headers;
  if (authorization === undefined) return tokensOnly ? undefined : sessions.identify(incoming);
  const [, token] = /^bearer +(\S+)$/i.exec(authorization) ?? [];
  return token === undefined ? undefined : tokens.identify(token);
}

function admit(identity: Identity | undefined, reach: CallerReach): void {
  const decision = decide(identity, reach);
  if (decision === 'allowed') return;
  if (decision === 'forbidden') throw new DeniedError('FORBIDDEN', 'http: this token does not reach so far.');
  const rule = 'a token that is known is needed, as Authorization: Bearer, or a page that is signed in';
  throw new HttpRefusal(401, 'UNAUTHORIZED', `http: ${rule}.`, { 'www-authenticate': 'Bearer realm="madeleine"' });
}

/**
 * Runs a call with a signal that fires when the caller is gone or, until the answer has begun, the time is up.
 *
 * @param ms - undefined for a call that may take any time.
 * @throws {UnavailableError} STORE_TIMEOUT when the time was up.
 */
async function withinTime<T>(
  ms: number | undefined,
  gone: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const end = new AbortController();
  let late = false;
  // An answer that goes on and on still ends with its caller, so the listener stays.
  gone.addEventListener('abort', () => end.abort(gone.reason), { once: true });
  const timer =
    ms === undefined
      ? undefined
      : setTimeout(() => {
          late = true;
          end.abort();
        }, ms);
  try {
    return await work(end.signal);
  } catch (error) {
    if (!late) throw error;
    // Not BUSY: that would say that the call was never begun, and so can be made again.
    throw new UnavailableError('STORE_TIMEOUT', `http: the call took longer than ${ms} ms and was ended.`);
  } finally {
    clearTimeout(timer);
  }
}

/** What the routes about the server are answered from. */
export interface StatusParts {
  /** Settles when the store is open; rejects with the reason when it is not. */
  readonly ready: () => Promise<Readiness>;
  /** What is counted, in the text form of Prometheus; none where nothing is. */
  readonly metrics: (() => string) | undefined;
  /** The OpenAPI document of every route. */
  readonly document: () => object;
}

/** The routes about the server. */
export function statusRoutes({ ready, metrics, document }: StatusParts): readonly Route[] {
  const get = { methods: ['GET'], timed: true } as const;
  return [
    {
      ...get,
      path: '/healthz',
      access: 'open',
      summary: 'Whether the process lives.',
      handle: async () => Response.json({ status: 'ok' }),
    },
    {
      ...get,
      path: '/readyz',
      access: 'open',
      summary: 'Whether the store is open, and which version serves it.',
      handle: async ({ closing }) => {
        if (closing.aborted) throw closingRefusal();
        return Response.json(await ready());
      },
    },
    {
      ...get,
      path: '/metrics',
      access: 'open',
      summary: 'Counts and times of calls for Prometheus; they name no space, no agent and no memory.',
      handle: async () => new Response(metrics?.() ?? '', { headers: { 'content-type': metricsType } }),
    },
    {
      ...get,
      path: '/v1/openapi.json',
      access: 'read',
      summary: 'This document.',
      handle: async () => Response.json(document()),
    },
    referenceRoute(document),
  ];
}

/** The version of the text form. */
const metricsType = 'text/plain; version=0.0.4; charset=utf-8';

/** What a caller is told when the server is about to end. */
function closingRefusal(): HttpRefusal {
  return new HttpRefusal(503, 'BUSY', 'http: the server is closing.', { 'retry-after': '1', connection: 'close' });
}
