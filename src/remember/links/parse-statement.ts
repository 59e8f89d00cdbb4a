/** Reads a text once for the rules of links: its assertions and its claims. */
import { claimsOf } from './claims.ts';
import { lightWords, openers } from './clause-words.ts';
import { type Predicate, predicateOf } from './predicate.ts';
import { termOf } from './same-words.ts';
import { sentencesOf } from './sentences.ts';
import { assertedClauses } from './split-clauses.ts';
import type { Claim, Clause, Said, Statement } from './statement.ts';
import { speakerKey, subjectKey } from './subject.ts';
import { type Word, wordsOfClause } from './words.ts';

/** So many assertions of a text are read; a message of more is mostly pasted. */
const maxClauses = 40;

/** "in this project" names no other project than every sentence about it. */
const here = /\b(?:in|for|on|of) this (?:project|app|application|codebase|repository|repo|chat|conversation)\b/gi;

/** Reads a text. Never throws: what is not understood makes no clause. */
export function parseStatement(said: Said): Statement {
  const speaker = speakerKey(said.speaker);
  const clauses: Clause[] = [];
  const claims: Claim[] = [];
  for (const sentence of sentencesOf(said.content)) {
    for (const text of assertedClauses(sentence.replace(here, ''))) {
      if (clauses.length >= maxClauses) break;
      const predicate = predicateOf(withoutOpeners(wordsOfClause(marked(text))));
      if (predicate === undefined) continue;
      clauses.push(clauseOf(predicate, speaker));
      claims.push(...claimsOf(predicate, speaker));
    }
  }
  return { clauses, claims };
}

/** Particles that are states: "is on", "is down"; not "is on Monday". */
function marked(text: string): string {
  return text
    .replace(
      /\b(is|are|was|were|be|been|stays?|turned|switched) (on|off|up|down)(?=$| (?:by|for|again|now|in)\b|,)/gi,
      '$1 state-$2',
    )
    .replace(/\b(goes|went|going|gone|go) up\b/gi, 'rose')
    .replace(/\b(goes|went|going|gone|go) down\b/gi, 'fell');
}

function withoutOpeners(words: readonly Word[]): readonly Word[] {
  let start = 0;
  while (start < words.length && (openers.has(words[start]?.text ?? '') || /^[,:;()]$/.test(words[start]?.text ?? '')))
    start += 1;
  return start === 0 ? words : words.slice(start);
}

function clauseOf({ subject, verb, rest, negated, tense, modality }: Predicate, speaker: string): Clause {
  const terms = new Set<string>();
  const values: string[] = [];
  const order: string[] = [];
  for (const [index, { text }] of rest.entries()) {
    if (text.startsWith('#')) {
      values.push(text);
      order.push(text);
      continue;
    }
    const light =
      lightWords.has(text) ||
      /^[,:;()]$/.test(text) ||
      text === 'no' ||
      (text === 'before' && index === rest.length - 1);
    const term = light ? '' : termOf(text);
    if (term !== '') terms.add(term);
    order.push(term);
  }
  const key = modality === 'order' ? '!' : subjectKey(subject, speaker);
  return { subject: key, verb: termOf(verb), terms, values, order, negated, tense, modality };
}

/**
 * The folded keys `subject|slot` under which the statement's claims are looked up; for sentences
 * that state a number or a date also `subject|verb and terms`, which the same sentence with
 * another number shares. Distinct; empty when it claims nothing single-valued.
 */
export function slotKeysOf(statement: Statement): readonly string[] {
  const keys = new Set(statement.claims.map(({ key }) => key));
  for (const { subject, verb, terms, values, negated } of statement.clauses) {
    if (values.length > 0 && subject !== '' && !negated)
      keys.add(`${subject}|${[verb, ...[...terms].sort()].join(' ')}`);
  }
  return [...keys];
}
