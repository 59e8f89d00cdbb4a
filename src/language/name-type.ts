/** What a name in prose is the name of. */
import { defaultTechnicalTerms } from './concepts-technical.ts';
import type { EntityType } from '../domain/records.ts';
import { classOfWord, isAmbiguousName } from './name-lexicon.ts';
import type { NameWord } from './name-words.ts';

const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

const honorifics = set(
  'dr mr mrs ms miss prof professor doctor sir captain sergeant judge senator president aunt uncle king queen prince princess coach father sister brother',
);

/** `J.`, `J.K.`: what people abbreviate their given names to. */
const initials = /^(?:\p{Lu}\.){1,4}$/u;

/** Last words of organisations. */
const organisationWords = set(`
academy agency airlines airways army association authority bank board brewery bureau cafe center centre choir church
clinic club college commission committee company corp corporation council department federation foundation fund
gallery group guild hospital hotel inc industries institute labs laboratory library limited llc ltd ministry museum
office orchestra partners press restaurant school shelter society studio studios systems team theater theatre union
university zoo`);

/** Last words of places. */
const placeWords = set(`
airport avenue bay beach boulevard bridge canyon cape castle city coast county creek desert district falls forest
garden gardens harbor harbour heights hill hills cliffs gulf isle island islands lake lane mountain mountains ocean park peninsula
plaza pier reef ridge river road sea square station street trail valley village woods`);

/** First words of places. */
const placeBeginnings = set('mount mt lake fort ft port cape san santa los las el saint st new north south east west');

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
export function typeOfName(words: readonly NameWord[]): EntityType {
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
