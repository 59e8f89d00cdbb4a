/** Reads a text once for the rules of links: its assertions and its claims. */
import { type Word, wordsOfClause, phraseAt, stemsOf } from './clause-words.ts';
import { months, seasons, weekdays } from './dates.ts';
import { endingsIn } from './endings.ts';
import { foldName } from './fold.ts';
import { adverbs, auxiliaries, lightWords, openers, prepositions, unresolved, verbForms } from './grammar.ts';
import { onlyOne, plainly } from './plainer-wording.ts';
import { type Predicate, predicatesOf } from './predicate.ts';
import { assertedClauses, sentencesOf } from './sentences.ts';
import { type FoundClaim, claimsOfAssertion, claimsOfDenial } from './attribute-claims.ts';
import { impliedClaims } from './implied-claims.ts';
import { stateClaims } from './state-claims.ts';
import type { Claim, Clause, Counted, Said, Statement } from './statement.ts';
import { termOf, termSetOf, termsOf } from './words.ts';
import { somebodyNouns, setOf } from './word-lists.ts';
import { statePairsOf } from './relation-between.ts';

/** So many assertions of a text are read; a message of more is mostly pasted. */
const maxClauses = 40;

const monthNames = setOf(months.join(' '));

/** A text of more sentences has matters of its own: its "the triangle" is not that of another text. */
const longText = 8;

/** A text of so many sentences speaks of one matter. */
const fewSentences = 3;

/** Longer sentences, in characters, are no prose, and are not searched for what they take for granted. */
const longestGranted = 2_000;

/** "in this project" names no other project than every sentence about it. */
const here =
  /\b(?:in|into|for|on|of|to|with) this (?:project|app|application|codebase|repository|repo|chat|conversation)\b/gi;

/** "These days" dates nothing that the present does not, nor does "(since May 2026)", nor the "now" of "is now on Friday" and "a teacher now". */
const nowadays =
  / \(since [^()]*\)|,?\s+(?:these days|nowadays|at the moment|from now on|any ?more|any longer)(?=[,.;!?]|$)|(?= now)(?<=(?:\b(?:is|are|am)|['\u2019](?:s|m|re))(?: [^,.;!?]{1,60})?) now(?=[ ,.;!?]|$)/gi;

/** "From version 4 on the minimum is 17": since when something is so changes nothing of what is. */
const sinceWhen =
  /^(?:from [^,;]{1,30}? on(?:wards?)?,? |(?:as of|starting(?: with| from| in| on)?|effective(?: from)?) [^,;]{1,30}, )/i;

/** "I now work at the library", "I work there these days": no more at another place. */
const worksNow =
  /\b(?:now|nowadays|these days),? ((?:\S+ )?(?<!\balso )works? (?:at|for|in) [^.,;]{2,40}?)(?=[.,;!]| (?:and|but)\b|$)|(?<=(?<!\balso )\bwork(?:s|ing)? (?:at|for|in) [^.,;]{2,40}),? (?:now|nowadays|these days)(?=[.,;!]|$)/gi;

/** Who prefers tea to coffee prefers tea. */
const compared = /^(.*\bprefers? (?!to\b)\S+(?: \S+)?) (?:to|over) ./i;

/** "Entry 12: the train was late": which of some things alike it is of. */
const numberedLabel = /^\W*(?<label>\p{L}+ #?\d+):/u;

/** Reads a text. Never throws: what is not understood makes no clause. */
export function parseStatement(said: Said): Statement {
  const speaker = speakerKey(said.speaker);
  const clauses: Clause[] = [];
  const claims: Claim[] = [];
  const fragments: string[] = [];
  const sentences = sentencesOf(said.content);
  const own = sentences.length > longText;
  for (const sentence of sentences) {
    if (sentence.length < longestGranted) clauses.push(...presupposed(sentence, speaker));
    const asserted = assertedClauses(
      plainly(
        sentence.replace(sinceWhen, '').replace(here, '').replace(worksNow, '$1 henceforth').replace(nowadays, ''),
      ),
    );
    const before = clauses.length;
    for (const text of asserted.flatMap((one) => [one, ...(compared.exec(one)?.slice(1) ?? [])])) {
      if (clauses.length >= maxClauses) break;
      for (const predicate of predicatesOf(withoutOpeners(wordsOfClause(marked(text))))) {
        const known = !own || predicate.modality === 'order' || isNamed(predicate.subject);
        if (known) clauses.push(clauseOf(predicate, speaker, text));
        claims.push(...claimsOf(predicate, speaker, text));
      }
    }
    if (!own) fragments.push(...fragmentsOf(sentence, clauses.slice(before)));
  }
  const terms = new Set(sentences.length > fewSentences ? [] : termsOf(said.content));
  const endings = own ? [] : endingsIn(said.content, speaker);
  return { clauses, claims, endings, fragments, terms, ...numberedLabel.exec(said.content)?.groups };
}

/** "Turned the freezer down": who did it is left out. */
function tellsDeed(sentence: string): boolean {
  const [first = ''] = sentence.match(/\p{L}+/u) ?? [];
  return verbForms.get(first.toLowerCase()) === 'past';
}

/** What a sentence says beside its clauses: "the Bakkers on Wednesdays" of "We drive on Mondays, the Bakkers on Wednesdays". */
function fragmentsOf(sentence: string, read: readonly Clause[]): readonly string[] {
  if (tellsDeed(sentence)) return [];
  const parts = [...(read.length === 0 ? [sentence] : []), ...sentence.split(/[,;:] /)];
  return parts.filter((part) => !read.some(({ text }) => text.includes(part) || part.includes(text)));
}

/** What goes up rises, and what goes down falls. */
const climbing: Readonly<Record<string, readonly [string, string]>> = {
  goes: ['rises', 'falls'],
  went: ['rose', 'fell'],
  going: ['rising', 'falling'],
  gone: ['risen', 'fallen'],
  go: ['rise', 'fall'],
};

/** Particles that are states: "is on", "is down"; not "is on Monday". */
function marked(text: string): string {
  return text
    .replace(
      /\b(is|are|was|were|be|been|stays?|turned|switched) (on|off|up|down)(?=$| (?:by|for|again|now|in)\b|,)/gi,
      '$1 state-$2',
    )
    .replace(/\b(goes|went|going|gone|go) (up|down)\b/gi, (_, form: string, way: string) => {
      const [up, down] = climbing[form.toLowerCase()] ?? ['', ''];
      return way.toLowerCase() === 'up' ? up : down;
    });
}

/** The words of a clause without those that only begin it ("well", "and so"). */
export function withoutOpeners(words: readonly Word[]): readonly Word[] {
  let start = 0;
  while (start < words.length && (openers.has(words[start]?.text ?? '') || /^[,:;()]$/.test(words[start]?.text ?? '')))
    start += 1;
  // "Yesterday I ...", "From January our rent ...": the day or the month goes to the end.
  const [first = '', next = ''] = words.slice(start, start + 2).map(({ text }) => text);
  const isSince = /^(?:from|since)$/.test(first) && /^#[dw]:/.test(next);
  const isDay = /^(?:yesterday|today|tonight|tomorrow)$/.test(first);
  const day = words.slice(start, start + (isDay ? 1 : isSince || (first === 'from' && monthNames.has(next)) ? 2 : 0));
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
    // "French fluently" is French, and no kind of it.
    order.push(/[a-z]{3}ly$/.test(word) ? '' : term);
  }
  const key = modality === 'order' ? '!' : subjectKey(subject, speaker);
  const counted = countedIn({ subject, verb, rest }, speaker);
  return {
    text,
    subject: key,
    verb: termOf(verb),
    terms,
    values,
    order,
    negated,
    tense,
    modality,
    ...(counted === undefined ? {} : { counted }),
  };
}

/** Of how many something is, in words that say one, and in others. */
const singles = setOf(`one single #n:1 ${onlyOne}`);
const isCount = ({ text }: Word): boolean =>
  singles.has(text) || /^(?:many|several|multiple|#n:(?:[2-9]|\d\d+))$/.test(text);

/** Of how many a clause speaks, where it has just one such number. */
function countedIn(
  { subject, verb, rest }: Pick<Predicate, 'subject' | 'verb' | 'rest'>,
  speaker: string,
): Counted | undefined {
  // "Mat 1" is which one, "one mat" how many: what is counted follows.
  const isCounting = (word: Word, at: number, words: readonly Word[]): boolean => {
    const next = words[at + 1]?.text ?? '';
    return isCount(word) && (word.text === onlyOne || (/^\p{L}/u.test(next) && !prepositions.has(next)));
  };
  const counts = [subject, rest].flatMap((words) => words.filter(isCounting));
  const [count] = counts;
  if (count === undefined || counts.length > 1) return undefined;
  // "Flight 12" and "flight 13" are two.
  const [of, said] = [subject, rest].map((words) => words.filter((...word) => !isCounting(...word)));
  const who = subjectKey(of!, speaker);
  if (who === '') return undefined;
  const stems = stemsOf(said!);
  return { key: `${who}|${[termOf(verb), ...[...stems].sort()].join(' ')}`, many: !singles.has(count.text) };
}

/**
 * The folded keys `subject|slot` under which the statement's claims are looked up. A sentence that states a number or a
 * date also has `subject|verb and terms`, which it shares with the same sentence of another number. A state also has
 * `subject|pair of opposites`. Distinct; empty when it claims nothing of these.
 */
export function attributeKeysOf(statement: Statement): readonly string[] {
  const keys = new Set(statement.claims.map(({ key }) => key));
  for (const { subject, verb, terms, values, negated, counted } of statement.clauses) {
    if (subject !== '') for (const pair of statePairsOf({ verb, terms })) keys.add(`${subject}|${pair}`);
    if (values.length > 0 && subject !== '' && !negated)
      keys.add(`${subject}|${[verb, ...[...terms].sort()].join(' ')}`);
    if (counted !== undefined && !negated) keys.add(counted.key);
  }
  return [...keys];
}

/** The claims of a clause; none when it is only possible or demanded. */
function claimsOf(predicate: Predicate, speaker: string, text: string): readonly Claim[] {
  const found = predicate.modality === 'plain' ? plainClaims(predicate) : stateClaims(predicate);
  return found.flatMap(({ attribute, owner, value, scope = '', ...rest }) => {
    const terms = stemsOf(value);
    const key = owner.length === 0 ? 'the' : subjectKey(owner, speaker);
    return terms.length === 0 || key === '' ? [] : [{ key: `${key}|${attribute}`, value: terms, text, scope, ...rest }];
  });
}

function plainClaims(predicate: Predicate): readonly FoundClaim[] {
  const said = predicate.negated ? claimsOfDenial(predicate) : claimsOfAssertion(predicate);
  return [...said, ...impliedClaims(predicate), ...stateClaims(predicate)];
}

// Who or what a clause is about, as a key that is the same for "I" said by Mark and for "Mark".

const dropped = setOf("the a an our this that these those 's of for in on at and , ( ) : all both current");
/** Before these nouns nobody outside the text knows which one is meant. */
const unknownTo = setOf('a an some another any his her their your its this that these those');

/** The key of a speaker without a name. */
const unnamed = 'i';

/** The key of the person that "I" is. */
function speakerKey(speaker: string | undefined): string {
  return speaker === undefined ? unnamed : foldName(speaker).split(' ').map(termOf).join(' ');
}

/** The key of a noun phrase; empty when nobody can tell what it names (`she`, `a server`). */
function subjectKey(words: readonly Word[], speaker: string): string {
  const first = words[0]?.text ?? '';
  if (words.length === 1) {
    if (first === 'i' || first === 'me') return speaker;
    if (first === 'we' || first === 'nobody' || first === 'there') return first;
    if (unresolved.has(first)) return '';
  }
  if (unknownTo.has(first)) return '';
  if (words.length > 2 && namesGroup(words.slice(-2))) return 'we';
  const named = words.slice(relationEnd(words));
  if (named.length > 0 && named.length < words.length) return subjectKey(named, speaker);
  const user = userEnd(words);
  if (user > 0) return subjectKey([{ text: 'i', capital: true }, ...words.slice(user)], unnamed);
  const terms = words.flatMap(({ text }) => {
    if (text === 'my' || text === 'mine') return [speaker];
    if (dropped.has(text) || adverbs.has(text)) return [];
    return [text.startsWith('#') ? text : termOf(text)];
  });
  return [...new Set(terms)].sort().join(' ');
}

export const relations: RegExp = new RegExp(`^(?:${somebodyNouns})$`);

/** Where a name begins that says who is meant: that of "my son Jarek" and of "Nadja's neighbour Hilde Berg"; 0 where none does. */
function relationEnd(words: readonly Word[]): number {
  const last = words.findLastIndex(({ text }) => relations.test(text));
  const isOwned = words.slice(0, last).some(({ text }) => text === 'my' || text === 'our' || text === "'s");
  const isName = words.slice(last + 1).every(({ capital }) => capital);
  return last > 0 && isOwned && isName ? last + 1 : 0;
}

/** "Greta and others": what Greta calls "we". */
function namesGroup(words: readonly Word[]): boolean {
  return words.map(({ text }) => text).join(' ') === 'and others';
}

/** Where "the user" or "the user's" ends, 0 if there is none: the person that a speaker without a name is. */
function userEnd(words: readonly Word[]): number {
  const position = words[0]?.text === 'the' ? 1 : 0;
  const next = words[position + 1]?.text;
  return words[position]?.text === 'user' && (next === undefined || next === "'s") ? position + 1 : 0;
}

/** Whether a noun phrase names something that other texts know too: the speaker, a name, a list of names. */
function isNamed(words: readonly Word[]): boolean {
  return words.some(
    ({ text, capital }) => text === 'my' || text === 'i' || text === 'we' || (capital && !dropped.has(text)),
  );
}

// What a sentence takes for granted, also in a question or a wish. "My score on the coin toss problems" and "completing
// 8 problems" say that the speaker has done such problems.

const results = setOf('score accuracy results result grade mark marks');
const about = setOf('in on with for');

const granting = /\bafter \w+ing\b|\bmy (?:\w+ )?(?:score|accuracy|results?|grade|marks?)\b/i;

/** Assertions about the speaker that the words of a sentence take for granted. */
function presupposed(sentence: string, speaker: string): readonly Clause[] {
  if (!granting.test(sentence)) return [];
  const words = wordsOfClause(sentence);
  const found: Clause[] = [];
  for (const [index, { text }] of words.entries()) {
    const next = words[index + 1]?.text ?? '';
    if (text === 'after' && isOwn(words) && verbForms.get(next) === 'ing') {
      found.push(done(termOf(next), objectAt(words, index + 2), { speaker, sentence }));
    } else if (text === 'my' && words.slice(index + 1, index + 3).some((word) => results.has(word.text))) {
      const on = words.findIndex((word, position) => position > index && position < index + 8 && about.has(word.text));
      if (on > 0) found.push(done('make', objectAt(words, on + 1), { speaker, sentence }));
    }
  }
  return found.filter(({ terms }) => terms.size > 1);
}

/** A noun phrase up to the verb that follows it: "the problems improved". */
function objectAt(words: readonly Word[], start: number): readonly Word[] {
  const phrase = phraseAt(words.slice(start));
  const verb = phrase.findIndex(({ text }, index) => {
    const form = index > 0 ? formAt(text) : '';
    return form === 'third' || form === 'past' || (form === 'base' && /[^s]s$/.test(phrase[index - 1]?.text ?? ''));
  });
  return verb < 0 ? phrase : phrase.slice(0, verb);
}

function formAt(text: string): string {
  return auxiliaries.has(text) ? 'third' : (verbForms.get(text) ?? '');
}

function isOwn(words: readonly Word[]): boolean {
  return words.some(({ text }) => text === 'i' || text === 'my');
}

interface Saying {
  readonly speaker: string;
  readonly sentence: string;
}

function done(verb: string, object: readonly Word[], { speaker, sentence }: Saying): Clause {
  const order = object.map(({ text }) => {
    if (text.startsWith('#')) return text;
    return lightWords.has(text) || prepositions.has(text) ? '' : termOf(text);
  });
  const terms = new Set(order.filter((term) => term !== '' && !term.startsWith('#')));
  const rest = { negated: false, tense: 'perfect', modality: 'plain' } as const;
  return {
    text: sentence,
    subject: speaker,
    verb,
    terms,
    values: order.filter((term) => term.startsWith('#')),
    order,
    ...rest,
  };
}

// The part of a text that is compared with others. Courtesies ("Keep it up!", "Talk soon") are left out, since they
// agree with each other in every conversation. So are assertions about a time ("Last week was wild").

/** What people tell each other to do without meaning it. */
const courtesies = termSetOf(
  'keep take have enjoy let go stay see talk wait say look tell get be know believe remember check hope thank hang come ' +
    'feel do chat catch speak push hold sound excuse forgive imagine trust continue follow',
);
const times = termSetOf(
  'last next this week weekend month year day today tonight yesterday tomorrow morning afternoon evening night recently ' +
    `now then time ago few ${[...weekdays, ...seasons].join(' ')}`,
);
/** What somebody who is not waiting is looking forward to. */
const waiting = termOf('wait');
/**
 * Speakers that stand for a model or a tool. What they answer is no evidence for or against what
 * somebody says, and most of it is said again and again.
 */
export const answering: ReadonlySet<string> = new Set(['assistant', 'ai', 'bot', 'model', 'tool']);
const nothing: Statement = { clauses: [], claims: [], endings: [] };
/** Terms and values of an assertion that can support another: one word agrees too easily. */
const minToAgree = 2;

const dense: WeakMap<Statement, Statement> = new WeakMap();

/** Reads of a text what is worth comparing. */
export function weightyStatement(said: Said): Statement {
  if (said.speaker !== undefined && answering.has(said.speaker.toLowerCase())) return nothing;
  const { clauses, ...others } = parseStatement(said);
  return { clauses: clauses.filter((clause) => !isCourtesy(clause) && !isOfTime(clause)), ...others };
}

/** A statement without its shortest assertions. */
export function denseStatement(statement: Statement): Statement {
  const known = dense.get(statement);
  if (known !== undefined) return known;
  const clauses = statement.clauses.filter(({ terms, values }) => terms.size + values.length >= minToAgree);
  const made = { ...statement, clauses };
  dense.set(statement, made);
  return made;
}

function isCourtesy({ modality, verb, negated }: Clause): boolean {
  return (modality === 'order' && courtesies.has(verb)) || (verb === waiting && negated);
}

function isOfTime({ subject }: Clause): boolean {
  return subject !== '' && subject.split(' ').every((word) => times.has(word) || word.startsWith('#'));
}
