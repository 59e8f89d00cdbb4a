/**
 * Names of people, places, organisations and other things in prose, by their capital letters
 * and an English lexicon. Precision comes before recall: a capital at the beginning of a
 * sentence proves nothing, and days, months, greetings and languages are no entities.
 */
import type { EntityType } from '../domain/records.ts';
import { foldName } from './fold.ts';
import { type WordClass, beginsWithPerson, classOfWord, isAmbiguousName, isGivenName } from './lexicon.ts';
import { isTold } from './grammar.ts';
import { languageOf, stopWordsOf } from './languages.ts';
import { honorifics, isSomebody, isWithTitle, tellsPerson, titleOf } from './name-forms.ts';
import {
  conceptStopWords,
  defaultTechnicalTerms,
  everydayWords,
  isNeverAlone,
  isOrdinary,
  listed,
  setOf,
} from './word-lists.ts';
import { wordsOf } from './words.ts';

/** Only so many characters are read for names in prose; what follows in a longer text is data more often than prose. */
export const proseCharacters = 10_000;

const maxNameWords = 6;
/** Each question to the tagger takes about a millisecond. */
const maxQuestions = 8;
/** What people and pets do; after an unknown word that begins a sentence these make it a name. */
const animateVerbs: ReadonlySet<string> = setOf(
  'said says told tells asked asks wants wanted thinks thought loves loved likes liked hates prefers lives lived went came met invited replied suggested recommended adopted moved married',
);

/** What people and pets are ("Sanjana is on call"), and what a name is ("Vitest is our test runner"). */
const isSomebodyNow =
  /^ (?:is|was|isn['\u2019]t|wasn['\u2019]t) (?:\p{Ll}+ly |still |now |not )?(?:on (?:call|duty|holiday|vacation|(?:\p{Ll}+ )?leave)|away(?! from)|off (?:on|until|today|tomorrow|this|next|sick)|allergic|(?:a )?veg(?:an|etarian)|pregnant|married|engaged|divorced|sick|ill|afraid|scared|\d+ years old|turning \d|(?:my|our)(?! (?:favou?rite|hobby|passion|new|next|big|first|only|best|way|plan)))(?!\p{L})/u;

interface Context {
  readonly text: string;
  readonly words: readonly NameWord[];
  readonly speakers: ReadonlySet<string>;
  /** Capitals are the writing of this place (headings, shouting, German) and prove nothing. */
  readonly distrust: boolean;
  /** Nouns have capitals too, and behind a determiner stands a noun. */
  readonly isGerman: boolean;
  /** Folded names that stand capitalised within a sentence. */
  readonly seenWithin: ReadonlySet<string>;
  /** How many sentences the tagger may still be asked about. */
  readonly questions: { left: number };
}

/** Cuts ordinary words off both ends of a run, as in "Visiting Paris" or "Thanks Caroline". */
function trimmed(run: Run, context: Context): Run {
  let { from, to } = run;
  const isTitled = (): boolean => isWithTitle(context.words[to - 2], context.words[to - 1]);
  const isTaken = (at: number): boolean => isTitled() || keepsEnd(context.words[at]) || isSomebodyAt(context, at);
  while (to > from && !isTaken(to - 1)) to -= 1;
  // Two may have one surname: their titles tell them apart.
  if (isTitled()) return { from: to - 2, to };
  const isLoose = (at: number): boolean => isGermanNoun(context, at, to) || cutsOff(context, at, to);
  while (from < to && !isKnown(context, { from, to }) && isLoose(from) && !isSomebodyAt(context, from)) from += 1;
  return { from, to };
}

/** Whether the lexicon has a run of several words as a whole ("San Francisco"). */
function isKnown(context: Context, run: Run): boolean {
  const words = context.words.slice(run.from, run.to);
  const known = words.length > 1 && words.length <= maxNameWords;
  return known && classOfWord(words.map((word) => word.lower).join(' ')) !== 'unknown';
}

function cutsOff(context: Context, position: number, to: number): boolean {
  const word = context.words[position];
  const next = position + 1 < to ? context.words[position + 1] : undefined;
  if (word === undefined || !word.capitalised) return true;
  if (context.speakers.has(foldName(word.text))) return false;
  const ambiguous = isAmbiguousName(word.lower);
  if ((ambiguous && !word.initial) || isSaint(word, next)) return false;
  // "Lord of the Rings": what a particle follows is the head of the name.
  if (isOrdinary(word.lower)) return next?.capitalised !== false || conceptStopWords.has(word.lower);
  if (word.acronym || next === undefined) return false;
  const kind = ambiguous ? 'person' : classOfWord(word.lower);
  if (isBeforeSurname(kind, word, next)) return false;
  if (classOfWord(next.lower) === 'person' && !isNeverAlone(next.lower)) {
    // "Congrats Caroline", "Hope Mark is well": what stands before a given name is no part of it.
    if (kind !== 'person') return word.initial || kind === 'ordinary';
    return ambiguous && !asksTagger(context, position);
  }
  return kind === 'ordinary' && word.initial;
}

/** "St Paul's" is no Paul. */
function isSaint({ lower }: NameWord, next: NameWord | undefined): boolean {
  return saints.has(lower) && next?.capitalised === true;
}

/** "Unsere Tochter Lena": what stands before the name is none. */
function isGermanNoun({ words, isGerman }: Context, position: number, to: number): boolean {
  const [word, next] = [words[position], position + 1 < to ? words[position + 1] : undefined];
  if (!isGerman || word === undefined) return false;
  if (stopWordsOf.de.has(foldName(word.lower))) return true;
  return classOfWord(word.lower) === 'unknown' && next !== undefined && isGivenName(next.lower);
}

/** "Fahim Khan": a name that the lexicon lacks stands before a surname, and no verb does. */
function isBeforeSurname(kind: WordClass, { lower }: NameWord, next: NameWord): boolean {
  if (kind !== 'unknown' || /(?:ed|ing)$/.test(lower)) return false;
  return classOfWord(next.lower) === 'person' && !isGivenName(next.lower);
}

function keepsEnd(word: NameWord | undefined): boolean {
  if (word?.capitalised !== true) return false;
  return !isOrdinary(word.lower) || classOfWord(word.lower) === 'noun' || isAmbiguousName(word.lower);
}

/** Whether the tagger takes the word that begins a sentence for a person; asked seldom, since it is slow. */
function asksTagger(context: Context, position: number): boolean {
  if (context.questions.left === 0) return false;
  context.questions.left -= 1;
  const { words, text } = context;
  let last = position;
  while (last - position < 12 && words[last + 1]?.initial === false) last += 1;
  const sentence = text.slice(words[position]?.start, (words[last]?.end ?? 0) + 1);
  return beginsWithPerson(sentence, words[position]?.text ?? '');
}

/** Whether an unknown word that begins a sentence is used there as a name: it speaks, feels or moves. */
function actsAsName(context: Context, position: number): boolean {
  const word = context.words[position];
  if (word === undefined || /(?:ing|ed|ly|ions?|ness|ment)$/.test(word.lower)) return false;
  if (context.seenWithin.has(foldName(word.text))) return true;
  const next = context.words[position + 1];
  // "Life's good" is no owner: a possessive there proves nothing.
  if (next === undefined || next.initial || word.closed) return false;
  if (context.text.slice(word.end, next.start) !== ' ') return false;
  return (
    animateVerbs.has(next.lower) ||
    (!ofThings.test(word.lower) && (isTold(next.lower) || isSomebodyNow.test(context.text.slice(word.end))))
  );
}

/** Whether a word that begins a sentence is somebody's name by what is said of it. */
function isSomebodyAt({ words, text, distrust }: Context, position: number): boolean {
  const { text: own, lower, start, initial, capitalised, acronym } = words[position]!;
  const isAlone = initial && capitalised && !acronym && !distrust && words[position + 1]?.initial === false;
  return isAlone && isSomebody(lower, text.slice(start + own.length));
}

/** How words of things end, and short ones: "Pottery helps me relax". */
const ofThings = /^..?$|(?:s|ery|ship|ball|ity|ism|ence|ance|ure|dom|hood)$/;

const germanDeterminer =
  /^(?:der|die|das|den|dem|des|(?:ein|kein|mein|dein|unser|jed|dies)(?:e[mnrs]?)?|ihr(?:e[mnrs]?)?|im|am|zum|zur|beim|vom|ins)$/;

/** Whether one capitalised word is a name where it stands. */
function isSingleName(context: Context, position: number): boolean {
  const word = context.words[position];
  if (word === undefined || word.text.length < 2) return false;
  if (context.speakers.has(foldName(word.text)) || isSomebodyAt(context, position)) return true;
  const ambiguous = isAmbiguousName(word.lower);
  if (isNeverAlone(word.lower) && (word.initial || !ambiguous)) return false;
  const kind = classOfWord(word.lower);
  const known = kind === 'person' || kind === 'place' || kind === 'organisation';
  if (word.acronym) return known || (kind === 'unknown' && !context.distrust && word.text.length <= 6);
  if (kind === 'organisation' && word.text.length <= 3) return false;
  if (ambiguous) {
    return !word.initial || context.seenWithin.has(foldName(word.text)) || asksTagger(context, position);
  }
  if (known) return true;
  return isUnknownName(context, position, kind);
}

/** Whether a word that the lexicon lacks is a name where it stands. */
function isUnknownName(context: Context, position: number, kind: WordClass): boolean {
  const word = context.words[position]!;
  if (context.isGerman && germanDeterminer.test(context.words[position - 1]?.lower ?? '')) return false;
  const humps = /\p{Ll}\p{Lu}/u.test(word.text);
  if (word.initial) return humps || (kind === 'unknown' && !context.distrust && actsAsName(context, position));
  return !context.distrust && (kind === 'unknown' || humps);
}

/** Whether a run of several words is a name where it stands. */
function isLongName(context: Context, run: Run): boolean {
  const words = context.words.slice(run.from, run.to);
  if (words.length > maxNameWords) return false;
  if (isKnown(context, run)) return true;
  const kinds = words.filter((word) => word.capitalised).map((word) => classOfWord(word.lower));
  if (context.distrust) return kinds.some((kind) => kind === 'person' || kind === 'place' || kind === 'organisation');
  return kinds.some((kind) => kind !== 'ordinary' && kind !== 'time' && kind !== 'demonym');
}

function nameOf(context: Context, run: Run): FoundName | undefined {
  const words = context.words.slice(run.from, run.to);
  const [first] = words;
  const last = words.at(-1);
  if (first === undefined || last === undefined) return undefined;
  if (words.length === 1 ? !isSingleName(context, run.from) : !isLongName(context, run)) return undefined;
  const end = last.start + last.text.length;
  const name = context.text.slice(first.start, end);
  const speaker = context.speakers.has(foldName(name));
  const said = typesByNoun.get(context.words[run.from - 1]?.lower ?? '');
  const own = typeOfName(words);
  const isWhere =
    own === 'other' &&
    !first.acronym &&
    whereabouts.test(context.text.slice(Math.max(0, first.start - longestWhereabouts), first.start));
  const isWho =
    own === 'other' && words.length > 1 && words.every(mayBeOfPerson) && tellsPerson.test(context.text.slice(end));
  // What the lexicon lacks is of no type, whatever is said of it: so each agent takes it for the same.
  const isSomeone = words.length === 1 && classOfWord(first.lower) !== 'unknown' && isSomebodyAt(context, run.from);
  if (speaker || isWho || isSomeone) return { start: first.start, end, name, type: 'person' };
  const type = own === 'other' && first.joined ? (said ?? (isWhere ? 'place' : own)) : own;
  return { start: first.start, end, name, type };
}

/** Finds names in the first {@link proseCharacters} characters of a text. */
export function findNames(text: string, options: ExtractOptions): readonly FoundName[] {
  const prose = text.slice(0, proseCharacters);
  if (!/\p{Lu}/u.test(prose)) return [];
  const words = wordsOfProse(prose);
  const all = distrustsCapitals(words);
  const language = languageOf(prose, wordsOf(prose));
  const runs = runsOf(words, language === 'en' ? particles : none).map((run) => ({
    run,
    distrust: all || isHeading(run, words, prose),
  }));
  const seenWithin = new Set<string>();
  for (const { run, distrust } of runs) {
    if (distrust) continue;
    for (const word of words.slice(run.from, run.to)) if (!word.initial) seenWithin.add(foldName(word.text));
  }
  const speakers = new Set((options.speakers ?? []).map(foldName));
  const questions = { left: maxQuestions };
  const found: FoundName[] = [];
  for (const { run, distrust } of runs) {
    const context: Context = {
      text: prose,
      words,
      speakers,
      distrust,
      isGerman: language === 'de',
      seenWithin,
      questions,
    };
    const name = nameOf(context, trimmed(run, context));
    if (name !== undefined) found.push(name);
  }
  return found;
}

// What a name in prose is the name of.

/** Nouns before a name that say what it is: "the company Zalando". */
const typesByNoun: ReadonlyMap<string, EntityType> = new Map([
  ...listed('company startup firm employer bank brand store band club agency').map((noun): [string, EntityType] => [
    noun,
    'organisation',
  ]),
  ...listed('city town village country island river lake state').map((noun): [string, EntityType] => [noun, 'place']),
  ...listed(
    'friend colleague boss brother sister cousin neighbour neighbor uncle aunt wife husband mr mrs ms dr coach trainer teacher ' +
      'caretaker nurse landlord landlady tenant captain chef pastor',
  ).map((noun): [string, EntityType] => [noun, 'person']),
]);

/** What somebody does in a place, or has there; {@link longestWhereabouts} characters with the one before. */
const whereabouts =
  /\b(?:live[sd]?|living|house|flat|apartment|home|office|born|grew up|based|stay(?:s|ed|ing)?|hotel|holidays?|vacation|trip|job|conference|university|school|hospital|restaurant|weekend|summer|winter) in $/;
const longestWhereabouts = 20;

/** `J.`, `J.K.`: what people abbreviate their given names to. */
const initials = /^(?:\p{Lu}\.){1,4}$/u;

/** Last words of organisations. */
const organisationWords = setOf(`
academy agency airlines airways army association authority bank board brewery bureau cafe center centre choir church
clinic club co college commission committee company corp corporation council department federation foundation fund
gallery gmbh group guild hospital hotel inc industries institute labs laboratory library limited llc llp ltd ministry museum
office orchestra partners plc press restaurant school shelter society studio studios systems team theater theatre union
university zoo`);

/** Last words of places. */
const placeWords = setOf(`
airport avenue bay beach boulevard bridge canyon cape castle city coast county creek desert district falls forest
garden gardens harbor harbour heights hill hills cliffs gulf isle island islands lake lane mountain mountains ocean park peninsula
plaza pier reef ridge river road sea square station street trail valley village woods`);

/** First words of places. */
const placeBeginnings = setOf(
  'mount mt lake fort ft port cape san santa los las el saint st new north south east west',
);

function typeOfSingle(word: NameWord): EntityType {
  if (isAmbiguousName(word.lower)) return 'person';
  return word.acronym || defaultTechnicalTerms.has(word.lower) ? 'concept' : 'other';
}

/** What a word at an end of a name, or the words "... of", say. */
function typeByWords(first: NameWord, second: NameWord | undefined, last: NameWord): EntityType | undefined {
  const head = second?.lower === 'of' ? first : last;
  if (titleOf(foldName(first.text)) !== undefined) return 'person';
  if (organisationWords.has(head.lower)) return 'organisation';
  if (placeWords.has(head.lower)) return 'place';
  if (honorifics.has(first.lower) || initials.test(first.text)) return 'person';
  return undefined;
}

/** Whether a word of a name of several is one of a person's: a name that the lexicon knows, or a word that it lacks. */
function mayBeOfPerson({ text, lower, acronym }: NameWord): boolean {
  if (acronym || defaultTechnicalTerms.has(lower) || everydayWords.has(lower)) return false;
  if (!/^\p{Lu}[\p{Ll}\p{M}'’-]+(?:[-'’]\p{Lu}[\p{Ll}\p{M}]+)?$/u.test(text)) return false;
  const kind = classOfWord(lower);
  return kind === 'unknown' || kind === 'person';
}

function isOfPerson({ text }: NameWord): boolean {
  return classOfWord(foldName(text)) === 'person';
}

/** What a name is that stands alone, as a caller gives it. */
export function typeOfNameAlone(name: string): EntityType {
  const words = wordsOfProse(name);
  return words.length === 0 || words.length > maxNameWords ? 'other' : typeOfName(words);
}

/** The type of a name, from its words. `other` when nothing tells. */
function typeOfName(words: readonly NameWord[]): EntityType {
  const whole = classOfWord(words.map((word) => word.lower).join(' '));
  if (whole === 'person' || whole === 'place' || whole === 'organisation') return whole;
  const [first, second] = words;
  const last = words.at(-1);
  if (first === undefined || last === undefined) return 'other';
  if (words.length === 1) return typeOfSingle(first);
  const byWords = typeByWords(first, second, last);
  if (byWords !== undefined) return byWords;
  const lastKind = classOfWord(last.lower);
  if (placeBeginnings.has(first.lower) && (lastKind === 'place' || words.length === 2)) return 'place';
  if (words.length <= 3 && words.every(mayBeOfPerson) && words.some(isOfPerson)) return 'person';
  const given = isAmbiguousName(first.lower) || classOfWord(first.lower) === 'person';
  const surname = words.length === 2 ? lastKind !== 'ordinary' : lastKind !== 'ordinary' && lastKind !== 'noun';
  return given && surname && words.length <= 4 ? 'person' : 'other';
}

// Takes prose apart into the words that names are made of, and says what the finders of names find.

/** A word of prose and what its surroundings say about its capital letter. */
export interface NameWord {
  /** As written, without a possessive or contracted ending. */
  readonly text: string;
  readonly lower: string;
  readonly start: number;
  readonly end: number;
  /** Begins with a capital, or is a brand such as `iPhone`. */
  readonly capitalised: boolean;
  /** Two or more letters, all of them capitals: an acronym, or shouting. */
  readonly acronym: boolean;
  /** Begins a sentence, a quotation, a line or the like, so that its capital says nothing. */
  readonly initial: boolean;
  /** Only a space (or the full stop of an abbreviation) lies between it and the word before. */
  readonly joined: boolean;
  /** Something was cut off, as in `Mark's`: a name ends here. */
  readonly closed: boolean;
}

const pattern = /(?:\p{Lu}\.){2,}|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’&-][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu;
const boundary = /[.!?…:;\n\r"“”«»‘„()[\]{}*•–—|>#~=+/\\]|\p{Extended_Pictographic}|(?:^|\s)['-]|\ufffc/u;
const ending = /['’](?:s|S|m|re|ve|ll|d|t)$/;
const saints: ReadonlySet<string> = setOf('st saint');
/** "St. Mary's Hospital" is one name. */
const house =
  /^\p{Lu}\p{Ll}+['’]s? (?:Hospital|College|School|Church|Cathedral|Chapel|Abbey|University|Clinic|Academy|Square|Park|Street|Road)\b/u;
const abbreviations: ReadonlySet<string> = setOf(
  'dr mr mrs ms prof st mt ft jr sr rev sgt capt col gen lt sen rep gov hon vs',
);

function endsAbbreviation(word: NameWord): boolean {
  return abbreviations.has(word.lower) || (word.text.length === 1 && word.capitalised && word.text !== 'I');
}

/** The words of a text in order, with what capital letters mean where they stand. */
export function wordsOfProse(text: string): readonly NameWord[] {
  const words: NameWord[] = [];
  let previous: NameWord | undefined;
  for (const match of text.matchAll(pattern)) {
    const [found] = match;
    const isOfHouse = previous !== undefined && saints.has(previous.lower) && house.test(text.slice(match.index));
    const cut = found.length > 2 && !isOfHouse ? (ending.exec(found)?.[0].length ?? 0) : 0;
    const bare = found.slice(0, found.length - cut);
    const lower = bare.toLowerCase();
    // Most words are written small, and need no closer look.
    const hasCapitals = lower !== bare;
    const gap = text.slice(previous === undefined ? 0 : previous.end, match.index);
    const after = previous !== undefined && endsAbbreviation(previous) && /^\. ?$/.test(gap);
    const acronym =
      hasCapitals &&
      /^(?:\p{Lu}\.){2,}$|^(?=.{2})[\p{Lu}\p{N}&-]*\p{Lu}[\p{Lu}\p{N}&-]*s?$/u.test(bare) &&
      /\p{Lu}.*\p{Lu}/u.test(bare);
    const word: NameWord = {
      text: bare,
      lower,
      start: match.index,
      end: match.index + found.length,
      capitalised: hasCapitals && /^(?:\p{Lu}|[ei]\p{Lu}\p{Ll})/u.test(bare),
      acronym,
      initial: previous === undefined || (!after && boundary.test(gap)),
      joined: previous !== undefined && !previous.closed && (gap === ' ' || gap === '\u00a0' || gap === ' & ' || after),
      closed: cut > 0,
    };
    words.push(word);
    previous = word;
  }
  return words;
}

// Runs of capitalised words, and whether their capitals mean anything.

const particles: ReadonlySet<string> = setOf('of de del della di da du van von der den la le el bin al y');
/** In a language that they are words of, they join nothing: "Die Katze von Greta". */
const none: ReadonlySet<string> = new Set();
const germanWords: ReadonlySet<string> = setOf(
  'der das und ich nicht ist ein eine einen mit auf für wir dem des im zum zur',
);

/** The words `from..to` (exclusive). */
interface Run {
  readonly from: number;
  readonly to: number;
}

/** The runs of capitalised words, each on one line and in one sentence, with the particles between them. */
function runsOf(words: readonly NameWord[], particles: ReadonlySet<string>): readonly Run[] {
  const runs: Run[] = [];
  for (let from = 0; from < words.length; from += 1) {
    if (words[from]?.capitalised !== true) continue;
    let to = from + 1;
    for (let next = to; next < words.length && words[next]?.joined === true; next += 1) {
      const word = words[next];
      if (word === undefined || word.initial) break;
      if (word.capitalised) to = next + 1;
      else if (next - to >= 2 || !(particles.has(word.lower) || (word.lower === 'the' && next > to))) break;
    }
    runs.push({ from, to });
    from = to - 1;
  }
  return runs;
}

/** Whether capitals prove nothing in this text: most words have one, or nouns do as in German. */
export function distrustsCapitals(words: readonly NameWord[]): boolean {
  const letters = words.filter((word) => /\p{L}/u.test(word.text));
  const capitalised = letters.filter((word) => word.capitalised && word.text !== 'I').length;
  if (letters.length >= 6 && capitalised > letters.length * 0.6) return true;
  const german = new Set(letters.map((word) => word.lower).filter((lower) => germanWords.has(lower)));
  return german.size >= 2;
}

/** Whether a run is a whole line, label or emphasis by itself, as in "## Next Steps" or "**Area:**". */
function isHeading(run: Run, words: readonly NameWord[], text: string): boolean {
  const first = words[run.from];
  const last = words[run.to - 1];
  if (first === undefined || last === undefined || !first.initial || words[run.to]?.initial === false) return false;
  const before = text.slice(Math.max(0, first.start - 2), first.start);
  return /[*#|>=]\s?$/.test(before) || /^(?:\*|:(?!\/)|\s?\n)/.test(text.slice(last.end, last.end + 2));
}

// What the finders of names find, and the contract that each of them fulfils.

/** An entity that a text mentions. */
export interface ExtractedEntity {
  /** The name as the text first writes it, at most {@link maxNameCharacters} characters. */
  readonly name: string;
  readonly type: EntityType;
  /** The path of a file, as written. */
  readonly path?: string;
  /** The distinct forms in which the text writes it, in order of appearance; for a call with its brackets. */
  readonly surfaces: readonly string[];
}

/** How to extract. */
export interface ExtractOptions {
  /** Names of people who are known to take part: found wherever they stand with a capital letter. */
  readonly speakers?: readonly string[];
}

/** One mention: the stretch `start..end` of the text, and the entity that it names. */
export interface FoundName {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly type: EntityType;
  readonly path?: string;
}

/** Finds mentions of one sort, in order of appearance, in time linear in the text. */
export type NameFinder = (text: string, options: ExtractOptions) => readonly FoundName[];

/** Longer stretches are data rather than names and are passed over. */
export const maxNameCharacters = 512;
