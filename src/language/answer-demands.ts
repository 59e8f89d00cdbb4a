/**
 * What the answer to a question has to say, where the question's wording tells: a name, a person, a number of them, an hour,
 * one of two things, a reason. What says none of it is no answer, however much it is about the same. English only.
 */
import { tellsAge } from './asked-attributes.ts';
import { tellsOther } from './contrasts.ts';
import { hourWords, months, numeral } from './dates.ts';
import { namesAskedFor, somebody } from './names-asked-for.ts';
import { helperNouns, peopleNouns, petNouns, somebodyPronouns } from './people-nouns.ts';
import { asksForQuestions } from './query-wording.ts';
import { termsAndStandIns } from './stand-ins.ts';
import { termsOf } from './words.ts';

/** A text that may answer, and whether somebody with a name said it. */
export interface Answer {
  readonly content: string;
  readonly speaker?: string | undefined;
}

/** Whether an answer says what a question demands. */
type Meets = (answer: Answer) => boolean;

/** A wording of questions, and what it demands; undefined where this question demands nothing by it. */
interface Demand {
  readonly asked: RegExp;
  readonly of: (question: string, groups: Readonly<Record<string, string | undefined>>) => Meets | undefined;
}

/** Longer queries are texts to find the like of, not questions; in characters. */
const longestQuestion = 300;

/** A text that is longer tells many things; in characters. */
const longestText = 2_000;
/** In characters. */
const shortReply = 40;

/** What is called by other names than people and places are. */
const technical =
  /\b(?:branch|file|table|variable|function|class|repo(?:sitory)?|bucket|host|user|column|package|server|script|command|field|topic|flag|module|endpoint|database|queue|job|method)s?\b/i;

/** A person without a name. */
const person = new RegExp(
  String.raw`\b(?:he|she|s?he['\u2019]s|they|somebody|someone|nobody|everybody|everyone|anyone|ourselves|alone|mum|mom|dad|papa|mama|grandma|grandpa|granny|(?:my|our|his|her|their|the|an?|two|three|some|both|['\u2019]s) (?:\p{L}+ ){0,2}(?:child(?:ren)?|army|jury|police|(?:${peopleNouns}|${helperNouns}|grandparent|parent|kid|in-law|team|nurse|family|group|company|agency|owner|guy|man|woman|lady|girl|boy|student|intern|client|customer|user|department|people|contractor|supplier|firm|university|school|bank|office|council|institute|club|committee|board|government|staff|crew|band|choir|orchestra|union|parish)s?))\b`,
  'iu',
);
/** "Who is my vet?" */
const roleAsked = /\b(?:['\u2019]s|is|are|was|were) (?:my|our|his|her|their|the) (?:\w+ )?(?<noun>\w+)\W*$/i;
const speakerSelf = /(?<!\p{L})(?:I|i|[Mm]e|[Mm]y|[Ww]e|[Uu]s|[Oo]ur|im|ive|ill)(?!\p{L})/u;

const units =
  'seconds?|minutes?|hours?|days?|weeks?|months?|years?|km|kilomet(?:er|re)s?|miles?|met(?:er|re)s?|feet|pages?|euros?|dollars?|pounds|percent|degrees|litres?|liters?|kilos?|kg|grams?|people';
const monthName = `(?:${months.join('|')})`;
/** "22:40", "3 p.m." */
const clock = String.raw`\b\d{1,2}[:h]\d\d\b|\b\d{1,2} ?(?:[ap]\.?m\b|o['\u2019]clock)`;
/** "2 May", "the 21st", "v1.2.3" */
const dates = String.raw`\b\d{1,2}\.? ${monthName}\b|\b${monthName} \d{1,2}\b|\b\d+(?:st|nd|rd|th)\b|\bv?\d+\.\d+\.\d+\b`;
/** What stands between "at" and the hour. */
const untilHour = '(?:about |half |a quarter |quarter )?(?:past |to )?';
const anyOf = (...parts: readonly string[]): string => `(?:${parts.join('|')})`;
/** Days, hours, versions and spans of time, which are no amounts. */
const dated = new RegExp(
  anyOf(
    clock,
    dates,
    String.raw`\b(?:one of|(?:the|this|that|which) one)\b`,
    String.raw`\b(?:${numeral}|few|couple of) (?:seconds|minutes|hours|days|nights|weeks|months|years|people|times)\b|\b\p{L}+-\d+\b`,
  ),
  'giu',
);
/** Numbers that count no things: hours, days, versions, money, places in a row, names. */
const uncounted = new RegExp(
  anyOf(
    clock,
    dates,
    String.raw`[$\u20ac\u00a3] ?\d[\d.,]*|\b\d[\d.,]* ?(?:[$\u20ac\u00a3%]|(?:euros?|dollars?|pounds|bucks|percent)\b)`,
    String.raw`\b(?:at|until|till|before|after|from|past) ${untilHour}(?:${hourWords}|\d{1,2})(?![\w:.]* (?:${units})\b)\b`,
    String.raw`\bv?\d+(?:\.\d+)+\b|\b(?:19|20)\d\d\b|\b\p{L}+-?\d+\b`,
    String.raw`\b(?:first|second|third|fourth|fifth|one of|no one|this one|that one)\b`,
    String.raw`\b(?:android|ios|windows|postgres|node|python|version|flat|apartment|unit|house|number|no|room|plot|class|floor|chapter|page|line|season|gate|platform|bus|tram) \d+\b`,
  ),
  'giu',
);
const counts = new RegExp(
  String.raw`\d|\b(?:${numeral}|both|couple|pair|twins?|triplets|dozens?|several|few|no|none|only|single|lots?|many|half|all|hundreds?|thousands?|once|twice)\b`,
  'iu',
);
const amounts = new RegExp(
  String.raw`\d|[$\u20ac\u00a3]|\b(?:${numeral}|hundreds?|thousands?|grand|million|half|free|gratis|nothing|none|little|lots?|plenty|enough|some|bit|too much|cheap\w*|expensive|rais\w+|doubl\w+|most|all)\b`,
  'iu',
);
const sizes = new RegExp(
  String.raw`\d|\b(?:${numeral}|hundreds?|thousands?|half|huge|tiny|small\w*|big\w*|large\w*|tall\w*|short\w*|far|near\w*|close|next|around the corner|fast\w*|slow\w*|deep|heavy|light|young\w*|old\w*|long\w*|size\w*)\b`,
  'iu',
);
/** Heights, weights and addresses, which no other number tells. */
const heights =
  /\b(?:tall\w*|short\w*|height|high)\b|\d ?(?:cm|m|met(?:er|re)s?|feet|foot|ft|in(?:ch(?:es)?)?)\b|\d ?['\u2032\u2019"]|\b1[.,]\d\d\b/iu;
const weights = /\b(?:heav\w+|light\w*|weigh\w*|tons?|kilos?)\b|\d ?(?:kg|kilos?|pounds?|lbs?|g|grams?|t|stone)\b/iu;
const streets =
  /\d|@|\b(?:street|road|avenue|lane|square|rue|via|calle|next door)\b|(?:strasse|stra\u00dfe|weg|platz)\b/iu;
const marks =
  /\b(?:[A-F][+-]?|mark|grade|score|pass(?:ed)?|fail(?:ed)?|merit|distinction|honours|top|best|first)\b|\d(?!\d* \p{L}{3})/u;
/** "180 degrees", "set to 19", "warm" */
const degrees =
  /\d ?(?:\u00b0|degrees?\b|[cf]\b)|\b\d{1,3}(?:\.\d)?\b(?! ?[\p{L}%])|\b(?:hot|warm|cool|cold|freez\w+|room temperature)\b/iu;
const figures = /\d|\b(?:zero|none|half|percent|default)\b/i;
const meeting = /\b(?:me[et]t?|know|knew|introduc\w+|through|since|together|classmates?|colleagues?)\b/i;
const spans = new RegExp(
  String.raw`\d|\b(?:${numeral}|since|until|till|from|for|years?|months?|weeks?|days?|hours?|minutes?|ages|always|never|long\w*|short\w*|all|forever|soon|while|half|quarter|decades?|overnight|only)\b`,
  'iu',
);
/** "How long has Ken been with us?" is told by that he joined. */
const spansOrBeginnings = new RegExp(
  `${spans.source}|\\b(?:joined|started|began|begun|moved|opened|born|met|married|bought|got|adopted|signed|hired|quit|stopped)\\b`,
  'iu',
);
const causes =
  /\b(?:of|from|accident|illness|cancer|stroke|heart|fell|after|because|drown\w*|crash\w*|killed|sleep)\b/i;
const hour = new RegExp(
  anyOf(
    clock,
    String.raw`\b(?:at|from|until|till|by|around|about|before|after|past|to|for|between) ${untilHour}(?:\d{1,2}(?:\.\d\d)?|${hourWords})\b(?! ?(?:${units}|\p{L}{3})\b)`,
    String.raw`\b(?:noon|midnight|morning|evening|afternoon|night|dawn|dusk|sunrise|sunset|breakfast|lunch|dinner|early|late|later|before|after|any ?time|same time|all day)\b`,
  ),
  'iu',
);
const reason =
  /\b(?:because|cos|cuz|since|so (?:that|no|we|i)\b|due|thanks to|owing|reason|why|means?|meant|therefore|caus\w+|to (?!the\b|an?\b|my\b|our\b|his\b|her\b|their\b)\p{Ll}+|for (?:the|his|her|my|our|their|an?)|want\w*|could(?:n['\u2019]t| not)|can(?:['\u2019]t|not)|too|afraid|need\w*|after|when|as|until|hat\w+|lov\w+|ma(?:de|kes?))\b|^\p{Lu}\p{Ll}+ing\b|[.,:!?\u2013\u2014-] +\S/iu;

/** What is known by a name of its own. */
const namedKinds =
  'city|country|town|village|street|hotel|hostel|restaurant|caf\u00e9|cafe|bar|pub|hospital|clinic|university|college|airline|airport|bank|pool|gym|club|shop|supermarket|park|school|church|library|book|novel|film|movie|song|series|podcast|publisher|company|firm|agency|band|theatre|theater|museum|island|river|mountain|brand|magazine|newspaper';

const demands: readonly Demand[] = [
  {
    // "What is Amira's physio called?", "What are the names of the twins?"
    asked:
      /^\W*(?:(?:and|so|hey),? )?what(?:['\u2019]s| is| was| are| were|s)\b.*(?:\b(?:called|named|(?:names?|titles?) of)\b|['\u2019]s? (?:\w+ )?names?\b|\b(?:my|our|his|her|their) (?:\w+ ){1,2}name\b)/i,
    of: (question) => {
      if (technical.test(question)) return undefined;
      // Whose name is asked for must be spoken of, but where somebody just replies.
      const [terms = []] = Array.from(question.matchAll(somebody), ([, noun = '']) => termsAndStandIns(noun)).slice(-1);
      return ({ content, speaker }) => {
        const isOfThem =
          terms.length === 0 || says(content, terms) || (speaker !== undefined && content.length <= shortReply);
        return isOfThem && namesAskedFor(content, question, { ofPeople: terms.length > 0 }).length > 0;
      };
    },
  },
  {
    asked: new RegExp(String.raw`^\W*(?:\w+ )?(?:which|what) (?<kind>${namedKinds})\b`, 'i'),
    of: (question, { kind = '' }) => {
      // "the new bank by the river", and not "starts school"
      const described = new RegExp(
        String.raw`\b(?:the|an?|my|our|his|her|their|this|that) (?:[\p{L}-]+ ){1,4}${kind}s?\b`,
        'iu',
      );
      return ({ content, speaker }) =>
        namesAskedFor(content, question, { asPlaces: true, isChat: speaker !== undefined }).length > 0 ||
        described.test(content) ||
        /\S\.\p{L}{2,}/u.test(content);
    },
  },
  {
    // Who somebody is by name, any word may tell.
    asked:
      /^\W*(?:(?:[Aa]nd|[Ss]o|[Hh]ey),? )?[Ww]ho(?:se|m)?\b(?!(?:['\u2019]s| is| are| was) (?:\p{Lu}\p{L}*\W*){1,3}$)/u,
    of: (question) => {
      // Who my vet is, "my vet" does not tell.
      const noun = roleAsked.exec(question)?.groups?.['noun'];
      const role = noun === undefined ? undefined : new RegExp(`\\b${noun}`, 'gi');
      return ({ content, speaker }) =>
        person.test(role === undefined ? content : content.replace(role, ' ')) ||
        // Who answers shortly leaves themselves out.
        (speaker !== undefined && (content.length <= shortReply || speakerSelf.test(content))) ||
        namesAskedFor(content, question, { asPeople: true }).length > 0 ||
        // "Who is taller, Ida or Ben?"
        / or /.test(question);
    },
  },
  {
    asked: new RegExp(String.raw`(?<!\bafter )\bhow many (?<unit>${units})\b`, 'i'),
    of: (_, { unit = '' }) => {
      const counted = new RegExp(
        /^(?:year|month|week|day)/i.test(unit)
          ? String.raw`\b(?:since|from|until|till|ago|${unit.replace(/s$/i, '')}s?)\b`
          : /^(?:km|kilomet|miles?$)/i.test(unit)
            ? String.raw`\b\d+ ?k\b|\dkm|\b(?:km|kilomet\w+|miles?)\b`
            : '',
        'i',
      );
      const isSpan = /^(?:second|minute|hour|day|week|month|year)/i.test(unit);
      const others = /^people$/i.test(unit) ? uncounted : dated;
      return ({ content }) => counts.test(isSpan ? content : content.replace(others, ' ')) && counted.test(content);
    },
  },
  {
    asked: new RegExp(String.raw`\bhow many (?!(?:${units}|times)\b)(?<noun>\w+)`, 'i'),
    of: (_, { noun = '' }) => {
      const terms = termsAndStandIns(noun);
      return ({ content }) => counts.test(content.replace(uncounted, ' ')) || says(content, terms);
    },
  },
  {
    asked:
      /\bhow much\b(?! (?:time|longer|sleep)\b)(?! (?:do|does|did) \S+ (?:like|love|hate|know|miss|care|enjoy)\b)|\bwhat (?:do|does|did) .+ (?:cost|pay|charge|earn|spend|weigh|(?:sell|go) for)\b|\bwhat(?:['\u2019]s| is| was| are| were) (?:the|my|our|his|her|their|\S+['\u2019]s?) (?:\w+ ){0,2}(?:rent|price|cost|fee|fare|salary|wage|deposit|budget|premium)s?\b/i,
    of: () => withoutDates(amounts),
  },
  { asked: /^\W*how tall\b/i, of: () => withoutDates(heights) },
  { asked: /^\W*how heavy\b|\bhow much (?:do|does|did) .+ weigh\b/i, of: () => withoutDates(weights) },
  { asked: /^\W*what(?:['\u2019]s| is| was)(?! .*\b(?:ip|mac|e-?mail)\b) .*\baddress\b/i, of: () => having(streets) },
  { asked: /\bblood (?:type|group)\b/i, of: () => having(/\b(?:A|B|AB|O|0)(?:[+-]| (?:positive|negative))/) },
  { asked: /^\W*how old\b/i, of: () => having(tellsAge) },
  { asked: /^\W*how (?:big|large|far|high|deep|wide)\b/i, of: () => withoutDates(sizes) },
  { asked: /^\W*(?:and |so |at )?what time\b/i, of: () => having(hour) },
  { asked: /^\W*(?:what|which) (?:mark|grade|score)\b/i, of: () => withoutDates(marks) },
  { asked: /^\W*(?:at |to )?(?:what|which) (?:\w+ )?temperature\b/i, of: () => having(degrees) },
  { asked: /^\W*(?:on )?(?:what|which) (?:(?:\w+ ){0,2}(?:rate|percentage)|port)\b/i, of: () => having(figures) },
  {
    // When something was, its own date tells: "How long ago did I move?"
    asked: /^\W*(?:and |so |for )?how long\b(?! (?:ago|(?:is|has) it (?:been )?since)\b)/i,
    of: (question) => having(/^\W*\S+ \S+ (?:has|have)\b/i.test(question) ? spansOrBeginnings : spans),
  },
  { asked: /^\W*how did\b.*\bmeet\b/i, of: () => having(meeting) },
  { asked: /^\W*how did\b.*\bdie\b/i, of: () => having(causes) },
  {
    asked: /^\W*(?:is|are|am|was|were)\b.*\ballergic to (?:the |an? )?(?!anything|something|any\b)(?<what>\w+)/i,
    of: (_, { what = '' }) => {
      const terms = termsAndStandIns(what);
      // A peanut is a nut.
      const isOfIt = (term: string): boolean => terms.some((one) => one.endsWith(term) || term.endsWith(one));
      return ({ content }) => termsOf(content).some((term) => term.length > 2 && isOfIt(term));
    },
  },
  {
    // "Am I afraid of heights?" is not answered by who else is.
    asked: /^\W*(?:am|was|do|did|have) I\b(?! (?:allowed|supposed|know)\b)/i,
    of:
      (question) =>
      ({ content, speaker }) =>
        speaker !== undefined ||
        speakerSelf.test(content) ||
        namesAskedFor(content, question, { asPeople: true }).length === 0,
  },
  {
    // "Is it a boy or a girl?"
    asked:
      /^\W*(?:is|are|was|were|does|do|did|will)\b.* (?<one>\w+) or (?:(?:an?|the|in|on|at|to|from|with|by) )?(?<other>\w+)\s*\?/i,
    of: (_, { one = '', other = '' }) => {
      const terms = termsOf(`${one} ${other}`);
      // In a talk it may be told a turn later, or shown.
      return terms.length < 2 ? undefined : ({ content, speaker }) => speaker !== undefined || says(content, terms);
    },
  },
  {
    asked: /^\W*(?:(?:and|so|but),? )?why\b/i,
    // In a talk the reason may be told a turn later.
    of:
      () =>
      ({ content, speaker }) =>
        speaker !== undefined ||
        reason.test(content.replace(/\b(?:Dr|Mr|Mrs|Ms|St|Prof)\./g, '').replace(/[.!?]+\s*$/, '')),
  },
];

function says(text: string, terms: readonly string[]): boolean {
  return termsOf(text).some((term) => terms.includes(term));
}

function having(words: RegExp): Meets {
  return ({ content }) => words.test(content);
}

function withoutDates(words: RegExp): Meets {
  return ({ content }) => words.test(content.replace(dated, ' '));
}

/** Whether a text says what the answer to a question has to; undefined for what is too long for a question, or asks for questions. */
export function answerDemand(question: string): Meets | undefined {
  if (question.length > longestQuestion || asksForQuestions(question)) return undefined;
  const found = demands.flatMap(({ asked, of }) => {
    const match = asked.exec(question);
    const meets = match === null ? undefined : of(question, match.groups ?? {});
    return meets === undefined ? [] : [meets];
  });
  const isOfOther = tellsOther(question);
  return (answer) =>
    answer.content.length > longestText || (!isOfOther(answer.content) && found.every((meets) => meets(answer)));
}

const somebodyElse = new RegExp(
  String.raw`\b(?:${somebodyPronouns}|its|everybody|everyone|all|(?:${peopleNouns}|${helperNouns}|${petNouns}|kid|child|children|parent|baby|family|team|guy|man|woman|girl|boy|lady)s?)\b`,
  'iu',
);

/** Whether a note without the name that a question has may still be of whom it names; of what the asker asks for themselves any may be. */
export function mayMeanOthers(question: string, note: string): boolean {
  return speakerSelf.test(question) || somebodyElse.test(note);
}
