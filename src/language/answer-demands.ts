/**
 * What the answer to a question has to say, where the question's wording tells: a name, a person, a number of them, an hour,
 * one of two things, a reason. What says none of it is no answer, however much it is about the same. English only.
 */
import { tellsOther } from './contrasts.ts';
import { familiesIn, humanLanguages, isFormOf, kindSaid, saysAnyOf } from './families.ts';
import {
  firms,
  memberAsked,
  mayMeanOthers,
  namesAskedFor,
  somebody,
  speakerSelf,
  tellsAnimalsName,
} from './names-asked-for.ts';
import { withCapitals } from './name-forms.ts';
import { tellsLastName } from './relatives.ts';
import { helperNouns, peopleNouns } from './word-lists.ts';
import {
  numbersIn,
  plainDemands,
  units,
  dated,
  uncounted,
  countedPeople,
  countedSpans,
  counts,
  spans,
  spansOrBeginnings,
} from './plain-demands.ts';
import { asksForQuestions } from './query-wording.ts';
import { termsAndStandIns } from './stand-ins.ts';
import { termsOf, wordsOf } from './words.ts';

/** A text that may answer, and whether somebody with a name said it. */
export interface Answer {
  readonly content: string;
  readonly speaker?: string | undefined;
  /** Whether it was told to the agent by itself, and is no turn of a talk, where the turns around it may say the rest. @default false */
  readonly isTold?: boolean;
}

/** Whether an answer is a turn of a talk. */
const isTurn = ({ speaker, isTold = false }: Answer): boolean => speaker !== undefined && !isTold;

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
/** In characters, and in words. */
const [shortReply, shortestReply] = [40, 5];

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
const reason =
  /\b(?:because|cos|cuz|since|so (?:that|no|we|i)\b|due|thanks to|owing|reason|why|means?|meant|therefore|caus\w+|to (?!the\b|an?\b|my\b|our\b|his\b|her\b|their\b)\p{Ll}+|for (?:the|his|her|my|our|their|an?)|want\w*|could(?:n['\u2019]t| not)|can(?:['\u2019]t|not)|too|afraid|need\w*|after|when|as|until|hat\w+|lov\w+|ma(?:de|kes?))\b|^\p{Lu}\p{Ll}+ing\b|[.,:!?\u2013\u2014-] +\S/iu;

const shades =
  /\b(?:(?:redd|blu|greeni?|yellowi?|browni?|grey|gray|pink)ish|strip\w+|metallic|steel|chrome|copper|bronze|wooden|oak|rainbow|rust\w*|salmon|peach|plum|rose|sand|charcoal|transparent|two-tone|pastel|shade|hue|painted|dyed|ral)\b|#[\da-f]{3}/i;

/** What is known by a name of its own. */
const namedKinds =
  'city|country|town|village|street|hotel|hostel|restaurant|caf\u00e9|cafe|bar|pub|hospital|clinic|university|college|airline|airport|bank|pool|gym|club|shop|supermarket|park|school|church|library|book|novel|film|movie|song|series|podcast|publisher|company|firm|agency|band|theatre|theater|museum|island|river|mountain|brand|magazine|newspaper';

const demands: readonly Demand[] = [
  ...plainDemands.map(({ asked, told, besides }) => ({
    asked,
    of: (question: string) => having(told, ...(besides === undefined ? [] : [numbersIn(question), besides])),
  })),
  {
    // "What is Amira's physio called?", "What are the names of the twins?"
    asked:
      /^\W*(?:(?:and|so|hey),? )?what(?:['\u2019]s| is| was| are| were|s)\b.*(?:\b(?:called|named|(?:names?|titles?) of)\b|['\u2019]s? (?:\w+ )?names?\b|\b(?:my|our|his|her|their) (?:\w+ ){1,2}name\b)/i,
    of: (question) => {
      if (technical.test(question)) return undefined;
      // Whose name is asked for must be spoken of, but where somebody just replies.
      const [noun = ''] = Array.from(question.matchAll(somebody), ([, one = '']) => one).slice(-1);
      const terms = termsAndStandIns(noun);
      const others = familiesIn(termsOf(noun)).flatMap((member) => [...member.others]);
      return (answer) => {
        const { content } = answer;
        const isOfThem =
          terms.length === 0 ||
          // Who has twins is a sister, and no brother.
          (saysAnyOf(content, terms) && (saysAnyOf(content, termsOf(noun)) || !saysAnyOf(content, others))) ||
          (isTurn(answer) && wordsOf(content).length <= shortestReply);
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
      const role = new RegExp(noun === undefined ? '(?!)' : `\\b${noun}`, 'gi');
      const others = memberAsked.test(question) ? firms : /(?!)/g;
      return ({ content, speaker }) =>
        person.test(content.replace(role, ' ').replace(others, ' ')) ||
        // Who answers shortly leaves themselves out.
        (speaker !== undefined && (content.length <= shortReply || speakerSelf.test(content))) ||
        namesAskedFor(content, question, { asPeople: true }).length > 0 ||
        // "Who is taller, Ida or Ben?"
        / or /.test(question);
    },
  },
  {
    asked: /\b(?:what|which) (?:\w+ )?colou?rs?\b/i,
    of: () => {
      const { members = [] } = kindSaid(['colour']) ?? {};
      return ({ content, speaker }) =>
        saysAnyOf(content, [...members, ...termsOf('colour color')]) ||
        shades.test(content) ||
        (speaker !== undefined && wordsOf(content).length <= shortestReply);
    },
  },
  {
    asked: /\b(?:last|family) name\b|\bsurname\b/i,
    of: (question) => {
      const tells = tellsLastName(question);
      return ({ content, speaker = '' }) =>
        tells(content) || tells(speaker) || (speaker !== '' && wordsOf(content).length <= shortestReply);
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
    of: (question, { noun = '' }) => {
      const terms = termsAndStandIns(noun);
      const others = noun.search(countedPeople) < 0 ? [countedPeople] : [];
      const isCounted = having(counts, numbersIn(question), uncounted, countedSpans, ...others);
      return (answer) => isCounted(answer) || saysAnyOf(answer.content, terms);
    },
  },
  {
    // "Which pin is the status LED on?" is not answered by the pins of the UART.
    asked:
      /^\W*(?:on )?(?:what|which) (?:gpio )?(?:pins?|ports?) (?:is|are|does|do|did) (?:the |our |my )?(?<subject>(?!(?:we|I|you|it|they)\b).+?)(?: (?:on|in|connected|wired|attached|soldered|listen|use|run|have|need|open|go|get)\b.*)?\W*$/i,
    of: (_, { subject = '' }) => {
      const terms = [...termsAndStandIns(subject), ...(kindSaid(wordsOf(subject))?.members ?? [])];
      return ({ content }) => termsOf(content).some((term) => terms.some((one) => isFormOf(term, one)));
    },
  },
  {
    asked:
      /\b(?:what|which) (?:foreign |other |new )?languages?\b.*\b(?:learn\w*|speaks?|spoken|stud(?:y|ies|ying)|teach\w*|taught)\b/i,
    of:
      () =>
      ({ content }) =>
        wordsOf(content).some((word) => humanLanguages.has(word) || /^languages?$/.test(word)),
  },
  {
    // What says neither the name nor the number of a Galaxy S22 is not of it.
    asked: /(?<!^)\b(?<maker>\p{Lu}\p{Ll}+) (?<number>\p{Lu}+\d+\w*)\b/u,
    of: (_, { maker = '', number = '' }) => having(new RegExp(`\\b(?:${maker}|${number})`, 'i')),
  },
  {
    // "When is Dana's birthday?" is not answered by Dana, who speaks of yours.
    asked: /^\W*(?:[Ww](?:hat|hen|here|ho|hich)|[Hh]ow)\b.*?(?<whose>\p{Lu}\p{L}+)['\u2019]s (?<noun>\p{Ll}+)/u,
    of: (_, { whose = '', noun = '' }) => {
      const named = noun === 'birthday' ? 'b(?:irth)?-?day' : noun;
      const yours = new RegExp(String.raw`\b(?:your|ur) (?:\p{L}+ )?${named}\b`, 'iu');
      return ({ content, speaker }) => speaker?.split(' ').includes(whose) !== true || !yours.test(content);
    },
  },
  {
    // "I can drive seven people" is of who says it.
    asked: /\b(?:can|could|does|did|do|will|would|should|has|have|is|was) (?<who>\p{Lu}\p{Ll}+) (?<verb>\p{Ll}+)/u,
    of:
      (question, { who = '', verb = '' }) =>
      ({ content, speaker }) =>
        speaker === undefined ||
        `${speaker} ${content}`.toLowerCase().includes(who.toLowerCase()) ||
        !new RegExp(`\\b[Ii] (?:\\p{Ll}+ )?${verb}`, 'u').test(content) ||
        /\byou/i.test(content) ||
        mayMeanOthers(question, content),
  },
  {
    asked: /\S/,
    of: (question) => {
      const tells = tellsAnimalsName(question);
      return tells === undefined ? undefined : ({ content }) => tells(content);
    },
  },
  {
    // When something was, its own date tells: "How long ago did I move?"
    asked: /^\W*(?:and |so |for )?how long\b(?! (?:ago|(?:is|has) it (?:been )?since)\b)/i,
    of: (question) => having(/^\W*\S+ \S+ (?:has|have)\b/i.test(question) ? spansOrBeginnings : spans),
  },
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
      return terms.length < 2 ? undefined : (answer) => isTurn(answer) || saysAnyOf(answer.content, terms);
    },
  },
  {
    asked: /^\W*(?:(?:and|so|but),? )?why\b/i,
    // In a talk the reason may be told a turn later.
    of: () => (answer) =>
      isTurn(answer) ||
      reason.test(answer.content.replace(/\b(?:Dr|Mr|Mrs|Ms|St|Prof)\./g, '').replace(/[.!?]+\s*$/, '')),
  },
];

/** Whether a text has some words, where others are left out. */
function having(words: RegExp, ...leftOut: readonly RegExp[]): Meets {
  return ({ content }) => words.test(leftOut.reduce((rest, other) => rest.replace(other, ' '), content));
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
  return (answer) => {
    const { content, speaker } = answer;
    if (content.length > longestText) return true;
    if (isOfOther(content, speaker)) return false;
    const read = found.length === 0 ? answer : { ...answer, content: withCapitals(content) };
    return found.every((meets) => meets(read));
  };
}
