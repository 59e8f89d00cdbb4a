/** Sessions: opened by name when an observation first belongs to one, or by the `session` verb. */
import { z } from 'zod';
import { type Checked, checked, date, flag, type Given, oneOf, recordKey, signal, text } from '../domain/input.ts';
import { ConflictError, InvalidArgumentError, throwIfCancelled } from '../domain/errors.ts';
import { agentOf, audienceOf, believerWithin, talkField } from '../domain/audience.ts';
import type { Perspective } from '../domain/belief.ts';
import { idIn } from '../domain/values.ts';
import { type Belief, type Observation, type Session, systemAgent } from '../domain/records.ts';
import { type PlanStatus, planStatuses } from '../domain/vocabulary.ts';
import type { Writer } from './writer.ts';

const sessionFields = {
  /** The key or id of the session; a new one is opened when it names none. */
  id: recordKey().optional(),
  /** What the session is for; 1-2,000 characters. */
  goal: text(2000).optional(),
  /** Opening a closed session again removes its end. @default 'open'; 'closed' with an `endedAt` */
  status: oneOf(['open', 'closed']).optional(),
  /**
   * From in_progress to blocked and back, or to completed; a completed plan is in progress again
   * where its session is opened again (`status: 'open'`), and by itself where that was closed.
   * @default 'in_progress'
   */
  planStatus: oneOf(planStatuses).optional(),
  /** Whether every agent sees its goal and its plan, and may go on with it. One's own can be shared later. @default false */
  shared: flag.optional(),
  /** @default now */
  startedAt: date.optional(),
  /** @default when it is closed */
  endedAt: date.optional(),
  ...talkField,
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
export async function changeSession(
  writer: Writer,
  perspective: Perspective,
  options: SessionOptions,
): Promise<Session> {
  const asked = checked('session', sessionSchema, options);
  const { clock, ledger } = writer.parts;
  const id = idIn('session', asked.id ?? writer.untimedId());
  return writer.exclusive(async () => {
    throwIfCancelled('session', asked.signal);
    const [known] = await ledger.records('session', [id]);
    const shared = believerWithin(systemAgent, audienceOf(perspective.believer));
    if (known === undefined) {
      const opener = asked.shared === true ? shared : perspective.believer;
      const session = newSession(id, opener, asked.startedAt ?? clock(), asked);
      checkTimes(session);
      const agent = await writer.writingAgents([perspective.agent, perspective.believer]);
      await writer.commit({ insert: { agent, session: [session] } });
      return toldSession(session);
    }
    if (!mayGoOn(perspective, known)) {
      throw new ConflictError(
        'CONFLICT',
        `session: "${id}" was opened by another agent, or in another talk; choose another id.`,
        {
          details: { id },
        },
      );
    }
    const session = changed(known, asked, clock());
    checkTimes(session);
    const { id: _id, agent: _agent, ...set } = session;
    const agent = asked.shared === true ? shared : known.agent;
    const patch = {
      table: 'session',
      record: { id, agent: known.agent },
      set: { ...set, agent, endedAt: session.endedAt },
    } as const;
    await writer.commit({ patches: [patch] });
    return toldSession({ ...session, agent });
  });
}

/** Whether a session is this agent's to change; what is shared is everybody's to go on with. */
function mayGoOn(perspective: Perspective, { agent: opener }: Session): boolean {
  if (agentOf(opener) !== systemAgent) return perspective.mayChange(opener);
  if (audienceOf(opener).length > 0) return perspective.believers.includes(opener);
  return perspective.mayChange(perspective.agent);
}

/** A session as its agent is told of it. */
function toldSession({ agent, ...session }: Session): Session {
  return { ...session, agent: agentOf(agent) };
}

/** The sessions of some observations that do not exist yet, opened by the agent that was first in each, for the audience of that. */
export async function missingSessions(
  writer: Writer,
  observations: readonly Pick<Observation, 'id' | 'session' | 'agent' | 'occurredAt'>[],
  beliefs: readonly Pick<Belief, 'agent' | 'memory'>[],
): Promise<readonly Session[]> {
  const believers = new Map(beliefs.map(({ agent, memory }) => [memory, agent]));
  const first = new Map<string, Session>();
  for (const { id: memory, session: id, agent, occurredAt } of observations) {
    const known = id === undefined ? undefined : first.get(id);
    if (id !== undefined && (known === undefined || occurredAt < known.startedAt)) {
      const opener = believerWithin(agent, audienceOf(believers.get(memory) ?? agent));
      first.set(id, newSession(id, opener, occurredAt, {}));
    }
  }
  const there = await writer.parts.ledger.sessions([...first.keys()]);
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
