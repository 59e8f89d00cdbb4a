/** The routes by which the page is signed in and out. What it does then are calls of verbs, as anybody makes them. */
import { z } from 'zod';
import { checked, DeniedError, version } from '../index.ts';
import type { Route } from './call.ts';
import { isFromOwnPage } from './origin-guard.ts';
import type { PageSessions } from './page-sessions.ts';
import { readJson } from './read-body.ts';

/** What the routes of signing in are answered from. */
export interface PageRouteParts {
  readonly sessions: PageSessions;
  /** The space that the page shows where nobody names another. */
  readonly space: string;
}

/** Bytes of a body, which anybody may send: a code is far shorter. */
const bodyBytes = 1024;

const codeSchema = z.strictObject({ code: z.string().min(1, { error: 'must not be blank' }) });
const madeSchema = z.strictObject({ code: z.string(), expiresAt: z.iso.datetime() });
const sessionSchema = z.strictObject({ space: z.string(), version: z.string(), expiresAt: z.iso.datetime() });

/** The routes of signing in. */
export function pageRoutes({ sessions, space }: PageRouteParts): readonly Route[] {
  const session = { path: '/v1/page/session', timed: true } as const;
  return [
    {
      methods: ['POST'],
      path: '/v1/page/codes',
      access: 'owner',
      summary: 'Makes a code with which one page can sign in, once and within two minutes.',
      timed: true,
      result: madeSchema,
      handle: async () => {
        const { secret, expiresAt } = sessions.issueCode();
        return Response.json({ code: secret, expiresAt });
      },
    },
    {
      ...session,
      methods: ['POST'],
      access: 'open',
      summary: 'Signs a page of this server in with a code.',
      input: codeSchema,
      handle: async ({ incoming, signal }) => {
        if (!isFromOwnPage(incoming)) throw new DeniedError('FORBIDDEN', 'sign in: only the page of this server can.');
        const { code } = checked('sign in', codeSchema, await readJson(incoming, bodyBytes, signal));
        return signed(sessions.signIn(incoming, code));
      },
    },
    {
      ...session,
      methods: ['GET'],
      access: 'page',
      summary: 'Tells the page what it shows, and until when it is signed in.',
      result: sessionSchema,
      handle: async ({ incoming }) => Response.json({ space, version, expiresAt: sessions.endOf(incoming) }),
    },
    {
      ...session,
      methods: ['DELETE'],
      access: 'page',
      summary: 'Signs the page out.',
      handle: async ({ incoming }) => signed(sessions.signOut(incoming)),
    },
  ];
}

function signed(cookie: string): Response {
  return new Response(null, { status: 204, headers: { 'set-cookie': cookie } });
}
