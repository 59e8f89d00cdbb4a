/**
 * Which standing statements bear on a message: those that share two telling words with it, a rare one, or the
 * verb of what it orders. "Commit your changes" brings up "commit messages in imperative mood please", although it names nobody.
 */
import { rarityOf } from '../language/common-words.ts';
import { isAskingWord, isCourtesyWord } from '../language/query-wording.ts';
import { months, weekdays } from '../language/dates.ts';
import { plainSpelling } from '../language/plain-spelling.ts';
import { determiners, prepositions, verbForms } from '../language/grammar.ts';
import { conceptStopWords, peopleNouns, setOf, sortWords } from '../language/word-lists.ts';
import { notEaten, plansMeal } from '../language/occasions.ts';
import { standInsFor } from '../language/stand-ins.ts';
import { stemOf, termSetOf, termsOf } from '../language/words.ts';
import { type MemoryTable, termNumber } from '../recall-index/memory-table.ts';
import { documentOf } from '../recall-index/posting-lists.ts';
import { answerKinds } from '../recall-index/text-traits.ts';
import { leastRarity } from '../recall/defaults.ts';
import { isOfPeople } from '../recall/said-around.ts';
import type { View } from '../recall/view.ts';
import {
  bearingCloseness,
  fullBearing,
  leastRareThing,
  matterShare,
  maxBearing,
  maxPostings,
  sharedWeight,
} from './defaults.ts';

/** The verb of an order or a wish: "Please commit ...", "can you schedule ...", "let's deploy". */
const order =
  /^(?:(?:ok|okay|hey|so|now|then|please|pls|and),? )*(?:(?:can|could|would|will) you (?:please )?|let['’]?s |I (?:want|need|have|would like) to |I['’]d like to |help me (?:to )?|should (?:I|we) |(?:can|may) (?:I|we) )?(\p{L}+)/iu;
/** Opens a request: "ok, can you please", "should we", "I want to". */
const requesting =
  /^(?:(?:ok|okay|hey|so|now|then|please|pls|and),? )*(?:(?:(?:how|when|where|what|which \p{L}+) )?(?:should|can|could|do|shall|may) (?:I|we) |(?:can|could|would|will) you (?:please )?|let['’]?s |I (?:want|need|have|would like) to |I['’]d like to |help me (?:to )?|time to )?/iu;
/** A day or a month in which something is to be done. */
const onDay = new RegExp(
  String.raw`\b(?:on|for|this|next|in|of|during|by) (?:\d{1,2}(?:st|nd|rd|th)? )?(?:of )?(${[...weekdays, ...months].join('|')})\b`,
  'giu',
);
/** Asks what oneself may, does or has. */
export const asksOfSelf = /\b(?:am|are|do|can|could|may|shall|should|will|have) (?:I|we)\b.*\?/iu;
/** Asks for what the world knows: "What does HTTP 404 mean?" */
const askedOfTheWorld =
  /^(?:what(?:['’]s| is| are| does| do)|explain|define|who (?:is|was)|why (?:is|are|do|does))\b(?! left\b)(?!.*\b(?:i|me|my|we|us|our)\b)|^\W*(?:qu[ée] hora (?:es|son)|wie spät (?:ist|war)|wie ?viel uhr|quelle heure|che or[ae]|que horas)\b|今?何時ですか/iu;
/** Asks for a fact about others: "When does Helvetia need its export?" What bears on that shares more than one word. */
const askedOfOthers =
  /^(?:when|where|who|whose|why|which|how (?:many|much|old|long|tall|far))\b(?!.*\b(?:i|me|my|we|us|our|you)\b)/iu;
/** Verbs that say too little of what is done. */
const light = setOf(
  'add always ask be bring buy change check come create do explain find fix get give go have help keep let list look make move need never ' +
    'open plan prepare propose put read recommend remove run say see send set show start stop suggest take tell think try update use want write',
);

/** The stems of {@link light}. */
export const lightTerms: ReadonlySet<string> = termSetOf([...light].join(' '));
/** The stems of words for a sort of thing. */
const sortTerms = termSetOf(sortWords.join(' '));

/** Whether a term says which thing is meant, and not only of what sort it is or what is done. */
export function isPointing(term: string): boolean {
  return !sortTerms.has(term) && !lightTerms.has(term);
}

/** Begins a statement and no order: "Mum has a headache." */
const isPerson = new RegExp(`^(?:${peopleNouns})$`, 'u');

/** Words of an object that are looked at, at most (own cases). */
const objectWords = 4;

/** Words that make a rule and say nothing of what it is about. */
const ofRules = termSetOf('always never only keep avoid must please do not use make need difference');

const days = termSetOf([...weekdays, ...months].join(' '));

/** Whether a term says what a message is about, and not only that it asks or orders. */
export function isOfMatter(term: string): boolean {
  return days.has(term) || (!ofRules.has(term) && !isAskingWord(term) && !isCourtesyWord(term));
}

/** Whether a message asks for what the world knows. */
export function isAboutTheWorld(message: string): boolean {
  return askedOfTheWorld.test(message.trim());
}

/** What a standing statement shares with a message. */
interface Shared {
  readonly weight: number;
  readonly count: number;
}

/**
 * Rows of the standing statements in view that bear on a message, those that share most first.
 *
 * @param asked - the terms of the message without those of names.
 */
export function rulesBearingOn(
  view: View,
  message: string,
  asked: Iterable<string>,
): readonly (readonly [row: number, closeness: number])[] {
  const verb = orderedVerb(message);
  const isOfTheWorld = isAboutTheWorld(message) || askedOfOthers.test(message.trim());
  const { things, isCompound } = isOfTheWorld ? nothingOrdered : orderedThings(message);
  const terms = [...asked].filter(isOfMatter).sort((one, other) => rarityOf(other) - rarityOf(one));
  const shared = new Map<number, Shared>();
  let left = maxPostings;
  for (const term of terms) {
    const rows = rulesWith(view, term);
    left -= rows.size;
    if (left < 0) break;
    // One word is enough that is the verb of an order or one of its things, or no word of everyday English.
    const isEnough = term === verb || things.includes(term) || (rarityOf(term) === 1 && !isOfTheWorld);
    const weight = Math.max(isEnough ? sharedWeight : 0, leastRarity + rarityOf(term));
    // Of what sort the things are says little, but to a rule about all of the sort.
    const isOfSort = isCompound && term !== verb && !isPointing(term);
    for (const row of rows) {
      if (isOfSort && !ordersAll(view, row)) continue;
      const known = shared.get(row) ?? { weight: 0, count: 0 };
      shared.set(row, { weight: known.weight + weight, count: known.count + (isEnough ? 2 : 1) });
    }
  }
  return [...shared]
    .filter(([row, { weight, count }]) => count > 1 && weight >= sharedWeight && isOfPeople(view, row))
    .sort(([one, { weight }], [other, { weight: less }]) => less - weight || view.compareLearned(other, one))
    .slice(0, maxBearing)
    .map(([row, { weight }]) => [row, weight < 2 * sharedWeight ? bearingCloseness : fullBearing]);
}

const ofAll = termSetOf('always never must only all');

/** Whether a standing statement is an order, and not how one thing is. */
function ordersAll({ index: { memories } }: View, row: number): boolean {
  return ownTerms(memories, row).some((term) => ofAll.has(memories.vocabulary.text(term)));
}

/** Rows of the last standing statements that have a term. */
function rulesWith(view: View, term: string): ReadonlySet<number> {
  const { index, byBeliever } = view;
  const { memories } = index;
  const number = memories.vocabulary.find(term);
  if (number < 0) return new Set();
  const rows = byBeliever.flatMap(({ believer }) =>
    Array.from(believer.postings(number).subarray(-maxPostings), (posting) => believer.rowOf.get(documentOf(posting))),
  );
  return new Set(rows.filter((row) => row >= 0 && isRule(view, row)));
}

/** Whether a memory has a standing statement. */
export function isRule({ index: { memories } }: View, row: number): boolean {
  return (memories.answers.get(row) & answerKinds.rule) !== 0;
}

// What a memory has to do with the matter of a message although they share no word.

const ofIllness =
  /\b(?:cough\w*|sneez\w+|wheez\w+|limp(?:s|ing|ed)?|vomit\w*|throw(?:s|ing)? up|threw up|sick|ill|unwell|not (?:well|eating|drinking)|fever\w*|temperature|pains?|hurts?|hurting|aches?|\w+ache|dizzy|faint(?:s|ed|ing)?|collaps\w+|swollen|bleed\w*|rash|itch\w*|breath\w*|diarrh?oea|symptoms?|injured|vet|hospital|emergency|ambulance|flu|infection|inflam\w+|seizure|can(?:no|['’])t (?:walk|breathe|sleep))\b/iu;
const ofHealth = termSetOf(
  'asthma asthmatic allergy allergic intolerant intolerance diabetes diabetic epilepsy epileptic heart kidney thyroid arthritis migraine ' +
    'seizure stroke pregnant illness disease chronic condition medicine medication insulin inhaler epipen pill tablet antibiotic penicillin ' +
    'vet surgery surgeon operation operated doctor vaccinated vaccine injury injured broke fracture knee hip lung blood',
);
const ofMeals =
  /\b(?:dinner|lunch|breakfast|meal|recipe|restaurant|snack|table (?:for|at)|cook|bake|grocer\w+|dish|dessert|eat|food)\b/i;
/** Of what is not eaten these are graver than a diet. */
const grave = termSetOf(
  'allergy allergic intolerant intolerance coeliac celiac diabetes diabetic anaphylactic epipen rash hives sick',
);

/** What somebody eats none of, whatever they like. */
const ofDiet = termSetOf('vegetarian vegan pescatarian halal kosher');

/** An allergy to one of these is for no cook. */
const ofNoFood = termSetOf(notEaten.join(' '));

/** How closely memories belong to the matter of a message by what they speak of, 0..1. */
export function matterOf(view: View, message: string): (row: number) => number {
  const { memories } = view.index;
  const textsOf = (row: number): readonly string[] =>
    ownTerms(memories, row).map((term) => memories.vocabulary.text(term));
  if (ofIllness.test(message)) return (row) => (textsOf(row).some((term) => ofHealth.has(term)) ? matterShare : 0);
  if (!ofMeals.test(message) && !plansMeal(message)) return () => 0;
  const asked = new Set(termsOf(message).flatMap((term) => [term, ...standInsFor(term)]));
  return (row) => {
    const terms = textsOf(row);
    if (terms.some((term) => ofDiet.has(term))) return matterShare / 2;
    if (!terms.some((term) => grave.has(term)) || terms.some((term) => ofNoFood.has(term))) return 0;
    const isOwn = memories.mentionCount.get(row) === 0 && !terms.some((term) => isPerson.test(term));
    const isOfIt = terms.some((term) => asked.has(term) && !grave.has(term) && rarityOf(term) >= leastRareThing);
    return (matterShare / 2) * (1 + Number(isOwn) + Number(isOfIt));
  };
}

/** The numbers of a memory's own terms. */
export function ownTerms(memories: MemoryTable, row: number): readonly number[] {
  const [from, to] = [memories.termsFrom.get(row), memories.termsEnd(row)];
  return Array.from({ length: to - from }, (_, place) => termNumber(memories.terms.get(from + place)));
}

/** "It is Friday afternoon, please deploy": what comes before a request is none. */
const beforeRequest = /^[^.!?]{1,80}?[,;:.!?\u2013-]\s+(?=(?:please|pls|(?:can|could|would|will) you|let['’]?s)\s)/iu;

function requestOf(message: string): string {
  return plainSpelling(message).replace(beforeRequest, '');
}

/** The verb of an order, as its stem. */
export function orderedVerb(message: string): string | undefined {
  const verb = order.exec(requestOf(message))?.[1]?.toLowerCase();
  return verb === undefined || light.has(verb) || isPerson.test(verb) ? undefined : stemOf(verb);
}

/** What a message orders, as stems. */
interface Ordered {
  /** What is to be planned, bought or mended, and the days: "book a train", "design our new banner". */
  readonly things: readonly string[];
  /** Whether the thing has words beside the one for its sort: "the orders table". */
  readonly isCompound: boolean;
}
const nothingOrdered: Ordered = { things: [], isCompound: false };

function orderedThings(message: string): Ordered {
  const plain = plainSpelling(message).replace(/["“][^"”]*["”]/gu, ' ');
  const { isOrder, words } = requestIn(plain);
  const when = isOrder || asksOfSelf.test(plain) ? [...plain.matchAll(onDay)] : [];
  const then = when.map(({ 1: day = '' }) => stemOf(day.toLowerCase()));
  if (!isOrder) return { things: then, isCompound: false };
  const object: string[] = [];
  const isPurpose = (at: number): boolean =>
    words[at]?.toLowerCase() === 'for' && !determiners.has(words[at + 1]?.toLowerCase() ?? '');
  for (const [at, word] of words.entries()) {
    const lower = word.toLowerCase();
    if (isPurpose(at)) continue;
    if (prepositions.has(lower) || !/^[\p{L}'’-]+$/u.test(word) || object.length === objectWords) break;
    if (!conceptStopWords.has(lower) && !determiners.has(lower)) object.push(stemOf(lower));
  }
  const things = [...object.filter((term) => rarityOf(term) >= leastRareThing), ...then];
  return { things, isCompound: object.length > 1 };
}

/** Whether a text begins as a request or an order does, and the words behind its verb. */
export function requestIn(plain: string): { readonly isOrder: boolean; readonly words: readonly string[] } {
  const request = requestOf(plain);
  const opening = requesting.exec(request)?.[0] ?? '';
  const [verb = '', ...words] = request.slice(opening.length).split(/(?=[,.;:!?\n])|\s+/u);
  const lower = verb.toLowerCase();
  return { isOrder: opening !== '' || light.has(lower) || verbForms.get(lower) === 'base', words };
}
