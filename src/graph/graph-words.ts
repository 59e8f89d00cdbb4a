/** How the nodes and edges of the graph are said in words. */
import type { FollowType } from '../domain/records.ts';
import { onOneLine } from '../language/sentences.ts';
import { isoDay } from '../recall/memory-text.ts';
import type { EdgeKind, GraphEdge } from './edges.ts';
import type { ExploredNode } from './exploration-value.ts';

interface Saying {
  /** What its first end does to the second. */
  readonly words: string;
  /** How a path goes on from its first end to the second. */
  readonly along: string;
  /** How a path goes on from its second end to the first. */
  readonly against: string;
}

/** How edges are said, by their kinds; a relation has words of its own, and a thought follows another in one of three ways. */
export const sayings: Readonly<Record<Exclude<EdgeKind, 'relates' | 'follows'> | FollowType, Saying>> = {
  mentions: { words: 'mentions', along: 'mentioning', against: 'mentioned in' },
  about: { words: 'is about', along: 'about', against: 'the subject of' },
  supports: { words: 'supports', along: 'supporting', against: 'supported by' },
  contradicts: { words: 'contradicts', along: 'contradicting', against: 'contradicted by' },
  derivedFrom: { words: 'is derived from', along: 'derived from', against: 'the source of' },
  mentionedWith: { words: 'mentioned with', along: 'mentioned with', against: 'mentioned with' },
  next: { words: 'follows', along: 'following', against: 'followed by' },
  branch: { words: 'branches from', along: 'branching from', against: 'branched into' },
  revision: { words: 'revises', along: 'revising', against: 'revised by' },
};

/** A predicate that is a verb already, such as `lives in`; others, such as `sister of`, want one. */
const verb = /^(?:is|are|was|has|had|did|\p{Ll}{2,}(?<!s)s)\b/u;

/** A step of a path in words: how it goes on along an edge to the node `to`, which is called `label`. */
export function stepWords({ kind, from, words }: GraphEdge, to: string, label: string): string {
  const isAlong = from !== to;
  if (kind === 'relates') {
    const predicate = verb.test(words) ? words : `is ${words}`;
    return isAlong ? `which ${predicate} ${label}` : `which ${label} ${predicate}`;
  }
  const saying = Object.values(sayings).find((one) => one.words === words);
  return `${isAlong ? saying?.along : saying?.against} ${label}`;
}

/** The words of an edge, with how often it was told where it was more than once. */
export function edgeLabel({ words, times = 1 }: GraphEdge): string {
  return times > 1 ? `${words} (${times})` : words;
}

/** A node by its label and what it is, on one line: a name with its type, or what was said, when and by whom. */
export function nodeName({ kind, type, label, occurredAt, speaker }: ExploredNode): string {
  if (kind === 'agent') return `${label} (agent)`;
  if (kind === 'entity') return type === undefined || type === 'other' ? label : `${label} (${type})`;
  const what = speaker ?? (kind === 'fact' ? 'fact' : (type ?? kind).replace('_', ' '));
  const when = occurredAt === undefined ? '' : `${isoDay(occurredAt)} `;
  return `${when}${onOneLine(what)}: “${label}”`;
}
