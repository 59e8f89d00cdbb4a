/** The edges that a walk goes along, and how a path says them in words. */
import { z } from 'zod';
import { count, type Fields, record, words } from '../domain/result.ts';
import type { FollowType } from '../domain/records.ts';

/** The kinds of edges: those of the ledger, and that of entities which the same memories speak of. */
export const edgeKinds = [
  'mentions',
  'about',
  'relates',
  'follows',
  'supports',
  'contradicts',
  'derivedFrom',
  'mentionedWith',
] as const;
/** How two nodes of the graph are tied. */
export type EdgeKind = (typeof edgeKinds)[number];

const graphEdgeFields = {
  kind: z.enum(edgeKinds),
  /** The id of a node. */
  from: words,
  /** The id of a node. */
  to: words,
  /** What the first does to the second: `mentions`, `revises`, `lives in`. */
  words,
  /** Of a relation how many memories in view tell it, of `mentionedWith` how many speak of both; of an entity's last 500. */
  times: count.exactOptional(),
};
/** An edge between two nodes. */
export interface GraphEdge extends Fields<typeof graphEdgeFields> {}

/** The rules of {@link GraphEdge}. */
export const graphEdgeRules: z.ZodType<GraphEdge> = record(graphEdgeFields);

/** The words of an edge by its kind; of relations and of thoughts they are its own. */
export const edgeWords: Readonly<Record<Exclude<EdgeKind, 'relates' | 'follows'>, string>> = {
  mentions: 'mentions',
  about: 'is about',
  supports: 'supports',
  contradicts: 'contradicts',
  derivedFrom: 'is derived from',
  mentionedWith: 'mentioned with',
};

/** The words of a thought's edge. */
export const followWords: Readonly<Record<FollowType, string>> = {
  next: 'follows',
  branch: 'branches from',
  revision: 'revises',
};

/** How a path goes on along an edge, in its direction and against it. */
const onwards: Readonly<Record<string, readonly [along: string, against: string]>> = {
  mentions: ['mentioning', 'mentioned in'],
  'is about': ['about', 'the subject of'],
  supports: ['supporting', 'supported by'],
  contradicts: ['contradicting', 'contradicted by'],
  'is derived from': ['derived from', 'the source of'],
  follows: ['following', 'followed by'],
  'branches from': ['branching from', 'branched into'],
  revises: ['revising', 'revised by'],
};

/** A predicate that is a verb already, such as `lives in`; others, such as `sister of`, want one. */
const verb = /^(?:is|are|was|has|had|did|\p{Ll}{2,}(?<!s)s)\b/u;

/** A step of a path in words: how it goes on along an edge to the node `to`, which is called `label`. */
export function stepWords({ kind, from, words }: GraphEdge, to: string, label: string): string {
  const isAlong = from !== to;
  if (kind !== 'relates') {
    const [along, against] = onwards[words] as readonly [string, string];
    return `${isAlong ? along : against} ${label}`;
  }
  const predicate = verb.test(words) ? words : `is ${words}`;
  return isAlong ? `which ${predicate} ${label}` : `which ${label} ${predicate}`;
}
