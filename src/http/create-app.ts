/**
 * Leads a request from the socket to a route: origin, token, policy, place, time. Owns their order, which is the order
 * in which a caller is refused; what is answered stands with the routes.
 */
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { DeniedError } from '../index.ts';
import type { Route } from './call.ts';
import { HttpRefusal, isDefect, problemResponse } from './http-refusal.ts';
import type { Tokens } from './hub-tokens.ts';
import { checkOrigin, type OriginRules } from './origin-guard.ts';
import { decide, type Identity, type Reach } from './policy.ts';
import type { Slots } from './slots.ts';
import { closingRefusal } from './status-routes.ts';
import { withinTime } from './within-time.ts';

/** What requests are led by. */
export interface AppParts {
  readonly routes: readonly Route[];
  readonly tokens: Tokens;
  readonly slots: Slots;
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
    await next();
  });
  for (const route of parts.routes) {
    const path = route.path.replace(/\{(\w+)\}/g, ':$1');
    app.on([...route.methods], path, (context) => lead(route, context, parts));
    app.all(path, ({ req }) => {
      const allow = route.methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
      throw new HttpRefusal(405, 'INVALID_ARGUMENT', `http: ${req.method} is not answered here.`, { allow });
    });
  }
  app.notFound(() => problemResponse(new HttpRefusal(404, 'NOT_FOUND', 'http: there is no such route.')));
  app.onError((error, { req }) => {
    if (isDefect(error) && !req.raw.signal.aborted) parts.onError(error);
    return problemResponse(error);
  });
  return app;
}

async function lead(route: Route, { env, req }: Context<Bindings>, parts: AppParts): Promise<Response> {
  const { tokens, slots, callMs, closing } = parts;
  const { space, agent } = req.param() as { readonly space?: string; readonly agent?: string };
  const identity = await admit(req.header('authorization'), { access: route.access, space, agent }, tokens);
  const answer = (): Promise<Response> =>
    withinTime(route.timed ? callMs : undefined, req.raw.signal, (signal) => {
      const { incoming, outgoing } = env;
      const url = new URL(req.url);
      return route.handle({
        incoming,
        outgoing,
        url,
        identity,
        space: space ?? '',
        agent: agent ?? '',
        signal,
        closing,
      });
    });
  // How the server is must be told even when it is full.
  if (route.access === 'open') return answer();
  if (closing.aborted) throw closingRefusal();
  return slots.run(env.outgoing, answer);
}

/** Who comes with these credentials, if the policy lets them reach so far. */
async function admit(credentials: string | undefined, reach: Reach, tokens: Tokens): Promise<Identity | undefined> {
  const [, token] = /^bearer +(\S+)$/i.exec(credentials ?? '') ?? [];
  const identity = token === undefined ? undefined : await tokens.identify(token);
  const decision = decide(identity, reach);
  if (decision === 'allowed') return identity;
  if (decision === 'forbidden') throw new DeniedError('FORBIDDEN', 'http: this token does not reach so far.');
  const rule = token === undefined ? 'a token is needed, as Authorization: Bearer' : 'that token is not known';
  throw new HttpRefusal(401, 'UNAUTHORIZED', `http: ${rule}.`, { 'www-authenticate': 'Bearer realm="madeleine"' });
}
