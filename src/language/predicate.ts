/** Finds the verb of a clause, and reads its tense, its modality and whether it is denied. */
import {
  type Inflection,
  adverbs,
  auxiliaries,
  beForms,
  ceasing,
  determiners,
  lightWords,
  negators,
  prepositions,
  pronouns,
  verbForms,
  weakeners,
} from './grammar.ts';
import type { Modality, Tense } from './statement.ts';
import type { Word } from './clause-words.ts';
import { peopleNouns, setOf } from './word-lists.ts';

/** Where the verb of a clause stands and how it is meant. */
export interface Predicate {
  readonly subject: readonly Word[];
  /** In lower case; `be` where there is no other. */
  readonly verb: string;
  /** Where the main verb stands, or what is said with "be". */
  readonly position: number;
  /** What follows the verb. */
  readonly rest: readonly Word[];
  readonly negated: boolean;
  readonly tense: Tense;
  readonly modality: Modality;
}

/** Whether a clause tells of what is over or done. */
export function isPast({ tense }: Pick<Predicate, 'tense'>): boolean {
  return tense === 'past' || tense === 'perfect' || tense === 'either';
}

const plainVerbs: Readonly<Record<string, string>> = { has: 'have', had: 'have', does: 'do', did: 'do', done: 'do' };
/** Verbs with which people take leave, cheer and agree, and which are nouns or lack their subject at the beginning. */
const idioms = setOf(
  'keep take have see talk let last sound sounds look feel believe get go come say stay remember hope enjoy thank love like wait',
);
const orderWords = setOf('always never do please avoid');

/** How something is done. */
const manner = /^(?:well|badly|poorly|terribly|beautifully|brilliantly|horribly|awfully|better|worse|fluently)$/;
const kin = new RegExp(`^(?:${peopleNouns})$`, 'u');

/** The index of the word at which the verb begins, or -1. */
function verbStart(words: readonly Word[]): number {
  return words.findIndex((_, index) => index > 0 && verbBeginsAt(words, index));
}

/** "Mark and Lisa", "Mark and his wife Lisa" */
function endsPair(words: readonly Word[]): boolean {
  const at = words.findLastIndex(({ text }) => text === 'and');
  const last = words.at(-1);
  return at > 0 && (at === words.length - 2 || last?.capital === true || kin.test(last?.text ?? ''));
}

/** "Luna copes well": a word in -s that goes with a manner is a verb, listed or not. */
function isInManner(words: readonly Word[], index: number): boolean {
  const [word, next] = [words[index], words[index + 1]?.text ?? ''];
  return word?.capital === false && /^[a-z]{3,}[^sui]s$/.test(word.text) && manner.test(next);
}

function verbBeginsAt(words: readonly Word[], index: number): boolean {
  const [{ text = '' } = {}, previous = ''] = [words[index], words[index - 1]?.text];
  if (auxiliaries.has(text) || text === 'never' || text === 'not') return true;
  if (text === 'no' && words[index + 1]?.text === 'longer') return true;
  if (index === 1 && pronouns.has(previous) && (negators.has(text) || adverbs.has(text))) return true;
  // "I glazed it": after these comes the verb, listed or not.
  if (/^(?:i|we|they|he|she)$/.test(previous) && !lightWords.has(text)) return true;
  const form = verbForms.get(text);
  if (form === undefined) return isInManner(words, index);
  if (form === 'ing') return false;
  if (pronouns.has(previous) || adverbs.has(previous)) return true;
  if (determiners.has(previous)) return false;
  if (form === 'third' || form === 'past') return true;
  // "Bob quit Google": of the verbs that look the same in the past only this one is no noun.
  if (text === 'quit') return true;
  // A base form needs a plural before it: "the tests pass".
  return /[^s]s$|^people$|^children$/.test(previous) || endsPair(words.slice(0, index));
}

function isOrder(words: readonly Word[]): boolean {
  const [first, second] = words.map(({ text }) => text);
  if (first === undefined) return false;
  if (orderWords.has(first)) return first !== 'do' || second === 'not';
  const form = idioms.has(first) ? undefined : verbForms.get(first);
  if ((form !== 'base' && form !== 'both') || second === undefined || auxiliaries.has(second)) return false;
  const next = verbForms.get(second);
  return next === undefined || (next !== 'third' && next !== 'past');
}

interface Auxiliaries {
  be: boolean;
  been: boolean;
  have: boolean;
  do: boolean;
  past: boolean;
  future: boolean;
  ceased: boolean;
  /** The subject is a pronoun, after which only a verb can come. */
  personal: boolean;
  denials: number;
  modality: Modality;
}

function newAuxiliaries(order: boolean, personal: boolean): Auxiliaries {
  const none = { be: false, been: false, have: false, do: false, past: false, future: false, ceased: false };
  return { ...none, personal, denials: 0, modality: order ? 'order' : 'plain' };
}

function readAuxiliary(text: string, seen: Auxiliaries): void {
  if (beForms.has(text)) {
    seen.be = true;
    if (text === 'been') seen.been = true;
  }
  if (text === 'have' || text === 'has' || text === 'had') seen.have = true;
  if (/^(?:do|does|did)$/.test(text)) seen.do = true;
  if (text === 'was' || text === 'were' || text === 'did' || text === 'had') seen.past = true;
  if (text === 'will' || text === 'shall') seen.future = true;
  if (text === 'can') seen.modality = 'can';
  if (text === 'must' || text === 'should' || text === 'ought') seen.modality = 'ought';
}

function tenseOf(seen: Auxiliaries, verb: string, form: Inflection | undefined): Tense {
  if (seen.ceased) return 'present';
  if (seen.future) return 'future';
  if (seen.past) return 'past';
  // "I have been living" goes on.
  if (seen.have && (verb !== 'have' || seen.been)) return form === 'ing' ? 'present' : 'perfect';
  if (seen.be || seen.modality !== 'plain') return 'present';
  if (form === 'past') return 'past';
  return form === 'both' ? 'either' : 'present';
}

/**
 * Reads auxiliaries, denials and adverbs from the verb's beginning on; answers where the main verb
 * stands, or undefined when a denial denies only a part.
 */
function mainVerbAt(words: readonly Word[], start: number, seen: Auxiliaries): number | undefined {
  let index = start;
  for (; index < words.length; index += 1) {
    const [text = '', next = ''] = [words[index]?.text, words[index + 1]?.text];
    if (text === 'not' && weakeners.has(next)) return undefined;
    if (denies(text, next)) {
      seen.denials += 1;
      seen.ceased ||= ceasing.has(text);
      if (text === 'no' && next === 'longer') index += 1;
    } else if (auxiliaries.has(text)) {
      // "has a dog" and "do the dishes": the auxiliary is the verb itself.
      if (isMain(words, index)) break;
      readAuxiliary(text, seen);
    } else if (!adverbs.has(text) && text !== 'please') break;
  }
  return index;
}

function isElided(first: string): boolean {
  return auxiliaries.has(first) || negators.has(first)
    ? first !== 'nobody' && first !== 'no'
    : /^(?:sounds|looks)$/.test(first);
}

/** After an auxiliary or a pronoun, endings tell participles and pasts of verbs that are not listed. */
function unlistedForm(word: string): Inflection | undefined {
  if (/^[a-z]{3,}ed$/.test(word)) return 'past';
  return /^[a-z]{3,}ing$/.test(word) ? 'ing' : undefined;
}

function denies(text: string, next: string): boolean {
  return negators.has(text) || (ceasing.has(text) && verbForms.get(next) === 'ing');
}

/** The main verb, if the word after the auxiliaries is one; "be" if something is said with a form of it alone. */
function mainVerb(
  word: string,
  seen: Auxiliaries,
): { readonly verb: string; readonly form: Inflection | undefined } | undefined {
  const form = verbForms.get(word) ?? (seen.be || seen.have || seen.personal ? unlistedForm(word) : undefined);
  if (seen.be && (form === undefined || form === 'base' || form === 'third')) return { verb: 'be', form };
  if (form === undefined && !auxiliaries.has(word)) return undefined;
  return { verb: plainVerbs[word] ?? word, form: /^(?:had|did)$/.test(word) ? 'past' : form };
}

/** Reads a clause; undefined when no verb is found, or when a denial denies only a part. */
function predicateOf(words: readonly Word[]): Predicate | undefined {
  const order = isOrder(words);
  const start = order ? 0 : verbStart(words);
  // "Can't wait", "Sounds like fun": who?
  if (start < 0 || (!order && isElided(words[0]?.text ?? ''))) return undefined;
  const seen = newAuxiliaries(order, pronouns.has(words[start - 1]?.text ?? ''));
  const index = mainVerbAt(words, start, seen);
  if (index === undefined) return undefined;
  const [word = '', next = ''] = words.slice(index, index + 2).map(({ text }) => text);
  const isAnnounced = order ? index > 0 : seen.do || (seen.personal && index > start) || manner.test(next);
  const main = mainVerb(word, seen) ?? (isAnnounced ? unlistedVerb(word) : undefined);
  if (main === undefined) return undefined;
  const { verb, form } = main;
  const rest = words.slice(verb === 'be' ? index : index + 1);
  // "never integrated it": nobody knows what.
  if (verb !== 'be' && isUnknown(rest)) return undefined;
  if (rest.slice(1).some(({ text }) => text === 'not' || text === 'nobody' || text === 'nothing')) return undefined;
  const denials = seen.denials + (rest[0]?.text === 'no' || rest[0]?.text === 'nothing' ? 1 : 0);
  const tense = tenseOf(seen, verb, form);
  return {
    subject: words.slice(0, start),
    verb,
    position: index,
    rest,
    negated: denials % 2 === 1,
    tense,
    modality: seen.modality,
  };
}

/** After "always", "never" and their like a verb need not be listed: "always rebase", "we never rebase". */
function unlistedVerb(word: string): { readonly verb: string; readonly form: Inflection } | undefined {
  const isVerbLike =
    /^[a-z]{3,}(?<!ly)$/.test(word) &&
    !lightWords.has(word) &&
    !prepositions.has(word) &&
    !/^(?:again|mind|ever)$/.test(word);
  return isVerbLike ? { verb: word, form: 'base' } : undefined;
}

function isUnknown([first, second]: readonly Word[]): boolean {
  const text = first?.text ?? '';
  // "her coffee" is known, and so is what "makes me nervous" and "pays us 400".
  if (/^(?:her|me|us)$/.test(text) && second !== undefined)
    return lightWords.has(second.text) || prepositions.has(second.text);
  if (/^(?:it|them|him|her|me|us|you)$/.test(text)) return true;
  return /^(?:this|that|these|those)$/.test(text) && (second === undefined || lightWords.has(second.text));
}

/** Whether a form of have or do at this place is the main verb. */
function isMain(words: readonly Word[], index: number): boolean {
  const { text } = words[index]!;
  if (!/^(?:have|has|had|do|does|did)$/.test(text)) return false;
  let next = index + 1;
  while (adverbs.has(words[next]?.text ?? '') || negators.has(words[next]?.text ?? '')) next += 1;
  const following = words[next]?.text ?? '';
  if (auxiliaries.has(following)) return false;
  const form = verbForms.get(following) ?? unlistedForm(following);
  // "does not cope": what follows the denial is the verb, listed or not.
  const isDenied = negators.has(words[next - 1]?.text ?? '') && unlistedVerb(following) !== undefined;
  if (text.startsWith('d')) return form !== 'base' && form !== 'both' && !isDenied;
  return form !== 'past' && form !== 'both' && !/^(?:be)?come$/.test(following);
}

const isBe = (text: string, before: string | undefined): boolean => before === 'and' && /^(?:is|are|am)$/.test(text);

/**
 * A clause of several verbs as one clause for each: "never wrote a route or handled a request",
 * "tests the parser and checks the printer". What the verbs share, the subject and the denial, is
 * repeated; an "and" ends a denial, for it may deny only both together.
 */
export function predicatesOf(words: readonly Word[]): readonly Predicate[] {
  const whole = predicateOf(words);
  if (whole === undefined) return [];
  const form = verbForms.get(words[whole.position]?.text ?? '');
  const joint = whole.negated ? 'or' : 'and';
  const next = words.findIndex(
    ({ text }, index) =>
      index > whole.position && text === joint && verbForms.get(words[index + 1]?.text ?? '') === form,
  );
  if (form === undefined || whole.verb === 'be') return [whole];
  if (next < 0) {
    // "gave up flying and is a teacher": what somebody is, too.
    const be = words.findIndex(({ text }, index) => index > whole.position + 1 && isBe(text, words[index - 1]?.text));
    const first = be < 0 ? undefined : predicateOf(words.slice(0, be - 1));
    return first === undefined ? [whole] : [first, ...predicatesOf([...whole.subject, ...words.slice(be)])];
  }
  const shared = words.slice(whole.position + 1, next).every(({ text }) => lightWords.has(text));
  // "prepared for or taken any exams": the object is that of both.
  const object = shared ? words.slice(next + 2) : [];
  const first = predicateOf([...words.slice(0, next), ...object]);
  return [...(first ? [first] : []), ...predicatesOf([...words.slice(0, whole.position), ...words.slice(next + 1)])];
}
