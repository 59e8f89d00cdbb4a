/**
 * Until when believers held facts to have been so, as they knew it at an earlier time. A belief
 * itself says only what is known now; corrections say when they were made and taken back.
 */
import { groupBy } from '../domain/group-by.ts';
import { Perspective } from '../domain/perspective.ts';
import type { Supersedes } from '../domain/records.ts';
import { correctedFrom, isInForce, standing } from '../domain/supersession.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import type { Ledger } from '../store/ledger.ts';
import { heldAt, type KnownEnds } from './view.ts';

/** What some believers knew of ends at `asOf`, in milliseconds. Reads every correction of the space. */
export async function knownEnds(
  { index, ledger }: { readonly index: RecallIndex; readonly ledger: Ledger },
  believers: readonly string[],
  asOf: number,
): Promise<KnownEnds> {
  const corrections = new Map<string, Supersedes[]>(believers.map((believer) => [believer, []]));
  for await (const edge of ledger.all('supersedes')) {
    if (edge.to.startsWith('fact:')) corrections.get(edge.believer)?.push(edge);
  }
  return new Map([...corrections].map(([believer, edges]) => [believer, endsOf(index, believer, edges, asOf)]));
}

/** The first correction that counted gives the end: since when what it put there was so, or else when it was said. */
function endsOf(
  index: RecallIndex,
  believer: string,
  edges: readonly Supersedes[],
  asOf: number,
): ReadonlyMap<number, number> {
  const known = standing(edges, asOf);
  const knownOf = groupBy(known, ({ to }) => to);
  const { believers } = new Perspective(believer);
  const { memories } = index;
  const isHeld = (id: string): boolean =>
    believers.some((name) => {
      const held = index.believer(name);
      const doc = held?.doc(memories.slot(id)) ?? -1;
      return held !== undefined && doc >= 0 && heldAt(held, doc, asOf);
    });
  return new Map(
    edges.flatMap(({ to }): (readonly [number, number])[] => {
      const slot = memories.slot(to);
      if (slot < 0) return [];
      const [first] = (knownOf.get(to) ?? [])
        .filter((edge) => isInForce(edge, known) && isHeld(edge.from))
        .sort((one, other) => one.at.getTime() - other.at.getTime());
      if (first === undefined) return [[slot, Number.POSITIVE_INFINITY]];
      const from = memories.occurredAt.values[memories.slot(first.from)] as number;
      return [[slot, correctedFrom(first, Number.isNaN(from) ? undefined : new Date(from)).getTime()]];
    }),
  );
}
