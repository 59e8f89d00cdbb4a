/**
 * How people take back what they said, and tell what has changed: by wording and in English only. What is not understood
 * takes nothing back.
 */
import { sentencesOf, toldClauses } from './sentences.ts';
import { hourWords, months, weekdays } from './dates.ts';
import { setOf } from './word-lists.ts';
import { termsOf, wordsOf } from './words.ts';

/** The speaker says that what was said before is wrong, or no longer so. */
const revising =
  /\b(?:correct(?:ion|ing)|correct (?:myself|that|this)|i (?:was|am|'m) (?:wrong|mistaken)|(?:that|this|it) (?:was|is) (?:wrong|mistaken|a mistake|not right)|something wrong|my mistake|mixed (?:that|this|it|them|something) up|mistyped|misspoke|misremembered|i meant|scratch that|forget what i said|change of plans?|changed my mind|(?:has|have) changed|no longer|any ?more|from now on)\b|^no,/i;

/** What is named as given up, up to the end of its clause. */
const givingUp: readonly RegExp[] = [
  /\b(?:instead of|rather than|in place of|no longer) ([^,.;:!?]+)/gi,
  /(?:,| and| but) not (?!only\b|just\b|yet\b)([^,.;:!?]+)/gi,
  /\bnot ([^,.;:!?]+?),? but\b/gi,
  /\b(?:[Ll]eft|[Qq]uit|[Ss]old|gave up) (\p{Lu}[\p{L}\p{N}]*(?: \p{Lu}[\p{L}\p{N}]*)*)/gu,
];

/** A special case, beside which the rule goes on to hold. */
const excepting =
  /\b(?:except|apart from|other than|aside from|unless|with the exception|only (?:when|if|on|at|in|for|during)|sometimes|occasionally|once in a while)\b/i;

const denials = setOf('not no never nobody nothing dont doesnt didnt isnt arent wasnt werent wont cant cannot');
/** Words of how often, which go with or without a denial. */
const frequencies = new Set(['always', 'ever']);

/** Whether a text says that what was said before is wrong. */
export function isRevision(text: string): boolean {
  return revising.test(text);
}

/** Whether a text may take something back: it says so, or denies something. */
export function mayTakeBack(text: string): boolean {
  return isRevision(text) || wordsOf(text).some((word) => denials.has(word)) || givenUpIn(text).length > 0;
}

/** Whether a text speaks of an exception. */
export function isException(text: string): boolean {
  return excepting.test(text);
}

/** The terms of each thing that a text names as given up: "instead of Postgres", "not the violin". */
function givenUpIn(text: string): readonly (readonly string[])[] {
  const phrases = givingUp.flatMap((pattern) => Array.from(text.matchAll(pattern), ([, phrase = '']) => phrase));
  return phrases.map(termsOf).filter((terms) => terms.length > 0);
}

/** The share of its other terms that a statement must have in common with what gives a part of it up. */
const minKept = 0.5;

/** Whether a text names as given up what a statement says, and is about the rest of it. */
export function givesUp(text: string, content: string, statement: string): boolean {
  const said = new Set(termsOf(statement));
  const now = new Set(termsOf(content));
  return givenUpIn(text).some((phrase) => {
    if (!phrase.every((term) => said.has(term))) return false;
    const rest = [...said].filter((term) => !phrase.includes(term));
    const kept = rest.filter((term) => now.has(term)).length;
    return kept > 0 && kept >= rest.length * minKept;
  });
}

/** Whether two texts say the same of the same in the same words, but one of them denies it. */
export function isDenialOf(one: string, other: string): boolean {
  const [mine, theirs] = [denialIn(one), denialIn(other)];
  return mine.isDenied !== theirs.isDenied && mine.said === theirs.said && mine.said !== '';
}

function denialIn(text: string): { readonly isDenied: boolean; readonly said: string } {
  const words = wordsOf(text);
  const denied = words.filter((word) => denials.has(word)).length;
  const said = words.filter((word) => !denials.has(word) && !frequencies.has(word));
  return { isDenied: denied % 2 === 1, said: termsOf(said.join(' ')).join(' ') };
}

/** Words of a clause up to which it says one thing, and of a sentence beside it that says nothing: "Sorry." */
const maxWords = 20;
const fewWords = 3;

/** Whether a text says one thing only. If that thing is wrong, the whole text is. */
export function saysOneThing(content: string): boolean {
  const all = sentencesOf(content);
  const sentences = all.length === 1 ? all : all.filter((sentence) => wordCount(sentence) > fewWords);
  const [clause, ...others] = sentences.flatMap(toldClauses);
  return sentences.length === 1 && clause !== undefined && others.length === 0 && wordCount(content) <= maxWords;
}

function wordCount(text: string): number {
  return text.split(/\s+/).length;
}

// A slip of the tongue: "Sorry, I meant March." The value that was wrong and the one that is right are of one sort.

const slip =
  /\b(?:i (?:meant|mean)|i was wrong|i mixed|mixed (?:that|it|this|them) up|my mistake|make that|make it|correction|scratch that|should (?:be|have been|say)|not (?:in |on |at )?\S+,? (?:but|it's|it is)|actually|sorry|oops|wait|no,)|, not\b/i;
const oneOf = (names: readonly string[]): RegExp => new RegExp(`\\b(?:${names.join('|')})\\b`, 'gi');
const sorts: readonly RegExp[] = [
  oneOf(months),
  oneOf(weekdays),
  /\b\d+(?:[.:]\d+)?\b/g,
  // "One" is seldom a number.
  oneOf(hourWords.split('|').slice(1)),
];
/** A later word that is no longer only means what was said just before. */
const fewCorrecting = 10;

/** "I meant Nice, not Lyon", "not Lyon but Nice". */
const word = "[\\p{L}\\p{N}][\\p{L}\\p{N}'-]*";
const place = '(?:in |on |at |to |from |the |an? )?';
const meantNot = new RegExp(`(${word}),? (?:and )?not ${place}(${word})`, 'giu');
const notButMeant = new RegExp(`\\bnot ${place}(${word}),? (?:but|it's) ${place}(${word})`, 'giu');

/** Whether a text begins or goes on as a correction of what was said before. */
export function isCorrection(text: string): boolean {
  return isRevision(text) || slip.test(text);
}

/** A value that was said by mistake, and what was meant. */
export interface Slip {
  readonly said: string;
  readonly meant: string;
}

/** Says at its beginning that what was just said is wrong. */
const beginsCorrecting =
  /^\W*(?:oh |ah )?(?:no,? wait|wait,? no|no,? sorry|sorry,? no|scratch that|correction|make that|actually,)/i;

/** What a later text corrects of an earlier one of the same speaker; undefined where it corrects no single value of it. */
export function slipCorrectedBy(earlier: string, later: string): Slip | undefined {
  if (!slip.test(later)) return undefined;
  const terms = new Set(termsOf(earlier));
  const inCommon = termsOf(later).filter((term) => terms.has(term)).length;
  const isAbout = wordCount(later) <= fewCorrecting || inCommon > (beginsCorrecting.test(later) ? 0 : 1);
  if (!isAbout) return undefined;
  const named = [
    ...Array.from(later.matchAll(notButMeant), ([, said = '', meant = '']) => ({ said, meant })),
    ...Array.from(later.matchAll(meantNot), ([, meant = '', said = '']) => ({ said, meant })),
  ];
  const slipped = named.find(({ said, meant }) => has(earlier, said) && !has(earlier, meant));
  if (slipped !== undefined) return slipped;
  for (const sort of sorts) {
    const [said, ...others] = earlier.match(sort) ?? [];
    const meant = (later.match(sort) ?? []).filter((value) => value.toLowerCase() !== said?.toLowerCase());
    if (said !== undefined && others.length === 0 && meant.length === 1) return { said, meant: meant[0]! };
  }
  return undefined;
}

function has(text: string, wanted: string): boolean {
  return text.split(/[^\p{L}\p{N}'-]+/u).includes(wanted);
}

// That something has changed, whoever says so.

/** Tells that something is at another time. */
const elsewhen =
  'extended|postponed|rescheduled|delayed|cancell?ed|called off|pushed back|brought forward|slips|slipped|change of plans?|corrected';
const change = new RegExp(
  String.raw`\b(?:${elsewhen}|moved|switched|changed|migrated|left|quit|joined|sold|started|became|now|new|instead|replaced|renamed|upgraded|updated|swapped|traded|bought|hired|retired|discharged|returned|recovered|reopened|stopped|gave up|raised|lowered|shortened|painted|back from|(?:paid|gave) \S+(?: \S+){0,3} back|decided|slip|fixed|repaired|arrived|picked up|came off|healed|fine again|moves (?:from|to)|(?:goes|went|going) (?:up|down) to|cut to|reduced|increased|from \p{L}+ on|since (?!I\b|we\b|he\b|she\b|they\b|it\b))\b`,
  'iu',
);

const otherTime = new RegExp(
  String.raw`\b(?:${elsewhen}|moved? to|moves to|moving to|changed to|instead of|until further notice)\b`,
  'i',
);

/** Whether a text tells that something is at another time than was said. */
export function tellsOtherTime(text: string): boolean {
  return otherTime.test(text);
}

/** Whether a text says of itself that it takes back what was said. */
export function tellsRevision(text: string): boolean {
  return /^(?:actually|correction|update|change of plans?)\b|\b(?:from now on|any ?more|no longer|after all)\b/i.test(
    text,
  );
}

/** Whether a later text has a word of an earlier one that is no name: that Ida's call was moved moves no birthday of hers. */
export function speaksOfTheSame(later: string, earlier: string): boolean {
  const said = new Set(termsOf(earlier));
  const [first = '', ...rest] = later;
  const words = (first.toLowerCase() + rest.join('')).replace(/\p{Lu}[\p{L}\p{N}]*/gu, ' ');
  return termsOf(words).some((term) => said.has(term));
}

const ofSelf = /(?<!\p{L})(?:I|[Mm]e|[Mm]y|[Mm]ine|[Mm]yself|im|ive|ill)(?!\p{L})/u;

/** Whether the speaker of a text speaks of themselves alone. */
export function tellsOfSelf(text: string): boolean {
  return ofSelf.test(text);
}

/** Whether a text tells that something took the place of another. */
export function tellsChange(text: string): boolean {
  return change.test(text) || tellsRevision(text);
}
