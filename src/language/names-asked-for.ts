/** The names that a text tells to who asks for one. English only. */
import { months, weekdays } from './dates.ts';
import { isGivenName, isGivenOnly, isUnknownWord } from './lexicon.ts';
import { helperNouns, peopleNouns, petNouns } from './people-nouns.ts';
import { stopWords } from './word-lists.ts';
import { wordsOf } from './words.ts';

/** Whose name may be asked for. */
export const somebody: RegExp = new RegExp(`\\b(${peopleNouns}|${helperNouns}|${petNouns})s?\\b`, 'gi');

const isSomebody = new RegExp(`^${somebody.source}$`, 'i');

const calling =
  /\b(?:called|named|nicknamed|names?(?:['\u2019]?s| is| was| are)?|call (?:him|her|it|them)|goes by|by the name of)[:,]? (?:the |a )?["\u201c\u2018']?(?<name>\p{L}+)/giu;
const quoted = /["\u201c\u2018]\p{L}[^"\u201d\u2019]*["\u201d\u2019]/u;
/** What comes behind these is a place to go to, or where one comes from. */
const towards = new Set(['in', 'from', 'to', 'near', 'towards']);
const notNames = new Set([
  'i',
  ...months,
  ...weekdays,
  ...weekdays.map((day) => `${day}s`),
  'ok',
  'dr',
  'mr',
  'mrs',
  'ms',
]);
/** "Captain is our parrot" */
const introduced = /(?:^|[.!?] )\p{Lu}\p{L}+(?:,| is| was) (?:my|our|his|her|their|\p{L}+['\u2019]s) /u;

/** Of what kind the names are that a question asks for. */
interface NamesSought {
  /** Of places and firms, so none of a person. */
  readonly asPlaces?: boolean;
  /** In what somebody says in a chat, where names are written small: "i'm reading pachinko". */
  readonly isChat?: boolean;
  /** Of whoever does something: where one is from is as good as any name. */
  readonly asPeople?: boolean;
  /** Of somebody who is spoken of: where that one lives or works is no name of theirs. */
  readonly ofPeople?: boolean;
}

/** The names in a text that a question has not, in lower case. */
export function namesAskedFor(text: string, question: string, sought: NamesSought = {}): readonly string[] {
  const { asPlaces = false, asPeople = false, ofPeople = false, isChat = false } = sought;
  const asked = new Set(wordsOf(question).flatMap((word) => [word, `${word}s`, word.replace(/s$/, '')]));
  const isNew = (word: string): boolean =>
    !asked.has(word) && !notNames.has(word) && !stopWords.has(word) && !(asPlaces && isGivenName(word));
  const leadsElsewhere = (before: string): boolean =>
    !asPlaces && (towards.has(before) || (ofPeople && /^(?:on|at)$/.test(before)));
  const found = Array.from(text.matchAll(calling), ({ groups }) => (groups?.['name'] ?? '').toLowerCase()).filter(
    isNew,
  );
  if (quoted.test(text) || introduced.test(text)) found.push(text);
  let [before, isFirst] = ['', true];
  for (const { 0: said, 1: owned = '' } of text.matchAll(word)) {
    const lower = said.slice(0, said.length - owned.length).toLowerCase();
    const isEnd = /^[.!?:]$/.test(said);
    const mayName = !isEnd && isNew(lower) && (asPeople || (owned === '' && !leadsElsewhere(before)));
    // Of people "API" is no name.
    const isCapital = /^\p{Lu}/u.test(said) && (asPlaces || !/^\p{Lu}{2,}$/u.test(said));
    const isSmall = isChat && leadsToTitle.test(before) && isUnknownWord(lower);
    if (mayName && (isSmall || isNameAfter(before, lower, { isCapital, isFirst }))) found.push(lower);
    // "Dr. Osei", "St. Brigid's"
    isFirst = isEnd && !/^(?:dr|mr|mrs|ms|st|prof)$/.test(before);
    before = isEnd ? before : lower;
  }
  return found;
}

/** "i'm reading pachinko", "we stayed at the astoria" */
const leadsToTitle =
  /^(?:the|that|at|in|to|from|with|on|called|reads?|reading|watch\w*|saw|see|seeing|finish\w*|book\w*|stayed|love|loved)$/;
const word = /\p{L}[\p{L}\p{M}\p{N}]*(['\u2019]s (?=\p{L}))?|[.!?:]/gu;

/** Whether a word is a name by its letters, or by what stands before it: "my coach gwen". */
function isNameAfter(
  before: string,
  lower: string,
  { isCapital, isFirst }: { readonly isCapital: boolean; readonly isFirst: boolean },
): boolean {
  if (isGivenOnly(lower) || (isCapital && (!isFirst || isGivenName(lower)))) return true;
  return isUnknownWord(lower) && (isCapital ? !/(?:s|ing|ed)$/.test(lower) : isSomebody.test(before));
}
