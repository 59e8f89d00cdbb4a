/**
 * Puts facts in the place of others, for one believer each, within one turn of the writer queue.
 * Whether one may is decided before. Nothing is edited and no other believer is touched:
 *
 *   - an edge says that the old fact is out of its place, and so are the observations that say
 *     nothing else;
 *   - the believer's own belief in the old fact gets an end of validity;
 *   - a link says how the two stand to each other.
 */
import { Perspective } from '../domain/perspective.ts';
import { type Link, type LinkKind, type Supersedes, systemAgent } from '../domain/records.ts';
import { isInForce, standing } from '../domain/supersession.ts';
import { stopWords } from '../language/terms-stop-words.ts';
import { wordsOf } from '../language/terms.ts';
import type { MemoryLinks } from '../store/ledger-reader.ts';
import type { LedgerPatch } from '../store/ledger-write.ts';
import { validity } from './ends-of-validity.ts';
import { statedLink } from './stated-link.ts';
import type { Succession } from './succession.ts';
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
const mostLeftOver = 1 / 3;
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
  return observed.size > 0 && leftOver <= observed.size * mostLeftOver;
}

function startsOf(content: string): ReadonlySet<string> {
  const words = wordsOf(content).filter((word) => !stopWords.has(word));
  return new Set(words.map((word) => word.slice(0, sameStart)));
}
