/** Compares claims about the same slot. */
import type { FoundRelation } from './link-rules.ts';
import type { Claim } from './statement.ts';
import { isSameValue } from './same-value.ts';
import { termOf } from './same-words.ts';

/** Places that contain others: "lives in Germany" and "lives in Berlin" may both be. */
const regions = new Set(
  (
    'germany france spain italy portugal england scotland wales ireland britain uk usa us america canada mexico brazil argentina chile peru colombia ' +
    'japan china india korea vietnam thailand indonesia philippines australia zealand russia ukraine poland austria switzerland belgium netherlands ' +
    'denmark sweden norway finland iceland greece turkey israel egypt morocco kenya nigeria africa europe asia hungary romania bulgaria croatia czechia ' +
    'california texas florida washington oregon nevada bavaria catalonia andalusia tuscany provence states kingdom'
  )
    .split(' ')
    .map(termOf),
);

const isRegion = (value: readonly string[]): boolean => value.some((term) => regions.has(term));

/** How two claims stand to each other, if they are about the same. */
export function relationOfClaims(one: Claim, other: Claim): FoundRelation | undefined {
  if (one.key !== other.key || one.scope !== other.scope) return undefined;
  const [first, second] = [new Set(one.value), new Set(other.value)];
  const shared = [...first].filter((term) => second.has(term)).length;
  const similarity = shared / (first.size + second.size - shared);
  const same = isSameSingle(one.value, other.value) || shared === Math.min(first.size, second.size);
  if (one.left || other.left) {
    if (one.left && other.left) return undefined;
    return same ? { kind: 'contradicts', rule: 'slot', similarity: 1 } : undefined;
  }
  if (one.plural || other.plural) return similarity < 1 ? ofVersions(one, other) : agreement(1);
  if (same) return agreement(Math.max(similarity, 0.5));
  if (one.key.endsWith('|home') && isRegion(one.value) !== isRegion(other.value)) return undefined;
  if (kindOf(one.value) !== kindOf(other.value)) return undefined;
  return { kind: 'contradicts', rule: 'slot', similarity: 0.5 + similarity / 2 };
}

function isSameSingle([one, ...more]: readonly string[], [other, ...others]: readonly string[]): boolean {
  return one !== undefined && other !== undefined && more.length + others.length === 0 && isSameValue(one, other);
}

function agreement(similarity: number): FoundRelation {
  return { kind: 'supports', rule: 'agreement', similarity };
}

/** Many things may be used at a time, but not two versions of one. */
function ofVersions(one: Claim, other: Claim): FoundRelation | undefined {
  const [first, second] = [one.value, other.value].map((value) => ({
    words: value
      .filter((term) => !term.startsWith('#'))
      .sort()
      .join(' '),
    numbers: value.filter((term) => term.startsWith('#n:')),
  }));
  if (first?.words !== second?.words || first?.words === '') return undefined;
  const [number, against] = [first?.numbers, second?.numbers];
  if (number?.length !== 1 || against?.length !== 1 || isSameValue(number[0] ?? '', against[0] ?? '')) return undefined;
  return { kind: 'contradicts', rule: 'slot', similarity: 0.75 };
}

/** A month and a day, a clock time and a name do not exclude each other; two of one kind do. */
function kindOf(value: readonly string[]): string {
  return value.find((term) => term.startsWith('#'))?.slice(0, 3) ?? 'word';
}
