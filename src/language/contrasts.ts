/**
 * Things of one kind that a question tells apart by a word: the old flat and the new one, arrival and departure, release 3.2
 * and 3.3, the report for one client and for another. What speaks of the one only is no answer to who asks for the
 * other. English, but for names of people.
 */
import { months, weekdayName, weekdays } from './dates.ts';
import { familiesIn } from './families.ts';
import { withPlainNumbers } from './fold.ts';
import { classOfWord } from './lexicon.ts';
import {
  days as dayWords,
  ofOtherOwner,
  ofOtherSubject,
  tellsOfOtherPerson,
  toldOfAnother,
} from './names-asked-for.ts';
import { ofOtherFile } from './name-forms.ts';
import { units } from './plain-demands.ts';
import { isAskingWord } from './query-wording.ts';
import { ofOtherRelative } from './relatives.ts';
import { termsAndStandIns } from './stand-ins.ts';
import { escaped } from './word-lists.ts';
import { termsOf } from './words.ts';

/** Words of one side against those of the other, as they stand before what they tell apart. */
const adjectives: readonly (readonly [one: string, other: string])[] = [
  ['old|previous|former|ex', 'new|current'],
  ['first', 'second|third'],
  ['second', 'first|third'],
  ['left', 'right'],
  ['upper|upstairs|top', 'lower|downstairs|ground'],
  ['front', 'back|rear'],
  ['morning', 'evening|afternoon'],
  ['winter', 'summer'],
  ['older|elder|big', 'younger|little|small'],
  ['indoor', 'outdoor'],
  ['production|prod|live', 'staging|test|testing|development|dev|local'],
];
/** The same of what happens at an hour. */
const events: readonly (readonly [one: string, other: string])[] = [
  ['leaves?|left|leaving|departs?|departure|sets? off', 'arrives?|arrived|arriving|arrival|lands?|landing'],
  ['opens?|opened|opening', 'closes?|closed(?! (?:on|all|every|for|over)\\b)|closing|shuts?'],
  ['starts?|started|begins?|began', 'ends?|ended|finish(?:es|ed)?'],
];

interface Contrast {
  /** In a question: it is of the one. */
  readonly asked: RegExp;
  /** In a text: it is of the one. */
  readonly same: RegExp;
  /** In a text: it is of the other. */
  readonly other: RegExp;
}

const both = (one: string, other: string, [before, behind]: readonly [string, string]): readonly Contrast[] =>
  [
    [one, other],
    [other, one],
  ].map(([mine = '', theirs = '']) => ({
    asked: new RegExp(`${before}\\b(?:${mine})\\b${behind}`, 'i'),
    same: new RegExp(`\\b(?:${mine})\\b`, 'i'),
    other: new RegExp(`\\b(?:${theirs})\\b${behind}`, 'i'),
  }));

const contrasts: readonly Contrast[] = [
  ...adjectives.flatMap(([one, other]) =>
    both(one, other, ["\\b(?:my|our|your|his|her|their|the|'s|s') (?:\\w+ )?", '[ -]\\w']),
  ),
  {
    asked: /\b(?:my|our|the|his|her|their) new [a-z]/i,
    same: /\b(?:new|second|next|another)\b/i,
    other: /\b(?:leav(?:e|es|ing)|left|mov(?:ing|ed|es?) out of) (?:my|our|the|his|her|their)\b/i,
  },
  ...both('weekdays?|workdays?', 'weekends?', ['', '']),
  ...events.flatMap(([one, other]) => both(one, other, ['^\\W*(?:when|(?:at )?what time)\\b.*', ''])),
];

/** "3.2", "v2", "MOB-512", "#18", "2026-031" */
const numbered = /\b\d+(?:\.\d+)+\b|\b\d{4}-\d{3,}\b|\bv\d+\b|\b[A-Z]{2,}-\d+\b|#\d+\b/g;

/** What tells whether a text speaks of the other of two things than a question asks for, and not of that. */
export function tellsOther(question: string): (text: string, speaker?: string) => boolean {
  const drawn = contrasts.filter(({ asked, other }) => asked.test(question) && !other.test(question));
  const numbers = withPlainNumbers(question).match(numbered) ?? [];
  const days = whether.test(question) || hoursOfDay.test(question) ? daysIn(question) : [];
  const subjects = [
    ...ofOtherRelative,
    toldOfAnother,
    ofOtherFile,
    ofOtherNumber,
    ofOtherRoom,
    ofOtherMade,
    ofOtherIdentifier,
    ofOtherOwner,
    ofOtherDate,
    ofOtherModifier,
    ofOtherSubject,
    tellsOfOtherPerson,
  ].map((of) => of(question));
  return (text, speaker) =>
    subjects.some((isOther) => isOther(text, speaker)) ||
    drawn.some(({ same, other }) => other.test(text) && !same.test(text)) ||
    (numbers.length > 0 && numbersOther(numbers, withPlainNumbers(text))) ||
    (days.length > 0 && tellsOtherDay(days, text));
}

const whether = /^\W*(?:is|are|am|was|were|do|does|did|will|can|may|must|have|has)\b/i;
const weekday = new RegExp(weekdayName, 'gi');

/** "When do we close on Sundays?" */
const hoursOfDay = new RegExp(
  `^\\W*(?:(?:until )?when|(?:at )?what time|how (?:late|long))\\b.* on (?:${weekdays.join('|')})s?\\b`,
  'i',
);

function daysIn(text: string): readonly string[] {
  return (text.match(weekday) ?? []).map((day) => day.toLowerCase());
}

const dayRange = new RegExp(
  `\\b(?:${weekdays.join('|')})s? ?(?:to|till|until|through|-|\\u2013) ?(?:${weekdays.join('|')})`,
  'i',
);

/** "Do I work on Saturdays?" is not answered by Sundays. */
function tellsOtherDay(asked: readonly string[], text: string): boolean {
  const told = daysIn(text);
  // "Monday to Friday" may be of a day between them.
  if (told.length > 0) return !asked.some((day) => told.includes(day)) && !dayRange.test(text);
  const isWeekend = asked.every((day) => /^s[au]/.test(day));
  return isWeekend
    ? /\b(?:on|every) (?:weekdays|workdays)\b/i.test(text)
    : /\b(?:at|on) (?:the )?weekends?\b/i.test(text);
}

function numbersOther(asked: readonly string[], text: string): boolean {
  const said: readonly string[] = text.match(numbered) ?? [];
  const shape = (number: string): string => number.replace(/\d+/g, '0');
  return asked.some(
    (number) =>
      !new RegExp(`${escaped(number)}(?![\\w.]*\\d)`).test(text) &&
      said.some((other) => shape(other) === shape(number)),
  );
}

type IsOther = (text: string, speaker?: string) => boolean;
const never: IsOther = () => false;

/** "flat 2", "buses 7 and 9", but no amounts. */
const withNumber = new RegExp(
  `(?<noun>\\p{L}{3,}) (?<first>\\d{1,4})(?<more>(?:(?:, ?| and | or | ?& ?| ?[-\\u2013] ?| to )\\d{1,4})*)\\b(?![.:,]?\\d| ?(?:${units}|[kcm]?m|[\\u20ac$\\u00a3%\\u00b0])(?!\\p{L}))`,
  'giu',
);

function numberedIn(text: string): readonly { readonly noun: string; readonly numbers: string }[] {
  return Array.from(withPlainNumbers(text).matchAll(withNumber), ({ groups = {} }) => {
    const word = groups['noun'] ?? '';
    const noun = dayWords.has(word.toLowerCase()) || isAskingWord(word) ? '' : termsOf(word).join(' ');
    return { noun, numbers: `${groups['first']}${groups['more']}` };
  }).filter(({ noun }) => noun !== '');
}

/** "What does the meter in flat 2 read?" is not answered by flat 3. */
function ofOtherNumber(question: string): IsOther {
  const asked = numberedIn(question);
  if (asked.length === 0) return never;
  return (text) => {
    const told = numberedIn(text);
    return asked.some(({ noun, numbers: number }) => {
      const alike = told.filter((other) => other.noun === noun).map(({ numbers }) => numbers);
      const holds = new RegExp(`(?<!\\d)${escaped(number)}(?!\\d)|[-\\u2013]|to`);
      return alike.length > 0 && !alike.some((numbers) => holds.test(numbers));
    });
  };
}

const ofRoom = /\b(?:the|our|my) (?<room>\p{Ll}+)(?: room)? (?<head>(?!room)\p{Ll}+)\b/giu;

/** "What is the bathroom lamp set to?" is not answered by the living room lamp. */
function ofOtherRoom(question: string): IsOther {
  const asked = Array.from(question.matchAll(ofRoom), ({ groups = {} }) => groups).filter(({ room = '' }) =>
    familiesIn(termsOf(room)).some(({ same }) => same.has('room')),
  );
  if (asked.length === 0) return never;
  return (text) =>
    asked.some(
      ({ room = '', head = '' }) =>
        !new RegExp(`\\b${room}\\b`, 'i').test(text) && new RegExp(`\\p{L} room ${head}\\b`, 'iu').test(text),
    );
}

const making = 'built|founded|constructed|erected|invented|painted|renovated|installed';
const madeThing = new RegExp(
  `(?:^|\\b(?:was|were|is|are) )(?:the|our|my) (?<noun>\\p{Ll}+)\\b.*? (?<made>${making})\\b`,
  'iu',
);

/** "When was the house built?" is not answered by when the boiler was. */
function ofOtherMade(question: string): IsOther {
  const { noun, made } = madeThing.exec(question)?.groups ?? {};
  if (noun === undefined || made === undefined) return never;
  const own = termsAndStandIns(noun);
  return (text) => {
    const told = madeThing.exec(text)?.groups;
    return (
      told?.['made'] === made &&
      !/^(?:building|place|thing|whole)$/i.test(told['noun'] ?? '') &&
      !termsOf(text).some((term) => own.includes(term))
    );
  };
}

/** "auth-service", "web.orders", "fct_orders", "useCart" */
const identifier = /(?<![\w@])(?:[A-Za-z]\w*(?:[._-]\w+)+|[a-z]+(?:[A-Z]\w*)+)(?!\w)/g;
const partsOf = (name: string): readonly string[] =>
  name
    .split(/[._-]|(?<=[a-z])(?=[A-Z])/)
    .map((part) => part.toLowerCase())
    .filter((part) => part.length >= 3);

/** "Which port does auth-service use?" is not answered by what billing-service uses: the names share a part, and the other part is not said. */
function ofOtherIdentifier(question: string): IsOther {
  // "Am I right-handed?" is answered by that I am left-handed.
  const names = whether.test(question) ? [] : (question.match(identifier) ?? []);
  const asked = names.map(partsOf).filter((parts) => parts.length > 1);
  if (asked.length === 0) return never;
  return (text) => {
    const lower = text.toLowerCase();
    const others = (text.match(identifier) ?? []).map(partsOf);
    return asked.every((parts) => {
      const alike = others.filter((other) => other.some((part) => parts.includes(part)));
      const own = parts.filter((part) => alike.some((other) => !other.includes(part)));
      return alike.length > 0 && own.length > 0 && !own.some((part) => lower.includes(part));
    });
  };
}

const month = `(?:${months.map((one) => `${one}|${one.slice(0, 3)}`).join('|')})`;
/** "the incident of 3 October", "Incident 10 September" */
const datedNoun = new RegExp(
  `(?<noun>\\p{L}+) (?:(?:of|on|from) )?(?:the )?(?:(?<day>\\d{1,2})(?:st|nd|rd|th)?(?: of)? (?<month>${month})|(?<first>${month}) (?<second>\\d{1,2}))\\b`,
  'giu',
);

function datedIn(text: string): readonly { readonly noun: string; readonly date: string }[] {
  return Array.from(text.matchAll(datedNoun), ({ groups = {} }) => ({
    noun: termsOf(groups['noun'] ?? '').join(' '),
    date: `${groups['day'] ?? groups['second']} ${(groups['month'] ?? groups['first'])?.slice(0, 3).toLowerCase()}`,
  })).filter(({ noun }) => noun !== '');
}

/** "What caused the incident of 3 October?" is not answered by the incident of 10 September. */
function ofOtherDate(question: string): IsOther {
  const asked = datedIn(question);
  if (asked.length === 0) return never;
  return (text) => {
    const told = datedIn(text);
    return asked.some(
      ({ noun, date }) => told.some((other) => other.noun === noun) && !told.some((other) => other.date === date),
    );
  };
}

/** "the pressure sensor": what tells one of some things apart, and what they are. */
const modified = /\b(?:the|our|my) (?<modifier>[\p{L}\d_]+) (?<head>\p{Ll}+)\b/giu;
/** Words that an answer has other words for, or that tell nothing apart. */
const isNoModifier = (word: string): boolean =>
  isAskingWord(word) || (classOfWord(word) === 'ordinary' && !/.{4}ing$/.test(word));

/** "Who owns the marketing mart?" is not answered by who owns the customer mart: all is there but the word that tells them apart. */
function ofOtherModifier(question: string): IsOther {
  const terms = termsOf(question).filter((term) => !isAskingWord(term));
  const asked = Array.from(question.matchAll(modified), ({ groups = {} }) => ({
    modifier: groups['modifier'] ?? '',
    head: groups['head'] ?? '',
  })).flatMap(({ modifier, head }) => {
    const [own, thing] = [termsOf(modifier), termsOf(head)];
    const others = terms.filter((term) => !own.includes(term));
    const isTold = own.length === 1 && thing.length === 1 && !isNoModifier(modifier.toLowerCase()) && others.length > 1;
    return isTold ? [{ own: termsAndStandIns(modifier), head, others }] : [];
  });
  if (asked.length === 0) return never;
  return (text) => {
    const said = new Set(termsOf(text));
    return asked.some(
      ({ own, head, others }) =>
        own.every((term) => !said.has(term)) && others.every((term) => said.has(term)) && isOtherOne(text, head),
    );
  };
}

/** Whether a text says which one of some things it means: "the humidity sensor", "team Falcon". */
function isOtherOne(text: string, head: string): boolean {
  const before = new RegExp(`(?<word>[\\p{L}\\d_]+) ${escaped(head)}s?\\b`, 'iu')
    .exec(text)
    ?.groups?.['word']?.toLowerCase();
  const after = new RegExp(`\\b${escaped(head)} \\p{Lu}\\p{L}`, 'u').test(text);
  return after || (before !== undefined && termsOf(before).length > 0 && !isNoModifier(before));
}
