/**
 * What links say of a memory for a query. `link`: something that it supports or contradicts has to
 * do with what is asked, so that both sides of a contradiction come up when either is asked for.
 * `standing`: others in view agree with it, or one that is later or counts for more contradicts it.
 * Only links in view count, and only what a memory is worth by itself is passed on, so nothing
 * goes round in circles.
 */
import { Perspective } from '../domain/perspective.ts';
import { type LinkEdge, otherEnd } from '../recall-index/link-table.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import { contradictedStanding, supportedStanding } from './defaults.ts';
import type { SignalSource } from './signal-source.ts';
import { isInView, timeOf, type View } from './view.ts';
import type { Workspace } from './workspace.ts';

/** What links are read in. */
export interface LinkContext {
  readonly views: readonly View[];
  /** Absent where there are none, or none that count. */
  readonly linked?: LinkedInView | undefined;
  /** 0..1: what a document of a view has to do with the query by itself; absent while that is not known. */
  readonly relevance?: (place: number, doc: number) => number;
}

/** Neither supported nor contradicted. */
const neither = 0.5;
const none: readonly LinkEdge[] = [];

/**
 * The links that a recall may use: found by one of the believers in view, not dismissed there, and both ends visible at the
 * moment of the recall, filters or not. Those of a memory are looked up when they are asked for, since few are. What the
 * agent says of a link itself stands before what `system` says.
 */
export class LinkedInView {
  readonly #index: RecallIndex;
  readonly #believers: readonly string[];
  readonly #views: readonly View[];

  constructor(index: RecallIndex, agent: string, views: readonly View[]) {
    this.#index = index;
    this.#believers = new Perspective(agent).believers;
    this.#views = views;
  }

  /** The slots of memories that have links, in view or not. */
  slots(): IterableIterator<number> {
    return this.#index.links.slots();
  }

  /** The links in view of the memory in a slot. */
  at(slot: number): readonly LinkEdge[] {
    const edges = this.#index.links.of(this.#believers, slot);
    if (edges.length === 0 || !isInView(this.#views, slot)) return none;
    return edges.filter((edge) => edge.state !== 'dismissed' && isInView(this.#views, otherEnd(edge, slot)));
  }

  /** 0..1: how the memory in a slot stands: more with every support, less with every contradiction that outweighs it. */
  standing(slot: number): number {
    let standing = neither;
    for (const edge of this.at(slot)) {
      if (edge.kind === 'supports') standing += supportedStanding * edge.similarity;
      // An exception takes nothing from the rule.
      else if (edge.state !== 'exception' && this.#outweighs(otherEnd(edge, slot), slot))
        standing -= contradictedStanding;
    }
    return Math.min(1, Math.max(0, standing));
  }

  /** Whether one memory counts for more than another, or as much and is later. */
  #outweighs(one: number, other: number): boolean {
    const importance = this.#index.memories.cognitive.importance.values;
    const difference = (importance[one] as number) - (importance[other] as number);
    return difference === 0 ? this.#timeOf(one) > this.#timeOf(other) : difference > 0;
  }

  #timeOf(slot: number): number {
    for (const { believer } of this.#views) {
      const doc = believer.doc(slot);
      if (doc >= 0) return timeOf(believer, this.#index.memories, slot, doc);
    }
    return Number.NEGATIVE_INFINITY;
  }
}

/** The signals link and standing. */
export function linkSources(index: RecallIndex, context: LinkContext, workspace: Workspace): readonly SignalSource[] {
  const { linked } = context;
  const { values, slots, most } = passedOn(index, context, workspace);
  return [
    { name: 'link', atMost: most, relates: true, slots: () => [slots], value: (slot) => values[slot] ?? 0 },
    {
      name: 'standing',
      atMost: linked === undefined ? neither : 1,
      relates: false,
      value: (slot) => linked?.standing(slot) ?? neither,
    },
  ];
}

/** What memories have to do with the query by what they are linked to. */
interface PassedOn {
  /** By slot, 0..1; empty where nothing is passed on. */
  readonly values: Float64Array;
  /** The slots of those that have any. */
  readonly slots: readonly number[];
  readonly most: number;
}

/** Every relevant memory passes on to its partners: of a contradiction at least half, however few words are shared. */
function passedOn(index: RecallIndex, { views, linked, relevance }: LinkContext, workspace: Workspace): PassedOn {
  const slots: number[] = [];
  if (linked === undefined || relevance === undefined) return { values: new Float64Array(0), slots, most: 0 };
  const values = workspace.floats(index.memories.ids.length);
  let most = 0;
  for (const slot of linked.slots()) {
    const worth = relevanceIn(views, slot, relevance);
    if (worth === 0) continue;
    for (const edge of linked.at(slot)) {
      const { kind, similarity } = edge;
      const partner = otherEnd(edge, slot);
      const passed = worth * (kind === 'contradicts' ? (1 + similarity) / 2 : similarity);
      const before = values[partner] as number;
      if (passed <= before) continue;
      if (before === 0) slots.push(partner);
      values[partner] = passed;
      most = Math.max(most, passed);
    }
  }
  return { values, slots, most };
}

/** 0..1: the most that a memory has to do with the query by itself in one of the views. */
function relevanceIn(views: readonly View[], slot: number, relevance: (place: number, doc: number) => number): number {
  let most = 0;
  for (let place = 0; place < views.length; place++) {
    const doc = (views[place] as View).believer.doc(slot);
    if (doc >= 0) most = Math.max(most, relevance(place, doc));
  }
  return Math.min(1, most);
}
