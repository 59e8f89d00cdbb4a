/** States how two memories stand to each other for one believer: a link that is there is changed, else one is made. */
import type { Link, LinkKind } from '../domain/records.ts';
import { type LinkEdge, otherEnd } from '../recall-index/link-table.ts';
import type { MemoryLinks } from '../store/ledger-reader.ts';
import type { LedgerPatch } from '../store/ledger-write.ts';
import type { Writer } from './writer.ts';

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
  const [one, other] = [index.memories.slot(from), index.memories.slot(to)];
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
  const record = { believer, from: ids[known.one] as string, to: ids[known.other] as string };
  return { patch: { table: kind, record, set: { state, by } } };
}
