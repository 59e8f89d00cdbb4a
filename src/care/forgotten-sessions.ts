/**
 * What becomes of sessions when memories are forgotten. What an agent has opened is gone with its own last memory in it,
 * unless it has a goal. If others have memories in that session, it is as if the first of them had opened it. What
 * others have opened, and what is shared, is no agent's to forget.
 */
import { agentOf } from '../domain/audience.ts';
import { chosenId } from '../domain/chosen-id.ts';
import { type Session, systemAgent } from '../domain/records.ts';
import { groupBy } from '../domain/values.ts';
import type { Says } from '../language/words.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import type { Writer } from '../remember/writer.ts';
import type { LedgerPatch } from '../store/codec.ts';
import type { ForgottenBeliefs } from './forget-selection.ts';

interface ForgottenSessions {
  /** Ids of sessions. */
  readonly deletes: readonly string[];
  readonly patches: readonly LedgerPatch[];
}

/** A belief in a memory of a session. */
interface Held {
  readonly session: string;
  readonly memory: string;
  readonly believer: string;
  readonly occurredAt: number;
  readonly isGone: boolean;
}

/** @param says - whether a goal is to be forgotten, too. */
export async function forgottenSessions(
  { parts: { index, ledger } }: Writer,
  gone: ForgottenBeliefs,
  says: Says | undefined,
): Promise<ForgottenSessions> {
  const { memories } = index;
  const touched = new Set(gone.memories.map((id) => memories.session.get(memories.row(id))).filter((one) => one >= 0));
  if (touched.size === 0) return { deletes: [], patches: [] };
  const held = [...heldIn(index, touched, gone)];
  const shared = held.filter(({ believer }) => agentOf(believer) === systemAgent).map(({ memory }) => memory);
  const recorded = await ledger.records('observation', [...new Set(shared)]);
  const recorders = new Map(recorded.map(({ id, agent }) => [id, agent]));
  const bySession = groupBy(held, ({ session }) => session);
  const deletes: string[] = [];
  const patches: LedgerPatch[] = [];
  for (const session of await ledger.list('session')) {
    const { id, agent, goal } = session;
    if (!gone.isOwn(agent) || (goal !== undefined && says?.([goal]) !== true)) continue;
    const chosen = chosenId(id);
    const inIt = bySession.get(chosen) ?? [];
    // What an agent has shared is its own, too.
    const own = inIt.filter(({ believer, memory }) =>
      [believer, recorders.get(memory) ?? believer].some((one) => agentOf(one) === agentOf(agent)),
    );
    if (own.length === 0 || own.some(({ isGone }) => !isGone)) continue;
    const left = inIt.filter(({ isGone }) => !isGone);
    if (id !== chosen || left.length === 0) deletes.push(id);
    else patches.push(handedOver(session, left));
  }
  return { deletes, patches };
}

function* heldIn(index: RecallIndex, sessions: ReadonlySet<number>, gone: ForgottenBeliefs): Generator<Held> {
  const { memories } = index;
  const believers = [...index.believers()];
  for (const row of memories.rows()) {
    const number = memories.session.get(row);
    if (!sessions.has(number)) continue;
    const memory = memories.idOf(row);
    const session = memories.sessions.text(number);
    const occurredAt = memories.occurredAt.get(row);
    for (const { agent: believer } of believers.filter((one) => one.document(row) >= 0)) {
      yield { session, memory, believer, occurredAt, isGone: gone.isGone(believer, memory) };
    }
  }
}

function handedOver({ id, agent }: Session, left: readonly Held[]): LedgerPatch {
  const first = left.reduce((one, other) => (other.occurredAt < one.occurredAt ? other : one));
  const set = {
    agent: first.believer,
    startedAt: new Date(first.occurredAt),
    status: 'open',
    planStatus: 'in_progress',
    goal: undefined,
    endedAt: undefined,
  } as const;
  return { table: 'session', record: { id, agent }, set };
}
