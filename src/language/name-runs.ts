/** Runs of capitalised words, and whether their capitals mean anything. */
import type { NameWord } from './name-words.ts';

const particles: ReadonlySet<string> = new Set('of de del della di da du van von der den la le el bin al y'.split(' '));
const germanWords: ReadonlySet<string> = new Set(
  'der das und ich nicht ist ein eine einen mit auf für wir dem des im zum zur'.split(' '),
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
