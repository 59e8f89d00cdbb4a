/** A clause in the form that the rules of statements read: what it is about, and what it says of it. */
import { type Word, wordsOfClause } from './clause-words.ts';
import {
  adverbs,
  auxiliaries,
  determiners,
  negators,
  prepositions,
  pronouns,
  unresolved,
  verbForms,
} from './grammar.ts';
import { classOfWord, isAmbiguousName } from './lexicon.ts';
import { honorifics } from './name-forms.ts';
import { relations, withoutOpeners } from './parse-statement.ts';
import { predicatesOf } from './predicate.ts';
import { isImperative } from './sentences.ts';
import { rarityOf } from './common-words.ts';
import { defaultTechnicalTerms, irregularForms, isNeverAlone, setOf } from './word-lists.ts';
import { stemOf } from './words.ts';

/**
 * What a clause is about: the speaker, a group with the speaker, what is theirs ("my sister"), a name, the listener,
 * the reader of an order, or a thing.
 */
export type Topic = 'self' | 'group' | 'own' | 'named' | 'you' | 'order' | 'thing';

/** A clause for the rules. */
export interface ToldClause {
  readonly topic: Topic;
  /** The words of the subject; empty for orders. */
  readonly subject: string;
  /**
   * What is said of it: in lower case, contractions opened, without words of degree, and with `^`
   * before what is written with a capital. Numbers and dates are `#` values.
   */
  readonly said: string;
  /** Whether its verb is a plain present: then it tells what goes on, or is so at the moment. */
  readonly isPresent: boolean;
}

/** Words of degree and of manner that change no statement; `always` and `never` do. */
const fillers = setOf(
  'really very quite just also still even so much actually definitely certainly absolutely totally simply truly honestly ' +
    'strongly personally currently now basically already officially finally',
);
/** Orders that the rules of links leave alone: "let's", "make sure", "call me". */
const order =
  /^(?:let 's|make sure|be sure|ensure|remember to|(?:please )?(?:(?:always|never|do not) )?\S+ (?:me|us))\b/;

/** Reads a clause; undefined when nobody can tell what it is about ("it", "she"). */
export function toldClause(text: string): ToldClause | undefined {
  const words = withoutOpeners(wordsOfClause(text));
  const length = subjectLength(words);
  if (length === undefined) return undefined;
  const subject = words.slice(0, length);
  const topic = topicOf(subject);
  if (topic === undefined) return undefined;
  const [predicate] = predicatesOf(words.filter(({ text: word }) => word !== 'only'));
  const said = saidOf(words.slice(length), length === 0);
  return {
    topic,
    subject: subject.map(({ text: word }) => word).join(' '),
    said,
    isPresent:
      predicate === undefined
        ? thirdPerson.test(said) || (topic === 'self' && ofMany.test(said))
        : predicate.tense === 'present' && predicate.modality === 'plain',
  };
}

/** A verb that is not listed, by its ending: "restores church organs". */
const thirdPerson = /^[a-z]{2,}[^su\W]s /;
/** What somebody does with things in general, or for a living: "I tune pianos". */
const ofMany =
  /^[a-z]{3,}(?<!ed|ing|s) (?:(?:old|used|rare|fine|small|large) )?(?:[a-z]{3,}[^su\W]s(?= |$)|.* for a living)/;

/** How many words the subject has: none in an order, undefined where no verb is found. */
function subjectLength(words: readonly Word[]): number | undefined {
  const first = words[0]?.text ?? '';
  if (pronouns.has(first)) return 1;
  const start = words.slice(0, 5).map(({ text }) => text);
  if (order.test(start.join(' ')) && !auxiliaries.has(first)) return 0;
  const [predicate] = predicatesOf(words);
  if (predicate?.modality === 'order') return 0;
  // "Pixel only eats salmon": what is only so is said of the subject.
  if (predicate !== undefined) return predicate.subject.length - (predicate.subject.at(-1)?.text === 'only' ? 1 : 0);
  // "My boss Morag breeds terriers": the verb is not a listed one, but names tell where the subject ends.
  const [, noun, name, verb] = words;
  if (topicOf(words) === 'own' && noun !== undefined && name?.capital === true && verb?.capital === false)
    return relations.test(noun.text) ? 3 : undefined;
  // "Clara intends to": the name ends where the capitals do.
  const end = words.findIndex(({ capital }) => !capital);
  return end > 0 ? end : undefined;
}

function topicOf(subject: readonly Word[]): Topic | undefined {
  const first = subject[0]?.text;
  if (first === undefined) return 'order';
  if (first === 'i') return 'self';
  if (first === 'we') return 'group';
  if (first === 'you') return subject.length === 1 ? 'you' : undefined;
  if (first === 'my' || first === 'our') return 'own';
  if (subject.length === 1 && unresolved.has(first)) return undefined;
  if (/^(?:this|that|these|those|it|his|her|their|its|your)$/.test(first)) return undefined;
  // "Winning must be great" is about nobody and nothing.
  if (first.endsWith('ing')) return undefined;
  const isTitle = honorifics.has(first) && subject[1]?.capital === true;
  return subject[0]?.capital === true && (isTitle || isPersonsName(first)) ? 'named' : 'thing';
}

function saidOf(words: readonly Word[], isOrder: boolean): string {
  const said = words.filter(({ text }) => !fillers.has(text));
  return said
    .map(({ text, capital }, position) => (capital && !(isOrder && position === 0) ? `^${text}` : text))
    .join(' ');
}

/** Matthias, Joris, Stavros, Markus: many names end so that the lexicon lacks, and few things in the plural do. */
const namesInS = /(?:a|i|j|o|y|[^o]u)s$/;

/** Whether a word that is written with a capital is the name of a person, as far as a lexicon can tell. */
export function isPersonsName(word: string): boolean {
  const lower = word.toLowerCase();
  if (isNeverAlone(lower)) return false;
  const kind = classOfWord(lower);
  if (kind === 'unknown' && lower.endsWith('s')) return namesInS.test(lower) && !defaultTechnicalTerms.has(lower);
  if (kind === 'person' || isAmbiguousName(lower)) return true;
  return kind === 'unknown' && !/(?:ing|ed|ly|ion|ness|ment)$/.test(lower) && rarityOf(stemOf(lower)) === 1;
}

/** "No meetings before 10" and "only window seats": of what is so short only a form of be, have or do makes a statement. */
const curt = /^(?:no|only|more|less|fewer)$/;
/** "Eva Lindgren: birthday in May": a label and its value. */
const label = /^[^:,]{1,40}:\s/;
const courteous = /\bplease\b/i;
/** "In this repo, always use pnpm": an order that begins with where or when it holds. */
const led = /^(?:in|on|at|for|with|before|after|during|by|when|whenever|if)\b[^,]*,\s*/i;

/**
 * Whether a sentence can stand after "that": it has a subject and a verb that goes with it, listed or not. Orders, labels
 * with a value and bare nouns have none.
 */
export function isStatement(sentence: string): boolean {
  if (courteous.test(sentence)) return false;
  const [head = ''] = label.exec(sentence) ?? [];
  const body = (head === '' ? sentence : head.slice(0, -2)).replace(led, '');
  const words = wordsOfClause(body);
  return !isImperative(body) && words.some((_, index) => index > 0 && isFiniteVerb(words, index));
}

function isFiniteVerb(words: readonly Word[], index: number): boolean {
  const [text = '', previous = '', next = ''] = [index, index - 1, index + 1].map((at) => words[at]?.text);
  if (text === "'s") return determiners.has(next) || negators.has(next) || classOfWord(next) === 'ordinary';
  if (auxiliaries.has(text)) return true;
  if (curt.test(words[0]?.text ?? '') || /^(?:all|both)$/.test(previous)) return false;
  if (determiners.has(previous) || prepositions.has(previous)) return false;
  const isAfterNoun = determiners.has(words[index - 2]?.text ?? '');
  const form = verbForms.get(text) ?? (irregularForms.has(text) ? 'past' : unlistedFinite(text, isAfterNoun));
  if (form === 'base' || form === 'both') return isSubject(words, index - 1);
  return form === 'third' || form === 'past';
}

/** Whether a word before the base form of a verb is its subject: "we", "the tests", and not "on Fridays" or "before a commit". */
function isSubject(words: readonly Word[], last: number): boolean {
  let at = last;
  while (at > 0 && (adverbs.has(words[at]!.text) || words[at]!.text === 'never')) at -= 1;
  const [text, previous = ''] = [words[at]!.text, words[at - 1]?.text];
  if (prepositions.has(previous)) return previous === 'and';
  return pronouns.has(text) || text === 'i' || /[^s]s$|^people$|^children$/.test(text);
}

/** The form of a verb that is not listed, by its ending: "knits", "repotted"; what may be a noun is one, but for "the token counts". */
function unlistedFinite(word: string, isAfterNoun: boolean): 'third' | 'past' | undefined {
  const kind = classOfWord(word);
  if (kind !== 'ordinary' && kind !== 'unknown' && !(kind === 'noun' && isAfterNoun)) return undefined;
  if (/^[a-z]{3,}ed$/.test(word)) return 'past';
  return /^[a-z]{3,}[^su]s$/.test(word) ? 'third' : undefined;
}
