/**
 * What a text shows beside its words: how much of it asks or supposes, and which kinds of answer it could hold.
 * Read once while indexing, since the index doesn't keep the text.
 */

import { tellsIdentity, tellsState } from '../language/answer-forms.ts';
import { attributesInQuestions, attributesTold } from '../language/asked-attributes.ts';
import { hourWords, months, weekdays } from '../language/dates.ts';
import { tellsStanding } from '../language/standing-statements.ts';
import { classOfWord } from '../language/lexicon.ts';
import { plainSpelling } from '../language/plain-spelling.ts';
import { isOpen, splitSentences } from '../language/sentences.ts';
import { tellsMay } from '../language/word-lists.ts';
import { wordsOf } from '../language/words.ts';

/**
 * Kinds of answer, as bits of one number. For four of them nothing asks: `self` is what somebody says of themselves,
 * `rule` what holds until somebody says otherwise, `listener` what somebody says of whom they talk to, and `addressing`
 * what calls somebody by name only to talk to them. Of debts, loans among them, there are the
 * speaker's own and others'. `me` is what is said of the speaker as an object, `occasion` a time without a date, `spot`
 * anything that may be a place, `clock` an hour or a day in numbers, and `reason` why something is so.
 */
export const answerKinds = {
  time: 1,
  number: 2,
  place: 4,
  identity: 8,
  self: 16,
  state: 32,
  rule: 64,
  listener: 128,
  addressing: 256,
  ownDebt: 512,
  othersDebt: 1024,
  me: 2048,
  occasion: 4096,
  spot: 8192,
  clock: 16384,
  reason: 32768,
} as const;

/** What recall reads of a text beside its terms. */
export interface TextTraits {
  /** 0..1: the share of its characters in sentences that ask or suppose. */
  readonly questionShare: number;
  /** The kinds of answer that it could hold: a union of {@link answerKinds}. */
  readonly answers: number;
  /** The everyday attributes that it may tell, as bits of `language/asked-attributes.ts`. */
  readonly tells: number;
  /** The attributes that its questions ask for: what follows may tell them in a word. */
  readonly asks: number;
}

/** Only this much of a text is looked at, in characters; a document's kind shows early. */
const readAtMost = 4_000;

const time = new RegExp(
  String.raw`\b(?:yesterday|today|tonight|tomorrow|ago|last|next|since|recently|weekend|week|month|year|morning|evening|night|${[...weekdays, ...months.filter((name) => name !== 'may')].join('|')}|(?:19|20)\d\d)s?\b`,
  'i',
);
const number =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|once|twice|thrice|couple|dozen|several|first|second|third|few|every|daily|weekly)\b/i;
const place = /\b(?:in|at|to|from|near|around|visit|visited|visiting|of)\s+(?:the\s+)?[\p{Lu}]/u;

const self = /(?<!\p{L})(?:I|[Mm]y|[Mm]ine|[Ww]e|[Oo]ur)(?!\p{L})/u;
/** What may tell a time without a date: "after breakfast", "as soon as it rains", "at noon"; or that there is none. */
const occasion =
  /\b(?:cancell?ed|called off|noon|midnight|until|till|before|after|during|while|when(?:ever)?|once|always|never|soon|later|early|late|ages?|every\p{L}*|days?|hours?|minutes?|breakfast|lunch|dinner|christmas|easter|ramadan|diwali|hanukkah|holidays?|birthday|anniversary|spring|summer|autumn|fall|winter|dawn|dusk|deadline|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\p{L}+teenth|twentieth|thirtieth|sunrise|sunset)\b/iu;
/** What may tell where something is, in a text without its times: "in the attic", "Dana has it", "at home". */
const spot =
  /\b(?:in|at|on|to|from|near|by|behind|under|over|above|below|beside|inside|outside|between|across|through|around|along|against|with|into|onto|next|home|here|there|upstairs|downstairs|abroad|online|via|hall|church|restaurant|hotel|go(?:es|ne|ing)?|went|visit\w*|travel\w*)\b|(?<=\S )\p{Lu}|\S\/\S/u;
/** Whether a text names a place, written small too. */
const namesPlace = (text: string): boolean => wordsOf(text).some((word) => classOfWord(word) === 'place');
/** "At five", "22:40", "the 21st", "3 p.m.", "9-17", "in 2011". */
const clock = new RegExp(
  String.raw`\b(?:at|from|until|till|to|by|around|before|after|past|since|about|between|on|for) (?:the |half |quarter |past |to )*(?:\d{1,2}|${hourWords})\b(?! (?:euros?|dollars?|pounds|people|guests|km|kilomet\w+|kg|percent|per cent)\b)|\b\d{1,2}[:.h]\d\d\b|\b\d{1,2}(?:st|nd|rd|th)\b|\b\d{1,2} ?(?:[ap]\.?m\b|o['\u2019]clock|h\b)|\b\d{1,2} ?[-\u2013] ?\d{1,2}\b|\b\d{1,4}[./-]\d{1,2}[./-]|\bborn in\b`,
  'iu',
);
const behindTime = new RegExp(
  String.raw`\b(?:on|at|in|by|from|until|till|to|of) (?:the )?(?:\d|noon|midnight|morning|evening|afternoon|spring|summer|autumn|fall|winter|${[...weekdays, ...months].join('|')})`,
  'gi',
);
/** Says why. */
const reason =
  /\b(?:because|cos|cuz|so that|due to|owing to|thanks to|in order to|(?:the|my|our|his|her|their) reason|that['\u2019]s why)\b/i;
const me = /(?<!\p{L})(?:[Mm]e|[Uu]s|[Mm]yself)(?!\p{L})/u;
/** "Your sister", "Congratulations": what is theirs whom somebody talks to. */
const listener = /(?<!\p{L})(?:yours?|congrat(?:s|ulations))(?!\p{L})/iu;
/** "Hey Sam! ...", "Thanks, Sam!", "Sam, how was ...?", "I agree, Sam." */
const addressing =
  /(?:^|[.!?…]\s+)(?:\p{L}[\p{L}'’]*,? )?\p{Lu}[\p{Ll}'’]+ ?[!,?]|(?:^|[.!?…]\s+)(?:[Hh]ey|[Hh]i|[Hh]ello|[Yy]o|[Tt]han(?:ks|x)|[Tt]hank you|[Tt]hx|[Bb]ye|[Cc]ongrats|[Dd]ear|[Gg]ood \p{L}+|[Hh]appy \p{L}+)\b,? (?!(?:you|there|all|every|again)\b)\p{L}+|, \p{Lu}[\p{Ll}'’]+ ?(?:[.!?…)]|$)/u;

/** "I still owe", "do I owe", "I borrowed", "lent me", "did Sam lend me" */
const ownDebt =
  /\bI(?:['\u2019]ve| have)?(?: \p{L}+)? (?:owe[ds]?|borrow(?:ed)?)\b|\b(?:lent|lends?|loaned) (?:me|us)\b|\bowed by me\b/u;
/** "owes me", "I lent", "did I lend", "borrowed my drill", "borrowed it from me" */
const othersDebt =
  /\b(?:owe[ds]?) (?:me|us)\b|\bI(?:['\u2019]ve| have)?(?: \p{L}+)? (?:lent|lend|loaned)\b|\bborrow(?:s|ed)? (?:my|our)\b|\bborrow\w* [^.?!]{0,200}\bfrom me\b/u;

/** Whether a text tells or asks of what its speaker owes, or of what is owed to them, as bits of {@link answerKinds}. */
export function debtKinds(text: string): number {
  return (ownDebt.test(text) ? answerKinds.ownDebt : 0) | (othersDebt.test(text) ? answerKinds.othersDebt : 0);
}

/** Reads the traits of a text. */
export function traitsOf(text: string): TextTraits {
  const read = plainSpelling(text.length > readAtMost ? text.slice(0, readAtMost) : text);
  const answers =
    (time.test(read) || tellsMay.test(read) ? answerKinds.time : 0) |
    (number.test(read) ? answerKinds.number : 0) |
    (place.test(read) ? answerKinds.place : 0) |
    (tellsIdentity.test(read) ? answerKinds.identity : tellsState.test(read) ? answerKinds.state : 0) |
    (self.test(read) ? answerKinds.self : 0) |
    (tellsStanding(read) ? answerKinds.rule : 0) |
    (listener.test(read) ? answerKinds.listener : 0) |
    (addressing.test(read) ? answerKinds.addressing : 0) |
    (me.test(read) ? answerKinds.me : 0) |
    (reason.test(read) ? answerKinds.reason : 0) |
    (clock.test(read) ? answerKinds.clock : 0) |
    (occasion.test(read) ? answerKinds.occasion : 0) |
    (spot.test(read.replace(behindTime, '')) || namesPlace(read) ? answerKinds.spot : 0) |
    debtKinds(read);
  return {
    questionShare: questionShareOf(read),
    answers,
    tells: attributesTold(read),
    asks: attributesInQuestions(read),
  };
}

const asksTime =
  /^\W*(?:\p{L}+,? ){0,3}when\b(?! (?:i|we|you|he|she|they|it)(?:['’]\p{L}+)? )|\bwhen (?:is|was|were|are|did|do|does|will|has|have|had|can|should)\b|\b(?:what|which)\s+(?:date|day|month|year|time|week)\b/iu;
const asksHour = /\b(?:what|which) time\b/i;
const asksNumber = /\bhow\s+(?:many|much|often|old|long)\b/i;
const asksPlace =
  /\bwhere\b|\b(?:what|which)\s+(?:city|cities|country|countries|state|states|town|place|places|area)\b/i;
/** "Who is Hana?", "What's Kestrel?", "Tell me about Hana". */
const asksIdentity =
  /^\s*(?:so |and |hey )?(?:who|what)(?:['’]s| is| are| was) (?:the |an? )?[\p{L}\p{N}'’. -]{1,40}\??\s*$|\btell me about\b|\bwhat do (?:you|we) know (?:of|about)\b/iu;

/** "How is Luna doing?", "How's Mark?" */
const asksState = /\bhow(?:['’]s| is| are| has| was)\b(?!.*\b(?:old|many|much|long|often|far|tall)\b)/i;

/** The kinds of answer that a query asks for, as bits; who or how somebody is only where it says nothing but names. */
export function answersAsked(query: string, onlyNames: boolean): number {
  return (
    (asksTime.test(query) ? answerKinds.time : 0) |
    (asksHour.test(query) ? answerKinds.clock : 0) |
    (asksNumber.test(query) ? answerKinds.number : 0) |
    (asksPlace.test(query) ? answerKinds.place : 0) |
    (onlyNames && asksIdentity.test(query) ? answerKinds.identity : 0) |
    (onlyNames && asksState.test(query) ? answerKinds.state : 0)
  );
}

/** No sentence without one of these is open: most texts need not be cut into sentences. */
const maybeOpen = /[?\uff1f]|\b(?:if|wish)\b/i;

function questionShareOf(text: string): number {
  if (!maybeOpen.test(text)) return 0;
  let asking = 0;
  let all = 0;
  for (const sentence of splitSentences(text, 'mark')) {
    all += sentence.length;
    if (isOpen(sentence)) asking += sentence.length;
  }
  return all === 0 ? 0 : asking / all;
}
