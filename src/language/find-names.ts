/**
 * Names of people, places, organisations and other things in prose, by their capital letters
 * and an English lexicon. Precision comes before recall: a capital at the beginning of a
 * sentence proves nothing, and days, months, greetings and languages are no entities.
 */
import type { EntityType } from '../domain/records.ts';
import { conceptStopWords, defaultTechnicalTerms, isNeverAlone, isOrdinary, setOf } from './word-lists.ts';
import {
  type ExtractOptions,
  type FoundName,
  type NameWord,
  type Run,
  beginsWithPerson,
  classOfWord,
  distrustsCapitals,
  isAmbiguousName,
  isHeading,
  runsOf,
  wordsOfProse,
} from './names.ts';
import { foldName } from './fold.ts';

/** Only so many characters are read for names in prose; what follows in a longer text is data more often than prose. */
export const proseCharacters = 10_000;

const maxNameWords = 6;
/** Each question to the tagger takes about a millisecond. */
const maxQuestions = 8;
/** What people and pets do; after an unknown word that begins a sentence these make it a name. */
const animateVerbs: ReadonlySet<string> = setOf(
  'said says told tells asked asks wants wanted thinks thought loves loved likes liked hates prefers lives lived went came met invited replied suggested recommended adopted moved married',
);

interface Context {
  readonly text: string;
  readonly words: readonly NameWord[];
  readonly speakers: ReadonlySet<string>;
  /** Capitals are the writing of this place (headings, shouting, German) and prove nothing. */
  readonly distrust: boolean;
  /** Folded names that stand capitalised within a sentence. */
  readonly seenWithin: ReadonlySet<string>;
  /** How many sentences the tagger may still be asked about. */
  readonly questions: { left: number };
}

/** Cuts ordinary words off both ends of a run, as in "Visiting Paris" or "Thanks Caroline". */
function trimmed(run: Run, context: Context): Run {
  let { from, to } = run;
  while (to > from && !keepsEnd(context.words[to - 1])) to -= 1;
  while (from < to && !isKnown(context, { from, to }) && cutsOff(context, from, to)) from += 1;
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
  if (ambiguous && !word.initial) return false;
  // "Lord of the Rings": what a particle follows is the head of the name.
  if (isOrdinary(word.lower)) return next?.capitalised !== false || conceptStopWords.has(word.lower);
  if (word.acronym || next === undefined) return false;
  const kind = ambiguous ? 'person' : classOfWord(word.lower);
  if (classOfWord(next.lower) === 'person' && !isNeverAlone(next.lower)) {
    // "Congrats Caroline", "Hope Mark is well": what stands before a given name is no part of it.
    if (kind !== 'person') return word.initial || kind === 'ordinary';
    return ambiguous && !asksTagger(context, position);
  }
  return kind === 'ordinary' && word.initial;
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
  return context.text.slice(word.end, next.start) === ' ' && animateVerbs.has(next.lower);
}

/** Whether one capitalised word is a name where it stands. */
function isSingleName(context: Context, position: number): boolean {
  const word = context.words[position];
  if (word === undefined || word.text.length < 2) return false;
  if (context.speakers.has(foldName(word.text))) return true;
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
  const type: EntityType = speaker ? 'person' : typeOfName(words);
  return { start: first.start, end, name, type };
}

/** Finds names in the first {@link proseCharacters} characters of a text. */
export function findNames(text: string, options: ExtractOptions): readonly FoundName[] {
  const prose = text.slice(0, proseCharacters);
  if (!/\p{Lu}/u.test(prose)) return [];
  const words = wordsOfProse(prose);
  const all = distrustsCapitals(words);
  const runs = runsOf(words).map((run) => ({ run, distrust: all || isHeading(run, words, prose) }));
  const seenWithin = new Set<string>();
  for (const { run, distrust } of runs) {
    if (distrust) continue;
    for (const word of words.slice(run.from, run.to)) if (!word.initial) seenWithin.add(foldName(word.text));
  }
  const speakers = new Set((options.speakers ?? []).map(foldName));
  const questions = { left: maxQuestions };
  const found: FoundName[] = [];
  for (const { run, distrust } of runs) {
    const context: Context = { text: prose, words, speakers, distrust, seenWithin, questions };
    const name = nameOf(context, trimmed(run, context));
    if (name !== undefined) found.push(name);
  }
  return found;
}

// What a name in prose is the name of.

const honorifics = setOf(
  'dr mr mrs ms miss prof professor doctor sir captain sergeant judge senator president aunt uncle king queen prince princess coach father sister brother',
);

/** `J.`, `J.K.`: what people abbreviate their given names to. */
const initials = /^(?:\p{Lu}\.){1,4}$/u;

/** Last words of organisations. */
const organisationWords = setOf(`
academy agency airlines airways army association authority bank board brewery bureau cafe center centre choir church
clinic club college commission committee company corp corporation council department federation foundation fund
gallery group guild hospital hotel inc industries institute labs laboratory library limited llc ltd ministry museum
office orchestra partners press restaurant school shelter society studio studios systems team theater theatre union
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
  if (organisationWords.has(head.lower)) return 'organisation';
  if (placeWords.has(head.lower)) return 'place';
  if (honorifics.has(first.lower) || initials.test(first.text)) return 'person';
  return undefined;
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
  const given = isAmbiguousName(first.lower) || classOfWord(first.lower) === 'person';
  const surname = words.length === 2 ? lastKind !== 'ordinary' : lastKind !== 'ordinary' && lastKind !== 'noun';
  return given && surname && words.length <= 4 ? 'person' : 'other';
}
