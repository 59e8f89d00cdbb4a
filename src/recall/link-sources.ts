/**
 * What links say of a memory for a query. `link`: something that it supports or contradicts has to
 * do with what is asked, so that both sides of a contradiction come up when either is asked for.
 * `standing`: others in view agree with it, or one that is later or counts for more contradicts it.
 * Only links in view count, and only what a memory is worth by itself is passed on, so nothing
 * goes round in circles.
 */
import { Perspective } from '../domain/perspective.ts';
import type { RecallIndex } from '../index/recall-index.ts';
import { contradictedStanding, supportedStanding } from './defaults.ts';
import { type LinkInView, linksInView } from './links-in-view.ts';
import type { SignalSource } from './signal-source.ts';
import { seen, timeOf, type View } from './view.ts';

/** What links are read in. */
export interface LinkContext {
  readonly views: readonly View[];
  readonly linked: LinkedInView;
  /** 0..1: what a document of a view has to do with the query by itself; absent while that is not known. */
  readonly relevance?: (place: number, doc: number) => number;
}

/** A memory that has links in view. */
interface LinkedMemory {
  readonly links: readonly LinkInView[];
  /** 0..1. */
  readonly standing: number;
}

/** By slot: every memory that has links in view. */
export type LinkedInView = ReadonlyMap<number, LinkedMemory>;

/** Neither supported nor contradicted. */
const neither = 0.5;

/** The signals link and standing. */
export function linkSources({ views, linked, relevance }: LinkContext): readonly SignalSource[] {
  const links = new Map<number, number>();
  let bestStanding = neither;
  for (const [slot, memory] of linked) {
    bestStanding = Math.max(bestStanding, memory.standing);
    const best = relevance === undefined ? 0 : bestOf(memory.links, views, relevance);
    if (best > 0) links.set(slot, best);
  }
  return [
    {
      name: 'link',
      atMost: Math.max(0, ...links.values()),
      relates: true,
      slots: () => [links.keys()],
      value: (slot) => links.get(slot) ?? 0,
    },
    {
      name: 'standing',
      atMost: bestStanding,
      relates: false,
      value: (slot) => linked.get(slot)?.standing ?? neither,
    },
  ];
}

/** All links in a perspective's view. */
export function linkedInView(index: RecallIndex, agent: string, views: readonly View[]): LinkedInView {
  const { believers } = new Perspective(agent);
  const linked = new Map<number, LinkedMemory>();
  for (const slot of index.links.slots()) {
    const links = linksInView(index, believers, views, slot);
    if (links.length > 0) linked.set(slot, { links, standing: standingOf(index, views, slot, links) });
  }
  return linked;
}

/** What the most relevant partner passes on: of a contradiction at least half, however few words are shared. */
function bestOf(
  links: readonly LinkInView[],
  views: readonly View[],
  relevance: (place: number, doc: number) => number,
): number {
  let best = 0;
  for (const { kind, similarity, slot } of links) {
    const share = kind === 'contradicts' ? (1 + similarity) / 2 : similarity;
    views.forEach(({ believer }, place) => {
      const doc = believer.doc(slot);
      if (doc >= 0) best = Math.max(best, Math.min(1, relevance(place, doc)) * share);
    });
  }
  return best;
}

/** 0..1: the middle for neither, more with every support, less with every contradiction that outweighs it. */
function standingOf(index: RecallIndex, views: readonly View[], slot: number, links: readonly LinkInView[]): number {
  let standing = neither;
  for (const { kind, similarity, state, slot: partner } of links) {
    if (kind === 'supports') standing += supportedStanding * similarity;
    // An exception takes nothing from the rule.
    else if (state !== 'exception' && outweighs(index, views, partner, slot)) standing -= contradictedStanding;
  }
  return Math.min(1, Math.max(0, standing));
}

/** Whether one memory counts for more than another, or as much and is later. */
function outweighs(index: RecallIndex, views: readonly View[], one: number, other: number): boolean {
  const importance = index.memories.cognitive.importance.values;
  const difference = (importance[one] as number) - (importance[other] as number);
  return difference === 0 ? timeIn(index, views, one) > timeIn(index, views, other) : difference > 0;
}

function timeIn(index: RecallIndex, views: readonly View[], slot: number): number {
  for (const { believer } of views) {
    const doc = believer.doc(slot);
    if (doc >= 0) return timeOf(believer, index.memories, slot, doc);
  }
  return Number.NEGATIVE_INFINITY;
}

/** Per view the candidates and the memories that they are linked to, which one of them may bring up. */
export function withPartners({ views, linked }: LinkContext, candidates: readonly Int32Array[]): readonly Int32Array[] {
  if (linked.size === 0) return candidates;
  const partners = new Set<number>();
  candidates.forEach((docs, place) => {
    const slots = (views[place] as View).believer.slotOf.values;
    for (const doc of docs) {
      for (const { slot } of linked.get(slots[doc] as number)?.links ?? []) partners.add(slot);
    }
  });
  return candidates.map((docs, place) => {
    const { believer, states } = views[place] as View;
    const linked = Array.from(partners, (slot) => believer.doc(slot));
    return Int32Array.from(new Set([...docs, ...linked.filter((doc) => doc >= 0 && states[doc] === seen.inside)]));
  });
}
