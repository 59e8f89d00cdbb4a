/**
 * Things of one kind that a question tells apart by a word: the old flat and the new one, arrival and departure, release 3.2
 * and 3.3. What speaks of the one only is no answer to who asks for the other. English only.
 */
import { weekdays } from './dates.ts';
import { isGivenName } from './lexicon.ts';
import { inLawNouns, somebodyPronouns } from './people-nouns.ts';
import { isAskingWord } from './query-wording.ts';
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
  return (text) =>
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
