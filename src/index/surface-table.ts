/**
 * The names in use, folded, with the lengths of those that begin alike, so that a reader of a text
 * knows at each place which stretches could be a name. Grows with the names and never shrinks:
 * who knows a name is the believers' matter.
 */
import { kindOf, makesWords, characterKinds } from './character-kind.ts';
import { Interner } from './interner.ts';

const nothing: readonly number[] = [];

/** Folded names and their numbers. */
export class SurfaceTable extends Interner {
  /** Head -> lengths of the names that begin with it, the longest first. */
  readonly #lengths: Map<string, number[]> = new Map();

  override number(text: string): number {
    const before = this.size;
    const number = super.number(text);
    if (number === before) this.#note(text);
    return number;
  }

  /** The distinct lengths of the names that have a head, the longest first. */
  lengths(head: string): readonly number[] {
    return this.#lengths.get(head) ?? nothing;
  }

  #note(text: string): void {
    const head = text.slice(0, headEnd(text, 0));
    const lengths = this.#lengths.get(head);
    if (lengths === undefined) {
      this.#lengths.set(head, [text.length]);
      return;
    }
    const place = lengths.findIndex((length) => length <= text.length);
    if (place < 0) lengths.push(text.length);
    else if (lengths[place] !== text.length) lengths.splice(place, 0, text.length);
  }
}

/**
 * Where the head of what begins at a place in a folded text ends: its first word, or its first
 * character where words are not told apart or there is no word.
 */
export function headEnd(text: string, place: number): number {
  const first = characterAt(text, place);
  const kind = kindOf(first);
  let end = place + first.length;
  if (!makesWords(kind) || kind === characterKinds.unspaced) return end;
  while (end < text.length) {
    const next = characterAt(text, end);
    const nextKind = kindOf(next);
    if (nextKind !== kind && nextKind !== characterKinds.mark) break;
    end += next.length;
  }
  return end;
}

function characterAt(text: string, place: number): string {
  return String.fromCodePoint(text.codePointAt(place) ?? 0);
}
