/** The part of a memory that a sentence tells: whole sentences where they fit, else the best of one of them. */
import { foldName } from './fold.ts';
import { termsOf } from './words.ts';
import { shorten } from './plain-text.ts';
import { splitSentences } from './sentences.ts';

/** What to look for in a text. */
export interface Sought {
  /** Names that the talk is of: sentences that name one are preferred. */
  readonly names: readonly string[];
  /** Terms of what was just said: the sentence that has most of them is preferred to all others. */
  readonly terms: ReadonlySet<string>;
}

/** What of a text is worth telling. */
export interface Passages {
  readonly sentences: readonly string[];
  /** The place of the sentence that is told before all others. */
  readonly first: number;
}

/** A cut leaves at least this share of what could be kept. */
const minKept = 0.4;

/** Words that only open or close a talk, or answer what was said before. */
const courtesy =
  /^(?:(?:hey|hi|hello|wow|oh|aww?|ah|ok|okay|yes|yeah|yep|nope?|nah|sure|bye|cool|congrats|congratulations|thanks|thank you|thx|great|nice|awesome|amazing|totally|definitely|absolutely|good (?:morning|evening|night|point|idea|luck)|take care|see you|talk (?:to you )?(?:soon|later)|me too|same here|sounds? (?:good|great|fun)|(?:good|great|nice|lovely) to (?:see|hear)(?: from)? you|that(?:['’]s| is) (?:so |really |very )?(?:awesome|great|cool|amazing|sweet|nice|wonderful|fantastic|funny|good))\b(?:[\s,!.]+|$))+/i;
const thanking = /^(?:thanks|thank you|thx)\b(?! to\b)/i;
/** What is left beside a courtesy may be a name; more words say something. */
const nameWords = 2;
/** Where a clause ends; what follows goes with it. */
const clauseEnd =
  /[,;:–—、，；]\s|[、，；]|\s(?=(?:and|but|so|because|which|who|while|where|when|although|though|after|before|unless|until|if)\s)/gu;

/** What of plain words is worth telling. */
export function passagesIn(text: string, { names, terms }: Sought): Passages {
  const sentences = worthTelling(splitSentences(text, 'space'));
  return { sentences, first: beginning(sentences, names, terms) };
}

/**
 * The sentences that fit, one after another; a single one that is too long ends at a clause, marked with `…`.
 *
 * @param most - in characters (UTF-16 code units).
 */
export function passageOf({ sentences, first }: Passages, most: number): string {
  let passage = sentences[first] ?? '';
  if (passage.length > most) return cutAtClause(passage, most);
  for (const sentence of sentences.slice(first + 1)) {
    if (passage.length + 1 + sentence.length > most) break;
    passage = `${passage} ${sentence}`;
  }
  for (const sentence of sentences.slice(0, first).toReversed()) {
    if (passage.length + 1 + sentence.length > most) break;
    passage = `${sentence} ${passage}`;
  }
  return passage;
}

/** Courtesies and questions are left out, unless there is nothing else. */
function worthTelling(sentences: readonly string[]): readonly string[] {
  const said = sentences.filter((sentence) => !isCourtesy(sentence));
  const stated = said.filter((sentence) => !/[?？]$/u.test(sentence));
  return [stated, said, sentences].find(({ length }) => length > 0) ?? [];
}

function isCourtesy(sentence: string): boolean {
  if (thanking.test(sentence)) return true;
  const others = sentence.replace(courtesy, '');
  return others !== sentence && others.split(/\s+/).length <= nameWords;
}

/** The place of the sentence that has most of the terms; of several the first that names what the talk is of, else the first. */
function beginning(sentences: readonly string[], names: readonly string[], terms: ReadonlySet<string>): number {
  if (sentences.length < 2) return 0;
  const keys = names.map(foldName).filter((key) => key !== '');
  const worth = sentences.map((sentence) => {
    const folded = foldName(sentence);
    const shared = new Set(termsOf(sentence).filter((term) => terms.has(term))).size;
    // A name counts less than a word: it may be no more than whom the words are said to.
    return shared + (keys.some((key) => folded.includes(key)) ? 0.5 : 0);
  });
  return worth.indexOf(Math.max(...worth));
}

function cutAtClause(sentence: string, most: number): string {
  const ends = Array.from(sentence.slice(0, most).matchAll(clauseEnd), ({ index }) => index);
  const end = ends.filter((index) => index >= most * minKept).at(-1);
  return end === undefined ? shorten(sentence, most) : `${sentence.slice(0, end).trimEnd()}…`;
}
