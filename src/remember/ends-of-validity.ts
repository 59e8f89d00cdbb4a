/**
 * Until when a believer holds a fact to have been so: from the first correction of that fact that
 * counts. Says what becomes of these ends when a write changes who holds what.
 */
import { Perspective } from '../domain/perspective.ts';
import { isFact, type Supersedes } from '../domain/records.ts';
import { correctedFrom, isInForce, standing } from '../domain/supersession.ts';
import type { BeliefKey } from '../store/ledger-reader.ts';
import type { LedgerPatch } from '../store/ledger-write.ts';
import type { Writer } from './writer.ts';

/** Who holds what, and which corrections stand, once a write is done. */
export interface Afterwards {
  holds(agent: string, memory: string): boolean;
  stands(edge: Supersedes): boolean;
}

/** A change of a belief. */
type BeliefPatch = Extract<LedgerPatch, { readonly table: 'believes' }>;

/** The patch that gives a belief its end of validity, or takes it away. */
export function validity(agent: string, memory: string, validTo: Date | undefined): BeliefPatch {
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
): Promise<readonly BeliefPatch[]> {
  const { index, ledger } = writer.parts;
  const superseded = (await ledger.edgesAround('supersedes', [id])).filter(
    (edge) => edge.believer === believer && edge.from === id,
  );
  const beliefs = superseded.map(({ to }) => ({ agent: believer, memory: to }));
  return endsAfter(writer, beliefs, {
    holds: (agent, memory) => (agent === believer && memory === id ? isHeld : index.isHeld([agent], memory)),
    stands: () => true,
  });
}

/** The ends of validity of some beliefs in facts that are other ones after a write than they are now. */
export async function endsAfter(
  writer: Writer,
  beliefs: readonly BeliefKey[],
  after: Afterwards,
): Promise<readonly BeliefPatch[]> {
  const { index, ledger } = writer.parts;
  const inFacts = beliefs.filter(({ memory }) => memory.startsWith('fact:'));
  const known = standing(
    await ledger.edgesAround(
      'supersedes',
      inFacts.map(({ memory }) => memory),
    ),
  );
  const edges = known.filter(after.stands);
  const facts = new Map((await ledger.memories(edges.map(({ from }) => from))).map((fact) => [fact.id, fact]));
  return inFacts.flatMap(({ agent, memory }) => {
    const belief = index.beliefOf(agent, memory);
    if (belief === undefined) return [];
    const own = edges.filter(({ believer }) => believer === agent);
    const [first] = own
      .filter((edge) => edge.to === memory && isInForce(edge, own))
      .filter(({ from }) => new Perspective(agent).believers.some((name) => after.holds(name, from)))
      .sort((one, other) => one.at.getTime() - other.at.getTime());
    const fact = first === undefined ? undefined : facts.get(first.from);
    const validFrom = fact !== undefined && isFact(fact) ? fact.validFrom : undefined;
    const validTo = first === undefined ? undefined : correctedFrom(first, validFrom);
    return validTo?.getTime() === belief.validTo ? [] : [validity(agent, memory, validTo)];
  });
}
