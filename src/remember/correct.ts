/**
 * Corrections: what one believer puts in the place of what, decided within one turn of the writer
 * queue and written with the new fact. Facts are never edited and no other believer is touched: an
 * edge says that the old one is out of its place, the believer's own belief in it gets an end of
 * validity, and the two contradict each other.
 *
 * Whoever corrects must be trusted as far as those who are corrected, by channel and never by
 * content; the user always is.
 */
import { ConflictError, InvalidArgumentError, NotFoundError } from '../domain/errors.ts';
import { idIn } from '../domain/ids.ts';
import { Perspective } from '../domain/perspective.ts';
import { type Channel, isFact, type Link, type Supersedes } from '../domain/records.ts';
import { isInForce } from '../domain/supersession.ts';
import { otherEnd } from '../index/link-table.ts';
import type { MemoryLinks } from '../store/ledger-reader.ts';
import type { LedgerPatch } from '../store/ledger-write.ts';
import { channelTrust } from './defaults.ts';
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
  /** Ids or keys of the facts that it supersedes. */
  readonly supersedes: readonly string[];
  readonly reason: string | undefined;
  readonly channel: Channel | undefined;
}

/** What corrections write. */
export interface CorrectionWrite {
  readonly supersedes: readonly Supersedes[];
  readonly patches: readonly LedgerPatch[];
  /** The links of the write, with those that the corrections state in place of what rules found. */
  links(found: Partial<MemoryLinks>): Partial<MemoryLinks>;
}

/** The ids of the facts that a correction supersedes, each once. */
export function supersededIds({ supersedes = [] }: { readonly supersedes?: readonly string[] | undefined }): string[] {
  return [...new Set(supersedes.map((id) => idIn('fact', id)))];
}

/**
 * Decides what corrections write.
 *
 * @throws {NotFoundError} when a fact that is to be superseded is not in view.
 * @throws {ConflictError} when it is not the believer's to supersede, or the channel is not trusted enough.
 */
export async function correct(writer: Writer, corrections: readonly Correction[], at: Date): Promise<CorrectionWrite> {
  const edges: Supersedes[] = [];
  for (const correction of corrections) {
    const { believer, fact: from, reason } = correction;
    for (const to of supersededIds(correction)) {
      await check(writer, correction, to);
      edges.push({ believer, from, to, at, ...(reason === undefined ? {} : { reason }) });
    }
  }
  const known = await writer.parts.ledger.supersedes(edges.flatMap(({ from, to }) => [from, to]));
  const same = (one: Supersedes, other: Supersedes): boolean =>
    one.believer === other.believer && one.from === other.from && one.to === other.to;
  const before = (edge: Supersedes): Supersedes | undefined => known.find((other) => same(edge, other));
  const fresh = edges.filter((edge) => before(edge) === undefined);
  // Said once more, a correction stands as it did, unless it was itself corrected since.
  const renewed = edges.filter((edge) => {
    const earlier = before(edge);
    return earlier !== undefined && !isInForce(earlier, known);
  });
  const stated = edges.map((edge) => contradiction(writer, edge));
  return {
    supersedes: fresh,
    patches: [
      ...renewed.map(
        ({ believer, from, to, reason }): LedgerPatch => ({
          table: 'supersedes',
          record: { believer, from, to },
          set: { at, ...(reason === undefined ? {} : { reason }) },
        }),
      ),
      ...stated.flatMap(({ patch }) => patch ?? []),
      ...[...fresh, ...renewed].flatMap((edge) => validityPatches(writer, edge, validFromOf(corrections, edge) ?? at)),
    ],
    links: (found) =>
      withStated(
        found,
        edges,
        stated.flatMap(({ insert }) => insert ?? []),
      ),
  };
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
      `believe: with "shared", "supersedes" must name facts that system believes, got "${to}", which only ${agent} does; leave "shared" out.`,
      { details: { id: to } },
    );
  }
  const beliefs = await ledger.beliefs(held.map((name) => ({ agent: name, memory: to })));
  const channel = correction.channel ?? 'user';
  const trust = channelTrust[channel];
  const stronger = beliefs.find(({ provenance }) => provenance.trust > trust);
  if (channel === 'user' || stronger === undefined) return;
  const { channel: by, trust: most } = stronger.provenance;
  throw new ConflictError(
    'UNTRUSTED',
    `believe: what is superseded must not be trusted more than what supersedes it, got the channel ${channel} (trust ${trust}) against "${to}" from ${by} (trust ${most}); believe it without "supersedes", or let the user correct it.`,
    { details: { id: to, channel, trust, heldFrom: by, heldTrust: most } },
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
    `believe: "supersedes" must name facts in ${agent}'s view, got "${id}"; look it up with search.`,
    { details: { id } },
  );
}

/** The two facts contradict each other for whoever corrects; a link that is there is confirmed. */
function contradiction(
  writer: Writer,
  { believer, from, to }: Supersedes,
): { readonly insert?: Link; readonly patch?: LedgerPatch } {
  const { links, memories } = writer.parts.index;
  const [one, other] = [memories.slot(from), memories.slot(to)];
  const known = (one < 0 ? [] : links.at(one)).find(
    (edge) => edge.believer === believer && edge.kind === 'contradicts' && otherEnd(edge, one) === other,
  );
  if (known === undefined) {
    return { insert: { believer, from, to, similarity: 1, state: 'confirmed', by: 'correction' } };
  }
  if (known.state === 'confirmed') return {};
  const record = { believer, from: memories.ids[known.one] as string, to: memories.ids[known.other] as string };
  return { patch: { table: 'contradicts', record, set: { state: 'confirmed' } } };
}

function withStated(
  found: Partial<MemoryLinks>,
  edges: readonly Supersedes[],
  stated: readonly Link[],
): Partial<MemoryLinks> {
  if (edges.length === 0) return found;
  const isRuled = ({ believer, from, to }: Link): boolean =>
    !edges.some(
      (edge) =>
        edge.believer === believer &&
        ((edge.from === from && edge.to === to) || (edge.from === to && edge.to === from)),
    );
  return {
    supports: (found.supports ?? []).filter(isRuled),
    contradicts: [...(found.contradicts ?? []).filter(isRuled), ...stated],
  };
}

function validFromOf(corrections: readonly Correction[], { from }: Supersedes): Date | undefined {
  return corrections.find(({ fact }) => fact === from)?.validFrom;
}

/** The believer's own belief in the old fact ends, and that in the new one is without an end. */
function validityPatches(writer: Writer, { believer, from, to }: Supersedes, validTo: Date): readonly LedgerPatch[] {
  const { index } = writer.parts;
  const [old, now] = [index.beliefOf(believer, to), index.beliefOf(believer, from)];
  return [
    ...(old === undefined || old.withdrawnAt !== undefined ? [] : [validity(believer, to, validTo)]),
    ...(now?.validTo === undefined ? [] : [validity(believer, from, undefined)]),
  ];
}

function validity(agent: string, memory: string, validTo: Date | undefined): LedgerPatch {
  return { table: 'believes', record: { agent, memory }, set: { validTo } };
}

/**
 * What becomes of the ends of validity that a fact has brought to a believer's other facts when it
 * is withdrawn (`isHeld` false) or believed again.
 */
export async function movedEnds(
  writer: Writer,
  believer: string,
  id: string,
  isHeld: boolean,
): Promise<readonly LedgerPatch[]> {
  const { index, ledger } = writer.parts;
  const own = (edges: readonly Supersedes[]): readonly Supersedes[] =>
    edges.filter((edge) => edge.believer === believer);
  const superseded = own(await ledger.supersedes([id])).filter(({ from }) => from === id);
  if (superseded.length === 0) return [];
  const edges = own(await ledger.supersedes(superseded.map(({ to }) => to)));
  const facts = new Map((await ledger.memories(edges.map(({ from }) => from))).map((fact) => [fact.id, fact]));
  const counts = ({ from }: Supersedes): boolean =>
    (from === id && isHeld) ||
    new Perspective(believer).believers.some((name) => {
      const belief = from === id && name === believer ? undefined : index.beliefOf(name, from);
      return belief !== undefined && belief.withdrawnAt === undefined;
    });
  return superseded.flatMap(({ to }) => {
    const belief = index.beliefOf(believer, to);
    if (belief === undefined) return [];
    const [first] = edges
      .filter((edge) => edge.to === to && isInForce(edge, edges) && counts(edge))
      .sort((one, other) => one.at.getTime() - other.at.getTime());
    const fact = first === undefined ? undefined : facts.get(first.from);
    const validTo = (fact !== undefined && isFact(fact) ? fact.validFrom : undefined) ?? first?.at;
    return validTo?.getTime() === belief.validTo ? [] : [validity(believer, to, validTo)];
  });
}
