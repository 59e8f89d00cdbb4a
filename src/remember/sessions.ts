/** Sessions: opened by name when an observation first belongs to one, or by the `session` verb. */
import { z } from 'zod';
import { type Checked, checked, date, type Given, oneOf, recordKey, signal, text } from '../domain/input.ts';
import { ConflictError, InvalidArgumentError, throwIfCancelled } from '../domain/errors.ts';
import { idIn } from '../domain/values.ts';
import type { Observation, Session } from '../domain/records.ts';
import { type PlanStatus, planStatuses } from '../domain/vocabulary.ts';
import type { Writer } from './writer.ts';

const sessionFields = {
  /** The key or id of the session; a new one is opened when it names none. */
  id: recordKey().optional(),
  /** What the session is for; 1-2,000 characters. */
  goal: text(2000).optional(),
  /** Opening a closed session again takes its end away. @default 'open'; 'closed' with an `endedAt` */
  status: oneOf(['open', 'closed']).optional(),
  /**
   * From in_progress to blocked and back, or to completed; a completed plan is in progress again
   * where its session is opened again (`status: 'open'`), and by itself where that was closed.
   * @default 'in_progress'
   */
  planStatus: oneOf(planStatuses).optional(),
  /** @default now */
  startedAt: date.optional(),
  /** @default when it is closed */
  endedAt: date.optional(),
  signal,
};
/** What `session` takes: what to open, or what to change in the session of this id. */
export interface SessionOptions extends Given<typeof sessionFields> {}

/** The rules for {@link SessionOptions}. */
export const sessionSchema: z.ZodType<Checked<SessionOptions>> = z
  .strictObject(sessionFields)
  .refine(({ status, endedAt }) => endedAt === undefined || status !== 'open', {
    path: ['endedAt'],
    error: 'must be left out where "status" is open',
  });

/** Opens a session, or changes one. */
export async function changeSession(writer: Writer, agent: string, options: SessionOptions): Promise<Session> {
  const asked = checked('session', sessionSchema, options);
  const { clock, ledger, newId } = writer.parts;
  const id = idIn('session', asked.id ?? newId());
  return writer.exclusive(async () => {
    throwIfCancelled('session', asked.signal);
    const [known] = await ledger.records('session', [id]);
    if (known === undefined) {
      const session = newSession(id, agent, asked.startedAt ?? clock(), asked);
      checkTimes(session);
      await writer.commit({ insert: { agent: await writer.missingAgents([agent]), session: [session] } });
      return session;
    }
    if (known.agent !== agent) {
      throw new ConflictError('CONFLICT', `session: "${id}" was opened by another agent; choose another id.`, {
        details: { id },
      });
    }
    const session = changed(known, asked, clock());
    checkTimes(session);
    const { id: _id, agent: _agent, ...set } = session;
    const patch = { table: 'session', record: { id, agent }, set: { ...set, endedAt: session.endedAt } } as const;
    await writer.commit({ patches: [patch] });
    return session;
  });
}

/** The sessions of some observations that do not exist yet, opened by the agent that was first in each. */
export async function missingSessions(
  writer: Writer,
  observations: readonly Pick<Observation, 'session' | 'agent' | 'occurredAt'>[],
): Promise<readonly Session[]> {
  const first = new Map<string, Session>();
  for (const { session: id, agent, occurredAt } of observations) {
    const known = id === undefined ? undefined : first.get(id);
    if (id !== undefined && (known === undefined || occurredAt < known.startedAt)) {
      first.set(id, newSession(id, agent, occurredAt, {}));
    }
  }
  const there = await writer.parts.ledger.records('session', [...first.keys()]);
  for (const { id } of there) first.delete(id);
  return [...first.values()];
}

type Asked = Partial<Pick<Session, 'goal' | 'status' | 'planStatus' | 'startedAt' | 'endedAt'>>;

function newSession(id: string, agent: string, startedAt: Date, asked: Asked): Session {
  const status = statusOf(asked) ?? 'open';
  const ended = asked.endedAt ?? (status === 'closed' ? startedAt : undefined);
  return {
    id,
    agent,
    status,
    planStatus: asked.planStatus ?? 'in_progress',
    startedAt,
    ...(asked.goal === undefined ? {} : { goal: asked.goal }),
    ...(ended === undefined ? {} : { endedAt: ended }),
  };
}

function changed(known: Session, asked: Asked, now: Date): Session {
  const { endedAt: knownEnd, ...kept } = known;
  const status = statusOf(asked) ?? known.status;
  const planStatus = changedPlan(known, asked);
  const endedAt = status === 'closed' ? (asked.endedAt ?? knownEnd ?? now) : undefined;
  return {
    ...kept,
    status,
    planStatus,
    ...(asked.goal === undefined ? {} : { goal: asked.goal }),
    ...(asked.startedAt === undefined ? {} : { startedAt: asked.startedAt }),
    ...(endedAt === undefined ? {} : { endedAt }),
  };
}

/** Where a plan can go from each of its states, while its session is not opened again. */
const nextPlan: Readonly<Record<PlanStatus, readonly PlanStatus[]>> = {
  in_progress: ['blocked', 'completed'],
  blocked: ['in_progress'],
  completed: [],
};

/** Where a session's plan stands after a change. What is completed goes on only where its session is opened again. */
function changedPlan({ id, status, planStatus }: Session, asked: Asked): PlanStatus {
  const isDone = planStatus === 'completed';
  const isOpened = asked.status === 'open';
  const wanted = asked.planStatus ?? (isDone && isOpened && status === 'closed' ? 'in_progress' : planStatus);
  const isAllowed = wanted === planStatus || nextPlan[planStatus].includes(wanted);
  if (isAllowed || (isDone && isOpened && wanted === 'in_progress')) return wanted;
  const remedy = isDone ? 'open the session again with "status": "open"' : 'put it in progress first';
  throw new ConflictError(
    'CONFLICT',
    `session: "planStatus" cannot go from ${planStatus} to ${wanted}, got it for "${id}"; ${remedy}.`,
    { details: { id, planStatus } },
  );
}

/** Who gives a session an end closes it. */
function statusOf({ status, endedAt }: Asked): Session['status'] | undefined {
  return status ?? (endedAt === undefined ? undefined : 'closed');
}

function checkTimes(session: Session): void {
  if (session.endedAt === undefined || session.endedAt >= session.startedAt) return;
  throw new InvalidArgumentError(
    'INVALID_ARGUMENT',
    `session: "endedAt" must not be before "startedAt" (${session.startedAt.toISOString()}), got ${session.endedAt.toISOString()}.`,
  );
}
