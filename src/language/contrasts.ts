/**
 * Things of one kind that a question tells apart by a word: the old flat and the new one, arrival and departure, release 3.2
 * and 3.3, the report for one client and for another. What speaks of the one only is no answer to who asks for the
 * other. English, but for names of people.
 */
import { months, weekdays } from './dates.ts';
import { classOfWord, isGivenName } from './lexicon.ts';
import { tellsOfOtherPerson } from './names-asked-for.ts';
import { isAskingWord } from './query-wording.ts';
import { termsAndStandIns } from './stand-ins.ts';
import { escaped, inLawNouns, somebodyPronouns } from './word-lists.ts';
import { termsOf, wordsOf } from './words.ts';

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
];
/** The same of what happens at an hour. */
const events: readonly (readonly [one: string, other: string])[] = [
  ['leaves?|left|leaving|departs?|departure|sets? off', 'arrives?|arrived|arriving|arrival|lands?|landing'],
  ['opens?|opened|opening', 'closes?|closed|closing|shuts?'],
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
  ...events.flatMap(([one, other]) => both(one, other, ['^\\W*(?:when|(?:at )?what time)\\b.*', ''])),
];

const inLaw = new RegExp(`\\b${inLawNouns}\\b`, 'gi');

/** "What is my mother making?" is not answered by what a mother-in-law makes. */
function tellsOfInLaw(question: string, text: string): boolean {
  const bare = text.replace(inLaw, ' ');
  return (text.match(inLaw) ?? []).some((relative) => {
    const kin = new RegExp(`\\b${relative.split('-')[0]}\\b`, 'i');
    return kin.test(question.replace(inLaw, ' ')) && !/-in-law\b/i.test(question) && !kin.test(bare);
  });
}

/** "3.2", "v2", "MOB-512", "#18" */
const numbered = /\b\d+(?:\.\d+)+\b|\bv\d+\b|\b[A-Z]{2,}-\d+\b|#\d+\b/g;

/** What tells whether a text speaks of the other of two things than a question asks for, and not of that. */
export function tellsOther(question: string): (text: string) => boolean {
  const drawn = contrasts.filter(({ asked, other }) => asked.test(question) && !other.test(question));
  const numbers = question.match(numbered) ?? [];
  const days = whether.test(question) ? daysIn(question) : [];
  const tellsOfAnother = toldOfAnother(question);
  const subjects = [
    ofOtherIdentifier,
    ofOtherOwner,
    ofOtherDate,
    ofOtherModifier,
    ofOtherSubject,
    tellsOfOtherPerson,
  ].map((of) => of(question));
  return (text) =>
    subjects.some((isOther) => isOther(text)) ||
    drawn.some(({ same, other }) => other.test(text) && !same.test(text)) ||
    (numbers.length > 0 && numbersOther(numbers, text)) ||
    (days.length > 0 && tellsOtherDay(days, text)) ||
    tellsOfAnother(text) ||
    tellsOfInLaw(question, text);
}

const namesIn = (text: string): readonly string[] =>
  (text.match(/\p{Lu}\p{Ll}+/gu) ?? []).filter((name) => isGivenName(name.toLowerCase()));
const clauseEnd = /[,;.:!?\u2013\u2014]\s|\s(?:and|but|while|whereas|so|because)\s/;
/** Who may be anybody. */
const meansSomebody = new RegExp(`\\b(?:I|me|my|you|your|${somebodyPronouns})\\b`, 'i');

/** "Mara is on leave, Deepak stands in" tells of Mara what "When is Deepak on leave?" asks: the words are in her clause. */
function toldOfAnother(question: string): (text: string) => boolean {
  const [asked, ...others] = new Set(namesIn(question));
  if (asked === undefined || others.length > 0) return () => false;
  const name = new RegExp(`\\b${escaped(asked)}\\b`);
  const wanted = new Set(termsOf(question.replace(name, ' ')).filter((term) => !isAskingWord(term)));
  return (text) => {
    if (!name.test(text) || namesIn(text).every((other) => other === asked)) return false;
    const clauses = text.split(clauseEnd).map((clause) => ({
      clause,
      held: new Set(termsOf(clause).filter((term) => wanted.has(term))).size,
    }));
    const most = Math.max(...clauses.map(({ held }) => held));
    const telling = clauses.filter(({ held }) => held === most).map(({ clause }) => clause);
    return (
      most > 0 &&
      telling.every((clause) => !name.test(clause) && !meansSomebody.test(clause) && namesIn(clause).length > 0)
    );
  };
}

const whether = /^\W*(?:is|are|am|was|were|do|does|did|will|can|may|must|have|has)\b/i;
const weekday = new RegExp(`\\b(?:${weekdays.join('|')})(?=s?\\b)`, 'gi');

function daysIn(text: string): readonly string[] {
  return (text.match(weekday) ?? []).map((day) => day.toLowerCase());
}

/** "Do I work on Saturdays?" is not answered by Sundays. */
function tellsOtherDay(asked: readonly string[], text: string): boolean {
  const told = daysIn(text);
  return told.length > 0 && !asked.some((day) => told.includes(day));
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

type IsOther = (text: string) => boolean;
const never: IsOther = () => false;

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

const name = '\\p{Lu}[\\p{L}\\d]+(?: \\p{Lu}[\\p{L}\\d]*| \\d+)*';
/** "the report for Hartwell Foods" */
const ofName = new RegExp(
  `(?<!\\p{L})(?<noun>\\p{Ll}+) (?<by>of|for|with|at|on|from) (?:the |our |my )?(?<name>${name})`,
  'gu',
);
/** "Hartwell's report", "the user's mum's birthday" */
const namesOwn = new RegExp(`(?<name>${name}|[Tt]he user['\u2019]s \\p{Ll}+)['\u2019]s (?<noun>\\p{Ll}+)`, 'gu');

/** The nouns of a text, with how they are tied to whom or what. */
function ownersIn(text: string): readonly { readonly noun: string; readonly owner: readonly string[] }[] {
  return [ofName, namesOwn].flatMap((wording) =>
    Array.from(text.matchAll(wording), ({ groups }) => ({
      // A job at Siemens may be Leo's.
      noun: [groups?.['by'] ?? 'of', ...termsOf(groups?.['noun'] ?? '')].join(' '),
      owner: wordsOf(groups?.['name'] ?? '').filter((word) => !days.has(word)),
    })).filter(({ noun, owner }) => noun.includes(' ') && owner.length > 0),
  );
}

const days: ReadonlySet<string> = new Set([...months, ...weekdays]);

/** "When is the report for Hartwell due?" is not answered by the report for Brackwater. Of a place, another may be a part. */
function ofOtherOwner(question: string): IsOther {
  const asked = ownersIn(question).filter(({ owner }) => owner.every((word) => classOfWord(word) !== 'place'));
  if (asked.length === 0) return never;
  return (text) => {
    const said = wordsOf(text);
    const told = ownersIn(text);
    // "Tam" may be Tamsin.
    const isSaid = (word: string): boolean => said.some((one) => one.startsWith(word.slice(0, 3)));
    return asked.some(({ noun, owner }) => !owner.some(isSaid) && told.some((other) => other.noun === noun));
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

/** Asks for a number or a time, which no name is. */
const ofFigures =
  /^\W*(?:how|when)\b|\b(?:budget|rate|price|cost|fee|size|deadline|revenue|turnover|headcount|number|limit|date|port|address)\b/i;
const doer = new RegExp(`^(?<name>${name}) (?:has|have|had|is|are|was|were|\\p{Ll}+(?:s|ed)) `, 'u');

/** "What is the budget of Brackwater?" is not answered by that Northgate has one of 84,000 pounds. */
function ofOtherSubject(question: string): IsOther {
  const asked = ofFigures.test(question) && !meansSomebody.test(question) ? ownersIn(question) : [];
  const owners = asked.flatMap(({ owner }) => owner).filter((word) => !isGivenName(word));
  if (owners.length === 0) return never;
  return (text) => {
    const subject = wordsOf(doer.exec(text)?.groups?.['name'] ?? '');
    const said = wordsOf(text);
    return (
      subject.length > 0 &&
      !subject.some(isGivenName) &&
      !owners.some((word) => said.includes(word)) &&
      !meansSomebody.test(text)
    );
  };
}
