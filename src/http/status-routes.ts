/** The routes that tell of the server itself: whether it lives, whether it serves, and what there is. */
import { HttpRefusal } from './http-refusal.ts';
import type { Readiness } from '../index.ts';
import type { Route } from './call.ts';

/** What the routes about the server are answered from. */
export interface StatusParts {
  /** Settles when the store is open; rejects with the reason when it is not. */
  readonly ready: () => Promise<Readiness>;
  /** The OpenAPI document of every route. */
  readonly document: () => object;
}

/** The routes about the server. */
export function statusRoutes({ ready, document }: StatusParts): readonly Route[] {
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
      path: '/v1/openapi.json',
      access: 'read',
      summary: 'This document.',
      handle: async () => Response.json(document()),
    },
  ];
}

/** What a caller is told when the server is about to end. */
export function closingRefusal(): HttpRefusal {
  return new HttpRefusal(503, 'BUSY', 'http: the server is closing.', { 'retry-after': '1', connection: 'close' });
}
