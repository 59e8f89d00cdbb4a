/** A plain statement, with its time in words where it has one: since when it is so, or when that was last known. */
import { verbForms } from './verb-forms.ts';
import type { ToldMemory } from '../ambient/prose-item.ts';
import { daysBetween, saidWhen, sinceWhen } from './said-when.ts';
import type { Statement, Told } from './told.ts';

/** What else a statement is made of. */
export interface StatementOptions {
  readonly names: readonly string[];
  readonly fact: Pick<ToldMemory, 'occurredAt' | 'validFrom'>;
  readonly now: Date;
}

/** Days after which a statement about what changes says when it was known: half-life of facts by default. */
const agedDays = 180;
/** What does not change with the years, or not by itself: kinship, ownership, what somebody or something is. */
const lasting =
  /^(?:(?:is|was|are|were) (?:\p{L}+['’]s?|the|an?|part|called|named|from|born|written|made)\b|owns\b|has an?\b)/u;
/** How what began and goes on is told. */
const perfects: ReadonlyMap<string, string> = new Map([
  ['lives', 'has lived'],
  ['works', 'has worked'],
  ['is', 'has been'],
  ['uses', 'has used'],
  ['owns', 'has owned'],
  ['studies', 'has studied'],
  ['teaches', 'has taught'],
  ['has', 'has had'],
]);
/** Words that already say when. */
const dated =
  /\b(?:since|until|till|now|currently|today|yesterday|tomorrow|ago|in \d{4}|no longer|not|never|always|soon|next|last|birthday)\b|\d{4}/i;

/** A sentence without its full stop as what is told. */
export function statementOf(text: string, { names, fact, now }: StatementOptions): Told {
  const statement = splitStatement(text, names);
  if (statement === undefined) return { text };
  const { subject, rest } = statement;
  const [verb = ''] = rest.split(' ', 1);
  const since = fact.validFrom === undefined ? '' : sinceWhen(fact.validFrom, now);
  const perfect = perfects.get(verb);
  if (since !== '' && perfect !== undefined && !dated.test(rest) && !/[,;:]/.test(rest)) {
    const lived = `${perfect}${rest.slice(verb.length)} ${since}`;
    return { text: `${subject} ${lived}`, statement: { subject, rest: lived } };
  }
  const isAged = daysBetween(fact.occurredAt, now) >= agedDays;
  const isPresent = verbForms.get(verb) === 'third' || ['is', 'are', 'has', 'have'].includes(verb);
  if (isAged && isPresent && !lasting.test(rest) && !dated.test(rest))
    return { text: `As of ${saidWhen(fact.occurredAt, now).replace(/^in /, '')}, ${text}` };
  return { text, statement };
}

/** A statement that begins with a name, or with two, and goes on with a verb. */
export function splitStatement(text: string, names: readonly string[]): Statement | undefined {
  const one = longestBeginning(text, names);
  if (one === undefined) return undefined;
  const after = text.slice(one.length);
  const other = after.startsWith(' and ') ? longestBeginning(after.slice(5), names) : undefined;
  const subject = other === undefined ? one : `${one} and ${other}`;
  const rest = text.slice(subject.length + 1);
  const [verb = ''] = rest.split(' ', 1);
  const isVerb = verbForms.has(verb) || /^(?:is|are|was|were|has|have|had|will|can)$/.test(verb);
  return text[subject.length] === ' ' && isVerb ? { subject, rest } : undefined;
}

function longestBeginning(text: string, names: readonly string[]): string | undefined {
  return names
    .filter((name) => name !== '' && text.startsWith(name) && /^(?:\s|$)/.test(text.slice(name.length)))
    .toSorted((one, other) => other.length - one.length)[0];
}
