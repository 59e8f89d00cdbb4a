/**
 * Where two agents are opposed: by the contradictions that either has, and by the rules of links. The rules compare
 * what only one holds with what only the other does, since no agent's own links join these.
 */
import { weightyStatement } from '../language/parse-statement.ts';
import { relationBetween } from '../language/relation-between.ts';
import type { RecallParts } from './recall.ts';
import type { View } from './view.ts';

/** Memories of each agent that are compared with those of the other: every pair costs a comparison. */
const maxCompared = 50;

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
  readonly view: View;
  /** The ids of what came up and only this agent holds, what counts most first. */
  readonly own: readonly string[];
  /** The ids of all that only this agent holds of what is compared. */
  readonly all: readonly string[];
}

/** Up to `most` pairs, each once: confirmed ones first, then the more similar. */
export async function oppositions(
  parts: RecallParts,
  [first, second]: readonly [OpposedSide, OpposedSide],
  most: number,
): Promise<readonly Opposition[]> {
  const found = new Map<string, Opposition>();
  const turned = linked(second, first).map(({ one, other, ...rest }) => ({ ...rest, one: other, other: one }));
  for (const pair of [...linked(first, second), ...turned, ...(await compared(parts, first, second))]) {
    const key = JSON.stringify([pair.one, pair.other]);
    if (!found.has(key)) found.set(key, pair);
  }
  return [...found.values()].sort(precedes).slice(0, most);
}

/** What only the one side holds, against what the other side sees, as the one side has it linked. */
function linked(side: OpposedSide, against: OpposedSide): readonly Opposition[] {
  return side.own.flatMap((one) =>
    side.view.linksOf(one).flatMap(({ kind, memory: other, rule, similarity, state }): Opposition[] => {
      if (kind !== 'contradicts' || state === 'exception' || !against.view.sees(other)) return [];
      return [{ one, other, rule, similarity, state }];
    }),
  );
}

async function compared(
  { ledger, index }: RecallParts,
  first: OpposedSide,
  second: OpposedSide,
): Promise<readonly Opposition[]> {
  const best = first.own
    .slice(0, maxCompared)
    .flatMap((one) => second.own.slice(0, maxCompared).map((other) => ({ one, other })));
  const pairs = [...best, ...claimedByBoth(index, first.all, second.all)];
  if (pairs.length === 0) return [];
  const said = await ledger.said([...new Set(pairs.flatMap(({ one, other }) => [one, other]))]);
  const statements = new Map(said.map((memory) => [memory.id, weightyStatement(memory)]));
  return pairs.flatMap(({ one, other }): Opposition[] => {
    const [left, right] = [statements.get(one), statements.get(other)];
    const relation = left === undefined || right === undefined ? undefined : relationBetween(left, right);
    if (relation?.kind !== 'contradicts') return [];
    return [{ one, other, rule: relation.rule, similarity: relation.similarity, state: 'potential' }];
  });
}

/** Memories of one claim that are looked at on each side, the latest first. */
const maxOfClaim = 8;
/** Pairs that claim something of the same, at most: each costs a comparison. */
const maxClaimed = 2_000;

/** Pairs of what one holds and what the other holds that claim something of the same, the rarest claims first. */
function claimedByBoth(
  { memories }: RecallParts['index'],
  first: readonly string[],
  second: readonly string[],
): readonly { readonly one: string; readonly other: string }[] {
  const [mine, theirs] = [first, second].map((ids) => {
    const byClaim = new Map<number, string[]>();
    for (const id of ids) {
      for (const claim of memories.claims[memories.row(id)] ?? [])
        byClaim.set(claim, [...(byClaim.get(claim) ?? []).slice(1 - maxOfClaim), id]);
    }
    return byClaim;
  });
  const both = [...(mine ?? [])].flatMap(([claim, ids]) => {
    const others = theirs?.get(claim) ?? [];
    return others.length === 0 ? [] : [{ ids, others }];
  });
  both.sort((one, other) => one.ids.length * one.others.length - other.ids.length * other.others.length);
  const pairs = new Map<string, { readonly one: string; readonly other: string }>();
  for (const { ids, others } of both) {
    for (const one of ids) for (const other of others) pairs.set(JSON.stringify([one, other]), { one, other });
    if (pairs.size >= maxClaimed) break;
  }
  return [...pairs.values()];
}

function precedes(one: Opposition, other: Opposition): number {
  if (one.state !== other.state) return one.state === 'confirmed' ? -1 : 1;
  return other.similarity - one.similarity || (`${one.one} ${one.other}` < `${other.one} ${other.other}` ? -1 : 1);
}
