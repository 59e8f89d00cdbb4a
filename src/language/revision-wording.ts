/**
 * How people take back what they said, and tell what has changed: by wording and in English only. What is not understood
 * takes nothing back.
 */
import { verbForms } from './grammar.ts';
import { hourWords, months, weekdayName, weekdays } from './dates.ts';
import { setOf, smallSelf } from './word-lists.ts';
import { termSetOf, termsOf, wordsOf } from './words.ts';

/** The speaker says that what was said before is wrong, or no longer so. */
const revising =
  /\b(?:correct(?:ion|ing)|correct (?:myself|that|this)|i (?:was|am|'m) (?:wrong|mistaken)|(?:that|this|it) (?:was|is) (?:wrong|mistaken|a mistake|not right)|something wrong|my mistake|mixed (?:that|this|it|them|something) up|mistyped|misspoke|misremembered|i meant|scratch that|forget what i said|change of plans?|changed my mind|(?:has|have) changed|no longer|any ?more|from now on|(?<!\balso\b[^.!?\n]{0,80})(?:these days|nowadays))\b|^no,/i;

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
export const isRevision = (text: string): boolean => revising.test(text);

/** Whether a text may take something back: it says so, or denies something. */
export function mayTakeBack(text: string): boolean {
  return isRevision(text) || wordsOf(text).some((word) => denials.has(word)) || givenUpIn(text).length > 0;
}

/** Whether a text speaks of an exception. */
export const isException = (text: string): boolean => excepting.test(text);

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

/** How many words a text has, by its spaces. */
export function wordCount(text: string): number {
  return text.split(/\s+/).length;
}

// A slip of the tongue: "Sorry, I meant March." The value that was wrong and the one that is right are of one sort.
const slip =
  /\b(?:i (?:meant|mean)|i was wrong|i mixed|mixed (?:that|it|this|them) up|my mistake|make that|make it|correction|scratch that|should (?:be|have been|say)|not (?:in |on |at )?\S+,? (?:but|it's|it is)|actually|sorry|oops|wait|no,)|, not\b/i;
const oneOf = (names: readonly string[]): RegExp => new RegExp(`\\b(?:${names.join('|')})\\b`, 'gi');
const sorts: readonly RegExp[] = [
  oneOf(months),
  oneOf(weekdays),
  /\b\d+(?:[.:]\d+)?(?=(?:st|nd|rd|th)?\b)/g,
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
  /^\W*(?:oh |ah )?(?:no,? wait|wait,? no|no,? sorry|sorry,? (?:no|i meant?)|scratch that|correction|make that|actually,)/i;

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
    const [before, now] = [earlier, later].map((text) => text.match(sort) ?? []);
    const lacks =
      (values: readonly string[] = []) =>
      (value: string) =>
        !values.some((other) => other.toLowerCase() === value.toLowerCase());
    const meant = now?.filter(lacks(before)) ?? [];
    const given = before?.filter(lacks(now)) ?? [];
    // "It was 0.879, the 0.884 is of another run": both are named.
    const alike = before?.filter((value) => value.includes('.') === meant[0]?.includes('.')) ?? [];
    const [said, ...others] = given.length > 0 ? given : alike;
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
  'extended|postponed|reschedul(?:ed?|ing)|delayed|cancell?ed|called (?:it |that |everything )?off|(?:pushed|put|moved)(?: \\S+){0,4} back|brought(?: \\S+){0,4} forward|put off|slips|slipped|change of plans?|corrected';
/** Ends what was so, or puts another in its place. */
const turn = [
  "no longer|any ?more|from now on|no more|after all|turn(?:s|ed) out|change of plans?|called (?:it |that |everything )?off|cancell?ed|(?:is|are|was|were|it['\u2019]s|that['\u2019]s) off",
  '(?:stepped|steps|stepping|stood) down|(?:took|taken|takes|taking) (?:it |that )?over|handed in (?:my|his|her|their) notice|gave notice|resigned|laid off|let go|fired|replaced|replaces|succeeded by',
  '(?:gave|given) \\S+(?: \\S+){0,2} away|(?:paid|gave|brought) \\S+(?: \\S+){0,3} back|handed \\S+(?: \\S+){0,3} over|(?:came|is|are) home|out of business|(?:split|broke|broken) up|separated|divorced|passed away|died|(?:gave|given) up|(?:went|gone|going) off|traded in|got rid of|done with|stopped|quit|ditched|scrapped|dropped|abandoned|discontinued|deprecated|reversed|overturned|rolled back|decided against|changed (?:my|his|her|our|their) minds?',
  "(?:thing|phase|diet|habit|resolution|experiment|it|that) (?:only |just )?(?:lasted|(?:did not|didn['\u2019]?t) last)",
  "(?:have|has)(?: not|n['\u2019]t) (?:\\p{L}+ ){1,4}(?:since|for|in)|(?:packed|closed|shut|sold) up|(?:since|as of|starting|from) (?:today|yesterday|this (?:week|month|morning|monday))|settled (?:in|down)|back in|relocated|these days|nowadays",
].join('|');
const turning = new RegExp(String.raw`^(?:actually|correction|update)\b|\b(?:${turn})\b`, 'iu');
const change = new RegExp(
  String.raw`\b(?:${elsewhen}|${turn}|moved|switched|changed|migrated|left|joined|sold|started|became|now|new|instead|renamed|upgraded|updated|swapped|traded|bought|hired|retired|discharged|returned|recovered|reopened|raised|lowered|shortened|painted|back from|(?:turned|showed) up|(?:been|was) found|decided|put (?:\S+ ){1,3}on|slip|fixed|repaired|arrived|picked up|came off|healed|fine again|mov(?:e|es|ing) (?:from|to)|(?:up|down) to|cut to|reduced|increased|promoted|opted|going with|went with|renewed|again|(?:from|as of|starting) \p{L}+ on|as of|starting|since (?!I\b|we\b|he\b|she\b|they\b|it\b))\b`,
  'iu',
);

/** The same in other languages, in which who speaks of themselves need not say so. */
const nowElsewhere =
  /(?<!\p{L})(?:jetzt|inzwischen|mittlerweile|neuerdings|maintenant|désormais|dorénavant|ahora)(?!\p{L})|今は|今では|現在は|现在|如今/iu;
const turnElsewhere =
  /(?<!\p{L})(?:nicht mehr|umgezogen|gewechselt|(?:dé|em)ménagé|ne .{1,30} plus|ya no|(?:me|se) mud(?:é|ó)|mudado)(?!\p{L})|引っ越し|もう.{1,20}(?:ない|ません)|不再|搬(?:到|家|去)|换(?:了|成|到)|改(?:成|为)/iu;

const otherTime = new RegExp(
  String.raw`\b(?:${elsewhen}|mov(?:ed?|es|ing) (?:(?:me|us|it|that|this|the \S+) )?to|changed to|instead of|until further notice)\b`,
  'i',
);

/** Whether a text tells that something is at another time than was said. */
export function tellsOtherTime(text: string): boolean {
  return otherTime.test(text);
}

/** Whether a text tells that something has ended or that another took its place, or takes back what was said. */
export function tellsTurn(text: string): boolean {
  return turning.test(text) || turnElsewhere.test(text);
}

/** Words for where somebody lives, what somebody works as, and with whom somebody is: each changes as a whole. */
const matters: readonly RegExp[] = [
  /\b(?:lives?(?! (?:beside|next|under|behind|inside))|living|moved (?:to|in|back)|settled|based in|relocated)\b/i,
  /\b(?:works? (?:at|as|for|in)|jobs?|(?:his|her|my) notice|hired|employed)\b/i,
  /\b(?:together|engaged|married|girlfriend|boyfriend|(?:broke|split) up|divorced|separated)\b/i,
];

/** Whether two texts are both of where somebody lives, of a job or of a couple. */
export function areOfOneMatter(one: string, other: string): boolean {
  return matters.some((matter) => matter.test(one) && matter.test(other));
}

/** What has one value: an address, a telephone number, an hour, a measure, a price, a month, a day of the week. */
const shapes: readonly RegExp[] = [
  /\b\d+(?:\.\d+){2,}\b/g,
  /(?<!\d)\+?\d[\d ()/-]{5,}\d\b/g,
  /\b\d{1,2}:\d\d\b|\b\d{1,2} ?[ap]\.?m\b/gi,
  /\b\d+(?:\.\d+)? ?(?:mg|ml|km|kg|kilos?|pounds|lbs|hours?|minutes?|%)(?!\w)/gi,
  /(?<=\b(?:is|are|costs?|pays?|it['\u2019]s) )(?!(?:19|20)\d\d\b)\d{2,}(?= (?:incl|since|from|now|a month|per)|[.,;!]|$)/gi,
  /[$\u20ac\u00a3]\d[\d.,]*|\b\d[\d.,]* ?(?:euros?|dollars?|pounds?|francs?|[$\u20ac\u00a3])/gi,
  /\b(?:https?:\/\/|www\.)\S+|\b[\w.+-]+@[\w-]+\.[\w.]+\b/gi,
  oneOf(months),
  new RegExp(weekdayName, 'gi'),
];

/** What alone tells of no same thing: that 90 kg were lifted changes no weight of 78 kg. */
export const unitTerms: ReadonlySet<string> = termSetOf(
  'mg ml km kg kilos pounds lbs hours minutes euros dollars francs',
);
/** By this alone it does: "Down to 86 kilos". */
const moving = /\b(?:down|up) to\b/i;

/** Whether a text has a value of any of these sorts. */
export function hasValue(text: string): boolean {
  return shapes.some((sort) => text.match(sort) !== null);
}

/** Whether a later text tells a change and another value of the one sort of which an earlier one has a single value. */
export function tellsNewValue(earlier: string, later: string): boolean {
  const isSame = speaksOfTheSame(later, earlier, (term) => !unitTerms.has(term));
  if (!change.test(later) || !(isSame || (moving.test(later) && speaksOfTheSame(later, earlier)))) return false;
  // "Mondays and Wednesdays", "Tuesdays and Thursdays": as many, and all of them others.
  const shape = shapes.find((sort) => {
    const count = earlier.match(sort)?.length ?? 0;
    return count === 1 || (count > 1 && count === later.match(sort)?.length);
  });
  if (shape === undefined) return false;
  const said = (earlier.match(shape) ?? []).map((value) => value.toLowerCase());
  const values = later.match(shape) ?? [];
  return values.length > 0 && !values.some((value) => said.includes(value.toLowerCase()));
}

const beforeNumber = '(?:me|us|you|them|now|about|around|only|at)';
/** What has a number now, and what follows: "Petra wants 900 for the mix", "Rent: 400 a month". */
const numbered = new RegExp(
  String.raw`^(?<what>[^\d]*?(?<verb>(?<!\p{L})(?!${beforeNumber} )\p{Ll}+|:)(?: ${beforeNumber})*) (?<number>[$\u20ac\u00a3]?\d[\d.,:]*)(?<rest>.*)$`,
  'u',
);

/** Whether two texts say the same of one thing, but for the number that it has. */
export function tellsOtherNumber(one: string, other: string): boolean {
  const [mine, theirs] = [one, other].map((text) => numbered.exec(text.trim())?.groups);
  if (mine === undefined || theirs === undefined || mine['number'] === theirs['number']) return false;
  const verb = mine['verb'] ?? '';
  const isNow = /^(?:is|are|:)$/.test(verb) || verbForms.get(verb) === 'third';
  return isNow && mine['what'] === theirs['what'] && mine['rest'] === theirs['rest'];
}

/** Whether a later text has a word of an earlier one that is no name: that Ida's call was moved moves no birthday of hers. */
export function speaksOfTheSame(
  later: string,
  earlier: string,
  counts: (term: string) => boolean = () => true,
): boolean {
  const said = new Set(termsOf(earlier));
  const [first = '', ...rest] = later;
  const words = (first.toLowerCase() + rest.join('')).replace(/\p{Lu}[\p{L}\p{N}]*/gu, ' ');
  return termsOf(words).some((term) => said.has(term) && counts(term));
}

const ofSelf = new RegExp(`(?<!\\p{L})(?:I|[Mm]e|[Mm]y|[Mm]ine|[Mm]yself|${smallSelf})(?!\\p{L})`, 'u');
/** How the speaker knows, or why it was said otherwise: "I just measured it", "my typo". */
const howKnown =
  /\bI (?:(?:have |just |only |also )*(?:measured|checked|tried|tested|verified|looked it up|heard|read|saw|meant|misread|mistyped|changed my mind|mixed (?:it|that|this|them|those) up)|(?:was|got (?:it|that)) (?:wrong|mistaken)|(?:think|guess|believe|suppose|bet))\b|\bmy (?:typo|mistake|error|bad|fault)\b/giu;

/** Whether the speaker of a text speaks of themselves alone. */
export function tellsOfSelf(text: string): boolean {
  return ofSelf.test(text.replace(howKnown, '')) || nowElsewhere.test(text) || turnElsewhere.test(text);
}

/** All words that tell a change. */
export const allChanges: RegExp = new RegExp(`${change.source}|${turning.source}`, 'giu');

/** Whether a text tells that something took the place of another. */
export function tellsChange(text: string): boolean {
  return change.test(text) || nowElsewhere.test(text) || tellsTurn(text);
}
