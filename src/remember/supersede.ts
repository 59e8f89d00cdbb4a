/**
 * Puts facts in the place of others, for one believer each, within one turn of the writer queue.
 * Whether one may is decided before. Nothing is edited and no other believer is touched:
 *
 *   - an edge says that the old fact is out of its place, and so are the observations that say
 *     nothing else;
 *   - the believer's own belief in the old fact gets an end of validity;
 *   - a link says how the two stand to each other.
 */
import { Perspective, correctedFrom, isInForce, standing } from '../domain/belief.ts';
import { type Fact, type Link, type Supersedes, isFact, systemAgent } from '../domain/records.ts';
import { type Channel, channelTrust, type LinkKind } from '../domain/vocabulary.ts';
import { stopWords } from '../language/word-lists.ts';
import { wordsOf } from '../language/words.ts';
import { type LinkEdge, otherEnd } from '../recall-index/edge-tables.ts';
import type { BeliefKey, MemoryLinks } from '../store/ledger-reader.ts';
import type { LedgerPatch } from '../store/codec.ts';
import type { Writer } from './writer.ts';

/** What successions write. */
export interface SupersessionWrite {
  readonly supersedes: readonly Supersedes[];
  readonly patches: readonly LedgerPatch[];
  /** The links of the write, with those of the successions in place of what rules found. */
  links(found: Partial<MemoryLinks>): Partial<MemoryLinks>;
}

/** What is written to put facts in the place of others. */
export async function supersede(writer: Writer, asked: readonly Succession[]): Promise<SupersessionWrite> {
  const successions = [...asked, ...(await outdatedObservations(writer, asked))];
  const edges = successions.map(({ edge }) => edge);
  const known = await writer.parts.ledger.edgesAround(
    'supersedes',
    edges.flatMap(({ from, to }) => [from, to]),
  );
  const before = (edge: Supersedes): Supersedes | undefined => known.find((other) => isSame(edge, other));
  const fresh = successions.filter(({ edge }) => before(edge) === undefined);
  // Said once more, a correction stands as it did, unless it was itself corrected or taken back since.
  const counting = standing(known);
  const renewed = successions.filter(({ edge }) => {
    const earlier = before(edge);
    return earlier !== undefined && !(counting.includes(earlier) && isInForce(earlier, counting));
  });
  const links = successions.map(({ edge, link }) => statedLink(writer, edge, { ...link, state: 'confirmed' }));
  return {
    supersedes: fresh.map(({ edge }) => edge),
    patches: [
      ...renewed.map(
        ({ edge: { believer, from, to, at, saidAt, reason } }): LedgerPatch => ({
          table: 'supersedes',
          record: { believer, from, to },
          set: { at, saidAt, withdrawnAt: undefined, ...(reason === undefined ? {} : { reason }) },
        }),
      ),
      ...links.flatMap(({ patch }) => patch ?? []),
      ...[...fresh, ...renewed].flatMap((succession) => validityPatches(writer, succession)),
    ],
    links: (found) => {
      const stated = (kind: LinkKind): readonly Link[] => links.flatMap(({ insert }) => insert?.[kind] ?? []);
      const isRuled = (link: Link): boolean => !edges.some((edge) => joinsSame(edge, link));
      return edges.length === 0
        ? found
        : {
            supports: [...(found.supports ?? []).filter(isRuled), ...stated('supports')],
            contradicts: [...(found.contradicts ?? []).filter(isRuled), ...stated('contradicts')],
          };
    },
  };
}

function isSame(one: Supersedes, other: Supersedes): boolean {
  return one.believer === other.believer && one.from === other.from && one.to === other.to;
}

function joinsSame({ believer, from, to }: Supersedes, link: Link): boolean {
  return (
    link.believer === believer && ((link.from === from && link.to === to) || (link.from === to && link.to === from))
  );
}

/** The believer's own belief in the old fact ends, and that in the new one is without an end. */
function validityPatches(
  writer: Writer,
  { edge: { believer, from, to }, validTo }: Succession,
): readonly LedgerPatch[] {
  if (!to.startsWith('fact:')) return [];
  const { index } = writer.parts;
  const [old, now] = [index.beliefOf(believer, to), index.beliefOf(believer, from)];
  return [
    ...(old === undefined || old.withdrawnAt !== undefined ? [] : [validity(believer, to, validTo)]),
    ...(now?.validTo === undefined ? [] : [validity(believer, from, undefined)]),
  ];
}

/**
 * The share of an observation's words that a fact may lack while the observation still says nothing
 * else: a third, so that a greeting or "by the way" may be left over and a second matter may not.
 */
const maxLeftOver = 1 / 3;
/** Letters at which two words count as one, in whichever form each stands: `live`, `lives`. */
const sameStart = 4;

/** The same successions, over the observations that go with the old facts. */
async function outdatedObservations(
  writer: Writer,
  successions: readonly Succession[],
): Promise<readonly Succession[]> {
  const { index, ledger } = writer.parts;
  const corrected = successions.filter(({ link }) => link.kind === 'contradicts');
  const derived = await ledger.derivations(corrected.map(({ edge }) => edge.to).filter((id) => id.startsWith('fact:')));
  if (derived.length === 0) return [];
  const said = await ledger.said(derived.flatMap(({ fact, observation }) => [fact, observation]));
  const starts = new Map(said.map(({ id, content }) => [id, startsOf(content)]));
  /** Whose view of an observation changes: what counts for everybody spares who holds the old fact too. */
  const holdersOf = (believer: string, fact: string, observation: string): readonly string[] => {
    if (believer !== systemAgent) {
      return index.isHeld(new Perspective(believer).believers, observation) ? [believer] : [];
    }
    const agents = Array.from(index.believers(), ({ agent }) => agent);
    return agents.filter(
      (agent) => index.isHeld([agent], observation) && (agent === systemAgent || !index.isHeld([agent], fact)),
    );
  };
  return corrected.flatMap(({ edge, ...succession }) =>
    derived
      .filter(
        ({ fact, believer }) => fact === edge.to && new Perspective(edge.believer).believers.includes(believer ?? ''),
      )
      .filter(({ fact, observation }) => saysNothingElse(starts.get(observation), starts.get(fact)))
      .flatMap(({ fact, observation }) =>
        holdersOf(edge.believer, fact, observation).map((believer) => ({
          ...succession,
          edge: { ...edge, believer, to: observation },
        })),
      ),
  );
}

function saysNothingElse(observed: ReadonlySet<string> = new Set(), held: ReadonlySet<string> = new Set()): boolean {
  const leftOver = [...observed].filter((word) => !held.has(word)).length;
  return observed.size > 0 && leftOver <= observed.size * maxLeftOver;
}

function startsOf(content: string): ReadonlySet<string> {
  const words = wordsOf(content).filter((word) => !stopWords.has(word));
  return new Set(words.map((word) => word.slice(0, sameStart)));
}

/** What stating a link writes: nothing where it stands as it is said to. */
export interface StatedLink {
  readonly insert?: Partial<MemoryLinks>;
  readonly patch?: LedgerPatch;
}

/** The link of a kind that a believer has between two memories. */
export function knownLink(
  { parts: { index } }: Writer,
  { believer, from, to }: Pick<Link, 'believer' | 'from' | 'to'>,
  kind: LinkKind,
): LinkEdge | undefined {
  const [one, other] = [index.memories.row(from), index.memories.row(to)];
  if (one < 0) return undefined;
  const isMeant = (edge: LinkEdge): boolean => edge.believer === believer && edge.kind === kind;
  return index.links.at(one).find((edge) => isMeant(edge) && otherEnd(edge, one) === other);
}

/** What is written to state a link. */
export function statedLink(
  writer: Writer,
  ends: Pick<Link, 'believer' | 'from' | 'to'>,
  { kind, state, by }: Pick<Link, 'state' | 'by'> & { readonly kind: LinkKind },
): StatedLink {
  const { believer, from, to } = ends;
  const known = knownLink(writer, ends, kind);
  if (known === undefined) return { insert: { [kind]: [{ believer, from, to, similarity: 1, state, by }] } };
  if (known.state === state && known.rule === by) return {};
  const { ids } = writer.parts.index.memories;
  const record = { believer, from: ids[known.one]!, to: ids[known.other]! };
  return { patch: { table: kind, record, set: { state, by } } };
}

/** One fact in the place of another. */
export interface Succession {
  readonly edge: Supersedes;
  /** Until when its believer holds the old fact to have been so. */
  readonly validTo: Date;
  /** How the two stand to each other, and who says so. */
  readonly link: Pick<Link, 'by'> & { readonly kind: LinkKind };
}

/** Who holds what, and which corrections stand, once a write is done. */
export interface Afterwards {
  holds(agent: string, memory: string): boolean;
  stands(edge: Supersedes): boolean;
}

/** A change of a belief. */
type BeliefPatch = Extract<LedgerPatch, { readonly table: 'believes' }>;

/** The patch that gives a belief its end of validity, or takes it away. */
function validity(agent: string, memory: string, validTo: Date | undefined): BeliefPatch {
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

/** What a file says now of a fact that is there. */
export interface SaidAgain {
  readonly believer: string;
  readonly fact: Fact;
  readonly channel: Channel | undefined;
  /** Until when it was so. */
  readonly validTo: Date | undefined;
}

/**
 * The ends of validity that a file gives to beliefs in facts. One that a correction gave stays, and so does one that is
 * trusted more; nothing ends before it began, or later than the fact itself.
 */
export async function endsFromFile(
  { parts: { index, ledger } }: Writer,
  said: readonly SaidAgain[],
): Promise<readonly BeliefPatch[]> {
  const edges = await ledger.edgesAround(
    'supersedes',
    said.map(({ fact }) => fact.id),
  );
  const known = standing(edges);
  const isCorrected = (whose: string, id: string): boolean =>
    known.some((edge) => edge.believer === whose && edge.to === id && isInForce(edge, known));
  return said.flatMap(({ believer, fact: { id, validFrom, validTo: last }, channel, validTo: given }) => {
    const held = index.beliefOf(believer, id);
    if ((held?.trust ?? 0) > channelTrust[channel ?? 'import'] || isCorrected(believer, id)) return [];
    const end = given !== undefined && validFrom !== undefined && given < validFrom ? validFrom : given;
    const validTo = end !== undefined && last !== undefined && end >= last ? undefined : end;
    return validTo?.getTime() === held?.validTo ? [] : [validity(believer, id, validTo)];
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
