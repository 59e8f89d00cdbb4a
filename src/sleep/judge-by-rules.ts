/**
 * Judges conflicts without a language model, by the rules of links and by how a text takes another
 * back. What the rules do not settle stays open: a conflict that is left costs less than a belief
 * that is lost.
 */
import { isFact } from '../domain/records.ts';
import { termsOf } from '../language/terms.ts';
import { relationBetween } from '../language/relation-between.ts';
import type { Clause, Statement } from '../language/statement.ts';
import { saidIn } from '../remember/statements.ts';
import { weightyStatement } from '../language/weighty-statement.ts';
import { givenUpIn, isDenialOf, isException, isRevision } from './revision-wording.ts';
import type { BelievedMemory, ConflictJudge, ConflictPair, Verdict } from './verdict.ts';

/** Terms by which two assertions of one subject may differ where the later takes the earlier back. */
const mostReplaced = 3;
/** The share of its other terms that a statement must have in common with what gives a part of it up. */
const leastKept = 0.5;

/** Judges pairs by the rules. */
export const judgeByRules: ConflictJudge = async (pairs) => pairs.map(verdictOf);

function verdictOf({ newer, older }: ConflictPair): Verdict | undefined {
  const [later, earlier] = [weightyStatement(saidIn(newer.memory)), weightyStatement(saidIn(older.memory))];
  const [laterText, earlierText] = [textOf(newer), textOf(older)];
  if (!isRevision(laterText) && isSpecialCase(later, earlier)) return 'exception';
  const opposed = relationBetween(later, earlier)?.kind === 'contradicts';
  if (opposed || isDenialOf(newer.memory.content, older.memory.content)) {
    return isException(laterText) || isException(earlierText) ? 'exception' : 'override';
  }
  if (givesUp(laterText, newer.memory.content, older.memory.content)) return 'override';
  if (isRevision(laterText) && replacesPart(later, earlier)) return 'override';
  return isFact(newer.memory) && isFact(older.memory) && saysTheSame(later, earlier) ? 'merge' : undefined;
}

/** What was said, in the words in which it was first said. */
function textOf({ memory, sources }: BelievedMemory): string {
  return [memory.content, ...sources.map(({ content }) => content)].join('\n');
}

/** Whether one denies in a special case what the other asserts: "on Fridays", and never "on Fridays in December". */
function isSpecialCase(one: Statement, other: Statement): boolean {
  const denies = (denial: Clause, assertion: Clause): boolean =>
    denial.negated &&
    !assertion.negated &&
    isOfOneKind(denial, assertion) &&
    wholeOf(assertion).length > 0 &&
    wholeOf(denial).length > wholeOf(assertion).length &&
    wholeOf(assertion).every((term) => wholeOf(denial).includes(term));
  return one.clauses.some((mine) => other.clauses.some((theirs) => denies(mine, theirs) || denies(theirs, mine)));
}

function isOfOneKind(one: Clause, other: Clause): boolean {
  return one.subject !== '' && one.subject === other.subject && one.verb === other.verb;
}

/** Whether a text names as given up what a statement says, and is about the rest of it. */
function givesUp(text: string, content: string, statement: string): boolean {
  const said = new Set(termsOf(statement));
  const now = new Set(termsOf(content));
  return givenUpIn(text).some((phrase) => {
    if (!phrase.every((term) => said.has(term))) return false;
    const rest = [...said].filter((term) => !phrase.includes(term));
    const kept = rest.filter((term) => now.has(term)).length;
    return kept > 0 && kept >= rest.length * leastKept;
  });
}

/** Whether two assertions of one subject are the same but for a part that each has of its own. */
function replacesPart(later: Statement, earlier: Statement): boolean {
  return later.clauses.some((mine) =>
    earlier.clauses.some((theirs) => {
      if (!isOfOneKind(mine, theirs) || mine.negated !== theirs.negated || mine.tense !== theirs.tense) return false;
      const shared = [...mine.terms].filter((term) => theirs.terms.has(term)).length;
      const gone = theirs.terms.size - shared;
      const come = mine.terms.size - shared;
      return shared > 0 && gone > 0 && come > 0 && gone <= mostReplaced && come <= mostReplaced;
    }),
  );
}

/** Whether two texts are one assertion each, and the same one, in whichever form and with whichever small words. */
function saysTheSame(one: Statement, other: Statement): boolean {
  const [mine, theirs] = [one.clauses, other.clauses];
  return mine.length === 1 && theirs.length === 1 && keyOf(mine[0] as Clause) === keyOf(theirs[0] as Clause);
}

function wholeOf({ terms, values }: Clause): readonly string[] {
  return [...terms, ...values];
}

function keyOf({ subject, verb, order, negated, tense, modality }: Clause): string {
  return JSON.stringify([subject, verb, order.filter((term) => term !== ''), negated, tense, modality]);
}
