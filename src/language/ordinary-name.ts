/**
 * Whether a name is an ordinary word or phrase as well, so that a message which has it need not mean
 * the name ("will", "art", "get out"). Reads the lexicon that names are extracted by.
 */
import { defaultTechnicalTerms } from './concepts-technical.ts';
import { isNeverAlone, isOrdinary } from './name-exclusions.ts';
import { classOfWord, isAmbiguousName } from './name-lexicon.ts';
import { everydayWords } from './everyday-words.ts';

/** Classes of words that may be names and are ordinary nouns or say when. */
const ordinaryClasses: ReadonlySet<string> = new Set(['ordinary', 'noun', 'time', 'demonym']);
/** Letters, with what may stand within a word; anything else is a path, an identifier or a number with letters. */
const plainWords = /^[\p{L}\p{M}' -]+$/u;

/** Whether a folded name of one or several words is an ordinary word or phrase. A number by itself is, and so is a single letter. */
export function isOrdinaryName(surface: string): boolean {
  if (/^\p{N}+$/u.test(surface)) return true;
  if (!plainWords.test(surface)) return false;
  const words = surface.split(' ');
  return words.length === 1 ? isOrdinaryWord(surface) : words.every(isFunctional);
}

function isOrdinaryWord(word: string): boolean {
  if (everydayWords.has(word) || /^[a-z]$/.test(word) || isNeverAlone(word) || isAmbiguousName(word)) return true;
  return !defaultTechnicalTerms.has(word) && ordinaryClasses.has(classOfWord(word));
}

/** A phrase names something by its nouns: "login bug" does, "get out" does not. */
function isFunctional(word: string): boolean {
  return isOrdinary(word) || classOfWord(word) === 'ordinary';
}
