/**
 * Finds the names in a text that some believers know. Of what begins at one place the longest name
 * that they know wins, so that what only others know hides nothing; names do not overlap.
 *
 *   text -> folded -> at each place where a name may begin: the lengths of the names with that head
 *        -> those that end where a name may end -> looked up, the longest first
 *
 * It reads the index as it is, so that it follows every write. It must not decide what a match means.
 */
import { lettersApart } from '../domain/values.ts';
import { foldName, foldText } from '../language/fold.ts';
import { isGivenName, isGivenOnly, isUnknownWord } from '../language/lexicon.ts';
import { MeantNames, type NamePlace } from '../language/meant-names.ts';
import { commonShortFormsOf, longFormsOf, spelling, titleOf } from '../language/name-forms.ts';
import {
  type NamesOfHead,
  type SurfaceTable,
  characterKinds,
  endBit,
  headEnd,
  kindsOf,
  makesWords,
} from './surface-table.ts';
import type { NameMatch, NamesInView } from './who-is-meant.ts';

/** Only so many characters of a text are read; longer ones are documents. */
const readAtMost = 10_000;
/** The fewest letters of a last word that can stand in the plural: "as" is no plural of "a". */
const minForPlural = 4;

const plurals = ['s', 'es'] as const;
/** A path with a folder, or one that begins with a dot; not within another. */
const pathStretch = /(?<![\p{L}\p{N}_.~@/\\-])(?:[\p{L}\p{N}_.~@-]*[/\\])+[\p{L}\p{N}_.@-]{1,200}/gu;
/** A Korean name, and the particles that are written together with it. */
const koreanName = /^\p{Script=Hangul}{2,}$/u;
const korean = /^(?:은|는|이|가|을|를|와|과|의|도|야|아|씨|님|에게|한테)(?!\p{L})/u;
/** The longest of these particles, in characters. */
const maxParticle = 2;
const hissing = /(?:[sxz]|[cs]h)$/;
const letters = /^\p{L}+$/u;

interface Candidate {
  readonly surface: string;
  readonly end: number;
}

const none: readonly Candidate[] = [];

/**
 * The names in a text that some believers use in memories that they have not withdrawn, in order.
 * Where `accepts` refuses a name, the next shorter one at that place is tried.
 */
export function matchNames(
  names: NamesInView,
  text: string,
  accepts: (place: NamePlace) => boolean = () => true,
): readonly NameMatch[] {
  const folded = new FoldedText(text.slice(0, readAtMost));
  const matches: NameMatch[] = [];
  for (let place = 0; place < folded.text.length; ) {
    let end = place + 1;
    const title = titleBefore(folded.text.slice(Math.max(0, place - longestTitle), place));
    for (const { surface: name, end: last } of candidatesAt(folded, place, names)) {
      const known = names.meaning(name);
      if (known.entities.length + known.speakers.length === 0) continue;
      // Before a whole name a title says nothing. "Mr Lee" is nobody who is known, where only a Mrs Lee is.
      const surface = title === '' || name.includes(' ') ? name : title + name;
      const part = title === '' ? names.partOf(name) : undefined;
      const found = {
        surface,
        from: folded.from(place - title.length),
        to: folded.to(last),
        ...(part === undefined ? {} : { part }),
      };
      if (!accepts(found)) continue;
      matches.push({ ...found, ...names.meaning(surface) });
      end = last;
      break;
    }
    place = end;
  }
  return matches;
}

/** The title that a text ends with, with its space: "herr ", "dr. ". */
function titleBefore(text: string): string {
  const title = /\p{L}+\.? $/u.exec(text)?.[0] ?? '';
  return titleOf(title.trimEnd()) === undefined ? '' : title;
}

/** In characters, with what stands around it. */
const longestTitle = 12;

/**
 * The names in a text that some believers know and the text means, in order; one that it says twice comes twice.
 * Ordinary words count as names only where their capital or a question says so.
 */
export function namesMeant(names: NamesInView, text: string): readonly NameMatch[] {
  return names.inText(text, () => {
    const meant = new MeantNames(text);
    return matchNames(names, text, (place) => meant.isMeant(place));
  });
}

/** Words of a text that are looked at for a name that is written wrongly, at most. */
const maxGuesses = 8;
/** Only so many characters are read for them. */
const readForGuesses = 1_000;
/** A shorter word is one letter from many names: it must be spelt as one may be. */
const minForGuess = 5;
const guessed = /(?<![\p{L}\p{M}\p{N}_@./\\#-])\p{L}[\p{L}\p{M}]{2,30}(?![\p{L}\p{M}\p{N}_/\\@-]|\.\p{L})/gu;

/**
 * A text with the names as they are known in it that it writes wrongly ("Where does melany live?"), or by a common
 * short form of one person's name. For reading alone: what is remembered never rests on a guess.
 */
export function withNamesMended(names: NamesInView, text: string): string {
  const read = text.slice(0, readForGuesses);
  let exact: readonly NameMatch[] | undefined;
  let [mended, at, left] = ['', 0, maxGuesses];
  for (const { 0: word, index: from } of read.matchAll(guessed)) {
    const surface = foldName(word);
    if (left === 0) break;
    const candidates = [
      // "Sandy soil" is no Alexander's.
      ...(isGivenOnly(surface) ? [...longFormsOf(surface), ...commonShortFormsOf(surface)] : []),
      ...(surface.length > 3 ? nearTo(surface, names.surfaces) : []),
    ];
    if (candidates.length === 0) continue;
    left -= 1;
    const name = names.onlyPerson(candidates);
    if (name === undefined) continue;
    exact ??= namesMeant(names, read);
    if (exact.some((match) => match.from < from + word.length && from < match.to)) continue;
    mended += read.slice(at, from) + name.charAt(0).toUpperCase() + name.slice(1);
    at = from + word.length;
  }
  return at === 0 ? text : mended + text.slice(at);
}

/** The names that a word may be a wrong spelling of. */
function nearTo(word: string, surfaces: SurfaceTable): readonly string[] {
  const plain = spelling(word);
  const apart = (name: string): number => lettersApart(spelling(name), plain);
  // "lunar" is no Luna.
  const near = surfaces.soundingLike(word).filter((name) => !word.startsWith(name));
  if (near.length === 0) return [];
  if (isUnknownWord(word)) {
    const allowed = word.length < minForGuess ? 0 : word.length < 9 ? 1 : 2;
    return near.filter((name) => apart(name) <= allowed);
  }
  // "Muhammad" is Muhhamed, where nobody else is; Anne may be another than Anna.
  const allowed = word.length < 6 ? 0 : word.length < 8 ? 1 : 2;
  return isGivenName(word)
    ? near.filter((name) => apart(name) <= allowed && spelling(name).at(-1) === plain.at(-1))
    : [];
}

/** What begins at a place, ends where a name may end and looks like a name; the longest first. */
function candidatesAt(folded: FoldedText, place: number, view: NamesInView): readonly Candidate[] {
  if (!folded.startsAt(place)) return none;
  const { surfaces } = view;
  const { text } = folded;
  const candidates: Candidate[] = [];
  const consider = ({ ends }: NamesOfHead, length: number): void => {
    if (place + length > text.length) return;
    if ((ends & endBit(length, text.charCodeAt(place + length - 1))) === 0) return;
    const end = endOf(folded, place, place + length);
    if (end > 0) candidates.push({ surface: text.slice(place, place + length), end });
  };
  const head = folded.headAt(place);
  const names = surfaces.headed(head);
  for (const length of names?.lengths ?? []) consider(names!, length);
  // The plural of a name of one word has another head.
  for (const ending of plurals) {
    if (!head.endsWith(ending)) continue;
    const singular = surfaces.headed(head.slice(0, -ending.length));
    if (singular !== undefined) consider(singular, head.length - ending.length);
  }
  // A Korean name has the head of its word, with the particle behind it.
  if (koreanName.test(head)) {
    for (let length = head.length - 1; length >= 2; length--) {
      const shorter = surfaces.headed(head.slice(0, length));
      if (shorter !== undefined) consider(shorter, length);
    }
  }
  const path = pathAt(folded, place, view);
  return path === undefined || candidates.some(({ surface }) => surface.length >= path.surface.length)
    ? candidates
    : [path, ...candidates];
}

/** A path at a place that is none that is known, and ends as one does or is the end of one. */
function pathAt(folded: FoldedText, place: number, view: NamesInView): Candidate | undefined {
  const stretch = folded.pathAt(place);
  if (stretch === undefined || !view.isPath(stretch)) return undefined;
  const end = place + stretch.length;
  return folded.endsAt(end) ? { surface: stretch, end } : undefined;
}

/** Where a name that may be in the plural ends; 0 where it doesn't. */
function endOf(folded: FoldedText, place: number, end: number): number {
  if (folded.endsAt(end)) return end;
  const { text } = folded;
  const particle = korean.exec(text.slice(end, end + maxParticle + 1))?.[0];
  if (particle !== undefined && koreanName.test(text.slice(place, end))) return end + particle.length;
  if (text[end] !== 's' && text[end] !== 'e') return 0;
  // Only the end of the name is looked at: a long text has thousands of places where none ends.
  const last = text.slice(Math.max(place, end - minForPlural), end);
  if (last.length < minForPlural || !letters.test(last)) return 0;
  const ending = hissing.test(last) ? 'es' : 's';
  return text.startsWith(ending, end) && folded.endsAt(end + ending.length) ? end + ending.length : 0;
}

// A text folded as names are, with the way back to where each character stood. It owns where a name may begin and
// end: not within a word, a path, an identifier or a compound ("art" is not in "start", "auth" not in "src/auth.py",
// "Jean" not in "Jean-Luc").

const { other, space, word, katakana, unspaced, mark } = characterKinds;

/** A character with what belongs to it: marks, and letters that compose with it. */
const cluster = /[\s\S][\p{M}\u1160-\u11ff\u3131-\u318e\ud7b0-\ud7fb\uff9e-\uffdc]*/uy;
/** What joins the words on its two sides into one. */
const joining = new Set("./\\@:&'+#-");
/** What may follow a name all the same: a ending, a line of a file. */
const ending = /'(?:s|ll|d|ve|re|m)(?![\p{L}\p{M}\p{N}_])|:\d/uy;

interface Folded {
  readonly text: string;
  /** One a unit of the text. */
  readonly kinds: readonly number[];
}

function fold(written: string): Folded {
  const text = foldText(written);
  return { text, kinds: kindsOf(text) };
}

const ascii: readonly Folded[] = Array.from({ length: 128 }, (_, code) => fold(String.fromCharCode(code)));
/** Other clusters that were folded already: texts have few that differ. */
const known: Map<string, Folded> = new Map();
const maxKnown = 8_192;

function folded(written: string, from: number, to: number): Folded {
  const code = written.charCodeAt(from);
  if (code < 128 && to === from + 1) return ascii[code]!;
  const cluster = written.slice(from, to);
  const found = known.get(cluster);
  if (found !== undefined) return found;
  const made = fold(cluster);
  if (known.size >= maxKnown) known.clear();
  known.set(cluster, made);
  return made;
}

/** A folded text. Places are those of its units; `from` and `to` those of the text as written. */
class FoldedText {
  readonly text: string;
  readonly #kinds: readonly number[];
  /** Where the cluster of each unit begins and ends. */
  readonly #begins: readonly number[];
  readonly #ends: readonly number[];
  /** What looks like a path, by its place. */
  readonly #paths: ReadonlyMap<number, string>;

  constructor(written: string) {
    const [kinds, begins, ends]: [number[], number[], number[]] = [[], [], []];
    let text = '';
    let last = '';
    for (let from = 0; from < written.length; ) {
      const to = endOfCluster(written, from);
      const piece = folded(written, from, to);
      for (let i = 0; i < piece.text.length; i++) {
        const unit = piece.text[i]!;
        if (unit === ' ' && last === ' ') continue;
        text += unit;
        last = unit;
        kinds.push(piece.kinds[i]!);
        begins.push(from);
        ends.push(to);
      }
      from = to;
    }
    this.text = text;
    this.#kinds = kinds;
    this.#begins = begins;
    this.#ends = ends;
    this.#paths = pathsIn(text);
  }

  /** What looks like a path and begins at a place. */
  pathAt(place: number): string | undefined {
    return this.#paths.get(place);
  }

  /** Where what begins at a place stands in the text as written. */
  from(place: number): number {
    return this.#begins[place]!;
  }

  /** Where what ends before a place ends in the text as written. */
  to(place: number): number {
    return this.#ends[place - 1]!;
  }

  /** The head of a name that begins at a place. */
  headAt(place: number): string {
    return this.text.slice(place, headEnd(this.text, this.#kinds, place));
  }

  /** Whether a name may begin at a place. */
  startsAt(place: number): boolean {
    const [kind, before] = [this.#kinds[place]!, this.#kindBefore(place)];
    if (kind === space || kind === mark || this.#isWithinCluster(place)) return false;
    if (before === undefined || before === space) return true;
    const isWord = makesWords(kind);
    if (before !== other) return isWord ? isApart(before, kind) : this.text[place] !== '.';
    if (isWord ? kind !== word : this.text[place] !== '.') return true;
    const joint = this.text[place - 1]!;
    return joint !== '$' && !(joining.has(joint) && this.#kindBefore(place - 1) === word);
  }

  /** Whether a name may end before a place. */
  endsAt(place: number): boolean {
    const [kind, last] = [this.#kinds[place], this.#kindBefore(place)!];
    if (kind === undefined || kind === space) return true;
    if (kind === mark || this.#isWithinCluster(place)) return false;
    if (makesWords(kind)) return last === other ? kind !== word : isApart(last, kind);
    const joint = this.text[place]!;
    // "C" is in neither "C#" nor "C++".
    if (last === word && (joint === '#' || this.text.startsWith('++', place))) return false;
    if (!joining.has(joint) || last === unspaced || last === katakana || this.#kinds[place + 1] !== word) return true;
    ending.lastIndex = place;
    return ending.test(this.text);
  }

  /** The kind of the character before a place, whatever marks it carries; undefined where the text begins. */
  #kindBefore(place: number): number | undefined {
    let last = place - 1;
    while (this.#kinds[last] === mark) last -= 1;
    return this.#kinds[last];
  }

  #isWithinCluster(place: number): boolean {
    return place > 0 && this.#begins[place] === this.#begins[place - 1];
  }
}

const slash = /[/\\]/g;

function pathsIn(text: string): ReadonlyMap<number, string> {
  const paths = new Map<number, string>();
  slash.lastIndex = 0;
  // Only the stretches between spaces that have a slash are searched.
  for (let found = slash.exec(text); found !== null; found = slash.exec(text)) {
    const from = text.lastIndexOf(' ', found.index) + 1;
    const space = text.indexOf(' ', found.index);
    const to = space < 0 ? text.length : space;
    for (const { 0: stretch, index } of text.slice(from, to).matchAll(pathStretch)) {
      const path = stretch.replace(/[.:/\\]+$/, '');
      if (path !== '') paths.set(from + index, path);
    }
    slash.lastIndex = to;
  }
  return paths;
}

/** Whether two characters of words that stand side by side belong to different words. */
function isApart(first: number, second: number): boolean {
  return second === unspaced || first !== second;
}

function endOfCluster(written: string, from: number): number {
  // Nothing below U+0300 belongs to the character before it.
  if (written.charCodeAt(from) < 0x300 && !(written.charCodeAt(from + 1) >= 0x300)) return from + 1;
  cluster.lastIndex = from;
  cluster.test(written);
  return cluster.lastIndex;
}
