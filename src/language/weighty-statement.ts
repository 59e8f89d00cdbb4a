/**
 * What of a text is worth comparing with others: without courtesies ("Keep it up!", "Talk soon"),
 * which agree with each other in every conversation and say nothing, and without assertions whose
 * subject is but a time ("Last week was wild").
 */
import { parseStatement } from './parse-statement.ts';
import { termOf } from './same-words.ts';
import type { Clause, Said, Statement } from './statement.ts';

const termsOf = (words: string): ReadonlySet<string> => new Set(words.split(' ').map(termOf));

/** What people tell each other to do without meaning it. */
const courtesies = termsOf(
  'keep take have enjoy let go stay see talk wait say look tell get be know believe remember check hope thank hang come ' +
    'feel do chat catch speak push hold sound excuse forgive imagine trust continue follow',
);
const times = termsOf(
  'last next this week weekend month year day today tonight yesterday tomorrow morning afternoon evening night recently ' +
    'monday tuesday wednesday thursday friday saturday sunday now then time summer winter spring autumn fall ago few',
);
/** What somebody who is not waiting is looking forward to. */
const waiting = termOf('wait');
/**
 * Speakers that stand for a model or a tool. What they answer is no evidence for or against what
 * somebody says, and most of it is said again and again.
 */
export const answering: ReadonlySet<string> = new Set(['assistant', 'ai', 'bot', 'model', 'tool']);
const nothing: Statement = { clauses: [], claims: [] };
/** Terms and values of an assertion that can support another: one word agrees too easily. */
const leastToAgree = 2;

const dense: WeakMap<Statement, Statement> = new WeakMap();

/** Reads of a text what is worth comparing. */
export function weightyStatement(said: Said): Statement {
  if (said.speaker !== undefined && answering.has(said.speaker.toLowerCase())) return nothing;
  const { clauses, claims } = parseStatement(said);
  return { clauses: clauses.filter((clause) => !isCourtesy(clause) && !isOfTime(clause)), claims };
}

/** A statement without its shortest assertions. */
export function denseStatement(statement: Statement): Statement {
  const known = dense.get(statement);
  if (known !== undefined) return known;
  const clauses = statement.clauses.filter(({ terms, values }) => terms.size + values.length >= leastToAgree);
  const made = { clauses, claims: statement.claims };
  dense.set(statement, made);
  return made;
}

function isCourtesy({ modality, verb, negated }: Clause): boolean {
  return (modality === 'order' && courtesies.has(verb)) || (verb === waiting && negated);
}

function isOfTime({ subject }: Clause): boolean {
  return subject !== '' && subject.split(' ').every((word) => times.has(word) || word.startsWith('#'));
}
