/** When what took a fact's place counts. */
import type { Supersedes } from './records.ts';

/**
 * Whether a fact is out of its place by an edge, as far as some edges of the same fact tell: it is
 * until its believer puts it in the place of another again.
 */
export function isInForce(edge: Supersedes, edges: readonly Supersedes[]): boolean {
  return !edges.some(
    ({ believer, from, at }) => believer === edge.believer && from === edge.to && at.getTime() > edge.at.getTime(),
  );
}
