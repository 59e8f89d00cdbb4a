/**
 * A fact as a sentence: plainly where it is a statement, as the reader's own where it is its opinion,
 * as a rule or a goal where it is one, and as somebody's words where it must not be more than that.
 */
import type { ToldMemory } from '../ambient/prose-item.ts';
import { type Provenance, systemAgent } from '../domain/records.ts';
import { isImperative, looksLikeInstruction } from './looks-like-instruction.ts';
import { passageOf, sentencesIn } from './passage.ts';
import { asClause, quoted, reported } from './reported.ts';
import { daysBetween, saidWhen, sinceWhen } from './said-when.ts';
import { aboutReader, inSecondPerson, speaksOfSelf } from './second-person.ts';
import type { Scene, Statement, Told } from './told.ts';
import { verbForms } from './verb-forms.ts';
import { isSame, nameOf, provenanceOf, sourceName } from './who-told.ts';

const withoutSubject =
  /^(?:likes|loves|hates|prefers|dislikes|enjoys|wants|needs|lives|works|uses|has|owns|is|was|does|speaks)\b/i;

const liking = /\b(?:likes?|loves?|hates?|prefers?|dislikes?|enjoys?|favou?rites?)\b/i;

/** The fact as a sentence; undefined where nothing can be said. */
export function tellFact(fact: ToldMemory, scene: Scene): Told | undefined {
  const text = passageOf(scene.passagesIn(fact.content), scene.most);
  if (text === '') return undefined;
  const names = fact.entities.map(({ name }) => name);
  const provenance = provenanceOf(fact, scene.reader);
  const aim = aimOf(text, fact, provenance);
  if (aim !== undefined) return { text: aim };
  const own = isOwn(fact, scene.reader);
  if (looksLikeInstruction(text) || withoutSubject.test(text) || (speaksOfSelf(text) && !own))
    return { text: `${toldBy(provenance, scene.reader)}: ${quoted(capitalised(text))}` };
  if (own && speaksOfSelf(text)) return { text: capitalised(inSecondPerson(withoutStop(text))) };
  if (own && isOpinion(fact)) return { text: `You think${reported(text, { own, names })}` };
  if (provenance?.channel === 'tool') return { text: accordingTo(text, names, provenance) };
  if (sentencesIn(text).length !== 1 || /[!?…]/u.test(text)) return { text: capitalised(text) };
  const said = aboutReader(capitalised(withoutStop(text)), scene.reader);
  return statementOf(said, { names: [...names, 'You'], fact, now: scene.now });
}

/** A rule or a goal that is put as an order: `The rule is never to ...`. */
function aimOf(text: string, { kind }: ToldMemory, provenance: Provenance | undefined): string | undefined {
  const isTrusted = provenance !== undefined && !['tool', 'import'].includes(provenance.channel);
  if (!isTrusted || kind?.startsWith('intent.') !== true || !isImperative(text)) return undefined;
  const order = withoutStop(text).replace(/^(?:please|kindly)\s+/i, '');
  const [, negation, rest = order] = /^(never|do not|don['’]t)\s+(.+)$/i.exec(order) ?? [];
  const small = rest.charAt(0).toLowerCase() + rest.slice(1);
  const denied = negation?.toLowerCase() === 'never' ? 'never ' : negation === undefined ? '' : 'not ';
  return `The ${kind === 'intent.goal' ? 'goal' : 'rule'} is ${denied}to ${small}`;
}

/** Whether the reader said it itself, or came to it by itself. */
function isOwn({ believers }: ToldMemory, reader: string): boolean {
  return believers.some(
    ({ agent, provenance: { channel, source } }) =>
      agent !== systemAgent &&
      isSame(agent, reader) &&
      channel === 'agent' &&
      (source === '' || isSame(source, reader)),
  );
}

/** A judgement; what somebody likes is no opinion of the reader's, though it is a preference. */
function isOpinion({ kind, knowledgeType, content }: ToldMemory): boolean {
  return kind === 'self.preference' && (knowledgeType === 'insight' || !liking.test(content));
}

/** Whose words a fact is, where it is told as words. */
function toldBy(provenance: Provenance | undefined, reader: string): string {
  switch (provenance?.channel) {
    case 'user':
      return isSame(provenance.source, reader) || sourceName(provenance) === undefined
        ? 'You were once told'
        : `${nameOf(provenance.source)} once said`;
    case 'agent':
      return isSame(provenance.source, reader) ? 'You once noted' : `${nameOf(provenance.source)} once noted`;
    case 'tool':
      return `${sourceName(provenance) ?? 'A tool'} once said`;
    case 'import':
      return 'Somebody once wrote';
    default:
      return 'It was once said';
  }
}

function accordingTo(text: string, names: readonly string[], provenance: Provenance): string {
  const clause = sentencesIn(text).length === 1 ? asClause(text, names) : undefined;
  const source = sourceName(provenance) ?? 'a tool';
  return clause === undefined
    ? `${capitalised(source)} once said: ${quoted(text)}`
    : `According to ${source}, ${clause}`;
}

function withoutStop(text: string): string {
  return text.replace(/(?<!\.)\.$/, '');
}

/** With a capital letter, unless the first word is an identifier. */
function capitalised(text: string): string {
  return /^\p{Ll}+(?=[\s,’']|$)/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

// A plain statement, with its time in words where it has one: since when it is so, or when that was last known.

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
function statementOf(text: string, { names, fact, now }: StatementOptions): Told {
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
