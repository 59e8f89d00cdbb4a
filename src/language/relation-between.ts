/** Whether two statements support or contradict each other: their best pair of sentences decides. */
import { relationOfClaims } from './compare-claims.ts';
import { relationOfClauses } from './compare-clauses.ts';
import { type FoundRelation, linkRules, type Relation } from './link-rules.ts';
import type { Statement } from './statement.ts';

/**
 * How one statement stands to another, whichever was first; undefined when they have nothing to
 * say to each other, or the rules do not know. A contradiction weighs more than any support.
 */
export function relationBetween(one: Statement, other: Statement): Relation | undefined {
  let best: Relation | undefined;
  const offer = (relation: FoundRelation | undefined, mine: string, theirs: string): void => {
    if (relation !== undefined && (best === undefined || isBetter(relation, best))) {
      best = { ...relation, texts: [mine, theirs] };
    }
  };
  for (const claim of one.claims)
    for (const against of other.claims) offer(relationOfClaims(claim, against), claim.text, against.text);
  for (const clause of one.clauses)
    for (const against of other.clauses) offer(relationOfClauses(clause, against), clause.text, against.text);
  return best;
}

function isBetter(relation: FoundRelation, best: Relation): boolean {
  if (relation.kind !== best.kind) return relation.kind === 'contradicts';
  const rank = linkRules.indexOf(relation.rule) - linkRules.indexOf(best.rule);
  return rank === 0 ? relation.similarity > best.similarity : rank < 0;
}
