/**
 * Where two agents are opposed: by the contradictions that either has, and by the rules of links
 * between what only the one and only the other holds, which no agent's own links can join.
 */
import { relationBetween } from '../language/relation-between.ts';
import { weightyStatement } from '../language/weighty-statement.ts';
import type { RecallParts } from './recall.ts';
import type { Surroundings } from './surroundings.ts';

/** Memories of each agent that are compared with those of the other: every pair costs a comparison. */
const mostCompared = 50;

/** Two memories that contradict each other. */
export interface Opposition {
  /** The id of a memory of the first agent. */
  readonly one: string;
  /** The id of a memory of the second agent. */
  readonly other: string;
  /** The rule or the agent that found it. */
  readonly rule: string;
  /** 0..1. */
  readonly similarity: number;
  readonly state: 'potential' | 'confirmed';
}

/** What one of the two holds. */
export interface OpposedSide {
  readonly surroundings: Surroundings;
  /** The ids of what only this agent holds, what counts most first. */
  readonly own: readonly string[];
}

/** Up to `most` pairs, each once: confirmed ones first, then the more similar. */
export async function oppositions(
  parts: RecallParts,
  [first, second]: readonly [OpposedSide, OpposedSide],
  most: number,
): Promise<readonly Opposition[]> {
  const found = new Map<string, Opposition>();
  const turned = linked(second, first).map(({ one, other, ...rest }) => ({ ...rest, one: other, other: one }));
  for (const pair of [...linked(first, second), ...turned, ...(await compared(parts, first.own, second.own))]) {
    const key = JSON.stringify([pair.one, pair.other]);
    if (!found.has(key)) found.set(key, pair);
  }
  return [...found.values()].sort(precedes).slice(0, most);
}

/** What only the one side holds, against what the other side sees, as the one side has it linked. */
function linked(side: OpposedSide, against: OpposedSide): readonly Opposition[] {
  return side.own.flatMap((one) =>
    side.surroundings.linksOf(one).flatMap(({ kind, memory: other, rule, similarity, state }): Opposition[] => {
      if (kind !== 'contradicts' || state === 'exception' || !against.surroundings.sees(other)) return [];
      return [{ one, other, rule, similarity, state }];
    }),
  );
}

async function compared(
  { ledger }: RecallParts,
  first: readonly string[],
  second: readonly string[],
): Promise<readonly Opposition[]> {
  const [mine, theirs] = [first.slice(0, mostCompared), second.slice(0, mostCompared)];
  if (mine.length === 0 || theirs.length === 0) return [];
  const said = await ledger.said([...mine, ...theirs]);
  const statements = new Map(said.map((memory) => [memory.id, weightyStatement(memory)]));
  return mine.flatMap((one) =>
    theirs.flatMap((other): Opposition[] => {
      const [left, right] = [statements.get(one), statements.get(other)];
      const relation = left === undefined || right === undefined ? undefined : relationBetween(left, right);
      if (relation?.kind !== 'contradicts') return [];
      return [{ one, other, rule: relation.rule, similarity: relation.similarity, state: 'potential' }];
    }),
  );
}

function precedes(one: Opposition, other: Opposition): number {
  if (one.state !== other.state) return one.state === 'confirmed' ? -1 : 1;
  return other.similarity - one.similarity || (`${one.one} ${one.other}` < `${other.one} ${other.other}` ? -1 : 1);
}
