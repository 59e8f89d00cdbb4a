/**
 * Claims about what has one value at a time: where somebody lives, what something is called, when
 * a thing is due. What many values may hold of (likes, has, visited, speaks) makes no claim.
 */
import { claimsOfCopula } from './copula-claims.ts';
import { stemsOf } from './phrases.ts';
import type { Predicate } from './predicate.ts';
import type { Claim } from './statement.ts';
import { subjectKey } from './subject.ts';
import { claimsOfVerb } from './verb-claims.ts';

/** The claims of a clause; none when it is denied, or only possible or demanded. */
export function claimsOf(predicate: Predicate, speaker: string, text: string): readonly Claim[] {
  if (predicate.negated || predicate.modality !== 'plain') return [];
  const found = predicate.verb === 'be' ? claimsOfCopula(predicate) : claimsOfVerb(predicate);
  return found.flatMap(({ slot, owner, value, scope = '', ...rest }) => {
    const terms = stemsOf(value);
    const key = owner.length === 0 ? 'the' : subjectKey(owner, speaker);
    return terms.length === 0 || key === '' ? [] : [{ key: `${key}|${slot}`, value: terms, text, scope, ...rest }];
  });
}
