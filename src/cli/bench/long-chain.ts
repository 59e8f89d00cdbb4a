/**
 * A chain of thought as long as one likes, the same each time: of every ten thoughts seven go straight
 * on, two are on a branch off the fourth of them, and the last revises the seventh and is gone on from.
 */
import type { ThinkOptions } from '../../index.ts';

/** Thoughts to a round, in which there is one branch and one revision. */
export const thoughtsPerRound = 10;

/** The thoughts of a chain, each with a key of its own, in the order in which they are thought. */
export function* longChain(rounds: number): Generator<ThinkOptions & { readonly id: string }> {
  let last: string | undefined;
  for (let round = 1; round <= rounds; round++) {
    const keyOf = (place: string): string => `r${round}-${place}`;
    for (let step = 1; step <= 7; step++) {
      const id = keyOf(`${step}`);
      const thought = `Round ${round}, step ${step}: the lantern on pier ${round * 7 + step} is lit before the tide turns.`;
      yield { id, thought, ...(last === undefined ? { thoughtNumber: 1 } : { follows: last }) };
      last = idOf(id);
    }
    const branchId = `way-${round}`;
    yield {
      id: keyOf('branch'),
      thought: `Round ${round}: or leave pier ${round} dark and ring a bell.`,
      branchFromThought: idOf(keyOf('4')),
      branchId,
      reason: 'a bell needs no oil',
    };
    yield {
      id: keyOf('branch-end'),
      thought: `Round ${round}: a bell is not heard in a storm.`,
      follows: idOf(keyOf('branch')),
    };
    yield {
      id: keyOf('revision'),
      thought: `Round ${round}: the last lantern is lit after the tide has turned.`,
      revisesThought: last as string,
      reason: 'the tide was early',
    };
    last = idOf(keyOf('revision'));
  }
}

function idOf(key: string): string {
  return `observation:${key}`;
}
