/**
 * Whether a name that is known is meant where it stands in a text: "mark" is a word in "mark my words" and a person
 * in "ask Mark". It knows nothing of whom the name stands for.
 */
import { type NameWord, distrustsCapitals, wordsOfProse } from './find-names.ts';
import {
  beginsWithPerson,
  classOfWord,
  isAmbiguousName,
  isGivenName,
  isGivenOnly,
  isOrdinaryName,
  isUnknownWord,
} from './lexicon.ts';
import { isTold } from './grammar.ts';
import { languageOf } from './languages.ts';
import { honorifics } from './name-forms.ts';
import { toolIn } from './tool-kinds.ts';
import { conceptStopWords, defaultTechnicalTerms, irregularForms, isNeverAlone, listed } from './word-lists.ts';
import { wordsOf } from './words.ts';

/** Where a text has a name. */
export interface NamePlace {
  /** The folded name. */
  readonly surface: string;
  /** Where it begins in the text, in units of UTF-16. */
  readonly from: number;
  /** Where it ends, with the ending of a plural and without that of a possessive. */
  readonly to: number;
  /** Set if no entity has this name by itself: it is a part of a known full name. */
  readonly part?: 'first' | 'last';
}

/** Each question to the tagger takes up to a millisecond. */
const maxQuestions = 2;
/** So much of a sentence shows the tagger what its first word is. */
const sentenceCharacters = 32;
/** Questions that have somebody's name behind them. */
const asking = /\b(?:does|did|who ?(?:'s| is)|where ?(?:'s| is)|how ?(?:'s| is)) $/i;
/** Names that mostly begin a sentence as verbs. */
const asksOrWishes: ReadonlySet<string> = new Set(['will', 'may', 'mark']);
/** What somebody does or is behind a name that begins a sentence; "Bear with me" has none of it. */
const living =
  /^(?:['’]s| is| was| isn['’]t| wasn['’]t)(?: (?:not|still|always|just|so|very|really|now))* (?:\p{L}{2,}ing|sick|ill|fine|okay|ok|well|better|happy|sad|hungry|tired|asleep|awake|here|home|back|lost|hurt)\b|^ (?:needs|loves|hates|wants|went|came|ran|said|told|likes|lives|barks|barked|ate|eats|slept|sleeps|misses|threw|chased|chases|jumped|growled|purrs|purred|meowed|died|got|keeps|plays|played)\b/u;
/** What somebody did once, or is about to. */
const actsOnce =
  /^ (?:lost|called|broke|turned|started|moved|visited|texted|wrote|asked|fell|found|bought|made|took|gave|won|left|met) /;
/** A verb that no "may" or "will" stands before, and a wish or an order seldom: "May is here", "Will called". */
const finite =
  /^(?:['’]s (?:\p{L}{2,}ing|sick|ill|here|home|my|our|not)|(?: (?:just|also|always|still|never|already|really))? (?:is|was|has|had|does|did|said|told|called|came|went|got|broke|made|took|gave|bought|moved|lost|asked|texted|wrote|wants|needs|loves|likes|hates|lives|works|drives|teaches|plays|thinks|says|knows|eats|speaks|studies|owns|collects|paints|runs|sings|cooks|bakes|goes|comes|visits|sleeps))(?!\p{L})/u;

/** Whether what follows a word makes it the subject of a verb in its third person or in the past. */
function isSubject(rest: string): boolean {
  return finite.test(rest);
}

/** Another part of a name. */
const followed = /^ (\p{Lu}[\p{L}\p{M}'-]+)/u;
const preceded = /(?:^|[^\p{L}])(\p{Lu}[\p{L}\p{M}'-]*\p{Ll}) $/u;

/** Decides about the names of one text. */
export class MeantNames {
  readonly #text: string;
  #prose: readonly NameWord[] | undefined;
  #isShouted = false;
  #questions: number = maxQuestions;

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether a name is meant where it stands. */
  isMeant({ surface, from, to, part }: NamePlace): boolean {
    // "Paul" is somebody's given name, and seldom Logan Paul.
    if (part === 'last' && isGivenName(surface)) return false;
    if (part !== undefined && this.#isAnothersPart(from, to)) return false;
    if (!isOrdinaryName(surface)) return true;
    const written = this.#text.slice(from, to);
    // Most ordinary words are written small, and the text needs no reading for them.
    if (written === written.toLowerCase()) return this.#isAskedAfter(surface, from, to);
    const words = this.#words().filter(({ start }) => start >= from && start < to);
    if (this.#isShouted || words.length === 0) return false;
    if (words.some(({ capitalised, initial }) => capitalised && !initial)) return true;
    const [word] = words;
    if (words.length !== 1 || word?.capitalised !== true) return false;
    return this.#isLiving(word, to) || this.#isPerson(word);
  }

  /** "Peter Khan" and "Anna Weber" are others than the Khan and the Anna that are known. */
  #isAnothersPart(from: number, to: number): boolean {
    const next = followed.exec(this.#text.slice(to, to + 40))?.[1]?.toLowerCase();
    if (next !== undefined && !isNeverAlone(next)) return true;
    const before = preceded.exec(this.#text.slice(Math.max(0, from - 40), from))?.[1]?.toLowerCase();
    if (before === undefined || honorifics.has(before) || asksOrWishes.has(before)) return false;
    return isAmbiguousName(before) || (!isNeverAlone(before) && !isOrdinaryName(before));
  }

  /** "where does mark live", "mark's wife": a word that is also somebody's name, written small as all of the text. */
  #isAskedAfter(surface: string, from: number, to: number): boolean {
    const rest = this.#text.slice(to, to + 60);
    const before = this.#text.slice(Math.max(0, from - 12), from);
    // "rex is limping"
    if (/(?:^|[.!?\n]\s*)$/u.test(before) && !asksOrWishes.has(surface) && living.test(rest)) return true;
    if (!isAmbiguousName(surface)) return false;
    return asking.test(before) || /^['’]s \p{L}/u.test(rest);
  }

  /** The words of the text, read once and only if there is a name to decide about. */
  #words(): readonly NameWord[] {
    if (this.#prose === undefined) {
      this.#prose = wordsOfProse(this.#text);
      this.#isShouted = distrustsCapitals(this.#prose);
    }
    return this.#prose;
  }

  /** "Rex is limping." */
  #isLiving({ lower }: NameWord, to: number): boolean {
    const rest = this.#text.slice(to, to + 60);
    if (asksOrWishes.has(lower)) return isSubject(rest);
    if (isAmbiguousName(lower)) return isSubject(rest) || living.test(rest);
    // "Biscuit's paw is sore", "Biscuit is limping", "Biscuit hid my keys", of a Biscuit who is known; "Biscuit is a noun".
    const next = /^ (\p{Ll}+)/u.exec(rest)?.[1] ?? '';
    const acts = isTold(next) || irregularForms.has(next) || /\p{L}{2}ed$/u.test(next);
    return living.test(rest) || /^['\u2019]s \p{Ll}/u.test(rest) || (acts && !/^ (?:is|was) an? /.test(rest));
  }

  /** Whether the first word of a sentence is a person there. */
  #isPerson({ text, lower, start }: NameWord): boolean {
    if (!isAmbiguousName(lower) || this.#questions === 0) return false;
    this.#questions -= 1;
    const rest = this.#text.slice(start, start + sentenceCharacters);
    return beginsWithPerson(rest.replace(/[.!?\n].*$/s, ''), text);
  }
}

// What may be a name although nobody has made one of it: memories that say it speak of it all the same.

/** Letters without capitals, of scripts whose words stand apart and whose names no rule reads. */
const uncased = /^[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}]{3,}$/u;
const latin = /^\p{Script=Latin}/u;
/** Such words are looked for, at most. */
const maxLike = 4;

/** Words of a text that are written as names are and stand outside of those that are known. */
export function namesLike(text: string, known: readonly Pick<NamePlace, 'from' | 'to'>[]): readonly string[] {
  const words = wordsOfProse(text.slice(0, 1_000));
  const isShouted = distrustsCapitals(words);
  const isEnglish = languageOf(text, wordsOf(text)) === 'en';
  const like = words.filter(({ text: word, lower, start, end, capitalised, initial, acronym }, place) => {
    if (known.some(({ from, to }) => from < end && start < to)) return false;
    if (uncased.test(word)) return !conceptStopWords.has(lower);
    if (word.length < 3 || acronym || isNeverAlone(lower) || conceptStopWords.has(lower)) return false;
    // What begins a sentence has a capital anyhow, and a part of a longer name is somebody else's.
    if (!capitalised || (initial && latin.test(word))) {
      const acts = capitalised && (isEnglish ? isAnimate(lower, text.slice(end, end + 60)) : isUnknownWord(lower));
      return (isGivenOnly(lower) || acts || isTool(lower)) && !isBesideCapital(words, place);
    }
    const kind = classOfWord(lower);
    return !isShouted && (kind === 'person' || kind === 'unknown') && !isBesideCapital(words, place);
  });
  return [...new Set(like.map(({ text: word }) => word))].slice(0, maxLike);
}

/** "connect to postgres": a tool, which many write small. */
function isTool(lower: string): boolean {
  return defaultTechnicalTerms.has(lower) && toolIn([lower]) !== undefined;
}

/** "Leo lost a tooth": a name that begins a sentence, by what it does. */
function isAnimate(lower: string, rest: string): boolean {
  return isGivenName(lower) && (living.test(rest) || actsOnce.test(rest));
}

function isBesideCapital(words: readonly NameWord[], place: number): boolean {
  const [before, word, next] = [words[place - 1], words[place], words[place + 1]];
  const isName = (one: NameWord | undefined): boolean =>
    one?.capitalised === true && !isNeverAlone(one.lower) && !honorifics.has(one.lower);
  return (word?.joined === true && isName(before)) || (next?.joined === true && isName(next));
}

/** Nouns of whom one has, those that may mean the same side by side. */
const kin =
  'sister|brother|mother mom mum|father dad|parents|daughter kid child|son kid child|kids children daughter son|cousin|aunt|uncle|' +
  'niece|nephew|grandmother grandma|grandfather grandpa|wife husband spouse|husband wife spouse|boyfriend partner|girlfriend partner|' +
  'partner boyfriend girlfriend wife husband|fiance fiancee|friend|roommate flatmate|neighbour neighbor|colleague coworker|boss manager|' +
  'dog puppy|cat kitten|rabbit bunny|hamster|horse|parrot';
const nounsOfKin: ReadonlyMap<string, readonly string[]> = new Map(
  kin.split('|').map((group): [string, readonly string[]] => {
    const nouns = listed(group);
    return [nouns[0]!, nouns];
  }),
);
/** Of these a household has one, so that "the dog" is its own. */
const ofHousehold = 'dog|puppy|cat|kitten|rabbit|bunny|hamster|horse|parrot|kids|children|baby';
const ofSelf = new RegExp(
  `\\b(?:(?:my|our) (?:\\p{L}+ )?(${[...new Set(listed(kin.replaceAll('|', ' ')))].join('|')})|the (${ofHousehold}))(?!\\p{L})`,
  'giu',
);

/** Whom a text calls its speaker's: "my sister", with the nouns that memories may have for it. */
export interface OwnKin {
  readonly text: string;
  readonly nouns: readonly string[];
  /** What a memory says that is of the same one. */
  readonly mustSay: RegExp;
}

/** Whom a text calls its speaker's. */
export function kinOf(text: string): readonly OwnKin[] {
  return [...text.slice(0, 1_000).matchAll(ofSelf)].flatMap(({ 0: whole, 1: own, 2: noun = own ?? '' }) => {
    const nouns = nounsOfKin.get(noun.toLowerCase()) ?? nounsOfKin.get(sameKin(noun.toLowerCase()));
    if (nouns === undefined) return [];
    // "I have a 7-year-old son called Elias" is of "my son", too, and "the dog needs his pills" of the one dog.
    const whose = `my|our|(?:the )?user['’]s|(?:I|we) (?:have|got|own) (?:an?|one|two|three)${own === undefined ? '|the' : ''}`;
    const mustSay = new RegExp(`\\b(?:${whose}) (?:[\\p{L}\\d-]+ ){0,2}(?:${nouns.join('|')})\\b`, 'iu');
    return [{ text: whole, nouns, mustSay }];
  });
}

/** The first noun of the group that has one: `mom` is a mother. */
function sameKin(noun: string): string {
  const group = kin.split('|').find((one) => listed(one).includes(noun));
  return group === undefined ? noun : listed(group)[0]!;
}
