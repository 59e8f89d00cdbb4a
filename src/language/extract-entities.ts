/**
 * Finds what a text mentions, by rules and a lexicon, without a model and without I/O.
 *
 *   text -> exact finders (URLs, paths, functions, identifiers, @names)
 *        -> the rest -> prose finders (titles, names) -> one entity per name
 *
 * It decides nothing about the entities that the ledger knows already.
 */
import { foldName } from './fold.ts';
import type { EntityType } from '../domain/records.ts';
import {
  type ExtractOptions,
  type ExtractedEntity,
  type FoundName,
  type NameFinder,
  maxNameCharacters,
} from './extracted-entity.ts';
import { findFunctions } from './find-functions.ts';
import { findIdentifiers } from './find-identifiers.ts';
import { findMentions } from './find-mentions.ts';
import { findNames } from './find-names.ts';
import { findPaths } from './find-paths.ts';
import { findTitles } from './find-titles.ts';
import { findUrls } from './find-urls.ts';

/** At most so many entities per text: the first ones. */
export const maxEntities = 32;

/** At most so many forms per entity: the first ones. */
export const maxSurfaces = 8;

/** In order of rank: of two finds of the same stretch the earlier finder's stays. */
const exactFinders: readonly NameFinder[] = [findUrls, findMentions, findPaths, findFunctions, findIdentifiers];
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
  let at = 0;
  for (const { start, end } of found) {
    rest += text.slice(at, start) + '\ufffc'.repeat(end - start);
    at = end;
  }
  return (rest + text.slice(at)).replace(fenced, (block) => '\ufffc'.repeat(block.length));
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
