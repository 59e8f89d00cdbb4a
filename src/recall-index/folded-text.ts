/**
 * A text folded as names are, with the way back to where each character stood. It owns where a name
 * may begin and end: not within a word, a path, an identifier or a compound ("art" is not in "start",
 * "auth" not in "src/auth.py", "Jean" not in "Jean-Luc").
 */
import { foldText } from '../language/fold.ts';
import { characterKinds, headEnd, kindsOf, makesWords } from './character-kind.ts';

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
const mostKnown = 8_192;

function folded(written: string, from: number, to: number): Folded {
  const code = written.charCodeAt(from);
  if (code < 128 && to === from + 1) return ascii[code] as Folded;
  const cluster = written.slice(from, to);
  const found = known.get(cluster);
  if (found !== undefined) return found;
  const made = fold(cluster);
  if (known.size >= mostKnown) known.clear();
  known.set(cluster, made);
  return made;
}

/** A folded text. Places are those of its units; `from` and `to` those of the text as written. */
export class FoldedText {
  readonly text: string;
  readonly #kinds: readonly number[];
  /** Where the cluster of each unit begins and ends. */
  readonly #begins: readonly number[];
  readonly #ends: readonly number[];

  constructor(written: string) {
    const [kinds, begins, ends]: [number[], number[], number[]] = [[], [], []];
    let text = '';
    let last = '';
    for (let from = 0; from < written.length; ) {
      const to = endOfCluster(written, from);
      const piece = folded(written, from, to);
      for (let i = 0; i < piece.text.length; i++) {
        const unit = piece.text[i] as string;
        if (unit === ' ' && last === ' ') continue;
        text += unit;
        last = unit;
        kinds.push(piece.kinds[i] as number);
        begins.push(from);
        ends.push(to);
      }
      from = to;
    }
    this.text = text;
    this.#kinds = kinds;
    this.#begins = begins;
    this.#ends = ends;
  }

  /** Where what begins at a place stands in the text as written. */
  from(place: number): number {
    return this.#begins[place] as number;
  }

  /** Where what ends before a place ends in the text as written. */
  to(place: number): number {
    return this.#ends[place - 1] as number;
  }

  /** The head of a name that begins at a place. */
  headAt(place: number): string {
    return this.text.slice(place, headEnd(this.text, this.#kinds, place));
  }

  /** Whether a name may begin at a place. */
  startsAt(place: number): boolean {
    const [kind, before] = [this.#kinds[place] as number, this.#kindBefore(place)];
    if (kind === space || kind === mark || this.#isWithinCluster(place)) return false;
    if (before === undefined || before === space) return true;
    const isWord = makesWords(kind);
    if (before !== other) return isWord ? isApart(before, kind) : this.text[place] !== '.';
    if (isWord ? kind !== word : this.text[place] !== '.') return true;
    const joint = this.text[place - 1] as string;
    return joint !== '$' && !(joining.has(joint) && this.#kindBefore(place - 1) === word);
  }

  /** Whether a name may end before a place. */
  endsAt(place: number): boolean {
    const [kind, last] = [this.#kinds[place], this.#kindBefore(place) as number];
    if (kind === undefined || kind === space) return true;
    if (kind === mark || this.#isWithinCluster(place)) return false;
    if (makesWords(kind)) return last === other ? kind !== word : isApart(last, kind);
    const joint = this.text[place] as string;
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
