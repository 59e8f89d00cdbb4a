/** Finds names in a text by looking at every stretch of it. Slow and plain; it knows nothing of the index. */
import { foldName, foldText } from '../../src/language/fold.ts';

/** Where a name stands. */
interface FoundName {
  readonly surface: string;
  readonly from: number;
  readonly to: number;
}

const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const katakana = String.raw`\p{Script=Katakana}\u30fc`;
/** A letter, digit or underscore of scripts with spaces, and the marks that it carries. */
const spaced = String.raw`(?![${unspaced}${katakana}])[\p{L}\p{N}_]\p{M}*`;
const joint = String.raw`[./\\@:&'+#-]`;

const endsSpaced = new RegExp(`${spaced}$`, 'u');
const endsKatakana = new RegExp(String.raw`[${katakana}]\p{M}*$`, 'u');
const endsUnspaced = new RegExp(String.raw`(?![${katakana}])[${unspaced}]\p{M}*$`, 'u');
const endsJoined = new RegExp(`${spaced}${joint}$`, 'u');
const startsSpaced = new RegExp(`^${spaced}`, 'u');
const startsKatakana = new RegExp(`^[${katakana}]`, 'u');
const startsJoined = new RegExp(`^${joint}${spaced}`, 'u');
const startsEnding = /^(?:'(?:s|ll|d|ve|re|m)(?![\p{L}\p{M}\p{N}_])|:\d)/u;

/** Whether a name may stand after a text. */
function follows(before: string, name: string): boolean {
  if (name.startsWith('.')) return !endsJoined.test(before) && !/[\p{L}\p{N}_]\p{M}*$/u.test(before);
  if (startsKatakana.test(name)) return !endsKatakana.test(before);
  if (!startsSpaced.test(name)) return true;
  return !endsSpaced.test(before) && !endsJoined.test(before) && !before.endsWith('$');
}

/** Whether a text may stand after a name. */
function precedes(name: string, after: string): boolean {
  if (startsSpaced.test(after)) return endsKatakana.test(name) || endsUnspaced.test(name);
  if (startsKatakana.test(after)) return !endsKatakana.test(name);
  if (endsSpaced.test(name) && /^(?:#|\+\+)/.test(after)) return false;
  if (!startsJoined.test(after) || startsEnding.test(after)) return true;
  return endsKatakana.test(name) || endsUnspaced.test(name);
}

/** The ending that makes a name the plural that stands here; undefined where it is none. */
function pluralOf(name: string, after: string): string | undefined {
  const word = /\p{L}+$/u.exec(name)?.[0] ?? '';
  const ending = /(?:[sxz]|[cs]h)$/.test(word) ? 'es' : 's';
  if (word.length < 4 || !after.startsWith(ending)) return undefined;
  return precedes(`${name}${ending}`, after.slice(ending.length)) ? ending : undefined;
}

/** Leftmost, then longest, without overlaps. */
export function namesByLooking(names: ReadonlySet<string>, text: string): readonly FoundName[] {
  const graphemes = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  const found: FoundName[] = [];
  for (let first = 0; first < graphemes.length; ) {
    let longest: (FoundName & { readonly next: number }) | undefined;
    for (let last = first; last < graphemes.length; last++) {
      const from = graphemes.slice(0, first).join('').length;
      const stretch = graphemes.slice(first, last + 1).join('');
      const surface = foldText(stretch);
      if (surface === '' || surface !== foldName(stretch) || !names.has(surface)) continue;
      const after = foldText(text.slice(from + stretch.length));
      if (!follows(foldText(text.slice(0, from)), surface)) continue;
      const ending = precedes(surface, after) ? '' : pluralOf(surface, after);
      if (ending === undefined || surface.length < (longest?.surface.length ?? 0)) continue;
      const to = from + stretch.length + ending.length;
      longest = { surface, from, to, next: last + 1 + ending.length };
    }
    if (longest !== undefined) found.push({ surface: longest.surface, from: longest.from, to: longest.to });
    first = longest?.next ?? first + 1;
  }
  return found;
}

/** The names of one who may be meant, or of each one where a name means several; sorted. */
export type Meanings = readonly (readonly string[])[];

/**
 * Whom a name means among persons of one or two folded words, each another one: those who bear it as first or last
 * name, one by one. The only bearer is the same as whoever is called by that name alone, and by the other half where
 * nobody else bears it.
 */
export function personsByLooking(persons: ReadonlySet<string>, name: string): Meanings {
  const bearersOf = (part: string): readonly string[] =>
    [...persons].filter((person) => person.includes(' ') && person.split(' ').includes(part));
  const wholeOf = (full: string): readonly string[] => [
    full,
    ...full.split(' ').filter((part) => persons.has(part) && bearersOf(part).length === 1),
  ];
  const called = persons.has(name) ? [name] : [];
  const [bearer, ...others] = name.includes(' ') ? called : bearersOf(name);
  if (bearer === undefined) return called.length === 0 ? [] : [called];
  const all = others.length === 0 ? [wholeOf(bearer)] : [[bearer], ...others.map((other) => [other]), called];
  return sorted(all.filter(({ length }) => length > 0));
}

/** Which files a path means: all that are one end of the same longest file, or each longest file that fits. */
export function filesByLooking(files: ReadonlySet<string>, path: string): Meanings {
  const isEnd = (end: string, whole: string): boolean => `/${whole}`.endsWith(`/${end}`);
  const fitting = [...files].filter((file) => isEnd(file, path) || isEnd(path, file));
  const longest = fitting.filter((file) => !fitting.some((other) => other !== file && isEnd(file, other)));
  const [head, ...others] = longest;
  if (head === undefined) return [];
  if (others.length > 0)
    return path.includes('/') && files.has(path) ? [[path]] : sorted(longest.map((file) => [file]));
  // A shorter path that ends another file as well is none of this one's.
  const own = fitting.filter((file) => [...files].every((other) => !isEnd(file, other) || isEnd(other, head)));
  return sorted([own.length === 0 ? fitting : [...new Set([...own, ...(files.has(path) ? [path] : [])])]]);
}

function sorted(meanings: Meanings): Meanings {
  return meanings.map((one) => one.toSorted()).toSorted((one, other) => (`${one}` < `${other}` ? -1 : 1));
}
