/**
 * What becomes of sessions when memories are forgotten. What an agent has opened is gone with its own last memory in it,
 * unless it has a goal. If others have memories in that session, it is as if the first of them had opened it.
 */
import { agentOf } from '../domain/audience.ts';
import { chosenId } from '../domain/chosen-id.ts';
import type { Session } from '../domain/records.ts';
import { groupBy } from '../domain/values.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import type { Writer } from '../remember/writer.ts';
import type { LedgerPatch } from '../store/codec.ts';
import type { ForgottenBeliefs } from './forget-selection.ts';

interface ForgottenSessions {
  /** Ids of sessions. */
  readonly deletes: readonly string[];
  readonly patches: readonly LedgerPatch[];
}

/** A memory that is left in a session. */
interface Left {
  readonly session: string;
  readonly believer: string;
  readonly occurredAt: number;
}

/** @param isSaid - whether what a session is for is to be forgotten, too. */
export async function forgottenSessions(
  { parts: { index, ledger } }: Writer,
  gone: ForgottenBeliefs,
  isSaid: (session: Session) => boolean,
): Promise<ForgottenSessions> {
  const { memories } = index;
  const touched = new Set(gone.memories.map((id) => memories.session.get(memories.row(id))).filter((one) => one >= 0));
  if (touched.size === 0) return { deletes: [], patches: [] };
  const left = groupBy(leftIn(index, touched, gone), ({ session }) => session);
  const deletes: string[] = [];
  const patches: LedgerPatch[] = [];
  for (const session of await ledger.list('session')) {
    const { id, agent, goal } = session;
    const chosen = chosenId(id);
    if (!touched.has(memories.sessions.find(chosen)) || (goal !== undefined && !isSaid(session))) continue;
    const others = left.get(chosen) ?? [];
    if (others.some(({ believer }) => agentOf(believer) === agentOf(agent))) continue;
    if (id !== chosen || others.length === 0) deletes.push(id);
    else patches.push(handedOver(session, others));
  }
  return { deletes, patches };
}

function* leftIn(index: RecallIndex, sessions: ReadonlySet<number>, gone: ForgottenBeliefs): Generator<Left> {
  const { memories } = index;
  const believers = [...index.believers()];
  for (const row of memories.rows()) {
    const session = memories.session.get(row);
    const id = memories.idOf(row);
    if (!sessions.has(session) || gone.erased.has(id)) continue;
    for (const { agent } of believers.filter((one) => one.document(row) >= 0 && !gone.isUnbelieved(one.agent, id))) {
      yield { session: memories.sessions.text(session), believer: agent, occurredAt: memories.occurredAt.get(row) };
    }
  }
}

function handedOver({ id, agent }: Session, left: readonly Left[]): LedgerPatch {
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
