/**
 * `sessions`: the sessions of one perspective. The ledger says who opened a session, and the index says which memories
 * belong to it. Only what the perspective's believers hold counts, however faded.
 *
 * The goal and the plan show to the agent that said them, and to every agent if that was `system`. To others it looks as
 * if the first memory in their view had opened it.
 */
import { NotFoundError, throwIfCancelled } from '../domain/errors.ts';
import { groupBy, present } from '../domain/values.ts';
import { checked } from '../domain/input.ts';
import type { Perspective } from '../domain/belief.ts';
import { chosenId } from '../domain/chosen-id.ts';
import type { Session } from '../domain/records.ts';
import { memoryTypes } from '../recall-index/memory-table.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import type { RecallParts } from '../recall/recall.ts';
import { View } from '../recall/view.ts';
import { mayGoOn, openedByMemory, saidSessions, sessionHint } from '../remember/sessions.ts';
import { type SessionInView, type SessionsOptions, sessionsSchema } from './session-options.ts';

/** A session in view with what its answer does not show. */
export interface SeenSession extends SessionInView {
  /** Whether this agent opened it, or it is shared and this agent may go on with it. */
  readonly isOwn: boolean;
  /** The rows of its memories, in the order of their times. */
  readonly rows: readonly number[];
}

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

/** The sessions that the agent or `system` opened, and those to which a memory belongs that is held; the one used last first. */
export async function seenSessions(parts: RecallParts, perspective: Perspective): Promise<readonly SeenSession[]> {
  const { index, ledger, clock } = parts;
  const held = heldBySession(index, perspective, clock().getTime());
  const said = saidSessions(perspective, await ledger.list('session'), openedByMemory(index));
  // Of several by one id the first counts.
  const known = new Map(said.toReversed().map((record) => [chosenId(record.id), record]));
  return [...new Set([...known.keys(), ...held.keys()])]
    .map((id) => seen(index, perspective, { id, record: known.get(id), rows: held.get(id) ?? [] }))
    .sort((one, other) => usedAt(other) - usedAt(one) || (one.id < other.id ? -1 : 1));
}

/**
 * One session of a perspective.
 *
 * @throws {NotFoundError} when it is not among those of {@link seenSessions}.
 */
export async function seenSession(
  parts: RecallParts,
  perspective: Perspective,
  operation: string,
  id: string,
): Promise<SeenSession> {
  const found = (await seenSessions(parts, perspective)).find((session) => session.id === id);
  if (found !== undefined) return found;
  throw new NotFoundError(
    'NOT_FOUND',
    `${operation}: no session "${id}" is in ${perspective.agent}'s view; look it up with sessions.`,
    { details: { id }, hint: sessionHint },
  );
}

/** A session as it is answered. */
export function shownSession({ isOwn: _isOwn, rows: _rows, ...session }: SeenSession): SessionInView {
  return session;
}

function heldBySession(
  index: RecallIndex,
  perspective: Perspective,
  at: number,
): ReadonlyMap<string, readonly number[]> {
  const { memories } = index;
  const rows = new Set<number>();
  for (const { believer, isVisible } of new View(index, perspective, { at, archived: true }).byBeliever) {
    for (const document of believer.timelines.timelines.flat()) {
      if (isVisible(document)) rows.add(believer.rowOf.get(document));
    }
  }
  const inOrder = [...rows].sort((one, other) => (memories.precedes(one, other) ? -1 : 1));
  return groupBy(inOrder, (row) => memories.sessions.text(memories.session.get(row)));
}

interface Found {
  readonly id: string;
  readonly record: Session | undefined;
  readonly rows: readonly number[];
}

function seen(index: RecallIndex, perspective: Perspective, { id, record, rows }: Found): SeenSession {
  const { memories } = index;
  const timeOf = (row: number): Date => new Date(memories.occurredAt.get(row));
  const [first, last] = [rows[0], rows.at(-1)];
  const { goal, status = 'open', planStatus = 'in_progress', endedAt } = record ?? {};
  const startedAt = record?.startedAt ?? timeOf(first!);
  return present({
    id,
    goal,
    status,
    planStatus,
    startedAt: first !== undefined && timeOf(first) < startedAt ? timeOf(first) : startedAt,
    endedAt,
    lastAt: last === undefined ? undefined : timeOf(last),
    memories: rows.length,
    thoughts: rows.filter((row) => memoryTypes[memories.type.get(row)] === 'thought').length,
    isOwn:
      record === undefined
        ? holdsItself(index, perspective, first!)
        : perspective.owns(record.agent) || mayGoOn(perspective, record),
    rows,
  });
}

/** Whether the agent itself, and not `system` alone, holds the memory in a row. */
function holdsItself(index: RecallIndex, perspective: Perspective, row: number): boolean {
  return perspective.believers.some((key) => perspective.owns(key) && index.isHeld([key], index.memories.idOf(row)));
}

function usedAt({ startedAt, lastAt = startedAt }: SessionInView): number {
  return Math.max(startedAt.getTime(), lastAt.getTime());
}
