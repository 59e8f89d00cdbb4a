/** When what took a fact's place counts, and since when it was so. */
import type { Supersedes } from './records.ts';

/**
 * Since when a correction is so, which ends what it corrects: from the start of validity of what it
 * puts there, else from when that was said.
 */
export function correctedFrom({ at, saidAt = at }: Supersedes, validFrom: Date | undefined): Date {
  return validFrom ?? saidAt;
}

/**
 * The edges that count at a moment: made by then, and not taken back by then.
 *
 * @param at - in milliseconds since 1970. @default the latest of all: those that were never taken back
 */
export function standing(edges: readonly Supersedes[], at: number = Number.POSITIVE_INFINITY): readonly Supersedes[] {
  return edges.filter(
    ({ at: madeAt, withdrawnAt }) =>
      madeAt.getTime() <= at && (withdrawnAt === undefined || withdrawnAt.getTime() > at),
  );
}

/**
 * Whether a fact is out of its place by an edge, as far as some edges of the same fact tell: it is
 * until its believer puts it in the place of another again.
 */
export function isInForce(edge: Supersedes, edges: readonly Supersedes[]): boolean {
  return !edges.some(
    ({ believer, from, at }) => believer === edge.believer && from === edge.to && at.getTime() > edge.at.getTime(),
  );
}
