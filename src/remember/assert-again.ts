/** Asserts a memory that is there already: for the first time by this believer, or once more. */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { agentOf, audienceOf, talkField } from '../domain/audience.ts';
import { type Perspective, placeAmong, reinforcementTime } from '../domain/belief.ts';
import { ConflictError, InvalidArgumentError, NotFoundError, throwIfCancelled } from '../domain/errors.ts';
import { type Checked, type Given, oneOf, recordKey, signal } from '../domain/input.ts';
import { type Belief, isFact, type Memory, type Provenance, systemAgent } from '../domain/records.ts';
import { channelBounds, channels } from '../domain/vocabulary.ts';
import type { LedgerPatch } from '../store/codec.ts';
import type { CheckedBelief } from './believe-options.ts';
import { checkTrust, correct, supersededIds } from './correction.ts';
import { movedEnds } from './supersede.ts';
import { assertedStrength } from './defaults.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import { believerOf, type KeptWith, keptWith, newBelief, provenanceOf } from './new-memory.ts';
import { publicEntities } from './public-entities.ts';
import { type Receipt, toldOwner } from './receipt.ts';
import type { Writer } from './writer.ts';

const withdrawFields = {
  /** The id of a memory that this agent believes. */
  id: recordKey(),
  /** Who says that it is wrong; whoever is trusted less than those from whom it came can't. @default 'user' */
  channel: oneOf(channels).optional(),
  ...talkField,
  signal,
};
/** What `withdraw` takes. */
export interface WithdrawOptions extends Given<typeof withdrawFields> {}
export const withdrawSchema: z.ZodType<Checked<WithdrawOptions>> = z.strictObject(withdrawFields);

/** Asserts the memory of an id. Runs within the writer queue. */
export async function assertAgain(
  writer: Writer,
  perspective: Perspective,
  input: CheckedBelief & { readonly memory: string },
): Promise<Receipt> {
  const { clock, index, ledger, settings } = writer.parts;
  const { agent } = perspective;
  const memory = await memoryInView(writer, perspective, 'believe', input.memory);
  const believer = believerOf(agent, withAudience(index, perspective, input, [memory.id]));
  const held = await ledger.belief(believer, memory.id);
  const at = clock();
  const provenance = provenanceOf(input.channel, input.source, agent);
  const { confidence, permanent } = input;
  const kept = keptWith(input);
  const inView = perspective.believers.flatMap((one) => index.beliefOf(one, memory.id) ?? []);
  const position = placeAmong(memory, inView, writer.nextPosition);
  const asked = { agent: believer, memory, provenance, confidence, permanent, kept, at, position };
  const belief = newBelief(asked, settings);
  const isNew = held === undefined || held.withdrawnAt !== undefined;
  const { supersedes = [], reason, channel } = input;
  const validFrom = isFact(memory) ? memory.validFrom : undefined;
  const correction = { agent, believer, fact: memory.id, validFrom, supersedes, reason, channel };
  const corrected = await correct(writer, supersedes.length === 0 ? [] : [correction], at);
  const links = corrected.links(isNew ? await writer.links.find([{ believer, memory, belief: held ?? belief }]) : {});
  const moved = held !== undefined && isNew ? await movedEnds(writer, believer, memory.id, true) : [];
  const asserted = held === undefined ? [] : assertion(held, { ...input, provenance, decay: settings.decay }, at);
  const agents = await writer.writingAgents([believer]);
  const isShared = isNew && agentOf(believer) === systemAgent;
  const told = isShared ? await publicEntities(writer, memory, believer, at) : { insert: {}, known: [] };
  const { insert: ofEntities, known, ...parted } = told;
  const insert = {
    ...(held === undefined ? { agent: agents, believes: [belief] } : {}),
    supersedes: corrected.supersedes,
    ...links,
    ...ofEntities,
  };
  const patches = [...asserted, ...moved, ...corrected.patches];
  await writer.commit({ insert, patches, ...parted }, known);
  return {
    id: memory.id,
    outcome: 'merged',
    reason: held === undefined ? 'the memory was there already; the belief in it is new' : reasonAgain(held),
    ...toldOwner(believer),
    strength: assertedStrength,
    confidence: held === undefined ? belief.confidence : confidenceAfter(held, asserted),
    linked: [],
    refused: [],
    ...(supersedes.length === 0 ? {} : { superseded: supersededIds(input) }),
    embedded: index.hasVector(memory.id),
  };
}

/**
 * What is said of some memories in view with their audience, where the call gives none: it may surface where they all may.
 *
 * @throws {InvalidArgumentError} when no user and no group is in the audiences of all of them.
 */
export function withAudience<Input extends Pick<CheckedBelief, 'audience' | 'with'>>(
  index: RecallIndex,
  perspective: Perspective,
  input: Input,
  memories: readonly string[],
): Input {
  if (input.audience !== undefined || input.with !== undefined) return input;
  const audiences = memories.flatMap((id) => {
    const known = perspective.believers.filter((believer) => index.beliefOf(believer, id) !== undefined);
    const held = known.filter((believer) => index.isHeld([believer], id));
    const within = (held.length > 0 ? held : known).map(audienceOf);
    return within.length === 0 || within.some((audience) => audience.length === 0) ? [] : [within[0]!];
  });
  const [first = [], ...others] = audiences;
  const audience = first.filter((member) => others.every((other) => other.includes(member)));
  if (audience.length === 0 && first.length > 0) {
    throw new InvalidArgumentError(
      'INVALID_ARGUMENT',
      'believe: "audience" must be given where the sources have different audiences; say in whose talk it may surface.',
    );
  }
  return { ...input, audience };
}

/** How a belief is asserted again. */
interface Asserted extends Pick<CheckedBelief, keyof KeptWith> {
  readonly confidence?: number | undefined;
  readonly permanent?: boolean | undefined;
  readonly provenance: Provenance;
  /** Whether beliefs fade at all. */
  readonly decay: boolean;
}

/**
 * What asserting a belief again changes: it is whole again, back from the archive, and held from
 * now if it had been withdrawn; when it was believed before is kept. Confidence and permanence
 * change only where the caller says so, and so do tags and metadata.
 *
 * A channel with bounds (a tool, an import) changes nothing of what is trusted more, nor of what the same source has
 * said already. What had been withdrawn it may say anew, and then it is trusted as far as that channel.
 */
export function assertion(held: Belief, asked: Asserted, at: Date): readonly BeliefPatch[] {
  const { provenance, confidence, permanent, decay } = asked;
  const isBounded = channelBounds[provenance.channel] !== undefined;
  const isTrustedMore = isBounded && held.provenance.trust > provenance.trust;
  const isSaid = isBounded && isDeepStrictEqual(held.provenance, provenance);
  if (held.withdrawnAt === undefined && (isTrustedMore || isSaid)) return [];
  const lowered = { provenance, confidence: confidence ?? provenance.trust, permanent: permanent ?? !decay };
  return [
    {
      table: 'believes',
      record: { agent: held.agent, memory: held.memory },
      set: {
        strength: assertedStrength,
        reinforcedAt: held.withdrawnAt === undefined ? reinforcementTime(held.reinforcedAt, at) : at,
        ...(held.archivedAt === undefined ? {} : { archivedAt: undefined }),
        ...(held.withdrawnAt === undefined ? {} : renewed(held, held.withdrawnAt, at)),
        ...(confidence === undefined ? {} : { confidence }),
        ...(permanent === undefined ? {} : { permanent }),
        ...keptWith(asked),
        ...(isTrustedMore ? lowered : {}),
      },
    },
  ];
}

type BeliefPatch = Extract<LedgerPatch, { table: 'believes' }>;

/** Why a belief that was there before is told as merged. */
export function reasonAgain({ withdrawnAt }: Pick<Belief, 'withdrawnAt'>): string {
  return withdrawnAt === undefined
    ? 'it was believed already and is asserted again'
    : 'it was withdrawn and is believed again';
}

/** The confidence of a belief once it has been asserted again. */
export function confidenceAfter(held: Belief, [patch]: readonly BeliefPatch[]): number {
  return patch?.set.confidence ?? held.confidence;
}

function renewed(held: Belief, until: Date, at: Date): BeliefPatch['set'] {
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
  perspective: Perspective,
  { id, channel, signal }: Checked<WithdrawOptions>,
): Promise<Receipt> {
  const { clock, index, ledger } = writer.parts;
  const { agent } = perspective;
  throwIfCancelled('withdraw', signal);
  return writer.exclusive(async () => {
    throwIfCancelled('withdraw', signal);
    const memory = await memoryInView(writer, perspective, 'withdraw', id);
    const own = perspective.believers.filter((one) => perspective.mayChange(one) && index.isHeld([one], memory.id));
    const beliefs = await ledger.beliefs(own.map((one) => ({ agent: one, memory: memory.id })));
    const [held] = beliefs;
    if (
      held === undefined &&
      perspective.believers.some((one) => perspective.owns(one) && index.isHeld([one], memory.id))
    ) {
      throw new ConflictError(
        'CONFLICT',
        `withdraw: "id" must name a memory with the audience of "with", got "${id}", which anybody may hear; leave "with" out, or correct it in this talk with believe and "supersedes".`,
        { details: { id } },
      );
    }
    if (held === undefined) {
      throw new ConflictError(
        'CONFLICT',
        `withdraw: "id" must name a memory that ${agent} itself believes, got "${id}", which only system believes.`,
        {
          details: { id },
        },
      );
    }
    checkTrust(channel, beliefs, {
      rule: 'withdraw: what is withdrawn must not be trusted more than who says that it is wrong',
      remedy: 'believe beside it what holds, or let the user withdraw it',
    });
    const withdrawnAt = clock();
    const patches: LedgerPatch[] = [];
    for (const one of own) {
      patches.push({ table: 'believes', record: { agent: one, memory: memory.id }, set: { withdrawnAt } });
      patches.push(...(await movedEnds(writer, one, memory.id, false)));
    }
    await writer.commit({ patches });
    const { strength, confidence } = held;
    const embedded = index.hasVector(memory.id);
    return {
      id: memory.id,
      outcome: 'withdrawn',
      reason: 'believing it again takes that back',
      ...toldOwner(held.agent),
      strength,
      confidence,
      linked: [],
      refused: [],
      embedded,
    };
  });
}

/**
 * The memory of an id, if this agent's perspective holds it (faded ones too). What an agent has
 * withdrawn itself, it may believe again.
 *
 * @throws {NotFoundError} when it does not.
 */
export async function memoryInView(
  writer: Writer,
  perspective: Perspective,
  operation: string,
  id: string,
): Promise<Memory> {
  const { index, ledger } = writer.parts;
  const seen = perspective.believers.some((believer) => {
    const belief = index.beliefOf(believer, id);
    if (belief === undefined) return false;
    return belief.withdrawnAt === undefined || (operation === 'believe' && perspective.owns(believer));
  });
  const [memory] = seen ? await ledger.memories([id]) : [];
  if (memory !== undefined) return memory;
  throw new NotFoundError(
    'NOT_FOUND',
    `${operation}: no memory "${id}" is in ${perspective.agent}'s view; look it up with search.`,
    { details: { id } },
  );
}
