/** Sessions: opened by name when an observation first belongs to one, or by the `session` verb. */
import { z } from 'zod';
import { type Checked, checked, date, flag, type Given, oneOf, recordKey, signal, text } from '../domain/input.ts';
import { ConflictError, InvalidArgumentError, NotFoundError, throwIfCancelled } from '../domain/errors.ts';
import { agentOf, audienceOf, believerWithin, talkField } from '../domain/audience.ts';
import { Perspective } from '../domain/belief.ts';
import { chosenId, taggedId } from '../domain/chosen-id.ts';
import { idIn } from '../domain/values.ts';
import { type Belief, type Observation, type Session, systemAgent } from '../domain/records.ts';
import { type PlanStatus, planStatuses } from '../domain/vocabulary.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import type { Writer } from './writer.ts';

/** How to find a session. */
export const sessionHint = 'Those in view are listed by sessions, on the command line by `madeleine session list`.';

const sessionFields = {
  /**
   * The key or id of the session; a new one is opened when it names none in view. To close one it must be named and in
   * view, unless a `goal` or `startedAt` tells of one that is over.
   */
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
  })
  .refine((asked) => asked.id !== undefined || !closesAlone(asked), {
    path: ['id'],
    error: 'must name the session that is to be closed',
  });

/**
 * Opens a session, or changes one.
 *
 * @throws {NotFoundError} when one is to be closed that is not in view, and nothing else is said of it.
 */
export async function changeSession(
  writer: Writer,
  perspective: Perspective,
  options: SessionOptions,
): Promise<Session> {
  const asked = checked('session', sessionSchema, options);
  const { clock, index } = writer.parts;
  const chosen = idIn('session', asked.id ?? writer.untimedId());
  return writer.exclusive(async () => {
    throwIfCancelled('session', asked.signal);
    const shared = believerWithin(systemAgent, audienceOf(perspective.believer));
    const opener = asked.shared === true ? shared : perspective.believer;
    const records = await openings(writer, [...perspective.believers, opener], chosen);
    const isSilent = openedByMemory(index, chosen);
    const [known, ...others] = saidSessions(perspective, records, isSilent);
    if (known !== undefined && !mayGoOn(perspective, known)) {
      throw refused(
        `"${chosen}" is not open to change in this talk; call without "with", or choose another id`,
        chosen,
      );
    }
    const own = records.find(({ id, agent }) => id === chosen && agent === opener);
    const began = known === undefined ? firstTimeIn(index, opener, chosen) : undefined;
    if (known === undefined && began === undefined && closesAlone(asked)) throw notInView(perspective.agent, chosen);
    const now = clock();
    const startedAt = asked.startedAt ?? began ?? own?.startedAt ?? now;
    const session =
      known === undefined
        ? newSession(chosen, opener, startedAt, asked, now)
        : { ...changed(known, asked, now), agent: asked.shared === true ? shared : known.agent };
    if (others.some(({ agent }) => agent === session.agent)) {
      throw refused(`another session "${chosen}" is shared already; go on with that, or choose another id`, chosen);
    }
    checkTimes(session);
    const isFree = (id: string): boolean => records.every((one) => one.id !== id || one === known || isSilent(one));
    const id = isFree(chosen) ? chosen : taggedId(chosen, session.agent);
    await put(writer, { ...session, id }, { there: records.find((one) => one.id === id), known });
    return { ...session, id: chosen, agent: agentOf(session.agent) };
  });
}

/** Writes a session where nothing is, or over what is there; what was known of it under another id goes. */
async function put(
  writer: Writer,
  session: Session,
  { there, known }: { readonly there: Session | undefined; readonly known: Session | undefined },
): Promise<void> {
  const { id, goal, endedAt, ...set } = session;
  const agent = await writer.writingAgents([agentOf(session.agent), session.agent]);
  const deletes = known === undefined || known.id === id ? [] : [known.id];
  if (there === undefined) {
    await writer.commit({ insert: { agent, session: [session] }, deletes });
    return;
  }
  const record = { id, agent: there.agent };
  const patch = { table: 'session', record, set: { ...set, goal, endedAt } } as const;
  await writer.commit({ insert: { agent }, patches: [patch], deletes });
}

/** The records of a session that some believers may have opened, by the id that was chosen for it. */
function openings(writer: Writer, believers: readonly string[], chosen: string): Promise<readonly Session[]> {
  const ids = new Set([chosen, ...believers.map((believer) => taggedId(chosen, believer))]);
  return writer.parts.ledger.records('session', [...ids]);
}

/** The sessions of which something was said in a perspective: first those that may be gone on with, of them the believer's own. */
export function saidSessions(
  perspective: Perspective,
  records: readonly Session[],
  isSilent: (session: Session) => boolean,
): readonly Session[] {
  const { believer } = perspective;
  const believers = [believer, ...perspective.believers];
  const rankOf = (session: Session): number =>
    believers.indexOf(session.agent) + (mayGoOn(perspective, session) ? 0 : believers.length);
  return records
    .filter((session) => believers.includes(session.agent) && !isSilent(session))
    .sort((one, other) => rankOf(one) - rankOf(other));
}

/**
 * Tells of a session whether it was opened by a memory of its agent that belongs to it and nobody has said anything of it.
 * Then it is told by its memories in view alone, as it is to those who came later and cannot know who was first.
 *
 * @param only - the one session that is asked about. @default all
 */
export function openedByMemory(index: RecallIndex, only?: string): (session: Session) => boolean {
  const { memories } = index;
  const asked = only === undefined ? undefined : memories.sessions.find(only);
  const rows = new Map<number, number[]>();
  for (const row of memories.rows()) {
    const session = memories.session.values[row]!;
    if (session < 0 || (asked !== undefined && session !== asked)) continue;
    const known = rows.get(session);
    if (known === undefined) rows.set(session, [row]);
    else known.push(row);
  }
  return ({ id, agent, goal, status, planStatus, startedAt }) => {
    if (goal !== undefined || status !== 'open' || planStatus !== 'in_progress') return false;
    const began = (rows.get(memories.sessions.find(chosenId(id))) ?? []).filter(
      (row) => memories.occurredAt.values[row] === startedAt.getTime(),
    );
    const own = [...index.believers()].filter((one) => [agentOf(agent), systemAgent].includes(agentOf(one.agent)));
    return began.some((row) => own.some((one) => one.document(row) >= 0));
  };
}

/** When the first memory of a session happened of which its opener may tell. */
function firstTimeIn(index: RecallIndex, opener: string, session: string): Date | undefined {
  const { memories } = index;
  const number = memories.sessions.find(session);
  const known = new Perspective(opener).believers.flatMap((believer) => index.believer(believer) ?? []);
  const times: number[] = [];
  for (const row of number < 0 ? [] : memories.rows()) {
    const isKnown = memories.session.values[row] === number && known.some((one) => one.document(row) >= 0);
    if (isKnown) times.push(memories.occurredAt.values[row]!);
  }
  return times.length === 0 ? undefined : new Date(Math.min(...times));
}

function refused(rule: string, id: string): ConflictError {
  return new ConflictError('CONFLICT', `session: ${rule}.`, { details: { id } });
}

/** Whether a session is to be closed, and no more is said of it. */
function closesAlone({ goal, startedAt, status, endedAt }: Readonly<Partial<Record<keyof Asked, unknown>>>): boolean {
  return goal === undefined && startedAt === undefined && (status === 'closed' || endedAt !== undefined);
}

function notInView(agent: string, id: string): NotFoundError {
  const message = `session: no session "${id}" is in ${agent}'s view; look it up with sessions.`;
  return new NotFoundError('NOT_FOUND', message, { details: { id }, hint: sessionHint });
}

/** Whether a session is this agent's to change; what is shared is everybody's to go on with. */
export function mayGoOn(perspective: Perspective, { agent: opener }: Session): boolean {
  if (agentOf(opener) !== systemAgent) return perspective.mayChange(opener);
  if (audienceOf(opener).length > 0) return perspective.believers.includes(opener);
  return perspective.mayChange(perspective.agent);
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

function newSession(id: string, agent: string, startedAt: Date, asked: Asked, now: Date = startedAt): Session {
  const status = statusOf(asked) ?? 'open';
  const ended =
    asked.endedAt ?? (status === 'closed' ? new Date(Math.max(now.getTime(), startedAt.getTime())) : undefined);
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
