/**
 * Whether a name that is known is meant where it stands in a text: "mark" is a word in "mark my words" and a person
 * in "ask Mark". It knows nothing of whom the name stands for.
 */
import { type NameWord, distrustsCapitals, wordsOfProse } from './find-names.ts';
import { beginsWithPerson, isAmbiguousName, isGivenName, isOrdinaryName } from './lexicon.ts';
import { honorifics } from './name-forms.ts';
import { isNeverAlone } from './word-lists.ts';

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
    if (!isAmbiguousName(surface)) return false;
    const rest = this.#text.slice(to, to + 60);
    const before = this.#text.slice(Math.max(0, from - 12), from);
    // "rex is limping"
    if (/(?:^|[.!?\n]\s*)$/u.test(before) && !asksOrWishes.has(surface) && living.test(rest)) return true;
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
    return isAmbiguousName(lower) && !asksOrWishes.has(lower) && living.test(this.#text.slice(to, to + 60));
  }

  /** Whether the first word of a sentence is a person there. */
  #isPerson({ text, lower, start }: NameWord): boolean {
    if (!isAmbiguousName(lower) || this.#questions === 0) return false;
    this.#questions -= 1;
    const rest = this.#text.slice(start, start + sentenceCharacters);
    return beginsWithPerson(rest.replace(/[.!?\n].*$/s, ''), text);
  }
}
