/**
 * The forms that one name takes: the first or last name of a full one, the short forms of given names, and the
 * ends of a path. It compares folded names; who is meant by a form in somebody's view is for the index to say.
 */
import { weekdays } from './dates.ts';
import { foldName } from './fold.ts';
import { classOfWord, isAmbiguousName, isGivenName } from './lexicon.ts';
import {
  defaultTechnicalTerms,
  everydayWords,
  helperNouns,
  isOrdinary,
  kinNouns,
  listed,
  peopleNouns,
  petNouns,
  setOf,
  somebodyNouns,
} from './word-lists.ts';

/** How people are addressed by their surname, folded: who is a "Mr" is no "Mrs", and a "Dr" may be either. */
const titles: ReadonlyMap<string, string> = new Map(
  [
    'mr mister sir herr herrn senor monsieur',
    'mrs ms miss madam madame frau senora',
    'dr doctor doktor prof professor mx',
  ]
    .map(listed)
    .flatMap((words) => words.map((word): [string, string] => [word, words[0]!])),
);

/** Words before a name that are no part of it. */
export const honorifics: ReadonlySet<string> = new Set([
  ...titles.keys(),
  ...listed(
    'captain sergeant judge senator president aunt auntie uncle cousin grandma granny grandmother grandpa grandfather king queen prince princess coach father sister brother',
  ),
]);

/** The title that a folded name begins with, "mrs" also for "Frau", and "dr" where it tells nobody apart; undefined where it has none. */
export function titleOf(name: string): string | undefined {
  return titles.get(/^[^ .]+(?=\.?(?: |$))/.exec(name)?.[0] ?? '');
}

/** A word of prose, as far as a title is read from it. */
interface ProseWord {
  readonly text: string;
  readonly lower: string;
  readonly capitalised: boolean;
  readonly initial: boolean;
  readonly acronym: boolean;
  readonly joined: boolean;
}

/** Whether two words are "Mrs Okafor" or "mr Okafor"; "Miss Clara" may say that somebody does. */
export function isWithTitle(word: ProseWord | undefined, name: ProseWord | undefined): boolean {
  if (word === undefined || word.acronym || name?.joined !== true || !name.capitalised) return false;
  if (word.lower === 'miss' && (word.initial || !word.capitalised) && isGivenName(name.lower)) return false;
  return titleOf(foldName(word.text)) !== undefined && (word.capitalised || word.text.length < 4);
}

/** What follows a name of several words that is a person's: "is our plumber", "keeps bees", "was born in". */
export const tellsPerson: RegExp = new RegExp(
  String.raw`^(?:['\u2019]s (?:${peopleNouns}|birthday|phone|email|address)\b|,? (?:who|(?:my|our|his|her|their|the|an?) (?:\p{Ll}+ ){0,2}?(?:${peopleNouns}|${helperNouns})\b)| (?:(?:is|was|['\u2019]s) (?:(?:my|our|his|her|their|the|an?) (?:\p{Ll}+ ){0,2}?(?:${peopleNouns}|${helperNouns}|\p{Ll}+(?:ist|ian|nurse|engineer|designer|artist|chef))\b|born|married|engaged|divorced|allergic|pregnant|retired|\d+ years old)|works? (?:at|for|as|in|with)|worked|lives?|lived|moved to|keeps (?:bees|chickens|hens|goats|sheep)|teaches|taught|studie[sd]|said|says|told|tells|asked|thinks|believes|likes|loves|hates|prefers|called|rang|phoned|wrote|emailed|married|speaks|plays|sings|retired|turned \d+|turns \d+|got (?:married|engaged|divorced)|(?:is|was) (?:on (?:call|duty|leave)|away|off sick|sick|ill))\b)`,
  'u',
);

/**
 * What follows a word that begins a sentence and makes it somebody's name, whatever else it means: "Till works at the
 * library", "Max has two sons", "Poppy is allergic to nuts". A thing does and has nothing of that.
 */
const tellsSomebody: RegExp = new RegExp(
  String.raw`^(?:['\u2019]s (?:${kinNouns}|wife|husband|girlfriend|boyfriend)\b| (?:(?:still|now|also|always|just|only|recently|finally|already) )?(?:(?:(?:is|was|isn['\u2019]t|wasn['\u2019]t)(?: (?:not|now|still|also|only))? (?:(?:my|our|an?) (?:\p{Ll}+[ -]){0,2}?(?:${somebodyNouns}|\p{Ll}{3,}ist|nurse|engineer|designer|artist|chef|cook|carpenter|farmer|student|pilot|writer|painter|musician|sailor|vegan|vegetarian)(?! of\b)|allergic|vegan|vegetarian|(?:left|right)-handed|co?eliac|diabetic|asthmatic|dyslexic|colou?r-?blind|pregnant|married|divorced|widowed|retired|lactose[ -]intolerant|(?:\d+|\p{Ll}+(?:-\p{Ll}+)?) years old|(?:afraid|scared|terrified) of|born in|turning \d+))|(?:works?|worked) (?:at|for|as) (?:an?|the|(?:my|our|his|her) (?!\p{Ll}+ing\b)|\p{Lu})|(?:has|had) (?:an?|no|two|three|four|five|\d+) (?:\p{Ll}+ )?(?:${peopleNouns}|${petNouns}|kid|child|children)s?|(?:speaks|teaches|taught|studies|studied|learns) (?:\p{Lu}|\p{Ll}{4,}(?! of)\b)|got (?:married|engaged|divorced|pregnant)|lives (?:alone|with|next door)|moved in with|turn(?:s|ed) \d+|plays the|sings in|keeps (?:bees|chickens|hens|goats|sheep)|can['\u2019]t stand|(?:hates|loves) (?:\p{Ll}+ing|when)\b|retired (?:from|in))(?![\p{L}-]))`,
  'u',
);
/** The same of a word that the lexicon has as a place or a time, for which less is enough: "Paris lives in Porto". */
const tellsDweller: RegExp = /^ (?:(?:still|now) )?(?:lives?|lived) (?:in|on|at|near|by) /;
/** Given names that the lexicon has as other words, or as nothing: no such word stands before a verb but as a name. */
const namesToo = setOf(
  'till will may else per don al long vi su ever hope autumn ash basil kit archer miles florence asia bent flemming iris ivy wren mo ho yu ai',
);
const pairWith = /^ and (\p{Lu}\p{Ll}+)/u;
/** What a tool does and has too. */
const ofTools = /^ (?:(?:works?|worked) (?:as|for)|has|had) /;

/** Whether a word that begins a sentence is somebody's name by what stands behind it, whatever else it means. */
export function isSomebody(lower: string, after: string): boolean {
  const kind = classOfWord(lower);
  if (defaultTechnicalTerms.has(lower) || kind === 'unknown') return tellsSomebody.test(after) && !ofTools.test(after);
  if (isAmbiguousName(lower)) {
    const [, other = ''] = pairWith.exec(after) ?? [];
    // "April works for us" is no person.
    const isPerson = kind === 'time' ? tellsDweller : tellsPerson;
    return isPerson.test(after) || tellsSomebody.test(after) || classOfWord(other.toLowerCase()) === 'person';
  }
  const isDweller = kind === 'place' || kind === 'time' || namesToo.has(lower);
  const mayBe = isDweller ? !weekdays.includes(lower) : everydayWords.has(lower);
  return mayBe && (tellsSomebody.test(after) || (isDweller && tellsDweller.test(after)));
}

/** What stands behind a name and is no part of it. */
const generations: ReadonlySet<string> = setOf('jr sr ii iii iv phd md');
const mostWords = 5;
const nameWord = /^\p{L}[\p{L}\p{M}'-]+$/u;
const han = /^\p{Script=Han}{3,4}$/u;

/** The words of a folded name without titles, initials and generations: `fahim khan` of `dr. fahim r. khan`. */
export function coreWords(name: string): readonly string[] {
  const words = name.split(' ').map((word) => word.replace(/[.,]+$/, ''));
  return words.filter((word) => word.length > 1 && !honorifics.has(word) && !generations.has(word));
}

/**
 * The first and the last name of a person's folded name. A name of one word or of more than five has none, nor one with
 * other characters than letters. A Chinese name of three or four characters is also said without its surname of one.
 */
export function shortFormsOf(name: string): readonly string[] {
  // A Japanese name has two characters for each part: 佐藤健太.
  if (han.test(name)) return name.length === 4 ? [name.slice(0, 2), name.slice(2)] : [name.slice(1)];
  if (!name.includes(' ')) return [];
  const words = coreWords(name);
  if (words.length > mostWords || !words.every((word) => nameWord.test(word))) return [];
  // "The Moon" is no Mr Moon.
  if (titleOf(name) === undefined && (isOrdinary(words[0] ?? '') || isOrdinary(words.at(-1) ?? ''))) return [];
  const [first, last] = [words[0], words.at(-1)];
  const forms = new Set([first, last].filter((word) => word !== undefined && word !== name));
  return [...forms] as string[];
}

/** Whether two folded full names may be one person's: the same first and last name, and no other one between them. */
export function areOneName(one: string, other: string): boolean {
  const [shorter, longer] = [coreWords(one), coreWords(other)].sort((a, b) => a.length - b.length) as [
    readonly string[],
    readonly string[],
  ];
  if (shorter[0] !== longer[0] || shorter.at(-1) !== longer.at(-1)) return false;
  return shorter.every((word) => longer.includes(word));
}

// Short forms that many people go by. They tell that "Mel" may be Melanie, never that she is.

const shortNames = `
abby abigail|al albert alan alfred|alex alexander alexandra alexis|andy andrew|angie angela|barb barbara|becky rebecca|
ben benjamin|bernie bernard|beth elizabeth bethany|bill william|billy william|bob robert|bobby robert|brad bradley|
cal calvin|cam cameron|caro caroline carolina|cath catherine|cathy catherine|charlie charles charlotte|chris christopher
christina christine|chuck charles|cindy cynthia|clem clement clementine|dan daniel|danny daniel|dave david|deb deborah|
debbie deborah|dick richard|dom dominic|don donald|doug douglas|drew andrew|ed edward edwin|eddie edward|ellie eleanor
elena|em emma emily|emi emily emilia|fran frances francesca francis|frank francis franklin|fred frederick|gabe gabriel|
gabby gabriela gabrielle|greg gregory|hal harold|hank henry|harry harold henry|izzy isabel isabella|jack john jackson|
jackie jacqueline|jake jacob|jeff jeffrey geoffrey|jen jennifer|jenny jennifer|jerry gerald jerome|jess jessica|jim james|
jimmy james|jo joanna josephine joanne|joe joseph|joey joseph|jon jonathan|josh joshua|judy judith|kat katherine|
kate katherine catherine|kathy katherine kathleen|katie katherine|ken kenneth|kim kimberly|larry lawrence|len leonard|
leo leonard leonardo|lexi alexis alexandra|liz elizabeth|lizzie elizabeth|lou louis louise|maddie madeleine madison|
maggie margaret|manny manuel emmanuel|marge margaret|marty martin|matt matthew|max maximilian maxwell|meg margaret megan|
mel melanie melissa melinda|mia maria|mick michael|mike michael|mitch mitchell|moe mohammed|nat nathan natalie nathaniel|
nate nathan nathaniel|ned edward|nick nicholas nikolai|nicky nicole nicholas|pam pamela|pat patrick patricia|patty patricia|
peggy margaret|pete peter|phil philip|rafa rafael|ray raymond|rich richard|rick richard|ricky richard|rob robert|
robbie robert|ron ronald|rosie rose rosemary|roz rosalind|russ russell|sal salvatore|sally sarah|sam samuel samantha|
sandy sandra alexander|seb sebastian|shelly michelle|sid sidney|stan stanley|steph stephanie|steve stephen steven|
stu stuart|sue susan suzanne|susie susan|tim timothy|tina christina|toby tobias|tom thomas|tommy thomas|tony anthony|
tori victoria|trish patricia|val valerie valentina|vic victor victoria|vicky victoria|vince vincent|will william|
zach zachary|zoe zoey`;

const longForms: ReadonlyMap<string, readonly string[]> = new Map(
  shortNames.split('|').map((entry): [string, readonly string[]] => {
    const [short = '', ...names] = listed(entry);
    return [short, names];
  }),
);

const shortForms: ReadonlyMap<string, readonly string[]> = [...longForms].reduce((found, [short, names]) => {
  for (const name of names) found.set(name, [...(found.get(name) ?? []), short]);
  return found;
}, new Map<string, readonly string[]>());

/** The given names that a folded word is a common short form of. */
export function longFormsOf(word: string): readonly string[] {
  return longForms.get(word) ?? [];
}

/** The common short forms of a folded given name. */
export function commonShortFormsOf(name: string): readonly string[] {
  return shortForms.get(name) ?? [];
}

// Names that are written wrongly sound alike: they differ in vowels, doubled letters and what is spelt in two ways.

/** A folded word as it might also be spelt: `kathy` and `cathie` are one. */
export function spelling(word: string): string {
  const plain = word
    .replace(/ph/g, 'f')
    .replace(/ck|c(?![eih])|q/g, 'k')
    .replace(/th/g, 't')
    .replace(/(?:ie|y)$/, 'i');
  return plain
    .replaceAll('y', 'i')
    .replace(/([aou])e/g, '$1')
    .replace(/(.)\1+/g, '$1');
}

/** What is heard of a folded word: its first letter and its consonants. */
export function soundOf(word: string): string {
  const plain = spelling(word);
  return plain.charAt(0) + plain.slice(1).replace(/[aeiouh]/g, '');
}

// Paths are the same by their ends: `auth.py` and `/repo/src/auth.py` end alike.

/** A folded path with `/` between its parts and none before them: `src/auth.py` of `./src\auth.py`. */
export function plainPath(path: string): string {
  return path.replaceAll('\\', '/').replace(/^(?:\.{1,2}\/|~\/|\/)+/, '');
}

/** The last part of a folded path. */
export function baseOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** Whether a plain path is the other one, or an end of it. */
export function endsPath(end: string, path: string): boolean {
  return path === end || path.endsWith(`/${end}`);
}

const pathOfFile = /(?<![\w@/.-])(?:[\w@.-]{1,60}[/\\]){1,12}[\w-]{1,60}(?:\.\w{1,8}){1,3}(?!\w)/g;
const pathsIn = (text: string): readonly string[] => (text.toLowerCase().match(pathOfFile) ?? []).map(plainPath);

/** "How does billing/rounder.ts round?" is not answered by what is told of shipping/rounder.ts. */
export function ofOtherFile(question: string): (text: string) => boolean {
  const asked = pathsIn(question);
  if (asked.length === 0) return () => false;
  return (text) => {
    const told = pathsIn(text);
    const isTold = (path: string): boolean => told.some((other) => endsPath(path, other) || endsPath(other, path));
    const isTwin = (path: string): boolean => told.some((other) => baseOf(other) === baseOf(path));
    return asked.some((path) => isTwin(path) && !isTold(path));
  };
}

const smallWord = /(?<![\p{L}\p{N}'\u2019./_@-])\p{Ll}[\p{L}'\u2019-]{2,}(?![\p{L}\p{N}_@]|[./]\p{L})/gu;

/** A text that has no capital letter, with one at each word that everyday English doesn't know: "my dentist is dr Apfelbaum". */
export function withCapitals(text: string): string {
  if (/\p{Lu}/u.test(text)) return text;
  return text.replace(smallWord, (word) =>
    classOfWord(word) === 'unknown' || (isGivenName(word) && !isOrdinary(word))
      ? word.charAt(0).toUpperCase() + word.slice(1)
      : word,
  );
}
