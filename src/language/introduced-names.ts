/**
 * Names that nothing but the words before them shows to be names: "my cat Pixel", "a bakery called
 * Crumb". They are entities only where a relation needs them.
 */
import { conceptStopWords } from './concepts-stop-words.ts';
import { classOfWord } from './name-lexicon.ts';
import { ownedNouns, personNouns, petNouns } from './kin-words.ts';
import type { RelatedName } from './name-marks.ts';

const whose = "(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir|\\p{L}+'s)";
const name = '(?<name>\\p{Lu}[\\p{L}-]{1,30})(?![\\p{L}\\p{N}_])';
const patterns: readonly RegExp[] = [
  // Of things a name has to be announced: "my shop Monday to Friday" has none.
  new RegExp(
    `\\b(?:${whose}|an?) (?:[\\w-]+ ){0,2}(?:(?<person>${personNouns})|${ownedNouns}),? (?:is )?(?:named|called|nicknamed) ${name}`,
    'gu',
  ),
  new RegExp(`\\b${whose} (?:[\\w-]+ ){0,2}(?:(?<person>${personNouns})|${petNouns}),? ${name}`, 'gu'),
];

/** A capital at the beginning of a sentence proves nothing, unless no such word is known and this is said of it. */
const first =
  /(?:^|[.!?]\s+)(?<name>\p{Lu}[\p{L}-]{2,30}) (?:lives in|works (?:at|for)|moved to|joined|owns|is (?:an? \p{Lu}|part of|married to|based in|located in)|was created by)(?![\p{L}\p{N}_])/gu;

/** The names that a text introduces so, each once. */
export function introducedNames(content: string): readonly RelatedName[] {
  const found = new Map<string, RelatedName>();
  for (const { groups = {} } of patterns.flatMap((pattern) => [...content.matchAll(pattern)])) {
    const { name = '', person } = groups;
    if (conceptStopWords.has(name.toLowerCase()) || found.has(name)) continue;
    found.set(name, { name, type: person === undefined ? 'other' : 'person', surfaces: [name] });
  }
  for (const { groups: { name = '' } = {} } of content.matchAll(first)) {
    if (!found.has(name) && classOfWord(name.toLowerCase()) === 'unknown')
      found.set(name, { name, type: 'other', surfaces: [name] });
  }
  return [...found.values()];
}
