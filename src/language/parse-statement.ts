/** Reads a text once for the rules of links: its assertions and its claims. */
import { claimsOf } from './claims-of-clause.ts';
import { lightWords, openers } from './clause-words.ts';
import { type Predicate, predicatesOf } from './predicate.ts';
import { termOf } from './same-words.ts';
import { presupposed } from './presuppositions.ts';
import { sentencesOf } from './sentences.ts';
import { assertedClauses } from './split-clauses.ts';
import type { Claim, Clause, Said, Statement } from './statement.ts';
import { isNamed, speakerKey, subjectKey } from './subject.ts';
import { type Word, wordsOfClause } from './words.ts';

/** So many assertions of a text are read; a message of more is mostly pasted. */
const maxClauses = 40;

/** A text of more sentences has matters of its own: its "the triangle" is not that of another text. */
const longText = 8;

/** Longer sentences, in characters, are no prose, and are not searched for what they take for granted. */
const longestGranted = 2_000;

/** "in this project" names no other project than every sentence about it. */
const here =
  /\b(?:in|into|for|on|of|to|with) this (?:project|app|application|codebase|repository|repo|chat|conversation)\b/gi;

/** "These days" dates nothing that the present does not. */
const nowadays = /,?\s+(?:these days|nowadays|at the moment|from now on)(?=[,.;!?]|$)/gi;

/** Reads a text. Never throws: what is not understood makes no clause. */
export function parseStatement(said: Said): Statement {
  const speaker = speakerKey(said.speaker);
  const clauses: Clause[] = [];
  const claims: Claim[] = [];
  const sentences = sentencesOf(said.content);
  const own = sentences.length > longText;
  for (const sentence of sentences) {
    if (sentence.length < longestGranted) clauses.push(...presupposed(sentence, speaker));
    for (const text of assertedClauses(sentence.replace(here, '').replace(nowadays, ''))) {
      if (clauses.length >= maxClauses) break;
      for (const predicate of predicatesOf(withoutOpeners(wordsOfClause(marked(text))))) {
        const known = !own || predicate.modality === 'order' || isNamed(predicate.subject);
        if (known) clauses.push(clauseOf(predicate, speaker, text));
        claims.push(...claimsOf(predicate, speaker, text));
      }
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

/** The words of a clause without those that only begin it ("well", "and so"). */
export function withoutOpeners(words: readonly Word[]): readonly Word[] {
  let start = 0;
  while (start < words.length && (openers.has(words[start]?.text ?? '') || /^[,:;()]$/.test(words[start]?.text ?? '')))
    start += 1;
  // "Yesterday I ...": the day goes to the end.
  const day = /^(?:yesterday|today|tonight|tomorrow)$/.test(words[start]?.text ?? '')
    ? words.slice(start, start + 1)
    : [];
  return start + day.length === 0 ? words : [...words.slice(start + day.length), ...day];
}

function clauseOf({ subject, verb, rest, negated, tense, modality }: Predicate, speaker: string, text: string): Clause {
  const terms = new Set<string>();
  const values: string[] = [];
  const order: string[] = [];
  for (const [index, { text: word }] of rest.entries()) {
    if (word.startsWith('#')) {
      values.push(word);
      order.push(word);
      continue;
    }
    const light =
      lightWords.has(word) ||
      /^[,:;()]$/.test(word) ||
      word === 'no' ||
      (word === 'before' && index === rest.length - 1);
    const term = light ? '' : termOf(word);
    if (term !== '') terms.add(term);
    order.push(term);
  }
  const key = modality === 'order' ? '!' : subjectKey(subject, speaker);
  return { text, subject: key, verb: termOf(verb), terms, values, order, negated, tense, modality };
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
