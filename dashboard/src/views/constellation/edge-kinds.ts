/** What the kinds of edges are called on the page, and how strongly each draws its ends together. */
import type { ComputedEdgeKind, MemoryGraphEdge } from 'madeleine';

/** A kind of edge. */
export type EdgeKind = MemoryGraphEdge['kind'];

/** How a kind of edge is written, and what it does to the picture. */
export interface EdgeLook {
  /** What stands in the filters. */
  readonly name: string;
  /** What the first end does to the second, and the second undergoes by the first. */
  readonly words: readonly [forth: string, back: string];
  /**
   * How strongly it draws its ends together, where 1 is what belongs in one place. What everything has with a few
   * nodes draws little: it would pull all of the picture into one ball.
   */
  readonly pull: number;
}

/** The look of each kind that is recorded. */
const recorded: Readonly<Record<Exclude<EdgeKind, ComputedEdgeKind>, EdgeLook>> = {
  BELIEVES: { name: 'believes', words: ['believes', 'is believed by'], pull: 0.2 },
  MENTIONS: { name: 'mentions', words: ['mentions', 'is mentioned by'], pull: 0.3 },
  ABOUT: { name: 'is about', words: ['is about', 'is what is said in'], pull: 0.3 },
  RELATES: { name: 'relates', words: ['relates to', 'is related from'], pull: 0.5 },
  BELONGS_TO: { name: 'belongs to', words: ['belongs to', 'holds'], pull: 1 },
  FOLLOWS: { name: 'follows', words: ['follows', 'is followed by'], pull: 1 },
  DERIVED_FROM: { name: 'derived from', words: ['is derived from', 'leads to'], pull: 1 },
  SUPERSEDES: { name: 'supersedes', words: ['supersedes', 'is superseded by'], pull: 1 },
  SUPPORTS: { name: 'supports', words: ['supports', 'is supported by'], pull: 1 },
  CONTRADICTS: { name: 'contradicts', words: ['contradicts', 'is contradicted by'], pull: 1 },
  CO_ACTIVATED: { name: 'recalled together', words: ['is recalled with', 'is recalled with'], pull: 0.5 },
};

/** The look of each kind that follows from what two memories have in common. */
const computedEdges: Readonly<Record<ComputedEdgeKind, EdgeLook>> = {
  SHARES_CONCEPT: { name: 'shares concepts', words: ['shares concepts with', 'shares concepts with'], pull: 0.5 },
  CO_TOPIC: { name: 'same topic', words: ['has the topic of', 'has the topic of'], pull: 0.3 },
  CO_RING: { name: 'same ring', words: ['lies in the ring of', 'lies in the ring of'], pull: 0.1 },
  CO_KNOWLEDGE_TYPE: {
    name: 'same type of knowledge',
    words: ['is the type of knowledge of', 'is the type of knowledge of'],
    pull: 0.1,
  },
};

/** The look of every kind. */
export const edgeLooks: Readonly<Record<EdgeKind, EdgeLook>> = { ...recorded, ...computedEdges };
/** The kinds that are recorded, in the order of the filters. */
export const recordedKinds = Object.keys(recorded) as readonly EdgeKind[];
/** The kinds that are computed when they are asked for, in the order of the filters. */
export const computedKinds = Object.keys(computedEdges) as readonly ComputedEdgeKind[];

/** The kinds that have colours of their own and are drawn as arcs: what opinions do to each other. */
export const markedKinds = ['CONTRADICTS', 'SUPERSEDES', 'SUPPORTS'] as const satisfies readonly EdgeKind[];
/** A kind that has a colour of its own. */
export type MarkedKind = (typeof markedKinds)[number];
/** The tokens of theme.css that hold those colours. */
export const markTokens: Readonly<Record<MarkedKind, string>> = {
  CONTRADICTS: '--tie-contradicts',
  SUPERSEDES: '--tie-supersedes',
  SUPPORTS: '--tie-supports',
};
