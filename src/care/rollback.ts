/**
 * Takes back what came from a source, from an agent or since a time, in one transaction: beliefs
 * are withdrawn with what was derived from them, and corrections count no more. Nothing is deleted
 * that was known, other believers keep what they hold by themselves, and what undoes it all is
 * written with it.
 *
 * A fact goes with the observations behind it if its believer believes it by that derivation alone. Withdrawals stay, since
 * a rollback is about what was learned. Beliefs are withdrawn and not deleted, so `asOf` still shows what was known.
 */
import { agentOf } from '../domain/audience.ts';
import { throwIfCancelled } from '../domain/errors.ts';
import { Perspective } from '../domain/belief.ts';
import { checked } from '../domain/input.ts';
import { type Supersedes, systemAgent } from '../domain/records.ts';
import type { Undo } from '../domain/upkeep-records.ts';
import { endsAfter } from '../remember/supersede.ts';
import { beliefKey } from '../remember/new-memory.ts';
import type { Writer } from '../remember/writer.ts';
import { inversePatches, type UndoableWrite } from '../remember/inverse-patches.ts';
import { type Origin, type Reach, reachOf, tellReach } from './reach.ts';
import { type RollbackOptions, type RollbackReport, rollbackSchema } from './rollback-options.ts';

/**
 * Rolls back.
 *
 * @throws {InvalidArgumentError} when nothing says what is to be taken back.
 * @throws {NotFoundError} when the space has other agents than the one that is named.
 */
export async function rollback(writer: Writer, options: RollbackOptions): Promise<RollbackReport> {
  const { dryRun = false, signal, agent, ...asked } = checked('rollback', rollbackSchema, options);
  throwIfCancelled('rollback', signal);
  return writer.exclusive(async () => {
    const { clock, ledger, newId } = writer.parts;
    const origin = agent === undefined ? asked : { ...asked, agent: await writer.agents.existing('rollback', agent) };
    const reach = heldOf(await reachOf(ledger, origin));
    const at = clock();
    const write = await takingBack(writer, reach, origin, at);
    throwIfCancelled('rollback', signal);
    const { patches, edgeDeletes } = write;
    const told = { dryRun, ...(await tellReach(ledger, reach)), links: edgeDeletes.length };
    if (dryRun || patches.length + edgeDeletes.length === 0) return { ...told, seq: ledger.head.seq };
    const changes = await inversePatches(ledger, write);
    const record: Undo = { id: `undo:${newId()}`, kind: 'rollback', what: wordsFor(origin), at, changes };
    return { ...told, id: record.id, seq: await writer.commit({ ...write, insert: { undo: [record] } }) };
  });
}

function heldOf({ beliefs, corrections }: Reach): Reach {
  return { beliefs: beliefs.filter(({ belief }) => belief.withdrawnAt === undefined), corrections };
}

async function takingBack(
  writer: Writer,
  { beliefs, corrections }: Reach,
  origin: Origin,
  at: Date,
): Promise<UndoableWrite & Required<Pick<UndoableWrite, 'patches' | 'edgeDeletes'>>> {
  const { index } = writer.parts;
  const gone = new Set(beliefs.map(({ belief }) => beliefKey(belief.agent, belief.memory)));
  const edges = new Set(corrections.map(correctionKey));
  const holds = (agent: string, memory: string): boolean =>
    index.isHeld([agent], memory) && !gone.has(beliefKey(agent, memory));
  const corrected = corrections.map(({ believer, to }) => ({ agent: believer, memory: to }));
  const ends = await endsAfter(writer, corrected, { holds, stands: (edge) => !edges.has(correctionKey(edge)) });
  return {
    patches: [
      ...beliefs.map(({ belief: { agent, memory } }) => ({
        table: 'believes' as const,
        record: { agent, memory },
        set: { withdrawnAt: at },
      })),
      ...ends,
      ...corrections.map(({ believer, from, to }) => ({
        table: 'supersedes' as const,
        record: { believer, from, to },
        set: { withdrawnAt: at },
      })),
    ],
    edgeDeletes: ownLinks(writer, origin, holds),
  };
}

function correctionKey({ believer, from, to }: Supersedes): string {
  return JSON.stringify([believer, from, to]);
}

/**
 * What an agent has stated or judged between memories that stay in its view, where all that it did
 * is taken back: links say neither when they were made nor from which source.
 */
function ownLinks(
  { parts: { index } }: Writer,
  { agent, since, source }: Origin,
  holds: (agent: string, memory: string) => boolean,
): NonNullable<UndoableWrite['edgeDeletes']> {
  if (agent === undefined || agent === systemAgent || since !== undefined || source !== undefined) return [];
  const inView = (believer: string, memory: string): boolean =>
    new Perspective(believer).believers.some((name) => holds(name, memory));
  return [...index.links.edges()]
    .filter(({ believer }) => agentOf(believer) === agent)
    .map((edge) => index.link(edge))
    .filter(({ believer, one, other }) => inView(believer, one) && inView(believer, other))
    .map(({ kind, believer, one: from, other: to }) => ({ table: kind, record: { believer, from, to } }));
}

function wordsFor({ source, agent, since }: Origin): string {
  return [
    'rollback of what was learned',
    source && `from ${JSON.stringify(source)}`,
    agent && `by ${agent}`,
    since && `since ${since.toISOString()}`,
  ]
    .filter((part) => part !== undefined)
    .join(' ');
}
