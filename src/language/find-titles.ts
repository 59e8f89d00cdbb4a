/** Titles of works, known by their quotation marks and by their capitals. */
import type { FoundName } from './extracted-entity.ts';
import { isOrdinary } from './name-exclusions.ts';

const quoted =
  /"([^"\n]{2,80})"|“([^“”\n]{2,80})”|«([^«»\n]{2,80})»|(?<![\p{L}\p{N}])'(\p{Lu}[^'"\n]{1,79})'(?![\p{L}\p{N}])|《([^《》\n]{1,80})》|『([^『』\n]{1,80})』/gu;

/** Words that a title writes small. */
const small: ReadonlySet<string> = new Set(
  'a an the and or but nor for so yet of in on at to from by with as into vs via de la le du des der die das und et y'.split(
    ' ',
  ),
);

/** After these words even one word in quotation marks is a title. */
const announced =
  /\b(?:read(?:ing)?|watch(?:ed|ing)?|saw|seen|play(?:ed|ing)?|books?|movies?|films?|songs?|albums?|shows?|games?|series|novels?|plays?|poems?|paintings?|called|named|titled|comics?|podcasts?|podcast|documentary|tune|track)\W{1,3}$/i;

function isTitle(content: string, before: string): boolean {
  const words = content.trim().split(/\s+/);
  if (words.length > 12 || /[,;.]$/.test(content.trim())) return false;
  const capitalised = (word: string): boolean => /^[^\p{L}\p{N}]{0,2}[\p{Lu}\p{N}]/u.test(word);
  const first = words[0] ?? '';
  if (!capitalised(first) || !/\p{Lu}/u.test(content)) return false;
  if (words.length === 1) return !/[!?]$/.test(first) && !isOrdinary(first.toLowerCase()) && announced.test(before);
  return (
    words.slice(1).every((word) => small.has(word.toLowerCase()) || capitalised(word)) &&
    words.slice(1).some(capitalised)
  );
}

/** Finds titles in quotation marks ("The Name of the Wind"); type `title`. */
export function findTitles(text: string): readonly FoundName[] {
  if (!/["'“«《『]/.test(text)) return [];
  const found: FoundName[] = [];
  for (const match of text.matchAll(quoted)) {
    const content = match.slice(1).find((part) => part !== undefined) ?? '';
    const eastern = match[5] ?? match[6];
    const before = text.slice(Math.max(0, match.index - 30), match.index);
    if (eastern === undefined && !isTitle(content, before)) continue;
    const name = content.trim();
    const start = match.index + 1 + content.indexOf(name);
    found.push({ start, end: start + name.length, name, type: 'title' });
  }
  return found;
}
