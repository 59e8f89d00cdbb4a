/**
 * The routes of the page beside the verbs: it is signed in and out, hears which spaces there are, and sees what a model
 * is given. All else that it does are calls of verbs, as anybody makes them.
 */
import { z } from 'zod';
import {
  agentVerbs,
  checked,
  constellationText,
  DeniedError,
  type SpaceVerbs,
  tokenCounter,
  version,
} from '../index.ts';
import type { Route } from './call.ts';
import { isFromOwnPage } from './origin-guard.ts';
import type { PageSessions } from './page-sessions.ts';
import { type HttpLimits, readJson } from './read-body.ts';

/** What the routes of the page are answered from. */
export interface PageRouteParts {
  readonly sessions: PageSessions;
  /** The space that the page shows where nobody names another. */
  readonly space: string;
  /** The spaces of the store. */
  readonly spaces: () => Promise<readonly string[]>;
  readonly memory: (space: string) => Promise<SpaceVerbs>;
  readonly limits: HttpLimits;
}

/** Bytes of a body, which anybody may send: a code is far shorter. */
const bodyBytes = 1024;

const codeSchema = z.strictObject({ code: z.string().min(1, { error: 'must not be blank' }) });
const madeSchema = z.strictObject({ code: z.string(), expiresAt: z.iso.datetime() });
const sessionSchema = z.strictObject({
  space: z.string(),
  spaces: z.array(z.string()),
  version: z.string(),
  expiresAt: z.iso.datetime(),
});
const toldSchema = z.strictObject({ text: z.string(), tokens: z.int() });

/** The routes of the page. */
export function pageRoutes({ sessions, space, spaces, memory, limits }: PageRouteParts): readonly Route[] {
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
        const { secret, expiresAt } = await sessions.issueCode();
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
        return signed(await sessions.signIn(incoming, code));
      },
    },
    {
      ...session,
      methods: ['GET'],
      access: 'page',
      summary: 'Tells the page what it shows, and until when it is signed in.',
      result: sessionSchema,
      handle: async ({ incoming }) =>
        Response.json({ space, spaces: await spaces(), version, expiresAt: await sessions.endOf(incoming) }),
    },
    {
      ...session,
      methods: ['DELETE'],
      access: 'page',
      summary: 'Signs the page out.',
      handle: async ({ incoming }) => signed(await sessions.signOut(incoming)),
    },
    {
      methods: ['POST'],
      path: '/v1/page/spaces/{space}/agents/{agent}/told',
      access: 'page',
      summary: 'The text that a model is given for a recall, with its tokens; it counts as no use.',
      timed: true,
      input: agentVerbs.recall.input,
      result: toldSchema,
      handle: async (call) => {
        const asked = checked(
          'recall',
          agentVerbs.recall.input,
          await readJson(call.incoming, limits.bodyBytes, call.signal),
        );
        const own = (await memory(call.space)).agent(call.agent);
        const text = constellationText(
          await own.recall({ query: '', ...asked, attention: false, signal: call.signal }),
        );
        return Response.json({ text, tokens: (await tokenCounter())(text) });
      },
    },
  ];
}

function signed(cookie: string): Response {
  return new Response(null, { status: 204, headers: { 'set-cookie': cookie } });
}
