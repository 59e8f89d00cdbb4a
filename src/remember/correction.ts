/**
 * Corrections: what one believer puts in the place of what, decided within one turn of the writer queue and written
 * with the new fact. The channel of the correction must be trusted at least as far as that of the corrected fact. The
 * user may correct everything, and content gives no trust.
 */
import { Perspective } from '../domain/belief.ts';
import type { Belief } from '../domain/records.ts';
import { ConflictError, InvalidArgumentError, NotFoundError } from '../domain/errors.ts';
import { idIn } from '../domain/values.ts';
import { type Channel, channelTrust } from '../domain/vocabulary.ts';
import { type Succession, type SupersessionWrite, supersede } from './supersede.ts';
import type { Writer } from './writer.ts';

/** What one fact is to take the place of. */
export interface Correction {
  /** The agent that says so. */
  readonly agent: string;
  /** For whom it is so. */
  readonly believer: string;
  /** The id of the fact that is held now. */
  readonly fact: string;
  readonly validFrom: Date | undefined;
  /** Ids of the memories that it supersedes, or keys of facts. */
  readonly supersedes: readonly string[];
  readonly reason: string | undefined;
  readonly channel: Channel | undefined;
}

/** Who says of two facts that they contradict each other where somebody corrected one by the other. */
export const correctionRule = 'correction';

/** The ids of the memories that a correction supersedes, each once; a bare key is that of a fact. */
export function supersededIds({ supersedes = [] }: { readonly supersedes?: readonly string[] | undefined }): string[] {
  return [...new Set(supersedes.map((id) => (id.startsWith('observation:') ? id : idIn('fact', id))))];
}

/**
 * Decides what corrections write.
 *
 * @throws {NotFoundError} when a memory that is to be superseded is not in view.
 * @throws {ConflictError} when it is not the believer's to supersede, or the channel is not trusted enough.
 */
export async function correct(
  writer: Writer,
  corrections: readonly Correction[],
  at: Date,
): Promise<SupersessionWrite> {
  const successions: Succession[] = [];
  for (const correction of corrections) {
    const { believer, fact: from, validFrom: validTo = at, reason } = correction;
    for (const to of supersededIds(correction)) {
      await check(writer, correction, to);
      const edge = { believer, from, to, at, ...(reason === undefined ? {} : { reason }) };
      successions.push({ edge, validTo, link: { kind: 'contradicts', by: correctionRule } });
    }
  }
  return supersede(writer, successions);
}

/** Whether a correction may be made. */
async function check(writer: Writer, correction: Correction, to: string): Promise<void> {
  const { agent, believer, fact } = correction;
  const { index, ledger } = writer.parts;
  if (!fact.startsWith('fact:')) throw invalid('"memory" must be a fact where "supersedes" is given', fact);
  if (to === fact) throw invalid('"supersedes" must name other facts than the one that is held', to);
  const holders = (believers: readonly string[]): readonly string[] =>
    believers.filter((name) => {
      const belief = index.beliefOf(name, to);
      return belief !== undefined && belief.withdrawnAt === undefined;
    });
  const held = holders(new Perspective(believer).believers);
  if (held.length === 0) {
    if (holders([agent]).length === 0) throw notInView(agent, to);
    throw new ConflictError(
      'CONFLICT',
      `believe: with "shared", "supersedes" must name memories that system believes, got "${to}", which only ${agent} does; leave "shared" out.`,
      { details: { id: to } },
    );
  }
  const beliefs = await ledger.beliefs(held.map((name) => ({ agent: name, memory: to })));
  checkTrust(correction.channel, beliefs, {
    rule: 'believe: what is superseded must not be trusted more than what supersedes it',
    remedy: 'believe it without "supersedes", or let the user correct it',
  });
}

/**
 * Refuses what ends beliefs that are trusted more than the channel that says so.
 *
 * @throws {ConflictError} UNTRUSTED.
 */
export function checkTrust(
  channel: Channel = 'user',
  held: readonly Belief[],
  { rule, remedy }: { readonly rule: string; readonly remedy: string },
): void {
  const trust = channelTrust[channel];
  const stronger = held.find(({ provenance }) => provenance.trust > trust);
  if (channel === 'user' || stronger === undefined) return;
  const { memory: id, provenance } = stronger;
  const { channel: by, trust: most } = provenance;
  throw new ConflictError(
    'UNTRUSTED',
    `${rule}, got the channel ${channel} (trust ${trust}) against "${id}" from ${by} (trust ${most}); ${remedy}.`,
    { details: { id, channel, trust, heldFrom: by, heldTrust: most } },
  );
}

function invalid(rule: string, id: string): InvalidArgumentError {
  return new InvalidArgumentError('INVALID_ARGUMENT', `believe: ${rule}, got "${id}"; choose another id.`, {
    details: { id },
  });
}

function notInView(agent: string, id: string): NotFoundError {
  return new NotFoundError(
    'NOT_FOUND',
    `believe: "supersedes" must name memories in ${agent}'s view, got "${id}"; look it up with search.`,
    { details: { id } },
  );
}
