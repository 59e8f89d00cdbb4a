/** `sessions` and `resume`: which sessions there are in a perspective, and going on with one. */
import { NotFoundError, throwIfCancelled } from '../domain/errors.ts';
import { idIn } from '../domain/ids.ts';
import { checked } from '../domain/input.ts';
import type { Perspective } from '../domain/perspective.ts';
import type { RecallParts } from '../recall/recall.ts';
import { changeSession } from '../remember/sessions.ts';
import type { Writer } from '../remember/writer.ts';
import { digestOf } from './digest.ts';
import {
  type ResumedSession,
  type ResumeOptions,
  resumeSchema,
  type SessionInView,
  type SessionsOptions,
  sessionsSchema,
} from './session-options.ts';
import { type SeenSession, seenSession, seenSessions, shownSession } from './session-view.ts';

/** Sessions to a list when a call does not say. */
const defaultLimit = 50;

/** Lists the sessions of a perspective, the one used last first. */
export async function sessions(
  parts: RecallParts,
  perspective: Perspective,
  options: SessionsOptions,
): Promise<readonly SessionInView[]> {
  const { status, limit = defaultLimit, signal } = checked('sessions', sessionsSchema, options);
  throwIfCancelled('sessions', signal);
  await parts.follow();
  const seen = await seenSessions(parts, perspective);
  return seen
    .filter((session) => status === undefined || session.status === status)
    .slice(0, limit)
    .map(shownSession);
}

/**
 * Goes on with a session: opens it again where this agent closed it, and tells where it stood.
 *
 * @throws {NotFoundError} when it is not in view, or none is named and none of this agent's own is open.
 */
export async function resume(
  writer: Writer,
  parts: RecallParts,
  perspective: Perspective,
  options: ResumeOptions,
): Promise<ResumedSession> {
  const { id, ...budget } = checked('resume', resumeSchema, options);
  throwIfCancelled('resume', budget.signal);
  await parts.follow();
  const find = (session: string): Promise<SeenSession> => seenSession(parts, perspective, 'resume', session);
  const before = id === undefined ? await lastOpen(parts, perspective) : await find(idIn('session', id));
  const reopened = before.isOwn && before.status === 'closed';
  if (reopened) await changeSession(writer, perspective.agent, { id: before.id, status: 'open' });
  const session = reopened ? await find(before.id) : before;
  const digest = await digestOf(parts, perspective, session, budget);
  return { session: shownSession(session), reopened, digest };
}

async function lastOpen(parts: RecallParts, perspective: Perspective): Promise<SeenSession> {
  const found = (await seenSessions(parts, perspective)).find(({ isOwn, status }) => isOwn && status === 'open');
  if (found !== undefined) return found;
  throw new NotFoundError(
    'NOT_FOUND',
    `resume: "id" is required where no session of ${perspective.agent}'s is open; name one that sessions lists, or open one with session.`,
  );
}
