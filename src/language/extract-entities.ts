/**
 * Finds what a text mentions, by rules and a lexicon, without a model and without I/O.
 *
 *   text -> exact finders (URLs, paths, functions, identifiers, @names)
 *        -> the rest -> prose finders (titles, names) -> one entity per name
 *
 * It decides nothing about the entities that the ledger knows already.
 */
import type { EntityType } from '../domain/records.ts';
import { exactFinders } from './find-exact.ts';
import { findNames } from './find-names.ts';
import { foldName } from './fold.ts';
import {
  type ExtractOptions,
  type ExtractedEntity,
  type FoundName,
  type NameFinder,
  maxNameCharacters,
} from './names.ts';
import { isNeverAlone, isOrdinary, setOf } from './word-lists.ts';

// Titles of works, known by their quotation marks and by their capitals.

const quoted =
  /"([^"\n]{2,80})"|“([^“”\n]{2,80})”|«([^«»\n]{2,80})»|(?<![\p{L}\p{N}])'(\p{Lu}[^'"\n]{1,79})'(?![\p{L}\p{N}])|《([^《》\n]{1,80})》|『([^『』\n]{1,80})』/gu;

/** Words that a title writes small. */
const small: ReadonlySet<string> = setOf(
  'a an the and or but nor for so yet of in on at to from by with as into vs via de la le du des der die das und et y',
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
function findTitles(text: string): readonly FoundName[] {
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

/** At most so many entities per text: the first ones. */
export const maxEntities = 32;

/** At most so many forms per entity: the first ones. */
export const maxSurfaces = 8;

/** In order of rank, as {@link exactFinders} are. */
const proseFinders: readonly NameFinder[] = [findTitles, findNames];

/** Of two types of one name the earlier stays. */
const typeRank: readonly EntityType[] = [
  'url',
  'file',
  'function',
  'person',
  'place',
  'organisation',
  'title',
  'identifier',
  'concept',
  'other',
];

/** Runs finders over a text; where finds overlap the longest stays, of equals the first. In order of appearance. */
function findAll(finders: readonly NameFinder[], text: string, options: ExtractOptions): readonly FoundName[] {
  const all = finders.flatMap((find) => find(text, options));
  if (all.length < 2) return all;
  const byLength = all.sort((one, other) => other.end - other.start - (one.end - one.start));
  const taken = new Uint8Array(text.length);
  const kept: FoundName[] = [];
  for (const found of byLength) {
    // What was taken before is at least as long, so an overlap covers one of the two ends.
    if (taken[found.start] === 1 || taken[found.end - 1] === 1) continue;
    taken.fill(1, found.start, found.end);
    kept.push(found);
  }
  return kept.sort((one, other) => one.start - other.start);
}

/** Blocks of code between fences: names in prose are not looked for there. */
const fenced = /```[\s\S]*?(?:```|$)/g;

/** The text with everything found replaced by object characters, so that places stay and no name runs across. */
function withoutFound(text: string, found: readonly FoundName[]): string {
  let rest = '';
  let position = 0;
  for (const { start, end } of found) {
    rest += text.slice(position, start) + '\ufffc'.repeat(end - start);
    position = end;
  }
  return (rest + text.slice(position)).replace(fenced, (block) => '\ufffc'.repeat(block.length));
}

interface Gathered {
  readonly name: string;
  type: EntityType;
  path?: string;
  readonly surfaces: Set<string>;
}

function gather(text: string, found: readonly FoundName[]): readonly ExtractedEntity[] {
  const byKey = new Map<string, Gathered>();
  for (const { start, end, name, type, path } of found) {
    const key = foldName(name);
    if (key === '' || name.length > maxNameCharacters || /\p{Cc}/u.test(name)) continue;
    const known = byKey.get(key);
    if (known === undefined && byKey.size === maxEntities) continue;
    const entity: Gathered = known ?? { name, type, surfaces: new Set() };
    if (typeRank.indexOf(type) < typeRank.indexOf(entity.type)) entity.type = type;
    if (path !== undefined && entity.path === undefined) entity.path = path;
    if (entity.surfaces.size < maxSurfaces) entity.surfaces.add(text.slice(start, end));
    byKey.set(key, entity);
  }
  return [...byKey.values()].map((entity) => ({ ...entity, surfaces: [...entity.surfaces] }));
}

/**
 * The entities that a text mentions, in order of appearance, distinct by folded name, at most
 * {@link maxEntities}. Names in prose are looked for in the first 10,000 characters only;
 * URLs, paths, functions and identifiers everywhere. Takes time linear in the text.
 */
export function extractEntities(content: string, options: ExtractOptions = {}): readonly ExtractedEntity[] {
  const text = content.toWellFormed();
  const exact = findAll(exactFinders, text, options);
  const prose = findAll(proseFinders, withoutFound(text, exact), options);
  return gather(
    text,
    [...exact, ...prose].sort((one, other) => one.start - other.start),
  );
}

// Other names that a text gives somebody or something: "Ministry of Tea (MOT)", "Robert, also known as Bob", "call me
// Kit". They are forms of the name in the memory that says so, and so are known to whoever has that memory in view.

const capitalised = "\\p{Lu}[\\p{L}\\p{N}'-]{0,30}";
const known = new RegExp(
  `(?:,? \\(?(?:(?:also|better|otherwise|formerly) known as|a\\.?k\\.?a\\.?)|(?:,| \\()nicknamed) "?(${capitalised}(?: ${capitalised}){0,2})`,
  'uy',
);
const bracketed = /,? \((\p{Lu}[\p{Lu}\p{N}&]{1,7})\)/uy;
const called = new RegExp(
  `(?<!n't |not |never )\\b(?:[Cc]all me|calls me|I(?: usually)? go by|I am known as|I'm known as) (${capitalised})(?=[.,;!?]|$)`,
  'u',
);

/** The entities of a text with the other names that it gives them; a name that turns out to be another's is no entity by itself. */
export function withAliases(
  content: string,
  entities: readonly ExtractedEntity[],
  speaker: string | undefined,
): readonly ExtractedEntity[] {
  const aliases = new Map<string, string>();
  for (const { name, surfaces } of entities) {
    for (const surface of surfaces) {
      const alias = aliasAfter(content, surface);
      if (alias !== undefined) aliases.set(foldName(name), alias);
    }
  }
  const own = speaker === undefined ? undefined : ownAlias(content);
  if (speaker !== undefined && own !== undefined) aliases.set(foldName(speaker), own);
  if (aliases.size === 0) return entities;
  const other = new Set([...aliases.values()].map(foldName));
  const named = speaker === undefined || own === undefined ? entities : withSpeaker(entities, speaker);
  return named.flatMap((entity) => {
    const alias = aliases.get(foldName(entity.name));
    if (alias !== undefined) return [{ ...entity, surfaces: [...entity.surfaces, alias] }];
    return other.has(foldName(entity.name)) ? [] : [entity];
  });
}

/** What whoever speaks wants to be called; "call me Monday" says when. */
function ownAlias(content: string): string | undefined {
  const alias = called.exec(content)?.[1];
  return alias === undefined || isNeverAlone(alias.toLowerCase()) ? undefined : alias;
}

/** The other name that stands right behind a form of a name. */
function aliasAfter(content: string, surface: string): string | undefined {
  for (
    let position = content.indexOf(surface);
    position >= 0;
    position = content.indexOf(surface, position + surface.length)
  ) {
    const end = position + surface.length;
    known.lastIndex = end;
    bracketed.lastIndex = end;
    const acronym = bracketed.exec(content)?.[1];
    if (acronym !== undefined && isAcronym(acronym, surface)) return acronym;
    const alias = known.exec(content)?.[1];
    if (alias !== undefined && foldName(alias) !== foldName(surface)) return alias;
  }
  return undefined;
}

/** "WHO" of "World Health Organization"; small words may be left out. */
function isAcronym(acronym: string, name: string): boolean {
  const words = name.split(/[\s-]+/).filter((word) => word !== '');
  const initials = (some: readonly string[]): string => some.map((word) => word.charAt(0).toUpperCase()).join('');
  return [words, words.filter((word) => /^\p{Lu}/u.test(word))].some((some) => initials(some) === acronym);
}

function withSpeaker(entities: readonly ExtractedEntity[], speaker: string): readonly ExtractedEntity[] {
  if (entities.some(({ name }) => foldName(name) === foldName(speaker))) return entities;
  return [...entities, { name: speaker, type: 'person', surfaces: [speaker] }];
}
