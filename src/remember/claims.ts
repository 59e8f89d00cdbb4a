/**
 * What of a statement can be looked up: numbers that two texts share which may support or
 * contradict each other. They say where to look; whether there is a link, the rules say.
 *
 *   subject|slot                         what has one value at a time, or states a number or a date
 *   subject|~term                        an assertion, by the one of its terms that says most
 */
import { slotKeysOf } from '../language/parse-statement.ts';
import type { Clause, Statement } from '../language/statement.ts';

/** Claims of one text at the most: a message of more is mostly pasted. */
const mostClaims = 32;

const made: WeakMap<Statement, readonly number[]> = new WeakMap();

/** The numbers under which a text is found. */
export function claimsOf(statement: Statement): readonly number[] {
  const known = made.get(statement);
  if (known !== undefined) return known;
  const claims = new Set(slotKeysOf(statement).map(claimNumber));
  for (const clause of statement.clauses) {
    if (clause.subject !== '') claims.add(claimNumber(`${clause.subject}|~${leadingTerm(clause)}`));
  }
  const found = [...claims].slice(0, mostClaims);
  made.set(statement, found);
  return found;
}

/** The numbers under which texts are found that may have to do with an assertion. */
export function claimsNear({ subject, terms, verb }: Clause): readonly number[] {
  if (subject === '') return [];
  const said = [...terms, verb];
  return [subject, 'nobody'].flatMap((who) => said.map((term) => claimNumber(`${who}|~${term}`)));
}

/**
 * The longest term, which is seldom a common one: an assertion that says nearly the same has it
 * too, and so has one that a denial covers.
 */
function leadingTerm({ terms, verb }: Clause): string {
  let leading = '';
  for (const term of terms) {
    if (term.length > leading.length || (term.length === leading.length && term < leading)) leading = term;
  }
  return leading === '' ? verb : leading;
}

/** A number of 30 bits for a key (FNV-1a). Two keys of one number cost a look in vain and nothing else. */
export function claimNumber(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return hash >>> 2;
}
