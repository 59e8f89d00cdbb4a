/** Asserts a memory that is there already: for the first time by this believer, or once more. */
import { z } from 'zod';
import { Perspective, reinforcementTime } from '../domain/belief.ts';
import { ConflictError, NotFoundError, throwIfCancelled } from '../domain/errors.ts';
import { type Checked, type Given, recordKey, signal } from '../domain/input.ts';
import { type Belief, isFact, type Memory, systemAgent } from '../domain/records.ts';
import type { LedgerPatch } from '../store/ledger-write.ts';
import type { CheckedBelief } from './believe-options.ts';
import { correct, movedEnds, supersededIds } from './supersede.ts';
import { assertedStrength } from './defaults.ts';
import { newBelief, provenanceOf } from './new-memory.ts';
import type { Receipt } from './receipt.ts';
import type { Writer } from './writer.ts';

const withdrawFields = {
  /** The id of a memory that this agent believes. */
  id: recordKey(),
  signal,
};
/** What `withdraw` takes. */
export interface WithdrawOptions extends Given<typeof withdrawFields> {}

/** The rules of {@link WithdrawOptions}. */
export const withdrawSchema: z.ZodType<Checked<WithdrawOptions>> = z.strictObject(withdrawFields);

/** Asserts the memory of an id. Runs within the writer queue. */
export async function assertAgain(
  writer: Writer,
  agent: string,
  input: CheckedBelief & { readonly memory: string },
): Promise<Receipt> {
  const { clock, ledger, settings } = writer.parts;
  const memory = await memoryInView(writer, agent, 'believe', input.memory);
  const believer = input.shared === true ? systemAgent : agent;
  const held = await ledger.belief(believer, memory.id);
  const at = clock();
  const provenance = provenanceOf(input.channel, input.source, agent);
  const { confidence, permanent } = input;
  const belief = newBelief({ agent: believer, memory, provenance, confidence, permanent, at }, settings);
  const isNew = held === undefined || held.withdrawnAt !== undefined;
  const { supersedes = [], reason, channel } = input;
  const validFrom = isFact(memory) ? memory.validFrom : undefined;
  const correction = { agent, believer, fact: memory.id, validFrom, supersedes, reason, channel };
  const corrected = await correct(writer, supersedes.length === 0 ? [] : [correction], at);
  const links = corrected.links(isNew ? await writer.links.find([{ believer, memory }]) : {});
  const moved = held !== undefined && isNew ? await movedEnds(writer, believer, memory.id, true) : [];
  const asserted = held === undefined ? [] : [assertion(held, input, at)];
  const agents = await writer.missingAgents([believer]);
  const seq = await writer.commit({
    insert: {
      ...(held === undefined ? { agent: agents, believes: [belief] } : {}),
      supersedes: corrected.supersedes,
      ...links,
    },
    patches: [...asserted, ...moved, ...corrected.patches],
  });
  return {
    id: memory.id,
    outcome: 'merged',
    reason:
      held === undefined
        ? 'the memory was there already; the belief in it is new'
        : 'it was believed already and is asserted again',
    believer,
    strength: assertedStrength,
    confidence: confidence ?? held?.confidence ?? belief.confidence,
    linked: [],
    refused: [],
    ...(supersedes.length === 0 ? {} : { superseded: supersededIds(input) }),
    embedded: writer.parts.index.hasVector(memory.id),
    seq,
  };
}

/**
 * What asserting a belief again changes: it is whole again, back from the archive, and held from
 * now if it had been withdrawn; when it was believed before is kept. Confidence and permanence
 * change only where the caller says so.
 */
export function assertion(
  held: Belief,
  asked: { readonly confidence?: number | undefined; readonly permanent?: boolean | undefined },
  at: Date,
): LedgerPatch {
  return {
    table: 'believes',
    record: { agent: held.agent, memory: held.memory },
    set: {
      strength: assertedStrength,
      reinforcedAt: held.withdrawnAt === undefined ? reinforcementTime(held.reinforcedAt, at) : at,
      ...(held.archivedAt === undefined ? {} : { archivedAt: undefined }),
      ...(held.withdrawnAt === undefined ? {} : renewed(held, held.withdrawnAt, at)),
      ...(asked.confidence === undefined ? {} : { confidence: asked.confidence }),
      ...(asked.permanent === undefined ? {} : { permanent: asked.permanent }),
    },
  };
}

type BeliefPatch = Extract<LedgerPatch, { table: 'believes' }>['set'];

function renewed(held: Belief, until: Date, at: Date): BeliefPatch {
  const { since, strength, reinforcedAt, past = [] } = held;
  return {
    withdrawnAt: undefined,
    since: at,
    past: [...past, { since, until, strength, reinforcedAt }],
  };
}

/** Stops believing a memory. The memory stays as long as anybody believes it, and in what was believed then. */
export async function withdraw(
  writer: Writer,
  agent: string,
  id: string,
  signal: AbortSignal | undefined,
): Promise<Receipt> {
  const { clock, ledger } = writer.parts;
  throwIfCancelled('withdraw', signal);
  return writer.exclusive(async () => {
    throwIfCancelled('withdraw', signal);
    const memory = await memoryInView(writer, agent, 'withdraw', id);
    const held = await ledger.belief(agent, memory.id);
    if (held === undefined || held.withdrawnAt !== undefined) {
      throw new ConflictError(
        'CONFLICT',
        `withdraw: "id" must name a memory that ${agent} itself believes, got "${id}", which only system believes.`,
        {
          details: { id },
        },
      );
    }
    const seq = await writer.commit({
      patches: [
        { table: 'believes', record: { agent, memory: memory.id }, set: { withdrawnAt: clock() } },
        ...(await movedEnds(writer, agent, memory.id, false)),
      ],
    });
    const { strength, confidence } = held;
    const embedded = writer.parts.index.hasVector(memory.id);
    return {
      id: memory.id,
      outcome: 'withdrawn',
      reason: 'believing it again takes that back',
      believer: agent,
      strength,
      confidence,
      linked: [],
      refused: [],
      embedded,
      seq,
    };
  });
}

/**
 * The memory of an id, if this agent's perspective holds it (faded ones too). What an agent has
 * withdrawn itself, it may believe again.
 *
 * @throws {NotFoundError} when it does not.
 */
export async function memoryInView(writer: Writer, agent: string, operation: string, id: string): Promise<Memory> {
  const { index, ledger } = writer.parts;
  const seen = new Perspective(agent).believers.some((believer) => {
    const belief = index.beliefOf(believer, id);
    if (belief === undefined) return false;
    return belief.withdrawnAt === undefined || (operation === 'believe' && believer === agent);
  });
  const [memory] = seen ? await ledger.memories([id]) : [];
  if (memory !== undefined) return memory;
  throw new NotFoundError(
    'NOT_FOUND',
    `${operation}: no memory "${id}" is in ${agent}'s view; look it up with search.`,
    { details: { id } },
  );
}
