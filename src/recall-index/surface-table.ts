/**
 * The forms of names that memories use, folded and numbered, with what finding them in a message needs: the kinds of
 * their characters, and the lengths of the names that begin alike.
 *
 *   folded name -> number       first word of a name -> lengths of the names that begin with it
 */
import { soundOf } from '../language/name-forms.ts';
import { Interner } from './column.ts';

/** Kinds of characters, as numbers that fit a byte. */
export const characterKinds = { other: 0, space: 1, word: 2, katakana: 3, unspaced: 4, mark: 5 } as const;

const { other, space, word, katakana, unspaced, mark } = characterKinds;

const marks = /^\p{M}/u;
const words = /^[\p{L}\p{N}_]/u;
/** The prolonged sound mark belongs to no script of its own. */
const katakanaLetters = /^[\p{Script=Katakana}\u30fc]/u;
/** Scripts that are written without spaces between words. */
const unspacedLetters =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

function read(character: string): number {
  if (character === ' ') return space;
  if (marks.test(character)) return mark;
  if (!words.test(character)) return other;
  if (katakanaLetters.test(character)) return katakana;
  return unspacedLetters.test(character) ? unspaced : word;
}

const ascii = Uint8Array.from({ length: 128 }, (_, code) => read(String.fromCharCode(code)));

/**
 * The kinds of the characters of a folded text, one for each of its units: `word` for letters and digits
 * of scripts that separate words, `katakana`, which tells words apart by changing to other letters, and
 * `unspaced` for scripts in which a word may begin anywhere.
 */
export function kindsOf(text: string): readonly number[] {
  const kinds: number[] = [];
  for (const character of text) {
    const code = character.charCodeAt(0);
    const kind = code < 128 ? ascii[code]! : read(character);
    kinds.push(kind);
    if (character.length === 2) kinds.push(kind);
  }
  return kinds;
}

/**
 * Where the head of what begins at a place in a text of these kinds ends: its first word, or its first
 * character where words are not told apart or there is no word. Names that begin alike have one head.
 */
export function headEnd(text: string, kinds: readonly number[], place: number): number {
  const kind = kinds[place]!;
  let end = place + ((text.codePointAt(place) ?? 0) > 0xffff ? 2 : 1);
  if (!makesWords(kind) || kind === unspaced) return end;
  while (kinds[end] === kind || kinds[end] === mark) end += 1;
  return end;
}

/** Whether characters of a kind make words. */
export function makesWords(kind: number): boolean {
  return kind === word || kind === katakana || kind === unspaced;
}

/** The names that have one head. */
export interface NamesOfHead {
  /** Their distinct lengths, the longest first. */
  readonly lengths: readonly number[];
  /** {@link endBit} of each: tells most stretches that are no name without looking them up. */
  readonly ends: number;
}

interface Head extends NamesOfHead {
  readonly lengths: number[];
  ends: number;
}

/** One of 32 bits, by the length of a name and the last unit of it. */
export function endBit(length: number, last: number): number {
  return 1 << ((length * 31 + last) & 31);
}

/** Folded names and their numbers. */
export class SurfaceTable extends Interner {
  readonly #heads: Map<string, Head> = new Map();
  /** Names of one word by how they sound, as far as {@link #heard} names. */
  readonly #bySound: Map<string, string[]> = new Map();
  #heard = 0;

  override number(text: string): number {
    const before = this.size;
    const number = super.number(text);
    if (number === before) this.#note(text);
    return number;
  }

  /** The names that have a head, if there are any. */
  headed(head: string): NamesOfHead | undefined {
    return this.#heads.get(head);
  }

  /** The names of one word, of others too, that sound like a folded word. */
  soundingLike(word: string): readonly string[] {
    for (; this.#heard < this.size; this.#heard++) {
      const text = this.text(this.#heard);
      if (!/^\p{L}{4,}$/u.test(text)) continue;
      const sound = soundOf(text);
      this.#bySound.set(sound, [...(this.#bySound.get(sound) ?? []), text]);
    }
    return this.#bySound.get(soundOf(word)) ?? [];
  }

  #note(text: string): void {
    const head = text.slice(0, headEnd(text, kindsOf(text), 0));
    const known = this.#heads.get(head) ?? { lengths: [], ends: 0 };
    this.#heads.set(head, known);
    known.ends |= endBit(text.length, text.charCodeAt(text.length - 1));
    const place = known.lengths.findIndex((length) => length <= text.length);
    if (place < 0) known.lengths.push(text.length);
    else if (known.lengths[place] !== text.length) known.lengths.splice(place, 0, text.length);
  }
}
