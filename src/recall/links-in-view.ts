/**
 * The links of a memory that a recall may show and use: found by one of the believers in view, not
 * dismissed there, and both ends visible at the moment of the recall, filters or not.
 */
import type { LinkKind, LinkState } from '../domain/records.ts';
import { type LinkEdge, otherEnd } from '../index/link-table.ts';
import type { RecallIndex } from '../index/recall-index.ts';
import { isInView, type View } from './view.ts';

/** A support or a contradiction as one perspective sees it. */
export interface LinkInView {
  readonly kind: LinkKind;
  /** The id of the memory at the other end. */
  readonly partner: string;
  /** The slot of the memory at the other end. */
  readonly slot: number;
  /** The rule that found it, or the agent that stated it. */
  readonly rule: string;
  /** 0..1. */
  readonly similarity: number;
  readonly state: LinkState;
}

const none: readonly LinkEdge[] = [];

/**
 * The links in view of the memory in a slot. `believers` are those of the perspective, the agent
 * first: what it says of a link itself stands before what `system` says.
 */
export function linksInView(
  index: RecallIndex,
  believers: readonly string[],
  views: readonly View[],
  slot: number,
): readonly LinkInView[] {
  return edgesInView(index, believers, views, slot).map((edge) => {
    const { kind, rule, similarity, state } = edge;
    const partner = otherEnd(edge, slot);
    return { kind, partner: index.memories.ids[partner] as string, slot: partner, rule, similarity, state };
  });
}

/** The same links as the index has them, for a look at many memories. */
export function edgesInView(
  { links }: RecallIndex,
  believers: readonly string[],
  views: readonly View[],
  slot: number,
): readonly LinkEdge[] {
  const edges = links.of(believers, slot);
  if (edges.length === 0 || !isInView(views, slot)) return none;
  return edges.filter((edge) => edge.state !== 'dismissed' && isInView(views, otherEnd(edge, slot)));
}
