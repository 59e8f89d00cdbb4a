/** Takes prose apart into the words that names are made of, and says what the finders of names find. */
import type { EntityType } from '../domain/records.ts';
import { setOf } from './word-lists.ts';

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
    const cut = found.length > 2 ? (ending.exec(found)?.[0].length ?? 0) : 0;
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
const germanWords: ReadonlySet<string> = setOf(
  'der das und ich nicht ist ein eine einen mit auf für wir dem des im zum zur',
);

/** The words `from..to` (exclusive). */
export interface Run {
  readonly from: number;
  readonly to: number;
}

/** The runs of capitalised words, each on one line and in one sentence, with the particles between them. */
export function runsOf(words: readonly NameWord[]): readonly Run[] {
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
export function isHeading(run: Run, words: readonly NameWord[], text: string): boolean {
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
