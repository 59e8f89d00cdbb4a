/** Takes prose apart into the words that names are made of. */

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
const abbreviations: ReadonlySet<string> = new Set(
  'dr mr mrs ms prof st mt ft jr sr rev sgt capt col gen lt sen rep gov hon vs'.split(' '),
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
